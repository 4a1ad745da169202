// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/editor.h"
#include "core/board/snapshot.h"

#include <cstddef>
#include <string>
#include <vector>

namespace plenum::board {

/// A published message.
struct Sent {
    Author author;
    Authority authority{Authority::draw};
    base::Bytes bytes;
};

/// All messages of a test, in the order in which they were published.
using Traffic = std::vector<Sent>;

/// One person with a board and an editor. Edits reach the own board at once, others at `sync`.
class User {
  public:
    User(std::uint32_t sender, std::uint32_t person, Authority authority, Traffic& traffic, const Rules& rules = {});
    User(const User&) = delete;
    User& operator=(const User&) = delete;

    /// Applies and publishes an edit. An edit that failed gives nothing.
    Edit publish(const EditResult& edit);
    /// Takes everything that others published since.
    void sync();
    /// Takes one message.
    std::expected<Changes, Refusal> take(const Sent& sent);
    /// The board is read back from its own snapshot.
    void restart_from_snapshot();

    [[nodiscard]] base::Bytes snapshot() const { return encode_snapshot(board); }
    [[nodiscard]] bool sees(ObjectId id) const;
    /// Draws a stroke of two points on the first page.
    ObjectId draw(Position at = {});
    ObjectId write(const std::string& text);

    Author author;
    Authority authority;
    Board board;
    BoardEditor editor;
    /// Published operations that changed nothing.
    std::vector<Changes::Refused> refused;

  private:
    Traffic& traffic_;
    std::size_t taken_{0};
};

/// Places of a pen.
[[nodiscard]] std::vector<InkPoint> points(std::initializer_list<Position> places);
[[nodiscard]] BeginStroke stroke_on(PageId page, const Points& points);
[[nodiscard]] std::string text_of(const Board& board, ObjectId id);
[[nodiscard]] Position position_of(const Board& board, ObjectId id);
/// A box around the whole board.
inline constexpr Box everywhere{-(1 << 30), -(1 << 30), 1 << 30, 1 << 30};

} // namespace plenum::board
