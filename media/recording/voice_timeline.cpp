// SPDX-License-Identifier: Apache-2.0
#include "media/recording/voice_timeline.h"

#include <opus/opus.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace plenum::media {
namespace {

using namespace std::chrono_literals;

/// What is nearer to its place than a threshold waits for the measurement of a second.
constexpr base::Duration jump_min = 100ms;
constexpr int packets_measured = 50;
constexpr base::Duration granule = 5ms;
/// A pause is filled up to so long before the present: later packets are placed more exactly.
constexpr base::Duration fill_margin = 40ms;

/// Nullopt where it is no Opus packet.
std::optional<base::Duration> duration_of(base::ByteView packet) {
    const auto size = static_cast<opus_int32>(std::min<std::size_t>(packet.size(), 4096));
    const int samples = size == 0 ? 0 : opus_packet_get_nb_samples(packet.data(), size, 48'000);
    if (samples <= 0) return std::nullopt;
    return base::Duration{std::int64_t{samples} * 1'000'000 / 48};
}

/// CELT, full band, mono, of 5, 10 or 20 ms, with the flag of silence (RFC 6716 §3.1, §4.3).
base::Bytes silence(base::Duration duration) {
    const std::uint8_t configuration = duration == 20ms ? 31 : duration == 10ms ? 30 : 29;
    return {static_cast<std::uint8_t>(configuration << 3U), 0xFF, 0xFE};
}

} // namespace

void VoiceTimeline::put(base::Bytes bytes, base::Duration duration, std::vector<Piece>& out) {
    out.push_back({*end_, std::move(bytes)});
    *end_ += duration;
}

void VoiceTimeline::fill(base::Duration duration, std::vector<Piece>& out) {
    for (const auto piece : {base::Duration{20ms}, base::Duration{10ms}, granule}) {
        for (; duration >= piece; duration -= piece)
            put(silence(piece), piece, out);
    }
}

bool VoiceTimeline::correct(base::Duration lateness, std::vector<Piece>& out) {
    if (lateness >= jump_min) {
        fill(lateness, out);
        measured_ = 0;
    }
    if (lateness <= -jump_min) return true;
    least_lateness_ = measured_ == 0 ? lateness : std::min(least_lateness_, lateness);
    if (++measured_ < packets_measured) return false;
    measured_ = 0;
    if (least_lateness_ > granule) fill(least_lateness_, out);
    return least_lateness_ < -deviation_max;
}

void VoiceTimeline::push(base::Duration at, base::SequenceNumber sequence, base::Bytes packet,
                         std::vector<Piece>& out) {
    const auto duration = duration_of(packet);
    if (!duration) return;
    if (!end_) {
        end_ = at;
        last_ = base::SequenceNumber{sequence.value() - 1};
    }
    const auto lost = sequence > last_ ? sequence.value() - last_.value() - 1 : 0;
    last_ = std::max(last_, sequence);
    // Packets that never came leave as much room as they had, if time tells so, too.
    if (lost > 0 && lost < 1000 && at - *end_ > *duration / 2) {
        const auto rounded = (at - *end_ + *duration / 2) / *duration;
        fill(std::min<std::int64_t>(static_cast<std::int64_t>(lost), rounded) * *duration, out);
        measured_ = 0;
    }
    const auto lateness = at - *end_;
    if (!correct(lateness, out)) put(std::move(packet), *duration, out);
}

void VoiceTimeline::fill_until(base::Duration at, std::vector<Piece>& out) {
    if (!end_ || at - *end_ < fill_margin + jump_min) return;
    fill(at - *end_ - fill_margin, out);
    measured_ = 0;
}

} // namespace plenum::media
