// SPDX-License-Identifier: Apache-2.0
#include "media/audio/opus_codec.h"

#include "media/audio/level.h"
#include "tests/unit/media/support/signals.h"

#include <gtest/gtest.h>

namespace plenum::media {
namespace {

constexpr std::size_t packet_samples = packet_samples_max;

std::vector<base::Bytes> encode_all(const test::Samples& samples, const OpusSpeechEncoder::Options& options,
                                    std::size_t size = packet_samples) {
    auto encoder = OpusSpeechEncoder::create(options);
    std::vector<base::Bytes> packets;
    for (std::size_t at = 0; at + size <= samples.size(); at += size)
        packets.push_back(encoder->encode(std::span{samples}.subspan(at, size)));
    return packets;
}

AudioBlock first_block(const PacketSamples& sound) {
    AudioBlock block;
    std::copy_n(sound.samples.begin(), block_samples, block.begin());
    return block;
}

TEST(Opus, SpeechSurvives) {
    const auto speech = test::speech_like(5, 4);
    OpusSpeechDecoder decoder;
    test::Samples heard;
    for (const auto& packet : encode_all(speech, {})) {
        const auto samples = decoder.decode(packet);
        ASSERT_TRUE(samples);
        test::append(heard, samples->view());
    }
    EXPECT_GT(test::align(speech, heard, 960).correlation, 0.9);
}

TEST(Opus, PacketsOf5To20MsDecodeOneAfterAnother) {
    const auto speech = test::speech_like(5, 4);
    auto encoder = OpusSpeechEncoder::create({});
    OpusSpeechDecoder decoder;
    test::Samples heard;
    const std::array<std::size_t, 4> sizes{240, 960, 480, 240};
    std::size_t at = 0;
    for (std::size_t i = 0; at + packet_samples <= speech.size(); ++i) {
        const auto size = sizes.at(i % sizes.size());
        const auto packet = encoder->encode(std::span{speech}.subspan(at, size));
        ASSERT_EQ(OpusSpeechDecoder::samples_in(packet), size);
        const auto sound = decoder.decode(packet);
        ASSERT_TRUE(sound);
        ASSERT_EQ(sound->size, size);
        test::append(heard, sound->view());
        at += size;
    }
    EXPECT_GT(test::align(speech, heard, 960).correlation, 0.9);
}

TEST(Opus, LowDelayLooksAhead4MsLess) {
    const auto speech = test::speech_like(5, 2);
    const auto lag = [&](bool low_delay) {
        OpusSpeechDecoder decoder;
        test::Samples heard;
        for (const auto& packet : encode_all(speech, {.bitrate_bps = 96'000, .low_delay = low_delay}, block_samples))
            test::append(heard, decoder.decode(packet)->view());
        const auto match = test::align(speech, heard, 960);
        EXPECT_GT(match.correlation, 0.95);
        return match.lag_samples;
    };
    EXPECT_NEAR(lag(true), 120, 8);   // 2.5 ms
    EXPECT_NEAR(lag(false), 312, 24); // 6.5 ms
}

TEST(Opus, BitrateIsAboutWhatWasAsked) {
    const auto speech = test::speech_like(6, 5);
    std::size_t before = 0;
    for (const int bitrate : {16'000, 32'000, 64'000}) {
        std::size_t bytes = 0;
        for (const auto& packet : encode_all(speech, {.bitrate_bps = bitrate}))
            bytes += packet.size();
        EXPECT_LE(bytes * 8 / 5, static_cast<std::size_t>(bitrate) * 13 / 10);
        EXPECT_GT(bytes, before);
        before = bytes;
    }
}

TEST(Opus, CorrectionBringsBackALostPacketBetterThanConcealment) {
    const auto speech = test::speech_like(8, 6);
    const auto packets = encode_all(speech, {});
    test::Samples corrected;
    test::Samples concealed;
    test::Samples reference;
    OpusSpeechDecoder with_correction;
    OpusSpeechDecoder without;
    OpusSpeechDecoder lossless;
    int with_data = 0;
    for (std::size_t i = 0; i + 1 < packets.size(); ++i) {
        const auto whole = *lossless.decode(packets[i]);
        const auto lost = i % 10 == 9;
        const auto first = lost ? with_correction.decode_correction(packets[i + 1], packet_samples)
                                : *with_correction.decode(packets[i]);
        const auto second = lost ? without.conceal(packet_samples) : *without.decode(packets[i]);
        if (!lost || !OpusSpeechDecoder::has_correction(packets[i + 1])) continue;
        ++with_data;
        test::append(reference, whole.view());
        test::append(corrected, first.view());
        test::append(concealed, second.view());
    }
    ASSERT_GT(with_data, 5);
    const auto corrected_match = test::align(reference, corrected, 0).correlation;
    EXPECT_GT(corrected_match, 0.8);
    EXPECT_GT(corrected_match, test::align(reference, concealed, 0).correlation);
}

TEST(Opus, TellsWhichPacketsCarryCorrection) {
    const auto speech = test::speech_like(9, 4);
    const auto count = [&](const OpusSpeechEncoder::Options& options) {
        int carrying = 0;
        for (const auto& packet : encode_all(speech, options))
            carrying += OpusSpeechDecoder::has_correction(packet) ? 1 : 0;
        return carrying;
    };
    EXPECT_GT(count({.loss_percent = 20}), 60);
    EXPECT_EQ(count({.in_band_correction = false}), 0);
    EXPECT_FALSE(OpusSpeechDecoder::has_correction({}));
}

TEST(Opus, ConcealmentFadesAndNeverFails) {
    const auto speech = test::speech_like(10, 1);
    OpusSpeechDecoder decoder;
    const auto packets = encode_all(speech, {});
    for (std::size_t i = 0; i < 12; ++i)
        ASSERT_TRUE(decoder.decode(packets[i]));
    for (int i = 0; i < 50; ++i)
        (void)decoder.conceal(packet_samples);
    EXPECT_LT(measure_level(first_block(decoder.conceal(block_samples))).rms_dbfs, -50);
    OpusSpeechDecoder fresh;
    EXPECT_EQ(measure_level(first_block(fresh.conceal(block_samples))).peak_dbfs, level_floor_dbfs);
}

TEST(Opus, RefusesForeignBytes) {
    OpusSpeechDecoder decoder;
    EXPECT_FALSE(decoder.decode({}));
    EXPECT_FALSE(decoder.decode(base::Bytes(2000, 0)));
    EXPECT_FALSE(decoder.decode(base::Bytes{0x03})); // code 3 without its count
    EXPECT_EQ(decoder.decode(base::Bytes{0xff, 0xff, 0xff}).error().kind, MediaError::Kind::bad_data);
    base::Random random{11};
    for (int i = 0; i < 3000; ++i) {
        base::Bytes bytes(random.below(80));
        for (auto& byte : bytes)
            byte = static_cast<std::uint8_t>(random.below(256));
        (void)decoder.decode(bytes);
        (void)decoder.decode_correction(bytes, packet_samples);
    }
    EXPECT_TRUE(decoder.decode(encode_all(test::speech_like(1, 0.1), {})[2]));
}

TEST(Opus, RefusesSettingsOutOfBounds) {
    EXPECT_EQ(OpusSpeechEncoder::create({.bitrate_bps = 100}).error().kind, MediaError::Kind::bad_setting);
    EXPECT_FALSE(OpusSpeechEncoder::create({.complexity = 11}));
    EXPECT_FALSE(OpusSpeechEncoder::create({.loss_percent = -1}));
}

} // namespace
} // namespace plenum::media
