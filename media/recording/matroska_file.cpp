// SPDX-License-Identifier: Apache-2.0
#include "media/recording/matroska_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace plenum::media {
namespace {

using namespace std::chrono_literals;
using ebml::Id;

/// The head of an element whose size takes eight bytes and its identifier one.
constexpr std::size_t short_head_bytes = 9;
/// Decoders begin so much before a place to which a player jumps (RFC 7845 §4.2).
constexpr std::uint64_t opus_pre_roll_ns = 80'000'000;
/// Of the identifier (4 bytes) and size (8 bytes).
constexpr std::size_t long_head_bytes = 12;
constexpr std::size_t copy_bytes = std::size_t{1} << 20U;
/// Cues need not be closer.
constexpr auto cue_interval = 1s;

void put_master(base::Bytes& to, Id id, base::ByteView content) { ebml::put_bytes(to, id, content); }

base::Bytes header() {
    base::Bytes content;
    ebml::put_number(content, Id::version, 1);
    ebml::put_number(content, Id::read_version, 1);
    ebml::put_number(content, Id::id_length_max, 4);
    ebml::put_number(content, Id::size_length_max, 8);
    ebml::put_text(content, Id::doc_type, "matroska");
    ebml::put_number(content, Id::doc_type_version, 4);
    ebml::put_number(content, Id::doc_type_read_version, 2);
    base::Bytes bytes;
    put_master(bytes, Id::header, content);
    return bytes;
}

/// Nanoseconds since the beginning of 2001.
std::int64_t matroska_date(std::chrono::system_clock::time_point at) {
    constexpr auto epoch = std::chrono::sys_days{std::chrono::year{2001} / 1 / 1};
    return std::chrono::duration_cast<std::chrono::nanoseconds>(at - epoch).count();
}

base::Bytes entry_of(const TrackInfo& info, TrackNumber number) {
    base::Bytes content;
    ebml::put_number(content, Id::track_number, number.value());
    ebml::put_number(content, Id::track_uid, number.value());
    ebml::put_number(content, Id::track_type, static_cast<std::uint64_t>(info.kind));
    ebml::put_number(content, Id::flag_lacing, 0);
    if (info.kind == TrackInfo::Kind::data) ebml::put_number(content, Id::flag_default, 0);
    ebml::put_text(content, Id::name, info.name);
    ebml::put_text(content, Id::language, "und");
    ebml::put_text(content, Id::codec_id, info.codec);
    if (!info.codec_private.empty()) ebml::put_bytes(content, Id::codec_private, info.codec_private);
    base::Bytes part;
    if (info.kind == TrackInfo::Kind::video) {
        ebml::put_number(part, Id::pixel_width, static_cast<std::uint64_t>(info.width));
        ebml::put_number(part, Id::pixel_height, static_cast<std::uint64_t>(info.height));
        put_master(content, Id::video, part);
    }
    if (info.kind == TrackInfo::Kind::audio) {
        ebml::put_number(content, Id::seek_pre_roll, opus_pre_roll_ns);
        ebml::put_float(part, Id::sampling_frequency, 48'000);
        // RFC 7845 §5.1: OpusHead has their count at its tenth byte.
        ebml::put_number(part, Id::channels, info.codec_private.size() > 9 ? info.codec_private[9] : 1);
        put_master(content, Id::audio, part);
    }
    base::Bytes entry;
    ebml::put_id(entry, Id::track_entry);
    ebml::put_long_size(entry, content.size());
    entry.insert(entry.end(), content.begin(), content.end());
    return entry;
}

} // namespace

Result<MatroskaFile> MatroskaFile::create(const std::filesystem::path& path, const About& about) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return media_error(MediaError::Kind::bad_file,
                           "\"" + path.string() + "\" cannot be written: " + std::strerror(errno) + ".");
    MatroskaFile made{file, path};
    if (const auto begun = made.begin(about); !begun) return std::unexpected{begun.error()};
    return made;
}

MatroskaFile::MatroskaFile(MatroskaFile&& other) noexcept
    : file_{std::exchange(other.file_, -1)},
      path_{std::move(other.path_)},
      size_{other.size_},
      segment_{other.segment_},
      info_{other.info_},
      duration_{other.duration_},
      tracks_{other.tracks_},
      filler_{other.filler_},
      tracks_end_{other.tracks_end_},
      track_count_{other.track_count_},
      cue_track_{other.cue_track_},
      clusters_{std::move(other.clusters_)},
      attachments_{std::move(other.attachments_)} {}

MatroskaFile::~MatroskaFile() {
    if (file_ >= 0) ::close(file_);
}

Result<void> MatroskaFile::write_at(std::uint64_t position, base::ByteView bytes) {
    while (!bytes.empty()) {
        const auto written = ::pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(position));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            const auto what = errno == ENOSPC || errno == EDQUOT ? "the disk is full" : std::strerror(errno);
            return media_error(MediaError::Kind::bad_file,
                               "\"" + path_.filename().string() + "\" cannot be written on: " + what + ".");
        }
        position += static_cast<std::uint64_t>(written);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    size_ = std::max(size_, position);
    return {};
}

Result<void> MatroskaFile::begin(const About& about) {
    auto bytes = header();
    ebml::put_id(bytes, Id::segment);
    ebml::put_long_size(bytes, ebml::size_unknown);
    segment_ = bytes.size();
    // Of the same length whatever it says.
    const auto placeholder = seek_head({});
    info_ = segment_ + placeholder.size();
    base::Bytes info;
    ebml::put_number(info, Id::timestamp_scale, 1'000'000);
    ebml::put_text(info, Id::muxing_app, "Plenum");
    ebml::put_text(info, Id::writing_app, "Plenum");
    if (!about.title.empty()) ebml::put_text(info, Id::title, about.title);
    ebml::put_long_number(info, Id::date, static_cast<std::uint64_t>(matroska_date(about.begun_at)));
    const auto before_duration = info.size();
    ebml::put_float(info, Id::duration, 0);
    base::Bytes info_element;
    put_master(info_element, Id::info, info);
    duration_ = info_ + (info_element.size() - info.size()) + before_duration;
    tracks_ = info_ + info_element.size();
    filler_ = tracks_ + long_head_bytes;
    tracks_end_ = filler_ + tracks_bytes;
    const auto seek = seek_head({});
    bytes.insert(bytes.end(), seek.begin(), seek.end());
    bytes.insert(bytes.end(), info_element.begin(), info_element.end());
    ebml::put_id(bytes, Id::tracks);
    ebml::put_long_size(bytes, tracks_bytes);
    ebml::put_filler(bytes, tracks_bytes);
    return write_at(0, bytes);
}

base::Bytes MatroskaFile::seek_head(const Lists& lists) const {
    base::Bytes content;
    const auto put = [&](Id id, std::uint64_t position) {
        base::Bytes name;
        ebml::put_id(name, id);
        base::Bytes entry;
        ebml::put_bytes(entry, Id::seek_id, name);
        ebml::put_long_number(entry, Id::seek_position, position - segment_);
        put_master(content, Id::seek, entry);
    };
    put(Id::info, std::max(info_, segment_));
    put(Id::tracks, std::max(tracks_, segment_));
    const auto entry_bytes = content.size() / 2;
    const auto put_if = [&](Id id, std::optional<std::uint64_t> position) {
        if (position)
            put(id, *position);
        else
            ebml::put_filler(content, entry_bytes);
    };
    put_if(Id::cues, lists.cues);
    put_if(Id::attachments, lists.attachments);
    base::Bytes bytes;
    put_master(bytes, Id::seek_head, content);
    return bytes;
}

Result<TrackNumber> MatroskaFile::add_track(const TrackInfo& info) {
    const TrackNumber number{static_cast<std::uint16_t>(track_count_ + 1)};
    const auto entry = entry_of(info, number);
    const auto end = filler_ + entry.size();
    if (end + short_head_bytes > tracks_end_)
        return media_error(MediaError::Kind::bad_setting, "There is no room for another track in the recording.");
    base::Bytes rest;
    ebml::put_id(rest, Id::filler);
    ebml::put_long_size(rest, tracks_end_ - end - short_head_bytes);
    const base::ByteView bytes{entry};
    if (auto written = write_at(end, rest); !written) return std::unexpected{written.error()};
    if (auto written = write_at(filler_ + short_head_bytes, bytes.subspan(short_head_bytes)); !written)
        return std::unexpected{written.error()};
    // The one write by which the track comes into being.
    if (auto written = write_at(filler_, bytes.first(short_head_bytes)); !written)
        return std::unexpected{written.error()};
    filler_ = end;
    track_count_ = number.value();
    const bool plays = info.kind == TrackInfo::Kind::video || info.kind == TrackInfo::Kind::audio;
    if (plays && cue_track_.value() == 0) cue_track_ = number;
    return number;
}

Result<void> MatroskaFile::append_cluster(std::chrono::milliseconds begins, base::ByteView blocks) {
    base::Bytes content;
    ebml::put_number(content, Id::timestamp, static_cast<std::uint64_t>(begins.count()));
    base::Bytes cluster;
    cluster.reserve(blocks.size() + 64);
    ebml::put_id(cluster, Id::cluster);
    ebml::put_size(cluster, content.size() + blocks.size());
    cluster.insert(cluster.end(), content.begin(), content.end());
    cluster.insert(cluster.end(), blocks.begin(), blocks.end());
    const auto position = size_;
    auto written = write_at(position, cluster);
    if (!written) {
        // What is there of it would hide what follows.
        size_ = position;
        std::ignore = ::ftruncate(file_, static_cast<off_t>(position));
        return written;
    }
    if (clusters_.empty() || begins - clusters_.back().time >= cue_interval) clusters_.push_back({begins, position});
    return {};
}

Result<void> MatroskaFile::attach(const AttachmentInfo& info, base::ByteView content) {
    base::Bytes file;
    ebml::put_text(file, Id::file_name, info.name);
    ebml::put_text(file, Id::file_media_type, info.media_type);
    ebml::put_number(file, Id::file_uid, attachments_.size() + 1);
    ebml::put_id(file, Id::file_data);
    ebml::put_size(file, content.size());
    base::Bytes before;
    ebml::put_id(before, Id::attached_file);
    ebml::put_size(before, file.size() + content.size());
    base::Bytes list;
    list.reserve(long_head_bytes + before.size() + file.size() + content.size());
    ebml::put_id(list, Id::attachments);
    ebml::put_long_size(list, before.size() + file.size() + content.size());
    list.insert(list.end(), before.begin(), before.end());
    list.insert(list.end(), file.begin(), file.end());
    list.insert(list.end(), content.begin(), content.end());
    const auto position = size_;
    if (auto written = write_at(position, list); !written) {
        size_ = position;
        std::ignore = ::ftruncate(file_, static_cast<off_t>(position));
        return written;
    }
    attachments_.push_back({position, list.size()});
    return {};
}

std::uint64_t MatroskaFile::attachment_bytes() const {
    std::uint64_t bytes = 0;
    for (const auto& list : attachments_)
        bytes += list.bytes;
    return bytes;
}

bool MatroskaFile::copy(std::uint64_t from, std::uint64_t bytes) {
    base::Bytes piece(std::min<std::uint64_t>(bytes, copy_bytes));
    while (bytes > 0) {
        const auto wanted = std::min<std::uint64_t>(bytes, piece.size());
        const auto got = ::pread(file_, piece.data(), wanted, static_cast<off_t>(from));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0 || !write_at(size_, base::ByteView{piece}.first(static_cast<std::size_t>(got)))) return false;
        from += static_cast<std::uint64_t>(got);
        bytes -= static_cast<std::uint64_t>(got);
    }
    return true;
}

void MatroskaFile::gather_attachments() {
    if (attachments_.size() < 2) return;
    const auto position = size_;
    const auto content = attachment_bytes() - long_head_bytes * attachments_.size();
    base::Bytes head;
    ebml::put_id(head, Id::attachments);
    ebml::put_long_size(head, content);
    const bool whole = write_at(position, head) && std::ranges::all_of(attachments_, [this](const Extent& list) {
                           return copy(list.position + long_head_bytes, list.bytes - long_head_bytes);
                       });
    if (!whole) {
        size_ = position;
        std::ignore = ::ftruncate(file_, static_cast<off_t>(position));
        return;
    }
    // A program that is killed here leaves some of them twice.
    for (const auto& list : attachments_) {
        base::Bytes filler;
        ebml::put_id(filler, Id::filler);
        ebml::put_long_size(filler, list.bytes - short_head_bytes);
        if (!write_at(list.position, filler)) return;
        const auto begin = list.position + short_head_bytes;
        // Where the disk cannot, the bytes stay.
        std::ignore = ::fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(begin),
                                  static_cast<off_t>(list.bytes - short_head_bytes));
    }
    attachments_ = {{position, long_head_bytes + content}};
}

Result<void> MatroskaFile::set_duration(std::chrono::milliseconds duration) {
    base::Bytes bytes;
    ebml::put_float(bytes, Id::duration, static_cast<double>(duration.count()));
    return write_at(duration_, bytes);
}

Result<void> MatroskaFile::finish() {
    base::Bytes points;
    for (const auto& place : clusters_) {
        base::Bytes positions;
        ebml::put_number(positions, Id::cue_track, std::max<std::uint64_t>(cue_track_.value(), 1));
        ebml::put_number(positions, Id::cue_cluster_position, place.position - segment_);
        base::Bytes point;
        ebml::put_number(point, Id::cue_time, static_cast<std::uint64_t>(place.time.count()));
        put_master(point, Id::cue_track_positions, positions);
        put_master(points, Id::cue_point, point);
    }
    Lists lists;
    if (!attachments_.empty()) lists.attachments = attachments_.front().position;
    if (!clusters_.empty()) {
        const auto position = size_;
        base::Bytes cues;
        put_master(cues, Id::cues, points);
        if (auto written = write_at(position, cues); !written) {
            std::ignore = ::ftruncate(file_, static_cast<off_t>(position));
            return written;
        }
        lists.cues = position;
    }
    if (auto written = write_at(segment_, seek_head(lists)); !written) return written;
    base::Bytes size;
    ebml::put_long_size(size, size_ - segment_);
    if (auto written = write_at(segment_ - size.size(), size); !written) return written;
    std::ignore = ::fsync(file_);
    return {};
}

} // namespace plenum::media
