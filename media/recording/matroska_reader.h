// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/enums.h"
#include "core/base/time.h"
#include "media/recording/matroska_file.h"

#include <functional>
#include <memory>
#include <vector>

namespace plenum::media {

/// Bytes that can be read anywhere: as many as there are from `position` on, at most the whole of `to`.
using ReadAt = std::function<std::size_t(std::uint64_t position, std::span<std::uint8_t> to)>;

/// What a Matroska file has in it: its tracks, and where each block and attachment is. Reads also a file that ends in
/// the middle, as a killed program leaves it. The file may be anybody's: all counts and sizes are bounded.
class MatroskaReader {
  public:
    struct Track {
        TrackNumber number{};
        TrackInfo info{};
    };
    struct Block {
        /// Of its content.
        std::uint64_t position{0};
        std::uint32_t size{0};
        /// Milliseconds since the beginning.
        std::uint32_t at_ms{0};
        TrackNumber track{};
        bool key{false};
        [[nodiscard]] base::Duration at() const { return std::chrono::milliseconds{at_ms}; }
    };

    struct Attachment {
        AttachmentInfo info{};
        /// Of its content.
        std::uint64_t position{0};
        std::uint32_t size{0};
    };

    /// Errors: bad_file; its sentence says what is wrong.
    [[nodiscard]] static Result<MatroskaReader> open(const std::filesystem::path& path);
    [[nodiscard]] static Result<MatroskaReader> read_from(ReadAt source, std::string name);

    [[nodiscard]] const std::string& title() const { return title_; }
    [[nodiscard]] const std::vector<Track>& tracks() const { return tracks_; }
    /// In the order of the file.
    [[nodiscard]] const std::vector<Block>& blocks() const { return blocks_; }
    /// In the order of the file. A file that was not finished may have some twice.
    [[nodiscard]] const std::vector<Attachment>& attachments() const { return attachments_; }
    /// Whether the file ends before its segment does, or was not finished, so that its end is not known.
    [[nodiscard]] bool cut() const { return cut_; }
    /// Up to its last block.
    [[nodiscard]] base::Duration duration() const;
    /// Nullopt where the file ends before.
    [[nodiscard]] std::optional<base::Bytes> read(const Block& block) const;
    [[nodiscard]] std::optional<base::Bytes> read(const Attachment& attachment) const;

    static constexpr std::size_t tracks_max = 1024;
    static constexpr std::size_t attachments_max = 4096;
    /// Larger ones are left out.
    static constexpr std::size_t attachment_bytes_max = std::size_t{16} << 20U;
    static constexpr std::size_t text_bytes_max = 1024;
    static constexpr std::size_t block_bytes_max = std::size_t{80} << 20U;
    /// Twelve hours of ten people.
    static constexpr std::size_t blocks_max = std::size_t{32} << 20U;

  private:
    class Parser;
    MatroskaReader() = default;
    [[nodiscard]] std::optional<base::Bytes> read(std::uint64_t position, std::uint32_t size) const;

    ReadAt source_;
    std::string title_;
    std::vector<Track> tracks_;
    std::vector<Block> blocks_;
    std::vector<Attachment> attachments_;
    bool cut_{false};
};

} // namespace plenum::media
