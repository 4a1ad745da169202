// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/tree/receiver_session.h"
#include "core/tree/setup_repetition.h"
#include "core/tree/source_session.h"
#include "core/tree/tally.h"
#include "core/tree/tally_object.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/// Polls and shows of hands: a number for each choice. The first node above a member sees its answer, the others sums.
namespace plenum::tree {

inline constexpr ObjectId poll_tally{1};

struct PollOptions {
    SessionKey session;
    base::Duration setup_interval{std::chrono::seconds{1}};
    /// A question is asked again after this time if the next node has not told that it has it, until the time that
    /// this takes is measured.
    base::Duration repeat_after{std::chrono::milliseconds{100}};
    base::Duration object_lifetime{std::chrono::seconds{10}};
    /// For which nodes collect answers before they send a count that is not complete.
    base::Duration hold{std::chrono::milliseconds{500}};
    base::Duration report_age{std::chrono::seconds{15}};
};

struct PollResult {
    /// Receivers that take part, and how many of them have answered.
    std::uint64_t members{0};
    std::uint64_t answered{0};
    std::vector<std::uint64_t> votes;
    [[nodiscard]] bool is_complete() const { return members > 0 && answered == members; }
    friend bool operator==(const PollResult&, const PollResult&) = default;
};

/// One member's answer. A show of hands is a poll of one choice: a hand that is not raised is an answer without votes.
struct PollAnswer {
    std::optional<std::size_t> choice;
};

/// The end of the member who asks. Members register when the session begins; each question then takes one round trip.
class Poll {
  public:
    explicit Poll(PollOptions options);

    struct Choices {
        std::size_t count;
    };
    /// Asks the next question; answers to the one before are gone. False for more than `limits::columns_max` choices.
    [[nodiscard]] bool ask(Choices choices, base::LocalTime now);
    void handle(base::ByteView packet, base::LocalTime now);
    /// The next node may be another one of the same name, which counts from below what was heard before. The former
    /// result stands until as many members are counted again, for `report_age` at most.
    void handle_moved(base::LocalTime now);
    [[nodiscard]] std::optional<base::Bytes> poll(base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const {
        return std::min({session_.next_wakeup(), unheard_.due(), former_ ? former_until_ : base::local_time_max});
    }

    [[nodiscard]] PollResult result() const;
    /// Reports with answers to this question that reached the asker: as many as it has children, if all answer in time.
    [[nodiscard]] std::uint64_t reports() const { return reports_; }

  private:
    void declare();
    [[nodiscard]] PollResult counted() const;

    PollOptions options_;
    SourceSession session_;
    TallyTable table_;
    std::uint32_t round_{0};
    std::size_t choices_{1};
    std::uint64_t reports_{0};
    SetupRepetition unheard_;
    std::optional<PollResult> former_;
    base::LocalTime former_until_{};
};

/// The end of one member.
class PollMember {
  public:
    PollMember(NodeId self, SessionKey session, base::Duration retry_after = std::chrono::milliseconds{100})
        : session_{self, session, retry_after} {}

    void handle(base::ByteView packet, base::LocalTime now);
    void handle_wakeup(base::LocalTime now);
    [[nodiscard]] std::optional<base::Bytes> poll() { return session_.poll(); }
    [[nodiscard]] base::LocalTime next_wakeup() const;

    /// The question's number, from 1; nullopt before the first.
    [[nodiscard]] std::optional<std::uint32_t> question() const;
    /// Answers it, or changes the answer. False if there is no question, or no such choice.
    [[nodiscard]] bool answer(PollAnswer answer, base::LocalTime now);
    /// Takes the answer back. False if there is no question.
    [[nodiscard]] bool withdraw(base::LocalTime now);
    /// Says it again now: the node upstream may be another one.
    void repeat(base::LocalTime now) {
        if (registered_) report(now);
    }

  private:
    void report(base::LocalTime now);

    ReceiverSession session_;
    TallyVariables variables_;
    bool registered_{false};
    std::optional<PollAnswer> answer_;
    std::uint64_t version_{0};
    base::LocalTime refresh_due_{base::local_time_max};
};

} // namespace plenum::tree
