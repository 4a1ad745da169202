// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/client/events.h"
#include "media/audio/wav.h"
#include "media/recording/video_recorder_gst.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <string>

namespace plenum::cli {

/// What a bot heard and saw, on disk: audio-NAME.wav, video-NAME.mkv and screen-NAME.mkv per sender, mix.wav,
/// events.jsonl. Two members of one name get numbers behind it. All calls from any thread.
class BotRecorder {
  public:
    /// Makes the folder. Throws nothing; `error` says what went wrong, in a sentence.
    explicit BotRecorder(std::filesystem::path folder);
    [[nodiscard]] const std::string& error() const { return error_; }

    void event(const client::Event& event, base::Duration since_start);
    void sound(base::MemberIndex sender, const media::AudioBlock& block);
    void mix(const media::AudioBlock& block);
    void picture(base::MemberIndex sender, const media::EncodedFrame& frame);
    /// Of a shared screen.
    void screen(base::MemberIndex sender, const media::EncodedFrame& frame);

    struct Track {
        std::string name;
        std::uint64_t audio_blocks{0};
        std::uint64_t audible_blocks{0}; ///< louder than −50 dBFS at their peak
        std::uint64_t frames{0};
        std::uint64_t screen_frames{0};
        base::Duration frame_gap_max{}; ///< longest time between two pictures that could be decoded
        base::LocalTime frame_at{};
    };
    [[nodiscard]] std::map<base::MemberIndex, Track> tracks() const;

  private:
    struct Files {
        Track track;
        std::optional<media::WavWriter> sound;
        std::optional<media::VideoRecorder> picture;
        std::optional<media::VideoRecorder> screen;
    };
    [[nodiscard]] Files& files_of(base::MemberIndex sender);
    void name_member(const node::MemberJoined& joined);
    /// Whether it was written.
    [[nodiscard]] bool write(std::optional<media::VideoRecorder>& recorder, const std::string& file,
                             const media::EncodedFrame& frame) const;
    void rename_files(base::MemberIndex member, const std::string& name);

    std::filesystem::path folder_;
    std::string error_;
    mutable std::mutex mutex_;
    std::ofstream events_;
    std::optional<media::WavWriter> mix_;
    std::map<base::MemberIndex, std::string> names_;
    std::map<base::MemberIndex, Files> files_;
};

} // namespace plenum::cli
