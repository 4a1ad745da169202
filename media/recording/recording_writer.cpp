// SPDX-License-Identifier: Apache-2.0
#include "media/recording/recording_writer.h"

#include "media/clock.h"

#include "core/base/overloaded.h"

#include <algorithm>
#include <fstream>
#include <system_error>
#include <utility>

namespace plenum::media {

using namespace std::chrono_literals;

namespace {

constexpr base::Duration interval = 200ms;
constexpr base::Duration space_interval = 2s;

/// Nullopt for what cannot be read, is empty or too large.
std::optional<base::Bytes> content_of(const std::filesystem::path& path) {
    std::error_code failed;
    const auto size = std::filesystem::file_size(path, failed);
    if (failed || size == 0 || size > MatroskaReader::attachment_bytes_max) return std::nullopt;
    base::Bytes content(size);
    std::ifstream file{path, std::ios::binary};
    if (!file.read(reinterpret_cast<char*>(content.data()), static_cast<std::streamsize>(size))) return std::nullopt;
    return content;
}

} // namespace

struct RecordingWriter::Disk {
    MatroskaFile file;
    base::LocalTime begun_at{local_now()};
    base::LocalTime space_at{local_now()};
    std::multimap<base::Duration, std::variant<RecordedBlock, Voice>> waiting{};
    std::map<TrackNumber, VoiceTimeline> voices{};
    ClusterBuilder clusters{};
    base::LocalTime appended_at{local_now()};
};

Result<std::unique_ptr<RecordingWriter>> RecordingWriter::start(Options options) {
    if (const auto enough = options.space.check_begin(options.path); !enough) return std::unexpected{enough.error()};
    auto file = MatroskaFile::create(options.path, options.about);
    if (!file) return std::unexpected{file.error()};
    return std::unique_ptr<RecordingWriter>{new RecordingWriter{std::move(options), std::move(*file)}};
}

RecordingWriter::RecordingWriter(Options options, MatroskaFile file)
    : options_{std::move(options)},
      disk_{new Disk{std::move(file)}} {
    status_.bytes = disk_->file.size();
    thread_ = std::jthread{[this](const std::stop_token& stop) { run(stop); }};
}

RecordingWriter::~RecordingWriter() {
    finish();
    thread_.join();
}

void RecordingWriter::finish() {
    {
        const std::lock_guard lock{mutex_};
        closing_ = true;
    }
    news_.notify_all();
}

RecordingWriter::Status RecordingWriter::status() const {
    const std::lock_guard lock{mutex_};
    return status_;
}

TrackNumber RecordingWriter::add_track(TrackInfo info) {
    const std::lock_guard lock{mutex_};
    if (closing_ || status_.finished || tracks_ >= tracks_max) return {};
    queue_.emplace_back(std::move(info));
    return TrackNumber{++tracks_};
}

void RecordingWriter::push(Item item, std::size_t bytes) {
    const std::lock_guard lock{mutex_};
    if (closing_ || status_.finished) return;
    if (queue_bytes_ + bytes > queue_bytes_max) {
        ++status_.dropped;
        return;
    }
    queue_bytes_ += bytes;
    queue_.push_back(std::move(item));
}

void RecordingWriter::write(RecordedBlock block) {
    const auto bytes = block.bytes.size() + sizeof block;
    push(std::move(block), bytes);
}

void RecordingWriter::write_voice(TrackNumber track, base::Duration at, base::SequenceNumber sequence,
                                  base::Bytes packet) {
    const auto bytes = packet.size() + sizeof(Voice);
    push(Voice{{track, at, {}, true, std::move(packet)}, sequence}, bytes);
}

void RecordingWriter::attach(AttachmentInfo info, std::filesystem::path file) {
    const std::lock_guard lock{mutex_};
    if (closing_ || status_.finished || attachments_ >= attachments_max) return;
    ++attachments_;
    queue_.emplace_back(AttachedFile{std::move(info), std::move(file)});
}

void RecordingWriter::run(const std::stop_token& stop) {
    for (bool closing = false; !closing;) {
        std::deque<Item> items;
        {
            std::unique_lock lock{mutex_};
            news_.wait_for(lock, stop, interval, [this] { return closing_; });
            closing = closing_ || status_.error.has_value();
            items.swap(queue_);
        }
        if (!take_in(std::move(items))) break;
        const auto written =
            write_until(closing ? base::Duration::max() : local_now() - disk_->begun_at - lateness_max);
        follow_space();
        const std::lock_guard lock{mutex_};
        queue_bytes_ -= written;
        status_.bytes = disk_->file.size();
    }
    append(disk_->clusters.take());
    finish_file();
    const std::lock_guard lock{mutex_};
    status_.bytes = disk_->file.size();
    status_.finished = true;
}

bool RecordingWriter::take_in(std::deque<Item> items) {
    const base::Overloaded take{
        [this](TrackInfo&& info) {
            const auto added = disk_->file.add_track(info);
            if (!added) fail(added.error());
            return added.has_value();
        },
        [this](RecordedBlock&& block) {
            const auto at = block.at;
            disk_->waiting.emplace(at, std::move(block));
            return true;
        },
        [this](Voice&& voice) {
            const auto at = voice.block.at;
            disk_->waiting.emplace(at, std::move(voice));
            return true;
        },
        [this](AttachedFile&& attached) { return append(attached); },
    };
    return std::ranges::all_of(items, [&](Item& item) { return std::visit(take, std::move(item)); });
}

std::size_t RecordingWriter::write_until(base::Duration at) {
    auto& disk = *disk_;
    std::multimap<base::Duration, RecordedBlock> ready;
    std::vector<VoiceTimeline::Piece> pieces;
    const auto add_pieces = [&](TrackNumber track) {
        for (auto& piece : pieces)
            ready.emplace(piece.at, RecordedBlock{track, piece.at, {}, true, std::move(piece.bytes)});
        pieces.clear();
    };
    std::size_t written = 0;
    const auto end = disk.waiting.lower_bound(at);
    for (auto item = disk.waiting.begin(); item != end; ++item) {
        if (auto* block = std::get_if<RecordedBlock>(&item->second)) {
            written += block->bytes.size() + sizeof *block;
            ready.emplace(block->at, std::move(*block));
        } else if (auto* voice = std::get_if<Voice>(&item->second)) {
            written += voice->block.bytes.size() + sizeof *voice;
            const auto track = voice->block.track;
            disk.voices[track].push(voice->block.at, voice->sequence, std::move(voice->block.bytes), pieces);
            add_pieces(track);
        }
    }
    disk.waiting.erase(disk.waiting.begin(), end);
    const auto present = std::min(at, local_now() - disk.begun_at - lateness_max);
    for (auto& [track, voice] : disk.voices) {
        voice.fill_until(present, pieces);
        add_pieces(track);
    }
    for (const auto& [when, block] : ready)
        append(disk.clusters.push(block));
    if (local_now() - disk.appended_at >= ClusterBuilder::duration_max) append(disk.clusters.take());
    return written;
}

void RecordingWriter::append(const std::optional<ClusterBuilder::Cluster>& cluster) {
    if (!cluster) return;
    disk_->appended_at = local_now();
    auto written = disk_->file.append_cluster(cluster->begins, cluster->blocks);
    if (written) written = disk_->file.set_duration(cluster->ends);
    if (!written) fail(written.error());
}

bool RecordingWriter::append(const AttachedFile& attached) {
    const auto content = content_of(attached.path);
    if (!content || disk_->file.attachment_bytes() + content->size() > attachments_bytes_max) return true;
    const auto written = disk_->file.attach(attached.info, *content);
    if (!written) fail(written.error());
    return written.has_value();
}

void RecordingWriter::finish_file() {
    if (options_.space.has(disk_->file.attachment_bytes(), options_.path)) disk_->file.gather_attachments();
    if (const auto finished = disk_->file.finish(); !finished) fail(finished.error());
}

void RecordingWriter::follow_space() {
    if (local_now() - disk_->space_at < space_interval) return;
    disk_->space_at = local_now();
    const auto enough = options_.space.check(options_.path);
    if (enough) return;
    {
        const std::lock_guard lock{mutex_};
        status_.full = true;
    }
    fail(enough.error());
}

void RecordingWriter::fail(MediaError error) {
    const std::lock_guard lock{mutex_};
    if (!status_.error) status_.error = std::move(error);
}

} // namespace plenum::media
