// SPDX-License-Identifier: Apache-2.0
#include "media/audio/opus_stereo.h"

#include "core/base/check.h"

#include <opus/opus.h>

namespace plenum::media {
namespace {

using Interleaved = std::array<std::int16_t, 2 * packet_samples_max>;

StereoSamples split(const Interleaved& interleaved, std::size_t size) {
    StereoSamples sound;
    sound.left.size = sound.right.size = size;
    for (std::size_t i = 0; i < size; ++i) {
        sound.left.samples[i] = interleaved[2 * i];
        sound.right.samples[i] = interleaved[2 * i + 1];
    }
    return sound;
}

} // namespace

void OpusStereoEncoder::Destroy::operator()(OpusEncoder* encoder) const { opus_encoder_destroy(encoder); }
void OpusStereoDecoder::Destroy::operator()(OpusDecoder* decoder) const { opus_decoder_destroy(decoder); }

OpusStereoEncoder::OpusStereoEncoder() {
    int status = OPUS_OK;
    auto* raw = opus_encoder_create(sample_rate_hz, 2, OPUS_APPLICATION_AUDIO, &status);
    CHECK(status == OPUS_OK && raw != nullptr);
    encoder_.reset(raw);
    opus_encoder_ctl(raw, OPUS_SET_BITRATE(bitrate_bps));
}

base::Bytes OpusStereoEncoder::encode(const StereoSamples& sound) {
    CHECK(sound.size() == packet_samples_max && sound.right.size == packet_samples_max);
    Interleaved interleaved;
    for (std::size_t i = 0; i < packet_samples_max; ++i) {
        interleaved[2 * i] = sound.left.samples[i];
        interleaved[2 * i + 1] = sound.right.samples[i];
    }
    base::Bytes bytes(opus_packet_bytes_max);
    const auto size = opus_encode(encoder_.get(), interleaved.data(), static_cast<int>(packet_samples_max),
                                  bytes.data(), static_cast<opus_int32>(bytes.size()));
    CHECK(size > 0);
    bytes.resize(static_cast<std::size_t>(size));
    return bytes;
}

OpusStereoDecoder::OpusStereoDecoder() {
    int status = OPUS_OK;
    decoder_.reset(opus_decoder_create(sample_rate_hz, 2, &status));
    CHECK(status == OPUS_OK && decoder_ != nullptr);
}

Result<StereoSamples> OpusStereoDecoder::decode(base::ByteView packet) {
    Interleaved interleaved{};
    const auto size = static_cast<int>(OpusSpeechDecoder::samples_in(packet));
    if (size == 0 || opus_decode(decoder_.get(), packet.data(), static_cast<opus_int32>(packet.size()),
                                 interleaved.data(), size, 0) != size)
        return media_error(MediaError::Kind::bad_data, "An audio packet does not decode.");
    return split(interleaved, static_cast<std::size_t>(size));
}

StereoSamples OpusStereoDecoder::conceal(std::size_t size) {
    CHECK(size > 0 && size <= packet_samples_max && size % block_samples == 0);
    Interleaved interleaved{};
    const auto wanted = static_cast<int>(size);
    if (opus_decode(decoder_.get(), nullptr, 0, interleaved.data(), wanted, 0) != wanted) interleaved.fill(0);
    return split(interleaved, size);
}

} // namespace plenum::media
