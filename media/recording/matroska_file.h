// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include "media/error.h"
#include "media/recording/ebml.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace plenum::media {

/// Of a track in a Matroska file, from 1.
using TrackNumber = base::Number<struct TrackNumberTag, std::uint16_t>;

/// One track, as players show it.
struct TrackInfo {
    /// With the numbers of RFC 9559 §5.1.4.1.3.
    enum class Kind : std::uint8_t { video = 1, audio = 2, subtitle = 17, data = 33 };
    Kind kind{Kind::data};
    /// "A_OPUS", "V_VP8", "S_TEXT/UTF8", …
    std::string codec{};
    std::string name{};
    base::Bytes codec_private{};
    /// Of video.
    int width{0};
    int height{0};
    friend bool operator==(const TrackInfo&, const TrackInfo&) = default;
};

/// A file inside the file, which players leave out.
struct AttachmentInfo {
    std::string name{};
    std::string media_type{};
    friend bool operator==(const AttachmentInfo&, const AttachmentInfo&) = default;
};

/// A Matroska file that is valid at every moment, so that a program that is killed leaves one that plays.
///
/// The problem: all tracks stand before the first content, but people come later, and a muxer such as GStreamer's must
/// know them at the start. The intuition: the list of tracks has a fixed size, most of which is filler inside it. A new
/// track takes the place of the filler's beginning. Everything of it but its first nine bytes is written first, and the
/// filler's head, which is as long, becomes the track's head in one write. Clusters are appended whole, so at most the
/// last one is cut off. The alternative, to write the file once more at the end, needs the disk twice, and a killed
/// program never gets there.
///
/// Attachments are appended whole, too, when they become known. The format has room for one list of them, and players
/// look where the file's head says. So `gather_attachments` copies them into one list at the end, and what stood
/// between the clusters becomes filler.
class MatroskaFile {
  public:
    struct About {
        std::string title{};
        std::chrono::system_clock::time_point begun_at{};
    };
    /// Errors: bad_file.
    [[nodiscard]] static Result<MatroskaFile> create(const std::filesystem::path& path, const About& about);
    MatroskaFile(MatroskaFile&& other) noexcept;
    MatroskaFile& operator=(MatroskaFile&&) = delete;
    ~MatroskaFile();

    /// Errors: bad_file; bad_setting where there is no room for another.
    [[nodiscard]] Result<TrackNumber> add_track(const TrackInfo& info);
    /// Blocks that follow each other (ClusterBuilder), and when the first begins. Errors: bad_file.
    [[nodiscard]] Result<void> append_cluster(std::chrono::milliseconds begins, base::ByteView blocks);
    [[nodiscard]] Result<void> set_duration(std::chrono::milliseconds duration);
    /// Errors: bad_file.
    [[nodiscard]] Result<void> attach(const AttachmentInfo& info, base::ByteView content);
    /// What `gather_attachments` needs on the disk for a moment.
    [[nodiscard]] std::uint64_t attachment_bytes() const;
    /// Into one list, which the file's head names. Where that fails, they stay where they are. Once, before `finish`.
    void gather_attachments();
    /// Where the clusters are, and how long all of it is. Nothing can be appended after it.
    [[nodiscard]] Result<void> finish();
    /// So far.
    [[nodiscard]] std::uint64_t size() const { return size_; }

    /// For as many tracks as several hundred people make.
    static constexpr std::size_t tracks_bytes = std::size_t{96} * 1024;

  private:
    struct Place {
        std::chrono::milliseconds time{};
        std::uint64_t position{0};
    };
    MatroskaFile(int file, std::filesystem::path path) : file_{file}, path_{std::move(path)} {}
    [[nodiscard]] Result<void> write_at(std::uint64_t position, base::ByteView bytes);
    [[nodiscard]] Result<void> begin(const About& about);
    /// Where the lists at the end of the file are, as far as there are any.
    struct Lists {
        std::optional<std::uint64_t> cues{};
        std::optional<std::uint64_t> attachments{};
    };
    [[nodiscard]] base::Bytes seek_head(const Lists& lists) const;
    [[nodiscard]] bool copy(std::uint64_t from, std::uint64_t bytes);

    int file_;
    std::filesystem::path path_;
    std::uint64_t size_{0};
    /// Of the segment's content, from which positions in it count.
    std::uint64_t segment_{0};
    std::uint64_t info_{0};
    std::uint64_t duration_{0};
    std::uint64_t tracks_{0};
    /// Where the filler in the list of tracks begins, and where the list ends.
    std::uint64_t filler_{0};
    std::uint64_t tracks_end_{0};
    std::uint16_t track_count_{0};
    /// By which players look for a place: the first with sound or pictures.
    TrackNumber cue_track_{};
    std::vector<Place> clusters_;
    /// Lists of attachments.
    struct Extent {
        std::uint64_t position{0};
        std::uint64_t bytes{0};
    };
    std::vector<Extent> attachments_;
};

} // namespace plenum::media
