// SPDX-License-Identifier: Apache-2.0
#include "ui/models/picture_pace.h"

#include <algorithm>

namespace plenum::ui {
namespace {

/// Sixty a second.
constexpr std::size_t pictures_max = 600;

} // namespace

void PicturePace::add(base::LocalTime shown_at) {
    // So long a pause is none: they were away, or had their camera closed.
    if (!shown_at_.empty() && shown_at - shown_at_.back() > window) shown_at_.clear();
    shown_at_.push_back(shown_at);
    while (shown_at_.size() > 2 && (shown_at - shown_at_[1] > window || shown_at_.size() > pictures_max))
        shown_at_.pop_front();
}

std::optional<PicturePace::Pace> PicturePace::pace(base::LocalTime now) const {
    if (shown_at_.empty() || now - shown_at_.back() > window) return std::nullopt;
    Pace result;
    // Who has just begun is not judged by the time before.
    const auto from = std::max(now - window, shown_at_.front());
    const auto passed = std::max(base::Duration{std::chrono::seconds{1}}, now - from);
    const auto count = std::ranges::count_if(shown_at_, [&](base::LocalTime at) { return at > from; });
    result.per_second = static_cast<double>(count) * 1000 / base::to_ms(passed);
    result.longest_pause = now - shown_at_.back();
    for (std::size_t at = 1; at < shown_at_.size(); ++at) {
        if (shown_at_[at] > now - window)
            result.longest_pause = std::max(result.longest_pause, shown_at_[at] - shown_at_[at - 1]);
    }
    return result;
}

} // namespace plenum::ui
