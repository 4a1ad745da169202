// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/recording/cluster_builder.h"
#include "media/recording/disk_space.h"
#include "media/recording/matroska_reader.h"
#include "media/recording/voice_timeline.h"

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <variant>

namespace plenum::media {

/// Writes a recording on a thread of its own: what comes is brought into the order of time, voices become streams
/// without gaps, and about each second a cluster goes to the disk. Stops by itself where the disk is nearly full. All
/// calls from any thread; none waits for the disk.
class RecordingWriter {
  public:
    struct Options {
        std::filesystem::path path{};
        MatroskaFile::About about{};
        DiskSpace space{};
    };
    /// The time of the recording is 0 now. Errors: bad_file, also for too little space.
    [[nodiscard]] static Result<std::unique_ptr<RecordingWriter>> start(Options options);
    /// Finishes it.
    ~RecordingWriter();
    RecordingWriter(const RecordingWriter&) = delete;
    RecordingWriter& operator=(const RecordingWriter&) = delete;

    /// 0 where it takes no more.
    [[nodiscard]] TrackNumber add_track(TrackInfo info);
    void write(RecordedBlock block);
    /// A packet of Opus.
    void write_voice(TrackNumber track, base::Duration at, base::SequenceNumber sequence, base::Bytes packet);
    /// A copy of that file. Left out: what cannot be read or is too large, and what comes after the bounds.
    void attach(AttachmentInfo info, std::filesystem::path file);
    /// Takes nothing any more, and writes what there is. `status` tells when that is done.
    void finish();

    struct Status {
        std::uint64_t bytes{0};
        /// Of sound and pictures that the disk was too slow for.
        std::uint64_t dropped{0};
        bool finished{false};
        /// It ended for want of space.
        bool full{false};
        /// Why it ended by itself. What was written until then plays.
        std::optional<MediaError> error{};
    };
    [[nodiscard]] Status status() const;

    /// Later packets have no place any more. It is what a killed program loses besides a cluster.
    static constexpr base::Duration lateness_max = base::from_us(700'000);
    static constexpr std::size_t queue_bytes_max = std::size_t{64} << 20U;
    static constexpr std::uint16_t tracks_max = 1024;
    /// As a reader takes them.
    static constexpr std::size_t attachments_max = MatroskaReader::attachments_max;
    static constexpr std::uint64_t attachments_bytes_max = std::uint64_t{512} << 20U;

  private:
    struct Voice {
        RecordedBlock block;
        base::SequenceNumber sequence;
    };
    struct AttachedFile {
        AttachmentInfo info;
        std::filesystem::path path;
    };
    using Item = std::variant<TrackInfo, RecordedBlock, Voice, AttachedFile>;

    RecordingWriter(Options options, MatroskaFile file);
    void push(Item item, std::size_t bytes);
    void run(const std::stop_token& stop);
    /// False where it ended.
    [[nodiscard]] bool take_in(std::deque<Item> items);
    /// Everything before that time. Gives the bytes that waited, as `queue_bytes_` counts them.
    std::size_t write_until(base::Duration at);
    void append(const std::optional<ClusterBuilder::Cluster>& cluster);
    /// False where it ended.
    [[nodiscard]] bool append(const AttachedFile& attached);
    void finish_file();
    void follow_space();
    void fail(MediaError error);

    const Options options_;
    mutable std::mutex mutex_;
    std::condition_variable_any news_;
    // under the lock
    std::deque<Item> queue_;
    /// Also of those that wait for their time.
    std::size_t queue_bytes_{0};
    std::uint16_t tracks_{0};
    std::size_t attachments_{0};
    bool closing_{false};
    Status status_;
    /// The thread's own.
    struct Disk;
    std::unique_ptr<Disk> disk_;
    std::jthread thread_;
};

} // namespace plenum::media
