// SPDX-License-Identifier: Apache-2.0
// What stands before decryption: the first bytes choose the way, and no record of one type passes for another.
#include "core/link/handshake_rules.h"
#include "core/node/pipeline.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/decoders/arbitrary.h"
#include "tests/fuzz/decoders/round_trip.h"

namespace plenum::fuzz {
namespace {

/// The way of a datagram, read a second time without the tree's reader.
void check_route(base::ByteView input) {
    const auto route = node::route(input);
    const bool sound_size = !input.empty() && input.size() <= base::limits::datagram_bytes_top;
    if (!sound_size || input[0] < 1 || input[0] > 5) {
        CHECK(!route);
        return;
    }
    const auto number = [&](std::size_t from) {
        return std::uint32_t{input[from]} << 24 | std::uint32_t{input[from + 1]} << 16 |
               std::uint32_t{input[from + 2]} << 8 | input[from + 3];
    };
    const bool sealed = input[0] == 4;
    const std::size_t needed = input[0] == 1 ? 1 : sealed ? 16 : 5;
    const bool valid = input.size() >= needed && (!sealed || (input[1] >= 1 && input[1] <= 7));
    CHECK(route.has_value() == valid);
    if (!route || input[0] == 1) return;
    CHECK(static_cast<std::uint8_t>(route->type) == input[0]);
    CHECK(route->receiver.value() == number(sealed ? 4 : 1));
    if (!sealed) return;
    CHECK(route->header.shim_bytes == input[2] && route->header.reserved == input[3]);
    CHECK(route->header.number.value() == (std::uint64_t{number(8)} << 32 | number(12)));
}

template <class T>
void check_type(base::ByteView input, std::uint8_t type) {
    const auto record = round_trip<T>(input);
    if (!record) return;
    // The type is a field like any other there: whoever reads the record asks.
    CHECK(base::is_enumerator(record->datagram_type));
    CHECK(static_cast<std::uint8_t>(record->datagram_type) == input[0]);
    if (input[0] == type) CHECK(node::route(input).has_value());
}

} // namespace

void run_datagrams(base::ByteView input) {
    check_route(input);
    check_type<wire::HandshakeInit>(input, 1);
    check_type<wire::HandshakeResponse>(input, 2);
    check_type<wire::HandshakeFinal>(input, 3);
    check_type<wire::SealedHeader>(input, 4);
    check_type<wire::CookieReply>(input, 5);
    (void)round_trip<wire::ResponsePayload>(input);
    (void)round_trip<wire::FinalPayload>(input);
}

std::vector<base::Bytes> datagrams_seeds() {
    std::vector<base::Bytes> seeds;
    base::Random random{2};
    add_seeds<wire::HandshakeInit>(seeds, 2, random);
    add_seeds<wire::HandshakeResponse>(seeds, 2, random);
    add_seeds<wire::HandshakeFinal>(seeds, 2, random);
    add_seeds<wire::SealedHeader>(seeds, 4, random);
    add_seeds<wire::CookieReply>(seeds, 2, random);
    add_seeds<wire::ResponsePayload>(seeds, 2, random);
    add_seeds<wire::FinalPayload>(seeds, 4, random);
    return seeds;
}

} // namespace plenum::fuzz
