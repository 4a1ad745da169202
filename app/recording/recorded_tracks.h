// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "media/recording/recording_writer.h"
#include "media/video/encoded_frame.h"

#include <map>
#include <mutex>
#include <set>
#include <string>

namespace plenum::app {

/// Which track of a recording somebody's voice and pictures go to. Whoever comes back as a new member goes on in their
/// tracks. From any thread.
class RecordedTracks {
  public:
    /// `writer` outlives this.
    explicit RecordedTracks(media::RecordingWriter& writer) : writer_{writer} {}

    /// Before the first sound and picture of a member.
    void add_person(base::MemberIndex member, const std::string& name, const base::IdentityKey& identity);

    enum class Sound : std::uint8_t { voice = 1, computer = 2 };
    void write_sound(Sound kind, base::MemberIndex sender, base::Duration at, base::SequenceNumber sequence,
                     base::ByteView packet);
    enum class Picture : std::uint8_t { camera = 1, screen = 2 };
    /// Begins with a key frame.
    void write_picture(Picture kind, base::MemberIndex sender, base::Duration at, const media::EncodedFrame& frame);
    /// Whose pictures came since the last call, and cannot begin without a key frame.
    [[nodiscard]] std::set<base::MemberIndex> take_waiting();

    /// Two programs of one person at once have tracks of their own.
    static constexpr base::Duration hand_over_min = base::from_us(1'000'000);

  private:
    struct Track {
        media::TrackNumber number{};
        /// Who wrote last, and when.
        base::MemberIndex member{};
        base::Duration at{};
        /// Numbers of the members before, which began anew.
        std::uint64_t sequence_offset{0};
        std::uint64_t sequence_last{0};
    };
    struct Person {
        std::string name;
        base::IdentityKey identity{};
    };
    enum class Kind : std::uint8_t { voice = 1, camera = 2, screen = 3, computer = 4 };
    struct Key {
        Kind kind{};
        base::IdentityKey identity{};
        /// Where somebody else of that identity writes at the same time.
        base::MemberIndex member{};
        friend auto operator<=>(const Key&, const Key&) = default;
    };
    /// With the lock.
    [[nodiscard]] Track& track_of(Kind kind, base::MemberIndex sender, base::Duration at);

    media::RecordingWriter& writer_;
    std::mutex mutex_;
    std::map<base::MemberIndex, Person> people_;
    std::map<Key, Track> tracks_;
    std::set<base::MemberIndex> waiting_;
};

} // namespace plenum::app
