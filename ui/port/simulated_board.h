// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/editor.h"
#include "core/board/presence.h"
#include "ui/port/board_port.h"
#include "ui/port/simulated_world.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>

namespace plenum::ui {

/// The whiteboard of a simulated conference. Others draw by themselves, or what a test has them draw.
class SimulatedBoard : public BoardPort {
    Q_OBJECT

  public:
    /// `world` outlives this.
    explicit SimulatedBoard(SimulatedWorld& world) : world_{world} {}

    [[nodiscard]] board::Author self() const override;
    [[nodiscard]] board::Authority authority() const override;
    [[nodiscard]] bool may_draw() const override;
    void publish(board::Publication publication, board::Authority authority, const base::Bytes& message) override;
    void point(const base::Bytes& presence) override;
    [[nodiscard]] bool misses_past() const override { return false; }
    void note_gaps(bool gaps) override { gaps_ = gaps; }
    void tell_frontier(const board::Frontier& frontier) override { frontier_ = frontier; }
    void give_copy(const board::Copy& copy, bool complete, bool /*behind*/) override { given_ = {copy, complete}; }

    void clear();
    void tick();
    /// Somebody draws a wave and a note, piece by piece.
    void play(int tick);

    // What a test lets happen
    /// Gives the person's own editor and board.
    using Act = std::function<board::EditResult(board::BoardEditor&, const board::Board&)>;
    void someone_acts(base::MemberIndex member, const Act& act);
    void someone_points(base::MemberIndex member, const board::Presence& presence);
    /// What we publish from here on goes to nobody.
    void refuse_all(bool refuse) { refuses_ = refuse; }
    /// What somebody does that does not reach us.
    void someone_acts_unseen(base::MemberIndex member, const Act& act);
    /// Somebody gives us what we miss, if we want it.
    void give_us_copy();
    /// Somebody who has nothing asks us for a copy, which we give at once, and whether we say that it is complete.
    [[nodiscard]] std::pair<board::Copy, bool> ask_us_for_copy();
    /// We come back as a new member.
    void rename_self(base::MemberIndex sender);
    [[nodiscard]] int pointed_by_us() const { return pointed_; }
    /// As everybody else has it.
    [[nodiscard]] const board::Board& board();

  private:
    struct Person {
        std::unique_ptr<board::Board> board{std::make_unique<board::Board>()};
        std::unique_ptr<board::BoardEditor> editor;
        std::optional<board::ObjectId> stroke;
    };
    struct Said {
        board::Author author;
        board::Authority authority;
        base::Bytes body;
    };
    struct Sent {
        board::Publication publication;
        board::Authority authority;
        base::Bytes body;
    };
    Person& person(base::MemberIndex member);
    void tell_all(const Said& said);

    SimulatedWorld& world_;
    std::map<base::MemberIndex, Person> people_;
    /// All that was said, for those who come later.
    std::deque<Said> said_;
    /// Ours on the way.
    std::deque<Sent> sent_;
    base::MemberIndex self_{};
    bool could_draw_{false};
    board::Authority had_authority_{board::Authority::manage};
    bool refuses_{false};
    bool gaps_{false};
    board::Frontier frontier_;
    std::pair<board::Copy, bool> given_;
    int pointed_{0};
};

} // namespace plenum::ui
