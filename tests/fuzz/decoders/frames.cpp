// SPDX-License-Identifier: Apache-2.0
// A sealed datagram's frames, one after another to its end, as a link reads them.
#include "core/wire/frames.h"

#include "tests/fuzz/bodies.h"
#include "tests/fuzz/decoders/arbitrary.h"
#include "tests/fuzz/decoders/round_trip.h"

#include <algorithm>

namespace plenum::fuzz {

void run_frames(base::ByteView input) {
    (void)round_trip_choice<wire::Frame>(input);
    wire::Reader from{input};
    base::Bytes again;
    while (!from.at_end()) {
        const auto before = from.remaining();
        wire::Frame frame;
        const bool known = wire::get_choice(from, frame);
        if (!known) CHECK(!from.ok());
        if (!from.ok()) break;
        // Each takes at least its type, or a link would never come to the end.
        CHECK(from.remaining() < before);
        wire::Writer to{again};
        wire::put_choice(to, frame);
        CHECK(again.size() == input.size() - from.remaining());
    }
    CHECK(std::ranges::equal(again, input.first(again.size())));
}

std::vector<base::Bytes> frames_seeds() {
    std::vector<base::Bytes> seeds;
    base::Random random{3};
    add_choice_seeds<wire::Frame>(seeds, 5, random);
    base::Bytes all;
    for (std::size_t i = 0; i < seeds.size(); i += 5)
        base::append(all, seeds[i]);
    seeds.push_back(std::move(all));
    return seeds;
}

} // namespace plenum::fuzz
