// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/ids.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace plenum::board {

/// Which of two writes wins: the one whose author had seen more, else the sender that joined later, else the later one.
struct Rank {
    Version version{};
    base::MemberIndex sender{};
    GestureNumber gesture{};
    friend auto operator<=>(const Rank&, const Rank&) = default;
};

/// One property of one object, with the writes that can still win (docs/board.md, "Compaction").
///
/// The problem: the highest write that is not undone wins, and any write of the undo window may be undone or redone.
/// The intuition: once a write is settled (it can no longer be undone), no lower one can ever win. So one settled value
/// stands below the writes in the window. The alternative, a value with its predecessor for each undo, depends on the
/// order in which concurrent writes arrive.
template <class T>
class Register {
  public:
    /// Live writes come after undone ones, so the last one is the winner if it is live.
    struct Place {
        bool live{true};
        Rank rank;
        friend auto operator<=>(const Place&, const Place&) = default;
    };
    using Writes = std::map<Place, T>;

    Register() = default;
    explicit Register(T initial) : settled_{std::move(initial)} {}

    [[nodiscard]] const T& value() const {
        return writes_ && std::prev(writes_->end())->first.live ? std::prev(writes_->end())->second : settled_;
    }
    /// The highest version that any write ever had.
    [[nodiscard]] Version highest() const { return highest_; }
    /// False for a version whose predecessor is yet to come. So no sender can jump ahead of all others.
    [[nodiscard]] bool admits(Version version) const { return version.value() <= std::uint64_t{highest_.value()} + 1; }

    /// `former`: the version of the same gesture's write before this one, if any. A gesture has one write, its highest.
    void write(const Place& place, T value, std::optional<Version> former) {
        highest_ = std::max(highest_, place.rank.version);
        if (former) {
            if (place.rank.version < *former) return;
            erase({place.live, {*former, place.rank.sender, place.rank.gesture}});
        }
        insert(place, std::move(value));
    }
    void set_live(const Rank& rank, bool live) {
        if (!writes_) return;
        auto node = writes_->extract({!live, rank});
        if (node.empty()) return;
        node.key().live = live;
        writes_->insert(std::move(node));
    }
    /// The write is neither undone nor redone from now on.
    void settle(const Place& place) {
        if (!writes_) return;
        auto node = writes_->extract(place);
        if (node.empty()) return;
        if (place.live) {
            settled_rank_ = place.rank;
            settled_ = std::move(node.mapped());
            drop_lower();
        }
        if (writes_->empty()) writes_.reset();
    }

    [[nodiscard]] const T& settled() const { return settled_; }
    [[nodiscard]] const Rank& settled_rank() const { return settled_rank_; }
    /// Null for none.
    [[nodiscard]] const Writes* writes() const { return writes_.get(); }
    /// For a snapshot that is read: what `settled`, `settled_rank` and `highest` were.
    void restore(T settled, const Rank& rank, Version highest) {
        settled_ = std::move(settled);
        settled_rank_ = rank;
        highest_ = highest;
    }
    /// Those that cannot win are left out.
    void insert(const Place& place, T value) {
        if (place.rank <= settled_rank_) return;
        if (!writes_) writes_ = std::make_unique<Writes>();
        writes_->insert_or_assign(place, std::move(value));
    }

  private:
    void erase(const Place& place) {
        if (!writes_) return;
        writes_->erase(place);
        if (writes_->empty()) writes_.reset();
    }
    void drop_lower() {
        for (const bool live : {false, true}) {
            const auto first = writes_->lower_bound({live, Rank{}});
            writes_->erase(first, writes_->upper_bound({live, settled_rank_}));
        }
    }

    T settled_{};
    Rank settled_rank_{};
    Version highest_{};
    std::unique_ptr<Writes> writes_;
};

} // namespace plenum::board
