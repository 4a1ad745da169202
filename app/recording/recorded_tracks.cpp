// SPDX-License-Identifier: Apache-2.0
#include "app/recording/recorded_tracks.h"

#include <algorithm>
#include <utility>

namespace plenum::app {
namespace {

constexpr int opus_rate = 48'000;
/// What decoders drop at the beginning is nothing here: a voice rarely begins with the recording.
media::TrackInfo sound_info(const std::string& name, std::uint8_t channels) {
    // OpusHead (RFC 7845 §5.1): version 1, channels, no pre-skip, rate, no gain, mapping 0.
    base::Bytes head{'O', 'p', 'u', 's', 'H', 'e', 'a', 'd', 1, channels, 0, 0};
    for (unsigned i = 0; i < 4; ++i)
        head.push_back(static_cast<std::uint8_t>(opus_rate >> (8 * i)));
    head.insert(head.end(), {0, 0, 0});
    return {media::TrackInfo::Kind::audio, "A_OPUS", name, std::move(head), 0, 0};
}

media::TrackInfo picture_info(const std::string& name, const media::EncodedFrame& frame) {
    return {media::TrackInfo::Kind::video, "V_VP8", name, {}, frame.width, frame.height};
}

} // namespace

void RecordedTracks::add_person(base::MemberIndex member, const std::string& name, const base::IdentityKey& identity) {
    const std::lock_guard lock{mutex_};
    people_.insert_or_assign(member, Person{name, identity});
}

RecordedTracks::Track& RecordedTracks::track_of(Kind kind, base::MemberIndex sender, base::Duration at) {
    auto& person = people_[sender];
    if (person.name.empty()) person.name = "member " + std::to_string(sender.value());
    Key key{kind, person.identity, {}};
    if (person.identity.is_zero()) key.member = sender;
    const auto found = tracks_.find(key);
    const bool taken =
        found != tracks_.end() && found->second.member != sender && at - found->second.at < hand_over_min;
    if (taken) key.member = sender;
    auto& track = tracks_[key];
    if (track.member != sender) track.sequence_offset = track.sequence_last;
    track.member = sender;
    track.at = std::max(track.at, at);
    return track;
}

void RecordedTracks::write_sound(Sound kind, base::MemberIndex sender, base::Duration at, base::SequenceNumber sequence,
                                 base::ByteView packet) {
    const std::lock_guard lock{mutex_};
    const bool voice = kind == Sound::voice;
    auto& track = track_of(voice ? Kind::voice : Kind::computer, sender, at);
    if (track.number.value() == 0)
        track.number = writer_.add_track(voice ? sound_info(people_[sender].name, 1)
                                               : sound_info(people_[sender].name + " (computer)", 2));
    const auto number = track.sequence_offset + sequence.value();
    track.sequence_last = std::max(track.sequence_last, number);
    if (track.number.value() != 0)
        writer_.write_voice(track.number, at, base::SequenceNumber{number}, {packet.begin(), packet.end()});
}

void RecordedTracks::write_picture(Picture kind, base::MemberIndex sender, base::Duration at,
                                   const media::EncodedFrame& frame) {
    const std::lock_guard lock{mutex_};
    auto& track = track_of(kind == Picture::camera ? Kind::camera : Kind::screen, sender, at);
    if (track.number.value() == 0) {
        if (!frame.key_frame) {
            waiting_.insert(sender);
            return;
        }
        const auto suffix = kind == Picture::camera ? " (camera)" : " (screen)";
        track.number = writer_.add_track(picture_info(people_[sender].name + suffix, frame));
    }
    if (track.number.value() != 0) writer_.write({track.number, at, {}, frame.key_frame, frame.bytes});
}

std::set<base::MemberIndex> RecordedTracks::take_waiting() {
    const std::lock_guard lock{mutex_};
    return std::exchange(waiting_, {});
}

} // namespace plenum::app
