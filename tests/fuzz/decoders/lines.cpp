// SPDX-License-Identifier: Apache-2.0
// Lines of commands for `plenum-cli shell`, from a file that anyone may have written.
#include "app/plenum-cli/line_reader.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/scratch.h"

namespace plenum::fuzz {

void run_lines(base::ByteView input) {
    const auto file = scratch_file("lines");
    write_scratch(file, input);
    auto reader = cli::LineReader::open(file);
    CHECK(reader.has_value());
    constexpr std::size_t line_max = 64UL * 1024;
    std::string_view left{reinterpret_cast<const char*>(input.data()), input.size()};
    // Each call takes a read or gives a line, so that many end it.
    for (std::size_t calls = 0; !reader->ended() && calls < input.size() + 16; ++calls) {
        const auto line = reader->next(base::Duration::zero());
        if (!line) continue;
        const auto end = left.find('\n');
        const auto wanted = left.substr(0, end);
        if (wanted.size() >= line_max) {
            // Cut, within what one read adds.
            CHECK(line->size() <= line_max + 4096 && wanted.starts_with(*line));
            return;
        }
        CHECK(*line == wanted);
        left.remove_prefix(end == std::string_view::npos ? left.size() : end + 1);
    }
    CHECK(reader->ended() && left.empty());
}

std::vector<base::Bytes> lines_seeds() {
    std::vector<base::Bytes> seeds;
    for (const std::string_view text :
         {"chat hello\n", "wait 5\nleave\n", "no newline", "\n\n\r\n", "role 1 moderator\n"}) {
        const auto bytes = base::as_bytes(text);
        seeds.emplace_back(bytes.begin(), bytes.end());
    }
    return seeds;
}

} // namespace plenum::fuzz
