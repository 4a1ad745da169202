// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"
#include "tests/sim/checkers/floor_log.h"
#include "tests/sim/checkers/flow_book.h"

#include <map>
#include <set>
#include <vector>

namespace plenum::sim {

/// G1: what is said in a discussion group is received by those alone who were in it when it was said, as the log has
/// it. Who went less than `unaware_max` ago may still hear what was said by somebody who had not heard of it.
///
/// G2: on a reliable flow of a group, who is in it receives an unbroken run of each other member's messages, from the
/// first that it received in this stay; in the end, all that were published since.
class GroupTalk final : public Checker {
  public:
    explicit GroupTalk(const FloorLog& log) : log_{&log} {}

    static constexpr base::Duration unaware_max = base::Duration{std::chrono::seconds{2}};

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
        /// What this member rejected; by its number on the flow.
        std::map<StreamKey, std::set<std::uint64_t>> rejected;
    };
    struct Message {
        VirtualTime at{};
        /// When its sender heard that the relay has it.
        std::optional<VirtualTime> accepted_at;
    };
    struct Stream {
        base::ConversationId group;
        Session owner;
        /// From the first.
        std::vector<Message> messages;
        /// What the relay rejected.
        std::set<std::uint64_t> rejected;
        /// Numbers on the flow by those in the conversation, as traces have them.
        std::map<std::uint64_t, std::uint64_t> numbers;
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
    [[nodiscard]] std::uint64_t next_due(const StreamKey& key, const Person& person, std::uint64_t last) const;

    std::map<base::FlowId, base::ConversationId> group_of_;
    FlowBook flows_;
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
