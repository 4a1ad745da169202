// SPDX-License-Identifier: Apache-2.0
#include "media/depth/moved_camera_alarm.h"

#include <fmt/format.h>

#include <algorithm>

namespace plenum::media::depth {

Result<MovedCameraAlarm> MovedCameraAlarm::create(Options options) {
    const auto bad = [](const char* why) { return media_error(MediaError::Kind::bad_setting, why); };
    if (options.names.size() < 2) return bad("Two cameras at least are needed to see that one moved.");
    if (!(options.clear_px > 0 && options.clear_px < options.raise_px && options.raise_px < 1000))
        return bad("The error that ends the alarm must be above 0 and below the one that raises it.");
    const auto is_count = [](int count) { return count >= 1 && count <= 100; };
    if (!is_count(options.agreeing) || !is_count(options.blind)) return bad("The counts must be 1 to 100.");
    return MovedCameraAlarm{std::move(options)};
}

MovedCameraAlarm::MovedCameraAlarm(Options options) : options_{std::move(options)} {}

void MovedCameraAlarm::take(CameraPair pair, std::optional<double> error_px) {
    if (pair.first > pair.second) std::swap(pair.first, pair.second);
    if (pair.first == pair.second || pair.second >= options_.names.size()) return;
    auto& known = pairs_[pair];
    if (!error_px) {
        known.above = 0;
        known.below = 0;
        known.blind = std::min(known.blind + 1, options_.blind);
        // A camera that moved does not come back by the light going out.
        if (known.blind == options_.blind && known.state == State::steady) known.state = State::unknown;
        return;
    }
    known.blind = 0;
    known.above = *error_px > options_.raise_px ? std::min(known.above + 1, options_.agreeing) : 0;
    known.below = *error_px < options_.clear_px ? std::min(known.below + 1, options_.agreeing) : 0;
    if (known.above == options_.agreeing) known.state = State::moved;
    if (known.below == options_.agreeing) known.state = State::steady;
}

bool MovedCameraAlarm::has_pair(std::size_t camera, State state) const {
    return std::ranges::any_of(pairs_, [&](const auto& entry) {
        const auto& [pair, known] = entry;
        return known.state == state && (pair.first == camera || pair.second == camera);
    });
}

bool MovedCameraAlarm::is_suspect(std::size_t camera) const {
    return has_pair(camera, State::moved) && !has_pair(camera, State::steady);
}

MovedCameraAlarm::Verdict MovedCameraAlarm::verdict(std::size_t camera) const {
    if (has_pair(camera, State::steady)) return Verdict::steady;
    if (!has_pair(camera, State::moved)) return Verdict::cannot_tell;
    // One partner that has not moved is enough to be certain.
    const bool certain = std::ranges::any_of(pairs_, [&](const auto& entry) {
        const auto& [pair, known] = entry;
        if (known.state != State::moved || (pair.first != camera && pair.second != camera)) return false;
        return !is_suspect(pair.first == camera ? pair.second : pair.first);
    });
    return certain ? Verdict::moved : Verdict::moved_or_partner;
}

std::string MovedCameraAlarm::text() const {
    std::string moved;
    std::string either;
    const auto join = [](std::string& to, const std::string& name, const char* with) {
        to += to.empty() ? name : with + name;
    };
    for (std::size_t camera = 0; camera < options_.names.size(); ++camera) {
        const auto said = verdict(camera);
        if (said == Verdict::moved) join(moved, options_.names[camera], " and ");
        if (said == Verdict::moved_or_partner) join(either, options_.names[camera], " or ");
    }
    std::string text;
    if (!moved.empty()) text = fmt::format("Moved since the calibration: {}. Calibrate again.", moved);
    if (!either.empty())
        text += fmt::format("{}Moved since the calibration: {}. Calibrate again.", text.empty() ? "" : " ", either);
    return text;
}

} // namespace plenum::media::depth
