// SPDX-License-Identifier: Apache-2.0
#include "core/tag/active_speakers.h"

#include <algorithm>
#include <tuple>

namespace plenum::tag {

bool ActiveSpeakers::passes(const Voice& voice, std::size_t places, base::LocalTime now) {
    while (places_.size() > places)
        places_.erase(std::ranges::min_element(places_, {}, &Place::spoke_at));
    auto place = std::ranges::find(places_, voice.sender, &Place::sender);
    if (place == places_.end()) {
        if (places_.size() < places) {
            place = places_.insert(places_.end(), Place{voice.sender, now});
        } else {
            place = voice.silent ? places_.end() : find_outdone(voice, now);
            if (place == places_.end()) return false;
            *place = {voice.sender, now};
        }
    }
    if (voice.silent) return true;
    if (!place->spoke_at || now - *place->spoke_at >= pause) place->since = now;
    place->spoke_at = now;
    if (voice.level >= place->level || now - place->level_at >= stay) {
        place->level = voice.level;
        place->level_at = now;
    }
    return true;
}

ActiveSpeakers::Places::iterator ActiveSpeakers::find_outdone(const Voice& voice, base::LocalTime now) {
    const auto longest = std::ranges::min_element(places_, {}, &Place::spoke_at);
    const auto& spoke_at = longest->spoke_at;
    if (!spoke_at || (now - *spoke_at >= pause && now - longest->since >= stay)) return longest;
    const auto quietest = std::ranges::min_element(places_, {}, [&](const Place& place) {
        return std::tuple{now - place.since < stay, place.level, place.since};
    });
    const bool outdone = quietest->level < voice.level && now - quietest->since >= stay;
    const bool talked_long = quietest->level == voice.level && now - quietest->since >= turn;
    return outdone || talked_long ? quietest : places_.end();
}

} // namespace plenum::tag
