// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"

#include <cstdint>
#include <optional>
#include <string_view>

/// EBML (RFC 8794): elements of an identifier, a size and a content. Identifiers stand with their length bits, as the
/// documents of Matroska (RFC 9559) have them.
namespace plenum::media::ebml {

enum class Id : std::uint32_t {
    header = 0x1A45DFA3,
    version = 0x4286,
    read_version = 0x42F7,
    id_length_max = 0x42F2,
    size_length_max = 0x42F3,
    doc_type = 0x4282,
    doc_type_version = 0x4287,
    doc_type_read_version = 0x4285,
    filler = 0xEC, ///< "Void"
    segment = 0x18538067,
    seek_head = 0x114D9B74,
    seek = 0x4DBB,
    seek_id = 0x53AB,
    seek_position = 0x53AC,
    info = 0x1549A966,
    timestamp_scale = 0x2AD7B1,
    duration = 0x4489,
    muxing_app = 0x4D80,
    writing_app = 0x5741,
    title = 0x7BA9,
    date = 0x4461,
    tracks = 0x1654AE6B,
    track_entry = 0xAE,
    track_number = 0xD7,
    track_uid = 0x73C5,
    track_type = 0x83,
    flag_default = 0x88,
    flag_lacing = 0x9C,
    name = 0x536E,
    language = 0x22B59C,
    codec_id = 0x86,
    codec_private = 0x63A2,
    codec_delay = 0x56AA,
    seek_pre_roll = 0x56BB,
    video = 0xE0,
    pixel_width = 0xB0,
    pixel_height = 0xBA,
    audio = 0xE1,
    sampling_frequency = 0xB5,
    channels = 0x9F,
    cluster = 0x1F43B675,
    timestamp = 0xE7,
    simple_block = 0xA3,
    block_group = 0xA0,
    block = 0xA1,
    block_duration = 0x9B,
    cues = 0x1C53BB6B,
    cue_point = 0xBB,
    cue_time = 0xB3,
    cue_track_positions = 0xB7,
    cue_track = 0xF7,
    cue_cluster_position = 0xF1,
    tags = 0x1254C367,
    chapters = 0x1043A770,
    attachments = 0x1941A469,
    attached_file = 0x61A7,
    file_name = 0x466E,
    file_media_type = 0x4660,
    file_data = 0x465C,
    file_uid = 0x46AE,
};

/// Of an element whose size is not known yet.
inline constexpr std::uint64_t size_unknown = UINT64_MAX;
/// The largest that eight bytes can tell.
inline constexpr std::uint64_t size_max = (std::uint64_t{1} << 56U) - 2;

void put_id(base::Bytes& to, Id id);
/// In as few bytes as it takes.
void put_size(base::Bytes& to, std::uint64_t size);
/// In eight bytes, so that another can take its place.
void put_long_size(base::Bytes& to, std::uint64_t size);
void put_number(base::Bytes& to, Id id, std::uint64_t number);
/// In eight bytes.
void put_long_number(base::Bytes& to, Id id, std::uint64_t number);
void put_float(base::Bytes& to, Id id, double value);
void put_text(base::Bytes& to, Id id, std::string_view text);
void put_bytes(base::Bytes& to, Id id, base::ByteView content);
/// `size` bytes in all, at least 9.
void put_filler(base::Bytes& to, std::size_t size);

/// What stands before an element's content.
struct Head {
    Id id{};
    /// Of the content; `size_unknown` where it is not told.
    std::uint64_t size{0};
    /// Of the head itself.
    std::uint32_t bytes{0};
};
/// At most so long.
inline constexpr std::size_t head_bytes_max = 12;
/// Nullopt where these bytes begin with none.
[[nodiscard]] std::optional<Head> read_head(base::ByteView bytes);
/// The same of the number that track numbers in blocks stand as; and its length.
struct Number {
    std::uint64_t value{0};
    std::uint32_t bytes{0};
};
[[nodiscard]] std::optional<Number> read_variable_number(base::ByteView bytes);
/// Of at most eight bytes, more are nullopt.
[[nodiscard]] std::optional<std::uint64_t> read_unsigned(base::ByteView content);
[[nodiscard]] std::optional<double> read_float(base::ByteView content);

} // namespace plenum::media::ebml
