// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/tree/exchange/poll_message.h"

#include <deque>
#include <map>
#include <set>

namespace plenum::tree {

/// Names a poll in a conference.
struct PollKey {
    base::MemberIndex asker{};
    std::uint32_t number{0};
    friend auto operator<=>(const PollKey&, const PollKey&) = default;
};

/// A poll as one member knows it.
struct PollState {
    PollKey key;
    base::ConferenceTime asked_at{};
    PollQuestion question;
    /// One for each choice; a show of hands has one.
    std::vector<std::uint64_t> votes;
    /// Of how many who take part, how many have answered; with the asker.
    std::uint64_t answered{0};
    std::uint64_t members{0};
    std::optional<std::size_t> own_answer{};
    /// None while it is open.
    std::optional<PollEnd> end{};
    [[nodiscard]] bool is_open() const { return !end.has_value(); }
    friend bool operator==(const PollState&, const PollState&) = default;
};

/// The polls of a conference. At most one is open: that which was asked last, by the time that askers give, else by
/// the higher index. So all members agree which one it is, in whatever order they hear of them.
class PollBook {
  public:
    static constexpr std::size_t polls_max = 64;

    /// Of a member who may ask. `said_at` bounds what the asker gives as time.
    void handle(base::MemberIndex asker, const PollAsked& asked, base::ConferenceTime said_at);
    void handle(base::MemberIndex asker, const PollCounted& counted);
    void handle_left(base::MemberIndex member);
    /// No effect on a poll that is not open.
    void end(const PollKey& key, PollEnd why);
    void set_own_answer(const PollKey& key, std::optional<std::size_t> choice);

    /// Null if nobody asks.
    [[nodiscard]] const PollState* open() const {
        const auto* newest = find(open_);
        return newest != nullptr && newest->is_open() ? newest : nullptr;
    }
    /// Null if it is not known, or no more.
    [[nodiscard]] const PollState* find(const PollKey& key) const;
    /// In the order in which they came.
    [[nodiscard]] std::vector<PollState> all() const;
    /// Each poll that is new or otherwise than it was told last.
    [[nodiscard]] std::optional<PollState> poll_change();

  private:
    [[nodiscard]] PollState* find(const PollKey& key);
    void forget_oldest();

    std::map<PollKey, PollState> polls_;
    /// Oldest first, as they came.
    std::deque<PollKey> order_;
    PollKey open_{};
    std::set<PollKey> changed_;
};

} // namespace plenum::tree
