// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/call/call_media.h"
#include "app/recording/call_recorder.h"

#include <functional>
#include <string>

namespace plenum::app {

/// A recording as a person asked for it: everybody is told first (`node::Record`), and only while the control log says
/// so, anything is written. All calls on the thread of the session's events.
class Recording {
  public:
    enum class Phase : std::uint8_t {
        announcing = 1, ///< nothing is written before everybody is told
        recording = 2,
        paused = 3,    ///< the link is lost, or we came back as somebody whose recording nobody knows of yet
        finishing = 4, ///< what is in memory goes to the disk
        done = 5,
    };
    struct Options {
        media::RecordingWriter::Options file{};
        /// The whiteboard as it stands (board/snapshot.h). Called once.
        std::function<base::Bytes()> board{};
    };
    /// Both outlive this.
    Recording(client::Session& session, CallMedia& media, Options options, const client::ConferenceView& view);
    /// Finishes the file.
    ~Recording();
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    /// Every event of the session, after `view` had it.
    void handle(const node::Event& event, const client::ConferenceView& view);
    /// Several times a second.
    void poll(const client::ConferenceView& view, base::LocalTime now);
    void stop();
    /// Null before anything is written.
    [[nodiscard]] CallRecorder* recorder() { return recorder_.get(); }
    /// For other threads.
    [[nodiscard]] std::shared_ptr<CallRecorder> shared_recorder() { return recorder_; }

    /// Why it ended or never began.
    enum class End : std::uint8_t {
        stopped = 1,
        not_allowed = 2,   ///< this conference allows no recordings
        forbidden = 3,     ///< a moderator ended it
        no_space = 4,      ///< the disk is nearly full
        not_written = 5,   ///< the file cannot be written
        not_announced = 6, ///< the others could not be told
    };
    struct Status {
        Phase phase{Phase::announcing};
        std::uint64_t bytes{0};
        base::Duration duration{};
        /// One sentence for a person: why it ended or never began; empty where it was stopped.
        std::string trouble{};
        End end{End::stopped};
    };
    [[nodiscard]] Status status(base::LocalTime now) const;
    [[nodiscard]] const std::filesystem::path& path() const { return options_.file.path; }

    /// Players go to key frames, so one of each picture is asked for so often.
    static constexpr base::Duration key_frame_interval = base::from_us(10'000'000);
    /// Of pictures that cannot begin without one.
    static constexpr base::Duration first_key_frame_interval = base::from_us(1'000'000);

  private:
    void announce();
    void begin(const client::ConferenceView& view);
    void follow(const client::ConferenceView& view);
    void end(End why, std::string trouble);
    void request_key_frames(const client::ConferenceView& view, const std::set<base::MemberIndex>& members);

    client::Session& session_;
    CallMedia& media_;
    Options options_;
    Phase phase_{Phase::announcing};
    bool linked_{true};
    /// That we record was handed to the session, as who we are now.
    bool said_{false};
    std::string trouble_;
    End end_{End::stopped};
    std::shared_ptr<CallRecorder> recorder_;
    base::LocalTime key_frames_at_{};
    base::LocalTime waiting_asked_at_{};
    /// How long it was when it ended.
    base::Duration duration_{};
};

} // namespace plenum::app
