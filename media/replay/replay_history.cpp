// SPDX-License-Identifier: Apache-2.0
#include "media/replay/replay_history.h"

#include <algorithm>
#include <ranges>

namespace plenum::media {
namespace {

using base::Duration;
using base::operator""ms;

/// Silence of this length ends a speech.
constexpr Duration breath_max = 700ms;
/// Shorter speech is a cough.
constexpr Duration speech_min = 150ms;
/// Less that is missing is not worth asking for.
constexpr Duration hole_min = 500ms;

template <class Kept>
std::size_t cost(const Kept& kept, const base::Bytes& bytes) {
    return sizeof(kept) + bytes.size();
}
std::size_t cost(const KeptSound& sound) { return cost(sound, sound.bytes); }
std::size_t cost(const KeptPicture& picture) { return cost(picture, picture.message); }

} // namespace

void ReplayHistory::keep(base::MemberIndex sender, KeptSound sound, base::LocalTime now) {
    const std::lock_guard lock{mutex_};
    const auto size = cost(sound);
    if (!sounds_[sender].insert(std::move(sound))) return;
    sound_bytes_ += size;
    drop_old(now);
}

void ReplayHistory::keep(base::MemberIndex sender, KeptPicture picture, base::LocalTime now) {
    if (picture.layer > bounds_.layer_max) return;
    const std::lock_guard lock{mutex_};
    auto& pictures = cameras_[sender].pictures;
    // What is late is needed by nobody: the gate went on without it.
    if (!pictures.empty() && picture.taken_at <= pictures.back().taken_at) return;
    picture_bytes_ += cost(picture);
    pictures.push_back(std::move(picture));
    drop_old(now);
}

void ReplayHistory::clear() {
    const std::lock_guard lock{mutex_};
    sounds_.clear();
    cameras_.clear();
    sound_bytes_ = picture_bytes_ = 0;
}

void ReplayHistory::drop_old(base::LocalTime now) {
    const auto before = now - bounds_.age_max;
    while (drop_oldest_sound(sound_bytes_ > bounds_.sound_bytes_max ? base::local_time_max : before)) {
    }
    while (drop_oldest_picture(picture_bytes_ > bounds_.picture_bytes_max ? base::local_time_max : before)) {
    }
}

bool ReplayHistory::drop_oldest_sound(base::LocalTime before) {
    auto oldest = sounds_.end();
    for (auto at = sounds_.begin(); at != sounds_.end(); ++at)
        if (oldest == sounds_.end() || at->second.all().front().begins < oldest->second.all().front().begins)
            oldest = at;
    if (oldest == sounds_.end() || oldest->second.all().front().begins >= before) return false;
    sound_bytes_ -= cost(oldest->second.all().front());
    oldest->second.pop_front();
    if (oldest->second.all().empty()) sounds_.erase(oldest);
    return true;
}

bool ReplayHistory::drop_oldest_picture(base::LocalTime before) {
    auto oldest = cameras_.end();
    for (auto at = cameras_.begin(); at != cameras_.end(); ++at) {
        if (oldest == cameras_.end() || at->second.pictures.front().taken_at < oldest->second.pictures.front().taken_at)
            oldest = at;
    }
    if (oldest == cameras_.end() || oldest->second.pictures.front().taken_at >= before) return false;
    auto& camera = oldest->second;
    picture_bytes_ -= cost(camera.pictures.front());
    if (camera.pictures.front().key_frame) camera.key = std::move(camera.pictures.front());
    camera.pictures.pop_front();
    if (camera.pictures.empty()) cameras_.erase(oldest);
    return true;
}

std::optional<KeptSound> ReplayHistory::sound_after(base::MemberIndex sender, base::LocalTime at) const {
    const std::lock_guard lock{mutex_};
    const auto found = sounds_.find(sender);
    if (found == sounds_.end()) return std::nullopt;
    const auto& sounds = found->second.all();
    const auto next = std::ranges::upper_bound(sounds, at, {}, &KeptSound::begins);
    return next == sounds.end() ? std::nullopt : std::optional{*next};
}

std::vector<KeptPicture> ReplayHistory::pictures(base::MemberIndex sender, const TimeSpan& when) const {
    const std::lock_guard lock{mutex_};
    const auto found = cameras_.find(sender);
    if (found == cameras_.end()) return {};
    const auto& pictures = found->second.pictures;
    const auto first = std::ranges::upper_bound(pictures, when.from, {}, &KeptPicture::taken_at);
    const auto last = std::ranges::upper_bound(pictures, when.to, {}, &KeptPicture::taken_at);
    return first < last ? std::vector<KeptPicture>{first, last} : std::vector<KeptPicture>{};
}

std::vector<KeptPicture> ReplayHistory::pictures_until(base::MemberIndex sender, base::LocalTime at) const {
    const std::lock_guard lock{mutex_};
    const auto found = cameras_.find(sender);
    if (found == cameras_.end()) return {};
    const auto& [pictures, kept_key] = found->second;
    const auto end = std::ranges::upper_bound(pictures, at, {}, &KeptPicture::taken_at);
    // Backwards to what needs the key frame alone, and further to that.
    auto anchor = end;
    auto key = end;
    for (auto back = end; back != pictures.begin();) {
        --back;
        if (anchor == end && back->layer == 0) anchor = back;
        if (!back->key_frame) continue;
        key = back;
        break;
    }
    if (key == end && !kept_key) return {};
    std::vector<KeptPicture> needed;
    if (key == end)
        needed.push_back(*kept_key);
    else if (key != anchor)
        needed.push_back(*key);
    if (anchor == end) anchor = key == end ? end : key;
    needed.insert(needed.end(), anchor, end);
    return needed;
}

std::vector<base::MemberIndex> ReplayHistory::voices() const {
    const std::lock_guard lock{mutex_};
    const auto keys = std::views::keys(sounds_);
    return {keys.begin(), keys.end()};
}

std::vector<base::MemberIndex> ReplayHistory::senders() const {
    const std::lock_guard lock{mutex_};
    std::vector<base::MemberIndex> result;
    std::ranges::set_union(std::views::keys(sounds_), std::views::keys(cameras_), std::back_inserter(result));
    return result;
}

std::optional<base::LocalTime> ReplayHistory::oldest_sound() const {
    const std::lock_guard lock{mutex_};
    std::optional<base::LocalTime> oldest;
    for (const auto& [sender, sounds] : sounds_)
        oldest = std::min(oldest.value_or(base::local_time_max), sounds.all().front().begins);
    return oldest;
}

std::optional<base::LocalTime> ReplayHistory::oldest_sound(base::MemberIndex sender) const {
    const std::lock_guard lock{mutex_};
    const auto found = sounds_.find(sender);
    return found == sounds_.end() ? std::nullopt : std::optional{found->second.all().front().begins};
}

std::optional<base::LocalTime> ReplayHistory::oldest_picture(base::MemberIndex sender) const {
    const std::lock_guard lock{mutex_};
    const auto found = cameras_.find(sender);
    return found == cameras_.end() ? std::nullopt : std::optional{found->second.pictures.front().taken_at};
}

std::vector<TimeSpan> ReplayHistory::speech(base::MemberIndex sender) const {
    const std::lock_guard lock{mutex_};
    const auto found = sounds_.find(sender);
    if (found == sounds_.end()) return {};
    std::vector<TimeSpan> spans;
    for (const auto& sound : found->second.all()) {
        if (sound.silent) continue;
        if (!spans.empty() && sound.begins - spans.back().to < breath_max)
            spans.back().to = std::max(spans.back().to, sound.ends());
        else
            spans.push_back({sound.begins, sound.ends()});
    }
    std::erase_if(spans, [](const TimeSpan& span) { return span.to - span.from < speech_min; });
    return spans;
}

std::vector<TimeSpan> ReplayHistory::holes(base::MemberIndex sender, const TimeSpan& when) const {
    const std::lock_guard lock{mutex_};
    std::vector<TimeSpan> holes;
    auto known = when.from;
    const auto note = [&](base::LocalTime until) {
        if (until - known >= hole_min) holes.push_back({known, until});
    };
    if (const auto found = sounds_.find(sender); found != sounds_.end()) {
        for (const auto& sound : found->second.all()) {
            if (sound.ends() <= known) continue;
            if (sound.begins >= when.to) break;
            note(sound.begins);
            known = sound.ends();
        }
    }
    note(when.to);
    return holes;
}

std::size_t ReplayHistory::bytes() const {
    const std::lock_guard lock{mutex_};
    return sound_bytes_ + picture_bytes_;
}

} // namespace plenum::media
