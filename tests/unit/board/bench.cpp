// SPDX-License-Identifier: Apache-2.0
// Time and memory of a large board: board-bench [STROKES [POINTS]]

#include "tests/unit/board/user.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <malloc.h>

namespace plenum::board {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

void tell(const char* what, double seconds, std::size_t of) {
    std::printf("%-28s %8.3f s, %7.2f us each\n", what, seconds, seconds * 1e6 / static_cast<double>(of));
}

std::vector<InkPoint> scribble(std::uint64_t seed, std::size_t count) {
    std::uint64_t state = seed * 0x9e3779b97f4a7c15U + 1;
    const auto next = [&](std::uint64_t bound) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        return static_cast<std::int32_t>((state >> 33) % bound);
    };
    Position at{next(400'000) - 200'000, next(400'000) - 200'000};
    std::vector<InkPoint> found;
    for (std::size_t i = 0; i < count; ++i) {
        at = {at.x + next(160) - 80, at.y + next(160) - 80};
        found.push_back({at});
    }
    return found;
}

void run(std::size_t strokes, std::size_t points) {
    Board board;
    const Author author{base::MemberIndex{1}, PersonIndex{1}};
    BoardEditor editor{board, author.sender};
    std::vector<base::Bytes> messages;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < strokes; ++i) {
        const auto edit = editor.begin_stroke(first_page, {}, scribble(i, points));
        if (!edit) return;
        for (const auto& each : edit->messages) {
            bytes += each.size();
            messages.push_back(each);
        }
    }
    std::printf("%zu strokes of %zu points: %zu bytes in messages\n", strokes, points, bytes);
    const auto before = mallinfo2().uordblks;
    auto start = Clock::now();
    for (const auto& each : messages)
        (void)board.apply(author, each, Authority::draw);
    tell("apply", seconds_since(start), strokes);
    std::printf("memory of a stroke           %8zu bytes\n", (mallinfo2().uordblks - before) / strokes);
    start = Clock::now();
    const auto snapshot = encode_snapshot(board);
    const auto written = seconds_since(start);
    tell("encode snapshot", written, strokes);
    start = Clock::now();
    auto restored = restore(snapshot);
    const auto read = seconds_since(start);
    tell("restore", read, strokes);
    std::printf("snapshot %zu bytes; both %.3f s; equal %d\n", snapshot.size(), written + read,
                restored && encode_snapshot(*restored) == snapshot ? 1 : 0);
    constexpr std::size_t queries = 1000;
    std::size_t found = 0;
    start = Clock::now();
    for (std::size_t i = 0; i < queries; ++i) {
        const auto at = scribble(i, 1).front().at;
        found += board.find(first_page, {at.x, at.y, at.x + 1024 * 16, at.y + 1024 * 16}).size();
    }
    tell("tile of 1024 units", seconds_since(start), queries);
    std::printf("objects of a tile            %8zu\n", found / queries);
}

} // namespace
} // namespace plenum::board

int main(int count, char** arguments) {
    const auto strokes = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 100'000;
    const auto points = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 50;
    plenum::board::run(strokes, points);
    return 0;
}
