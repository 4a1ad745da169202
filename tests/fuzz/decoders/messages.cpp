// SPDX-License-Identifier: Apache-2.0
// A flow's messages: the header that relays may read, what goes on reliable streams, and bundles.
#include "core/wire/message.h"

#include "core/flow/bundle.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/decoders/arbitrary.h"
#include "tests/fuzz/decoders/round_trip.h"

#include <algorithm>

namespace plenum::fuzz {
namespace {

constexpr std::size_t body_bytes_max = 100;

/// The first byte says how many there are.
void split(base::ByteView input) {
    if (input.empty()) return;
    std::vector<base::ByteView> bodies;
    if (!flow::split_bundle(input.subspan(1), input[0], body_bytes_max, bodies)) return;
    CHECK(bodies.size() == input[0]);
    base::Bytes again{input[0]};
    wire::Writer to{again};
    for (const auto body : bodies) {
        CHECK(body.size() <= body_bytes_max);
        wire::put(to, wire::BundledBody{body});
    }
    CHECK(std::ranges::equal(again, input));
}

} // namespace

void run_messages(base::ByteView input) {
    (void)round_trip<wire::MessageHeader>(input);
    if (const auto message = round_trip<wire::ReliableMessage>(input)) {
        (void)round_trip<wire::MessageHeader>(message->sealed);
        CHECK(message->sealed.size() <= base::limits::reliable_sealed_bytes_max);
    }
    (void)round_trip<wire::PulledPart>(input);
    split(input);
}

std::vector<base::Bytes> messages_seeds() {
    std::vector<base::Bytes> seeds;
    base::Random random{6};
    add_seeds<wire::MessageHeader>(seeds, 8, random);
    add_seeds<wire::ReliableMessage>(seeds, 8, random);
    add_seeds<wire::PulledPart>(seeds, 8, random);
    seeds.push_back({3, 2, 'a', 'b', 0, 1, 'c'});
    return seeds;
}

} // namespace plenum::fuzz
