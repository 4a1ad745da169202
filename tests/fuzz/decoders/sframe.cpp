// SPDX-License-Identifier: Apache-2.0
// RFC 9605 headers, and an opener that takes only what its sealer made, each once.
#include "core/crypto/sframe.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

namespace plenum::fuzz {
namespace {

constexpr std::uint64_t key_id = 300;
constexpr std::size_t frames = 8;

const crypto::SecretKey& key() {
    static const crypto::SecretKey made{base::SecretKey{{7}}};
    return made;
}

const std::vector<base::Bytes>& sealed() {
    static const auto made = [] {
        crypto::FrameSealer sealer{key(), key_id};
        std::vector<base::Bytes> result;
        for (std::uint64_t i = 0; i < frames; ++i)
            result.push_back(sealer.seal(i * i * 5, base::as_bytes("header"), base::Bytes(i * 3, 9)));
        return result;
    }();
    return made;
}

void check_header(base::ByteView bytes) {
    const auto decoded = crypto::FrameHeader::decode(bytes);
    if (!decoded) {
        CHECK(decoded.error() == crypto::FrameError::malformed);
        return;
    }
    base::Bytes again(decoded->header.encoded_size());
    decoded->header.write(again);
    CHECK(again.size() == decoded->size);
    CHECK(decoded->size <= crypto::FrameHeader::size_max && std::ranges::equal(again, bytes.first(decoded->size)));
}

/// One of the real frames, altered or not, under the right associated data or not.
void check_open(Input& steps) {
    crypto::FrameOpener opener{key(), key_id};
    std::array<bool, frames> opened{};
    for (int i = 0; i < 24 && steps.more(); ++i) {
        const auto which = steps.below(frames);
        auto frame = sealed()[which];
        const auto place = steps.below(frame.size() + 2);
        const auto change = steps.byte();
        if (place < frame.size()) frame[place] = static_cast<std::uint8_t>(frame[place] ^ change);
        if (place == frame.size()) frame.resize(change % frame.size());
        const bool same_data = !steps.rarely(8);
        const auto result = opener.open(base::as_bytes(same_data ? "header" : "hEader"), frame);
        const bool genuine = same_data && frame == sealed()[which];
        CHECK(result.has_value() == (genuine && !opened[which]));
        if (!result) continue;
        CHECK(*result == base::Bytes(which * 3, 9));
        opened[which] = true;
    }
}

} // namespace

void run_sframe(base::ByteView input) {
    check_header(input);
    crypto::FrameOpener opener{key(), key_id};
    CHECK(!opener.open({}, input));
    Input steps{input};
    check_open(steps);
}

std::vector<base::Bytes> sframe_seeds() {
    auto seeds = sealed();
    for (const auto value : {0ULL, 7ULL, 8ULL, 255ULL, 256ULL, 1ULL << 40, ~0ULL}) {
        const crypto::FrameHeader header{value, value / 2};
        header.write(seeds.emplace_back(header.encoded_size()));
    }
    return seeds;
}

} // namespace plenum::fuzz
