// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/replay/kept_sounds.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace plenum::media {

/// One message of a camera (encoded_frame.h).
struct KeptPicture {
    base::FlowId flow{};
    base::SequenceNumber sequence{};
    base::LocalTime taken_at{};
    bool key_frame{false};
    /// Of the small size.
    bool small{false};
    std::uint8_t layer{0};
    base::Bytes message{};
};

/// A stretch of time, from its first moment to the one after its last.
struct TimeSpan {
    base::LocalTime from{};
    base::LocalTime to{};
    friend bool operator==(const TimeSpan&, const TimeSpan&) = default;
};

/// Encoded sound and pictures of everyone, of the last minutes: bounded by age and bytes, in memory alone. What came
/// first goes first. All calls from any thread; each holds the lock for a copy only.
class ReplayHistory {
  public:
    struct Bounds {
        base::Duration age_max{base::from_us(300'000'000)};
        /// A voice takes 4 MB in five minutes; a camera with three of its four layers, 40 MB.
        std::size_t sound_bytes_max{std::size_t{32} << 20U};
        std::size_t picture_bytes_max{std::size_t{96} << 20U};
        /// The highest layer of a camera that is kept: half of the pictures, three quarters of the bytes.
        std::uint8_t layer_max{2};
    };
    ReplayHistory() : ReplayHistory{Bounds{}} {}
    explicit ReplayHistory(const Bounds& bounds) : bounds_{bounds} {}

    /// At its place in time; a packet that is there already changes nothing. `now` is for what has grown too old.
    void keep(base::MemberIndex sender, KeptSound sound, base::LocalTime now);
    void keep(base::MemberIndex sender, KeptPicture picture, base::LocalTime now);
    void clear();

    /// The first packet that begins after `at`.
    [[nodiscard]] std::optional<KeptSound> sound_after(base::MemberIndex sender, base::LocalTime at) const;
    /// Pictures taken after `from`, until `to`, in order.
    [[nodiscard]] std::vector<KeptPicture> pictures(base::MemberIndex sender, const TimeSpan& when) const;
    /// What a decoder needs to show the picture at `at`: a key frame, then all since the last frame that needs that
    /// alone. Empty where there is none.
    [[nodiscard]] std::vector<KeptPicture> pictures_until(base::MemberIndex sender, base::LocalTime at) const;

    /// Of whom there is sound.
    [[nodiscard]] std::vector<base::MemberIndex> voices() const;
    /// Of whom there is anything.
    [[nodiscard]] std::vector<base::MemberIndex> senders() const;
    /// The oldest sound of anyone, or of this sender; nullopt for none.
    [[nodiscard]] std::optional<base::LocalTime> oldest_sound() const;
    [[nodiscard]] std::optional<base::LocalTime> oldest_sound(base::MemberIndex sender) const;
    [[nodiscard]] std::optional<base::LocalTime> oldest_picture(base::MemberIndex sender) const;
    /// When this sender spoke, oldest first; pauses for breath do not count.
    [[nodiscard]] std::vector<TimeSpan> speech(base::MemberIndex sender) const;
    /// Parts of `when` of which no sound of the sender is there, and that are not short.
    [[nodiscard]] std::vector<TimeSpan> holes(base::MemberIndex sender, const TimeSpan& when) const;
    [[nodiscard]] std::size_t bytes() const;

  private:
    struct Camera {
        std::deque<KeptPicture> pictures;
        /// What the first of them may need, where it is not among them.
        std::optional<KeptPicture> key;
    };
    void drop_old(base::LocalTime now);
    [[nodiscard]] bool drop_oldest_sound(base::LocalTime before);
    [[nodiscard]] bool drop_oldest_picture(base::LocalTime before);

    const Bounds bounds_;
    mutable std::mutex mutex_;
    std::map<base::MemberIndex, KeptSounds> sounds_;
    std::map<base::MemberIndex, Camera> cameras_;
    std::size_t sound_bytes_{0};
    std::size_t picture_bytes_{0};
};

} // namespace plenum::media
