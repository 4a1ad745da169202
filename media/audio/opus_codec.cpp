// SPDX-License-Identifier: Apache-2.0
#include "media/audio/opus_codec.h"

#include "core/base/check.h"

#include <algorithm>
#include <opus/opus.h>

namespace plenum::media {
namespace {

constexpr int bitrate_min = 6'000;
constexpr int bitrate_max = 128'000;
constexpr int frame_size = static_cast<int>(packet_samples);

bool within(int value, int low, int high) { return value >= low && value <= high; }

} // namespace

void OpusSpeechEncoder::Destroy::operator()(OpusEncoder* encoder) const { opus_encoder_destroy(encoder); }
void OpusSpeechDecoder::Destroy::operator()(OpusDecoder* decoder) const { opus_decoder_destroy(decoder); }

Result<OpusSpeechEncoder> OpusSpeechEncoder::create(const Options& options) {
    if (!within(options.bitrate_bps, bitrate_min, bitrate_max) || !within(options.complexity, 0, 10) ||
        !within(options.loss_percent, 0, 100)) {
        return media_error(MediaError::Kind::bad_setting,
                           "Opus takes 6000 to 128000 bit/s, complexity 0 to 10 and a loss of 0 to 100 percent.");
    }
    int status = OPUS_OK;
    auto* raw = opus_encoder_create(sample_rate_hz, 1, OPUS_APPLICATION_VOIP, &status);
    CHECK(status == OPUS_OK && raw != nullptr);
    OpusSpeechEncoder encoder{raw};
    opus_encoder_ctl(raw, OPUS_SET_SIGNAL(OPUS_SIGNAL_VOICE));
    opus_encoder_ctl(raw, OPUS_SET_COMPLEXITY(options.complexity));
    opus_encoder_ctl(raw, OPUS_SET_INBAND_FEC(options.in_band_correction ? 1 : 0));
    opus_encoder_ctl(raw, OPUS_SET_DTX(options.discontinuous ? 1 : 0));
    encoder.set_bitrate(options.bitrate_bps);
    encoder.set_loss_percent(options.loss_percent);
    return encoder;
}

base::Bytes OpusSpeechEncoder::encode(const AudioPacketSamples& samples) {
    base::Bytes bytes(opus_packet_bytes_max);
    const auto size =
        opus_encode(encoder_.get(), samples.data(), frame_size, bytes.data(), static_cast<opus_int32>(bytes.size()));
    CHECK(size > 0);
    bytes.resize(static_cast<std::size_t>(size));
    return bytes;
}

void OpusSpeechEncoder::set_bitrate(int bitrate_bps) {
    opus_encoder_ctl(encoder_.get(), OPUS_SET_BITRATE(std::clamp(bitrate_bps, bitrate_min, bitrate_max)));
}
void OpusSpeechEncoder::set_loss_percent(int loss_percent) {
    opus_encoder_ctl(encoder_.get(), OPUS_SET_PACKET_LOSS_PERC(std::clamp(loss_percent, 0, 100)));
}

OpusSpeechDecoder::OpusSpeechDecoder() {
    int status = OPUS_OK;
    decoder_.reset(opus_decoder_create(sample_rate_hz, 1, &status));
    CHECK(status == OPUS_OK && decoder_ != nullptr);
}

Result<AudioPacketSamples> OpusSpeechDecoder::decode(base::ByteView packet) {
    AudioPacketSamples samples;
    // An empty packet would mean "conceal" to libopus; a longer one than ours must not be decoded in part.
    const auto good = !packet.empty() && packet.size() <= opus_packet_bytes_max &&
                      opus_packet_get_nb_samples(packet.data(), static_cast<opus_int32>(packet.size()),
                                                 sample_rate_hz) == frame_size &&
                      opus_decode(decoder_.get(), packet.data(), static_cast<opus_int32>(packet.size()), samples.data(),
                                  frame_size, 0) == frame_size;
    if (!good) return media_error(MediaError::Kind::bad_data, "An audio packet does not decode.");
    return samples;
}

AudioPacketSamples OpusSpeechDecoder::decode_correction(base::ByteView next) {
    AudioPacketSamples samples;
    const auto corrected = !next.empty() && next.size() <= opus_packet_bytes_max &&
                           opus_decode(decoder_.get(), next.data(), static_cast<opus_int32>(next.size()),
                                       samples.data(), frame_size, 1) == frame_size;
    return corrected ? samples : conceal();
}

bool OpusSpeechDecoder::has_correction(base::ByteView packet) {
    // RFC 6716 §3.1: configurations 0–15 begin with SILK; code 0 has one frame, which begins at byte 1. §4.2.3: the
    // first bits of a mono SILK frame are the voice activity flag of each 20 ms and then the LBRR flag; both have even
    // odds, so the range coder leaves them as they are.
    if (packet.size() < 2 || packet[0] >= 0x80 || (packet[0] & 0x3) != 0) return false;
    return (packet[1] & 0x40) != 0;
}

AudioPacketSamples OpusSpeechDecoder::conceal() {
    AudioPacketSamples samples;
    if (opus_decode(decoder_.get(), nullptr, 0, samples.data(), frame_size, 0) != frame_size) samples.fill(0);
    return samples;
}

AudioBlock OpusSpeechDecoder::conceal_block() {
    AudioBlock samples;
    constexpr auto size = static_cast<int>(block_samples);
    if (opus_decode(decoder_.get(), nullptr, 0, samples.data(), size, 0) != size) samples.fill(0);
    return samples;
}

} // namespace plenum::media
