// SPDX-License-Identifier: Apache-2.0
#include "media/audio/opus_codec.h"

#include "core/base/check.h"

#include <algorithm>
#include <opus/opus.h>

namespace plenum::media {
namespace {

constexpr int bitrate_min = 6'000;
constexpr int bitrate_max = 128'000;

bool within(int value, int low, int high) { return value >= low && value <= high; }

bool is_duration(std::size_t samples) {
    return samples > 0 && samples <= packet_samples_max && samples % block_samples == 0;
}

} // namespace

void OpusSpeechEncoder::Destroy::operator()(OpusEncoder* encoder) const { opus_encoder_destroy(encoder); }
void OpusSpeechDecoder::Destroy::operator()(OpusDecoder* decoder) const { opus_decoder_destroy(decoder); }

Result<OpusSpeechEncoder> OpusSpeechEncoder::create(const Options& options) {
    if (!within(options.bitrate_bps, bitrate_min, bitrate_max) || !within(options.complexity, 0, 10) ||
        !within(options.loss_percent, 0, 100)) {
        return media_error(MediaError::Kind::bad_setting,
                           "Opus takes 6000 to 128000 bit/s, complexity 0 to 10 and a loss of 0 to 100 percent.");
    }
    return OpusSpeechEncoder{options};
}

void OpusSpeechEncoder::start() {
    int status = OPUS_OK;
    // The application cannot change once the first packet is encoded.
    auto* raw = opus_encoder_create(
        sample_rate_hz, 1, options_.low_delay ? OPUS_APPLICATION_RESTRICTED_LOWDELAY : OPUS_APPLICATION_VOIP, &status);
    CHECK(status == OPUS_OK && raw != nullptr);
    encoder_.reset(raw);
    if (!options_.low_delay) opus_encoder_ctl(raw, OPUS_SET_SIGNAL(OPUS_SIGNAL_VOICE));
    opus_encoder_ctl(raw, OPUS_SET_COMPLEXITY(options_.complexity));
    opus_encoder_ctl(raw, OPUS_SET_INBAND_FEC(options_.in_band_correction ? 1 : 0));
    opus_encoder_ctl(raw, OPUS_SET_DTX(options_.discontinuous ? 1 : 0));
    opus_encoder_ctl(raw, OPUS_SET_BITRATE(options_.bitrate_bps));
    opus_encoder_ctl(raw, OPUS_SET_PACKET_LOSS_PERC(options_.loss_percent));
}

base::Bytes OpusSpeechEncoder::encode(std::span<const std::int16_t> samples) {
    base::Bytes bytes(opus_packet_bytes_max);
    const auto size = opus_encode(encoder_.get(), samples.data(), static_cast<int>(samples.size()), bytes.data(),
                                  static_cast<opus_int32>(bytes.size()));
    CHECK(size > 0);
    bytes.resize(static_cast<std::size_t>(size));
    return bytes;
}

void OpusSpeechEncoder::set_bitrate(int bitrate_bps) {
    options_.bitrate_bps = std::clamp(bitrate_bps, bitrate_min, bitrate_max);
    opus_encoder_ctl(encoder_.get(), OPUS_SET_BITRATE(options_.bitrate_bps));
}
void OpusSpeechEncoder::set_loss_percent(int loss_percent) {
    options_.loss_percent = std::clamp(loss_percent, 0, 100);
    opus_encoder_ctl(encoder_.get(), OPUS_SET_PACKET_LOSS_PERC(options_.loss_percent));
}
void OpusSpeechEncoder::set_low_delay(bool low_delay) {
    if (low_delay == options_.low_delay) return;
    options_.low_delay = low_delay;
    start();
}

OpusSpeechDecoder::OpusSpeechDecoder() {
    int status = OPUS_OK;
    decoder_.reset(opus_decoder_create(sample_rate_hz, 1, &status));
    CHECK(status == OPUS_OK && decoder_ != nullptr);
}

std::size_t OpusSpeechDecoder::samples_in(base::ByteView packet) {
    if (packet.empty() || packet.size() > opus_packet_bytes_max) return 0;
    const auto samples =
        opus_packet_get_nb_samples(packet.data(), static_cast<opus_int32>(packet.size()), sample_rate_hz);
    return samples > 0 && is_duration(static_cast<std::size_t>(samples)) ? static_cast<std::size_t>(samples) : 0;
}

Result<PacketSamples> OpusSpeechDecoder::decode(base::ByteView packet) {
    // An empty packet would mean "conceal" to libopus; a longer one than ours must not be decoded in part.
    PacketSamples sound{.size = samples_in(packet)};
    const auto size = static_cast<int>(sound.size);
    if (size == 0 || opus_decode(decoder_.get(), packet.data(), static_cast<opus_int32>(packet.size()),
                                 sound.samples.data(), size, 0) != size)
        return media_error(MediaError::Kind::bad_data, "An audio packet does not decode.");
    return sound;
}

PacketSamples OpusSpeechDecoder::decode_correction(base::ByteView next, std::size_t size) {
    CHECK(is_duration(size));
    PacketSamples sound{.size = size};
    const auto corrected = !next.empty() && next.size() <= opus_packet_bytes_max &&
                           opus_decode(decoder_.get(), next.data(), static_cast<opus_int32>(next.size()),
                                       sound.samples.data(), static_cast<int>(size), 1) == static_cast<int>(size);
    return corrected ? sound : conceal(size);
}

bool OpusSpeechDecoder::has_correction(base::ByteView packet) {
    // RFC 6716 §3.1: configurations 0–15 begin with SILK; code 0 has one frame, which begins at byte 1. §4.2.3: the
    // first bits of a mono SILK frame are the voice activity flag of each 20 ms and then the LBRR flag; both have even
    // odds, so the range coder leaves them as they are.
    if (packet.size() < 2 || packet[0] >= 0x80 || (packet[0] & 0x3) != 0) return false;
    return (packet[1] & 0x40) != 0;
}

PacketSamples OpusSpeechDecoder::conceal(std::size_t size) {
    CHECK(is_duration(size));
    PacketSamples sound{.size = size};
    const auto wanted = static_cast<int>(size);
    if (opus_decode(decoder_.get(), nullptr, 0, sound.samples.data(), wanted, 0) != wanted) sound.samples.fill(0);
    return sound;
}

} // namespace plenum::media
