// SPDX-License-Identifier: Apache-2.0
// Packets of another member's voice or computer: what decodes says that it holds 5, 10, 15 or 20 ms, by RFC 6716's own
// count, everything else is refused and concealed, and the same packets give the same sound.
#include "media/audio/opus_stereo.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <cmath>

namespace plenum::fuzz {
namespace {

using media::OpusSpeechDecoder;
using media::packet_samples_max;

/// RFC 6716 §3.1 table 2, in eighths of 20 ms.
unsigned frame_eighths(std::uint8_t toc) {
    constexpr std::array<unsigned, 4> silk{4, 8, 16, 24};
    constexpr std::array<unsigned, 2> hybrid{4, 8};
    constexpr std::array<unsigned, 4> celt{1, 2, 4, 8};
    const unsigned configuration = toc >> 3U;
    if (configuration < 12) return silk[configuration % 4];
    if (configuration < 16) return hybrid[configuration % 2];
    return celt[configuration % 4];
}

/// §3.2; zero where the count is missing.
unsigned frame_count(base::ByteView packet) {
    switch (packet[0] & 3U) {
    case 0: return 1;
    case 1:
    case 2: return 2;
    default: return packet.size() < 2 ? 0 : packet[1] & 0x3fU;
    }
}

/// 0 where it is no whole number of blocks, or too many.
std::size_t says_samples(base::ByteView packet) {
    if (packet.empty() || packet.size() > media::opus_packet_bytes_max) return 0;
    const auto eighths = frame_eighths(packet[0]) * frame_count(packet);
    return eighths <= 8 && eighths % 2 == 0 ? eighths * packet_samples_max / 8 : 0;
}

std::array<std::int16_t, packet_samples_max> tone(int from) {
    std::array<std::int16_t, packet_samples_max> samples{};
    for (std::size_t i = 0; i < samples.size(); ++i)
        samples[i] = static_cast<std::int16_t>(
            9000 * std::sin((static_cast<double>(i) + from * static_cast<double>(samples.size())) * 0.05));
    return samples;
}

const base::Bytes& known_packet() {
    static const auto packet = media::OpusSpeechEncoder::create({}).value().encode(tone(0));
    return packet;
}

} // namespace

void run_opus(base::ByteView input) {
    OpusSpeechDecoder one;
    OpusSpeechDecoder other;
    media::OpusStereoDecoder stereo;
    Input steps{input};
    for (int i = 0; i < 20 && steps.more(); ++i) {
        const auto kind = steps.below(8);
        if (kind == 0) {
            CHECK(one.conceal(packet_samples_max) == other.conceal(packet_samples_max));
            continue;
        }
        if (kind == 1) {
            CHECK(one.conceal(media::block_samples) == other.conceal(media::block_samples));
            continue;
        }
        const auto packet = steps.bytes(1400);
        if (kind == 2) {
            const auto size = media::block_samples * (1 + packet.size() % 4);
            CHECK(one.decode_correction(packet, size) == other.decode_correction(packet, size));
            continue;
        }
        const auto both = stereo.decode(packet);
        if (both) CHECK(both->size() == says_samples(packet) && both->right.size == both->size());
        const auto samples = one.decode(packet);
        const auto again = other.decode(packet);
        CHECK(samples.has_value() == again.has_value());
        if (says_samples(packet) == 0) CHECK(!samples.has_value());
        if (samples) CHECK(*samples == *again && samples->size == says_samples(packet));
        // §4.2.3: in a frame that begins with SILK and is alone in its packet.
        if (OpusSpeechDecoder::has_correction(packet)) CHECK(packet.size() >= 2 && frame_count(packet) == 1);
    }
    // Whatever came before, an honest packet decodes.
    CHECK(one.decode(known_packet()).has_value());
    CHECK(stereo.decode(known_packet()).has_value());
}

std::vector<base::Bytes> opus_seeds() {
    std::vector<base::Bytes> seeds;
    for (const int bitrate : {6'000, 16'000, 48'000, 128'000}) {
        auto encoder = media::OpusSpeechEncoder::create({.bitrate_bps = bitrate, .loss_percent = 30}).value();
        base::Bytes input;
        for (int i = 0; i < 6; ++i) {
            const auto packet = encoder.encode(tone(i));
            input.push_back(static_cast<std::uint8_t>(i == 3 ? 2 : i == 4 ? 0 : 3));
            if (i == 4) continue;
            input.push_back(static_cast<std::uint8_t>(packet.size() / 256));
            input.push_back(static_cast<std::uint8_t>(packet.size() % 256));
            base::append(input, packet);
        }
        seeds.push_back(std::move(input));
    }
    for (unsigned toc = 0; toc < 256; toc += 5)
        seeds.push_back({3, 0, 4, static_cast<std::uint8_t>(toc), 2, 0, 0});
    return seeds;
}

} // namespace plenum::fuzz
