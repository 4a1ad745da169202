// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/ensemble_tally.h"

#include "media/camera/camera_picture.h"
#include "media/video/frame_code.h"

#include <algorithm>
#include <memory>
#include <optional>

namespace plenum::cli {
namespace {

/// How many pictures are of another instant than their ensemble, as far as they tell.
std::size_t mixed_in(const cluster::Ensemble& ensemble) {
    std::size_t mixed = 0;
    for (const auto& [camera, bytes] : ensemble.frames) {
        const auto picture = media::unpack_camera_picture(bytes);
        if (!picture || picture->codec != media::PictureCodec::raw) continue;
        media::VideoFrame frame;
        frame.width = picture->width;
        frame.height = picture->height;
        frame.pixels = std::make_shared<const base::Bytes>(picture->data);
        const auto number = media::read_frame_code(frame);
        if (number && *number != static_cast<std::uint32_t>(ensemble.id.number.value())) ++mixed;
    }
    return mixed;
}

/// How far apart the shutters of an ensemble opened.
base::Duration skew_of(const cluster::Ensemble& ensemble) {
    std::optional<base::ConferenceTime> first;
    std::optional<base::ConferenceTime> last;
    for (const auto& [camera, bytes] : ensemble.frames) {
        const auto picture = media::unpack_camera_picture(bytes);
        if (!picture) continue;
        first = std::min(first.value_or(picture->opened_at), picture->opened_at);
        last = std::max(last.value_or(picture->opened_at), picture->opened_at);
    }
    return first ? *last - *first : base::Duration{};
}

/// Of sorted values; 0 of none.
double percentile_of(const std::vector<double>& values, double share) {
    if (values.empty()) return 0;
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

} // namespace

void EnsembleTally::add(const cluster::Ensemble& ensemble, bool check_numbers, bool counts) {
    if (check_numbers) mixed_ += mixed_in(ensemble);
    if (!counts) return;
    if (ensemble.complete) asynchrony_ms_.push_back(base::to_ms(ensemble.asynchrony()));
    skew_ms_.push_back(base::to_ms(skew_of(ensemble)));
    for (const auto& [camera, bytes] : ensemble.frames)
        bytes_ += bytes.size();
}

Json EnsembleTally::summary(bool list_asynchrony, bool check_numbers) const {
    auto asynchrony = asynchrony_ms_;
    auto skew = skew_ms_;
    std::ranges::sort(asynchrony);
    std::ranges::sort(skew);
    Json summary{
        {"event", "summary"},
        {"bytes", bytes_},
        {"asynchrony_ms", {{"median", percentile_of(asynchrony, 0.5)}, {"p95", percentile_of(asynchrony, 0.95)}}},
        {"skew_ms",
         {{"median", percentile_of(skew, 0.5)}, {"p95", percentile_of(skew, 0.95)}, {"max", percentile_of(skew, 1)}}}};
    if (list_asynchrony) summary["asynchrony_all_ms"] = asynchrony;
    if (check_numbers) summary["mixed"] = mixed_;
    return summary;
}

} // namespace plenum::cli
