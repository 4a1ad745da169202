// SPDX-License-Identifier: Apache-2.0
// A stream's receiving half and a peer who sends any bytes at any place: it holds no more than it may, hands out no
// message over the limit, and takes nothing beyond its window.
#include "core/base/check.h"
#include "core/base/limits.h"
#include "core/link/stream_receiver.h"
#include "core/link/stream_sender.h"
#include "core/wire/cursor.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

namespace plenum::fuzz {

void run_stream_liar(base::ByteView input) {
    using Taken = link::StreamReceiver::Taken;
    Input steps{input};
    link::StreamReceiver receiver;
    std::uint64_t near = 0;
    std::uint64_t handed_out = 0;
    std::uint64_t given = 0;
    while (steps.more()) {
        std::uint64_t offset = near;
        const auto kind = steps.below(8);
        if (kind == 5) offset = steps.number(3);
        if (kind == 6) offset = steps.number(8) & wire::varint_max;
        if (kind == 7) offset = near - std::min(near, steps.below(400));
        base::Bytes bytes;
        if (kind == 4) {
            bytes.assign(steps.below(1101), steps.byte());
        } else {
            const auto some = steps.bytes(20);
            bytes.assign(some.begin(), some.end());
        }
        const auto before = receiver.buffered();
        const auto taken = receiver.handle(offset, bytes);
        given += bytes.size();
        CHECK(taken >= Taken::taken && taken <= Taken::violation);
        CHECK(receiver.buffered() <= before + base::limits::stream_buffer_bytes_max);
        CHECK(receiver.buffered() <= given);
        if (taken == Taken::violation) return; // the link closes
        if (offset > near + 2 * link::stream_window(near) + given && !bytes.empty()) CHECK(false);
        near = std::max(near, kind < 5 ? offset + bytes.size() : near);
        if (!steps.flip()) continue;
        while (const auto message = receiver.next_message()) {
            CHECK(message->size() <= base::limits::control_message_bytes_max);
            handed_out += message->size() + wire::varint_size(message->size());
            CHECK(handed_out <= given);
        }
    }
}

} // namespace plenum::fuzz
