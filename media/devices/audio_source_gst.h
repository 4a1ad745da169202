// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/error.h"
#include "media/frame.h"

#include <filesystem>
#include <memory>
#include <optional>

namespace plenum::media {

/// Any audio (or the audio of any film) that GStreamer decodes, as 48 kHz mono. It is decoded ahead by at most half a
/// second on GStreamer's thread; whoever calls `read` every 10 ms sets the pace.
class AudioFileSource {
  public:
    /// Waits until the first samples are decoded. Errors: bad_file, missing_element.
    [[nodiscard]] static Result<std::unique_ptr<AudioFileSource>> open(const std::filesystem::path& path, bool loop);
    ~AudioFileSource();

    enum class Read : std::uint8_t { block = 1, starved = 2, ended = 3 };
    /// Never waits. `starved`: not decoded yet, `block` is silence. `ended`: played to its end and not looping.
    [[nodiscard]] Read read(AudioBlock& block);

  private:
    struct Impl;
    explicit AudioFileSource(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// A sine for tests and demonstrations.
class ToneSource {
  public:
    ToneSource(double frequency_hz, double level_dbfs);
    [[nodiscard]] AudioBlock read();

  private:
    double step_;
    double amplitude_;
    double phase_{0};
};

} // namespace plenum::media
