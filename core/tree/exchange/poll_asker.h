// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/api/events.h"
#include "core/tree/exchange/poll_book.h"
#include "core/tree/poll.h"

#include <map>
#include <optional>
#include <string>
#include <variant>

namespace plenum::tree {

using PollCommand = std::variant<node::Publish, node::CreateFlow, node::CloseFlow, node::SendTreePacket>;

/// The flows by which members ask: each asker has one of their own.
class PollFlows {
  public:
    /// False for what is about no such flow.
    bool handle(const node::Event& event);
    /// 0 if that member has none.
    [[nodiscard]] base::FlowId of(base::MemberIndex asker) const;
    /// 0 if it is no such flow.
    [[nodiscard]] base::MemberIndex asker_of(base::FlowId flow) const;
    /// One whose asker is gone.
    [[nodiscard]] std::optional<base::FlowId> abandoned(const std::set<base::MemberIndex>& members) const;
    [[nodiscard]] static bool is_one(const node::FlowDeclared& flow);
    [[nodiscard]] static node::CreateFlow creation(base::MemberIndex asker);

  private:
    std::map<base::FlowId, base::MemberIndex> askers_;
};

/// The poll that this member asks: says the question to all, counts over the tree, and says how it stands.
class PollAsker {
  public:
    /// Between two counts that are said.
    static constexpr base::Duration count_interval = std::chrono::seconds{1};
    /// The question is said to all who came within this time at once.
    static constexpr base::Duration question_interval = std::chrono::seconds{1};
    /// Answers under way are waited for so long when the asker ends a poll.
    static constexpr base::Duration end_grace = std::chrono::milliseconds{700};
    /// Until a flow that was asked for is asked for again.
    static constexpr base::Duration creation_patience = std::chrono::seconds{2};

    /// Who we are now; what was asked before is not ours any more.
    void set_self(base::MemberIndex self);
    /// Precondition: sound, a self is set, and no poll is asked. Gives the question as it is said.
    PollAsked ask(PollQuestion question, base::ConferenceTime at, base::LocalTime now);
    [[nodiscard]] bool asks(const PollKey& key) const { return current_ && key == current_key(); }
    void answer(std::optional<std::size_t> choice);
    /// Says the last count soon, and the end with it.
    void end(PollEnd why, base::LocalTime now);
    /// At once; gives its last count, which is said next.
    std::optional<PollCounted> finish(PollEnd why);
    /// Nothing more is said of what was asked.
    void forget() {
        current_.reset();
        to_say_.reset();
    }
    void handle_packet(base::ByteView packet, base::LocalTime now);
    /// The relay may be another one.
    void handle_moved(base::LocalTime now) {
        if (current_) current_->tally.handle_moved(now);
    }
    /// Somebody came who may not have heard the question.
    void say_again() {
        if (current_) current_->said = false;
    }

    using Output = std::variant<PollCommand, PollCounted>;
    /// The next to do, and each count as it is said. `flow`: ours, or 0.
    [[nodiscard]] std::optional<Output> poll(base::FlowId flow, base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup(base::FlowId flow) const;

  private:
    struct Current {
        PollAsked asked;
        Poll tally;
        std::optional<std::size_t> own_answer{};
        bool said{false};
        base::LocalTime say_due{};
        std::uint32_t version{0};
        std::optional<PollCounted> counted{};
        base::LocalTime count_due{};
        std::optional<PollEnd> end{};
        base::LocalTime end_due{base::local_time_max};
    };
    [[nodiscard]] PollKey current_key() const { return {self_, current_->asked.number}; }
    [[nodiscard]] PollCounted count() const;
    [[nodiscard]] bool is_count_new() const;
    [[nodiscard]] bool is_count_due(base::LocalTime now) const;
    [[nodiscard]] std::optional<Output> poll_current(base::FlowId flow, base::LocalTime now);

    base::MemberIndex self_{};
    std::uint32_t last_number_{0};
    base::LocalTime create_due_{};
    std::optional<Current> current_;
    /// Said next, as it was counted.
    std::optional<PollCounted> to_say_;
};

} // namespace plenum::tree
