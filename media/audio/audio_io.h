// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/audio/audio_engine.h"
#include "media/devices/audio_device.h"

#include <filesystem>
#include <memory>
#include <variant>

namespace plenum::media {

/// Where a participant's voice comes from.
struct NoInput {};
struct DeviceInput {
    /// As `AudioDevice::id` names it; empty: the system's default.
    std::string device{};
};
struct FileInput {
    std::filesystem::path path{}; ///< anything GStreamer decodes
    bool loop{true};
};
struct ToneInput {
    double frequency_hz{440};
    double level_dbfs{-20};
};
using AudioInput = std::variant<NoInput, DeviceInput, FileInput, ToneInput>;

struct NoOutput {};
struct DeviceOutput {
    std::string device{};
};
using AudioOutput = std::variant<NoOutput, DeviceOutput>;

/// Everything between sound cards (or files) and encoded packets, with one thread of its own that runs an AudioEngine:
/// microphone → … → `wait_packet`, and `receive` → … → loudspeaker. Without a device it goes on with
/// silence, paced by the clock, and says so in `status`. All calls from any thread.
class AudioIo {
  public:
    /// On the audio thread, after each block; for recording, in one channel. Must not block.
    struct Tap {
        std::function<void(base::MemberIndex, const AudioBlock&)> sender_block{};
        std::function<void(const AudioBlock&)> mixed_block{};
    };
    struct Options {
        AudioInput input{DeviceInput{}};
        AudioOutput output{DeviceOutput{}};
        AudioEngine::Options engine{};
        /// Encoded packets that wait to be sent; the oldest is dropped past it (counted).
        std::size_t packets_max{16};
        Tap tap{};
    };
    /// Errors: bad_setting, bad_file. A missing sound card is no error: see `status`.
    [[nodiscard]] static Result<std::unique_ptr<AudioIo>> start(Options options);
    ~AudioIo();
    AudioIo(const AudioIo&) = delete;
    AudioIo& operator=(const AudioIo&) = delete;

    /// The next packet to send; nullopt after `timeout` or when stopped.
    [[nodiscard]] std::optional<EncodedAudio> wait_packet(base::Duration timeout);
    bool receive(SoundSource source, AudioPacket packet);
    /// No more is expected of it; its mix stays.
    void stop_sender(SoundSource source);
    void remove_sender(SoundSource source);

    /// Changes the device or file while running; what goes wrong is told by `status`.
    void set_input(AudioInput input);
    void set_output(AudioOutput output);

    void set_muted(bool muted);
    void set_input_gain_db(double gain_db);
    void set_output_gain_db(double gain_db);
    void set_sender_gain_db(base::MemberIndex sender, double gain_db);
    void set_sender_muted(base::MemberIndex sender, bool muted);
    /// Volume, place between left and right, mute and solo of one person, as heard here.
    void set_sender_mix(SoundSource source, SenderMix mix);
    /// Speech, or the low delay of music and rehearsals; at any time.
    void set_mode(AudioMode mode);
    void set_processing(const CaptureProcessing::Options& options);
    /// `Chime` on the loudspeaker, from its beginning.
    void play_chime();
    void set_loss_percent(int loss_percent);
    void set_bitrate(int bitrate_bps);

    struct Status {
        std::optional<MediaError> input_error{};
        std::optional<MediaError> output_error{};
        /// As the devices report it, buffers of ours included.
        base::Duration input_latency{};
        base::Duration output_latency{};
        std::uint64_t input_overruns{0};
        std::uint64_t output_underruns{0};
        std::uint64_t packets_dropped{0};
        /// Blocks the file source did not have in time.
        std::uint64_t input_starved{0};
    };
    [[nodiscard]] Status status() const;
    [[nodiscard]] AudioEngine::Stats stats() const;

  private:
    struct Impl;
    explicit AudioIo(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace plenum::media
