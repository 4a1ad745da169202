// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/error.h"
#include "media/frame.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <span>

namespace plenum::media {

/// Writes 48 kHz mono PCM16. The header is brought up to date every second, so that the file is valid however the
/// program ends. Sizes stop at the format's 4 GiB (about 12 hours): then `write` says so and writes nothing more.
class WavWriter {
  public:
    /// Errors: bad_file (cannot be made).
    [[nodiscard]] static Result<WavWriter> create(const std::filesystem::path& path);
    WavWriter(WavWriter&&) noexcept;
    WavWriter& operator=(WavWriter&&) noexcept;
    ~WavWriter();

    /// Errors: bad_file (disk full, or 4 GiB reached).
    [[nodiscard]] Result<void> write(std::span<const std::int16_t> samples);
    /// Samples written so far.
    [[nodiscard]] std::uint64_t size() const;

  private:
    struct Impl;
    explicit WavWriter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Reads PCM16 WAV of any rate and number of channels as 48 kHz mono, block by block.
class WavReader {
  public:
    /// Errors: bad_file, with what is wrong with it.
    [[nodiscard]] static Result<WavReader> open(const std::filesystem::path& path);
    WavReader(WavReader&&) noexcept;
    WavReader& operator=(WavReader&&) noexcept;
    ~WavReader();

    /// The next block; the last one is filled up with zeros; nullopt at the end.
    [[nodiscard]] std::optional<AudioBlock> read();
    [[nodiscard]] int file_rate_hz() const;
    [[nodiscard]] int file_channels() const;

  private:
    struct Impl;
    explicit WavReader(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace plenum::media
