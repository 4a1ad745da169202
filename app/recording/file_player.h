// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recording/recorded_call.h"
#include "media/audio/audio_io.h"
#include "media/frame.h"
#include "media/replay/replay_player.h"

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

namespace plenum::app {

/// Plays a recording: voices mixed through the loudspeaker, pictures beside them, and what happened in the order of
/// cause. Nothing is told before all that came before it. Calls from any thread; the listener is called on a thread of
/// the player.
class FilePlayer {
  public:
    struct Listener {
        /// What happened is told anew from the beginning of the recording.
        std::function<void()> rewound;
        std::function<void(const TimedEvent&)> happened;
        /// Of a track; an empty one: there is none at this place.
        std::function<void(media::TrackNumber, const media::VideoFrame&)> picture;
        /// The place, or whether it plays; ten times a second while it does.
        std::function<void()> moved;
    };
    /// Begins at the beginning, paused. Without a loudspeaker it plays in silence. Errors: as AudioIo::start.
    [[nodiscard]] static media::Result<std::unique_ptr<FilePlayer>> open(RecordedCall call, media::AudioOutput output,
                                                                         Listener listener);
    ~FilePlayer();
    FilePlayer(const FilePlayer&) = delete;
    FilePlayer& operator=(const FilePlayer&) = delete;

    /// At the end, from the beginning.
    void set_playing(bool playing);
    void set_speed(media::ReplaySpeed speed);
    void seek(base::Duration to);

    [[nodiscard]] const RecordedCall& call() const { return call_; }
    [[nodiscard]] base::Duration duration() const { return duration_; }
    [[nodiscard]] base::Duration position() const;
    [[nodiscard]] bool playing() const { return playing_; }
    [[nodiscard]] media::ReplaySpeed speed() const;

    /// Sound is read ahead by so much.
    static constexpr base::Duration ahead = base::from_us(10'000'000);
    /// A picture that nothing follows is shown for so long.
    static constexpr base::Duration picture_age_max = base::from_us(3'000'000);
    /// Pointers from longer before a place to which somebody jumps are not told.
    static constexpr base::Duration pointer_age_max = base::from_us(1'000'000);

  private:
    struct Track;
    FilePlayer(RecordedCall call, Listener listener);
    [[nodiscard]] base::LocalTime local(base::Duration at) const { return zero_ + at; }
    void run(const std::stop_token& stop);
    // These end early on `stop`: a file may have millions of blocks at one place.
    void go_to(base::Duration at, const std::stop_token& stop);
    void feed(base::Duration position, const std::stop_token& stop);
    void show(base::Duration position, const std::stop_token& stop);
    void show(Track& track, base::Duration position, const std::stop_token& stop);
    void tell(base::Duration position, const std::stop_token& stop);

    const RecordedCall call_;
    const Listener listener_;
    const base::Duration duration_;
    /// Where the recording begins for the player of sound: so long ago that all of it has been.
    const base::LocalTime zero_;
    media::ReplayHistory history_;
    std::shared_ptr<media::ReplayPlayer> player_;
    std::unique_ptr<media::AudioIo> audio_;
    struct Wanted {
        std::mutex mutex;
        std::condition_variable_any news;
        std::optional<base::Duration> at;
    } wanted_;
    std::atomic<bool> playing_{false};
    // the player's thread only
    std::vector<std::unique_ptr<Track>> tracks_;
    std::size_t told_{0};
    std::jthread thread_;
};

} // namespace plenum::app
