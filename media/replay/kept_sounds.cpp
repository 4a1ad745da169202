// SPDX-License-Identifier: Apache-2.0
#include "media/replay/kept_sounds.h"

#include <algorithm>
#include <utility>

namespace plenum::media {
namespace {

using base::Duration;
using base::operator""ms;

/// A computer that was held up for longer leaves a hole.
constexpr Duration late_max = 500ms;
/// So many packets move for one that comes, at most: a second of 10 ms each.
constexpr int moved_max = 100;
/// Clocks that run apart make packets overlap by less.
constexpr Duration overlap_ignored = 1ms;
/// The clock may have moved since a packet came for the first time: so many places at most.
constexpr std::ptrdiff_t moved_clock_max = 4;

bool comes_before(const KeptSound& one, const KeptSound& other) {
    return one.flow == other.flow && one.sequence < other.sequence;
}

} // namespace

KeptSounds::Place KeptSounds::place_of(const KeptSound& sound) {
    auto place = std::ranges::upper_bound(sounds_, sound.begins, {}, &KeptSound::begins);
    // The sender's clock was set back meanwhile.
    while (place != sounds_.end() && comes_before(*place, sound) && place->begins < sound.begins + late_max)
        ++place;
    while (place != sounds_.begin() && comes_before(sound, *std::prev(place)) &&
           std::prev(place)->begins > sound.begins - late_max)
        --place;
    return place;
}

bool KeptSounds::holds(const KeptSound& sound, Place place) const {
    const auto first = std::ranges::lower_bound(sounds_, sound.begins - late_max, {}, &KeptSound::begins);
    const std::deque<KeptSound>::const_iterator from = place;
    const auto last = from + std::min(moved_clock_max, sounds_.end() - from);
    return std::any_of(first, last, [&](const KeptSound& other) {
        return other.flow == sound.flow && other.sequence == sound.sequence;
    });
}

bool KeptSounds::insert(KeptSound sound) {
    const auto place = place_of(sound);
    if (holds(sound, place)) return false;
    if (place != sounds_.end() && comes_before(sound, *place))
        sound.begins = std::min(sound.begins, place->begins - sound.duration);
    make_room(sounds_.insert(place, std::move(sound)));
    return true;
}

void KeptSounds::make_room(Place place) {
    for (int moved = 0; moved < moved_max && place != sounds_.begin(); ++moved, --place) {
        auto& before = *std::prev(place);
        if (!comes_before(before, *place) || before.ends() - place->begins <= overlap_ignored) return;
        before.begins = place->begins - before.duration;
    }
}

} // namespace plenum::media
