// SPDX-License-Identifier: Apache-2.0
// The reader beside a reader that keeps no state but a place, and does its sums another way.
#include "core/wire/cursor.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <optional>

namespace plenum::fuzz {
namespace {

struct Model {
    base::ByteView bytes;
    std::size_t at{0};
    bool failed{false};

    std::optional<base::ByteView> take(std::uint64_t count) {
        if (failed || count > bytes.size() - at) {
            failed = true;
            return std::nullopt;
        }
        const auto taken = bytes.subspan(at, count);
        at += count;
        return taken;
    }
    std::uint64_t number(std::uint64_t width) {
        std::uint64_t value = 0;
        const auto taken = take(width);
        for (std::size_t i = 0; taken && i < taken->size(); ++i)
            value = value * 256 + (*taken)[i];
        return value;
    }
    /// RFC 9000 §16, in its shortest form only.
    std::uint64_t varint() {
        if (failed || at == bytes.size()) {
            failed = true;
            return 0;
        }
        const unsigned form = bytes[at] / 64U;
        constexpr std::uint64_t widths[] = {1, 2, 4, 8};
        constexpr std::uint64_t tops[] = {0, 0x4000, 0x8000'0000, 0xc000'0000'0000'0000};
        constexpr std::uint64_t least[] = {0, 64, 16384, 1'073'741'824};
        const auto raw = number(widths[form]);
        if (!failed && raw - tops[form] < least[form]) failed = true;
        return failed ? 0 : raw - tops[form];
    }
};

void check_varint(std::uint64_t value) {
    value &= wire::varint_max;
    base::Bytes bytes;
    wire::Writer{bytes}.varint(value);
    CHECK(bytes.size() == wire::varint_size(value));
    wire::Reader from{bytes};
    CHECK(from.varint() == value && from.ok() && from.at_end());
}

} // namespace

/// First so many bytes of steps, then what is read.
void run_cursor(base::ByteView input) {
    Input steps{input};
    const auto plan = steps.bytes(32);
    const auto bytes = steps.rest();
    wire::Reader reader{bytes};
    Model model{bytes};
    for (const auto step : plan) {
        std::uint64_t value = 0;
        std::uint64_t wanted = 0;
        switch (step % 8) {
        case 0: value = reader.u8(), wanted = model.number(1); break;
        case 1: value = reader.u16(), wanted = model.number(2); break;
        case 2: value = reader.u32(), wanted = model.number(4); break;
        case 3: value = reader.u64(), wanted = model.number(8); break;
        case 4:
        case 5: value = reader.varint(), wanted = model.varint(); break;
        case 6: {
            const auto taken = reader.bytes(step / 8);
            const auto right = model.take(step / 8);
            CHECK(std::ranges::equal(taken, right.value_or(base::ByteView{})));
            break;
        }
        default: reader.fail(), model.failed = true; break;
        }
        CHECK(reader.ok() == !model.failed);
        CHECK(value == wanted);
        if (!reader.ok()) break;
        CHECK(reader.remaining() == bytes.size() - model.at);
        CHECK(reader.at_end() == (model.at == bytes.size()));
        check_varint(value);
    }
}

} // namespace plenum::fuzz
