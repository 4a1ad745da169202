// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"
#include "tests/sim/checkers/floor_log.h"
#include "tests/sim/checkers/flow_book.h"
#include "tests/sim/checkers/rejections.h"

#include <map>
#include <vector>

namespace plenum::sim {

/// G1: what is said in a discussion group is received by those alone who were in it, as the log has it: when it was
/// said, or, on a reliable flow, until the relay had it. Who went less than `unaware_max` ago may still receive it, and
/// who comes back while it is on its way for less than that.
///
/// G2: on a reliable flow of a group, who is in it receives an unbroken run of each other member's messages, from the
/// first that it received in this stay; in the end, all that were published since. Those during which it came or went
/// may be missing: between the word and its sender's hearing that the relay has it.
class GroupTalk final : public Checker {
  public:
    explicit GroupTalk(const FloorLog& log) : log_{&log} {}

    /// An old key seals for 700 ms after its sender heard of an exit (node::old_key_seals_max).
    static constexpr base::Duration unaware_max = base::Duration{std::chrono::seconds{1}};

    [[nodiscard]] std::string_view name() const override {
        return "G1 what is said in a group stays in it, and G2 is heard there without gaps";
    }
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_begin(Session session, VirtualTime) override { people_[session] = {}; }
    void on_end(Session session, VirtualTime) override { people_.erase(session); }
    void on_publication(Session session, const Publication& publication, VirtualTime at) override;
    void on_event(Session session, const node::Event& event, VirtualTime at) override;
    void on_trace(Session session, const base::TraceEvent& event, VirtualTime at) override;
    void on_entry(VirtualTime at) override;
    /// Who is where by the log, from here on.
    void follow(const log::State& state, VirtualTime at);
    [[nodiscard]] std::optional<std::string> unmet() const override;

  private:
    struct Person {
        base::MemberIndex self{};
        base::ConversationId group{};
        /// Of this stay: the last that was received.
        std::map<StreamKey, std::uint64_t> received;
    };
    struct Message {
        VirtualTime at{};
        /// When its sender heard that the relay has it.
        std::optional<VirtualTime> accepted_at;
    };
    struct Stream {
        Session owner;
        /// From the first.
        std::vector<Message> messages;
    };
    struct Stay {
        base::ConversationId group;
        VirtualTime from;
        std::optional<VirtualTime> to;
    };
    static void on_placed(Person& person, const node::MembersPlaced& placed);
    [[nodiscard]] bool was_in(base::MemberIndex member, base::ConversationId group, VirtualTime from,
                              VirtualTime to) const;
    void on_message(Session session, Person& person, const node::MessageReceived& message, VirtualTime at);
    /// It was in the group once, and not any more.
    [[nodiscard]] bool had_left(base::MemberIndex member, base::ConversationId group, VirtualTime by) const;
    /// It was in the group from when it was said until its sender heard that the relay has it, and did not go before
    /// `stays_until`. What had not reached somebody who went is for nobody any more.
    [[nodiscard]] bool is_surely_for(base::MemberIndex member, base::ConversationId group, const Message& message,
                                     VirtualTime stays_until) const;
    /// That this person is to receive after `last`, of a stay that lasts until then.
    [[nodiscard]] std::uint64_t next_due(Session session, const Person& person, const StreamKey& key,
                                         std::uint64_t last, VirtualTime stays_until) const;

    FlowBook flows_;
    Rejections rejections_;
    std::map<Session, Person> people_;
    std::map<StreamKey, Stream> streams_;
    const FloorLog* log_;
    std::size_t histories_{0};
    /// What was said before is by a history that is no more.
    VirtualTime judged_from_{VirtualTime::min()};
    /// By the log, in order; group 0 is no group.
    std::map<base::MemberIndex, std::vector<Stay>> stays_;
};

} // namespace plenum::sim
