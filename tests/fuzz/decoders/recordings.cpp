// SPDX-License-Identifier: Apache-2.0
// Recordings: whatever a file says, what is read of it lies within the file and its bounds; and an event has one
// encoding.
#include "media/recording/matroska_reader.h"

#include "app/recording/recorded_event.h"
#include "app/recording/recorded_picture.h"
#include "core/base/check.h"
#include "media/recording/cluster_builder.h"
#include "media/recording/ebml.h"
#include "tests/fuzz/bodies.h"

#include <algorithm>

namespace plenum::fuzz {
namespace {

media::ReadAt source_of(base::ByteView file) {
    return [file](std::uint64_t position, std::span<std::uint8_t> to) {
        if (position >= file.size()) return std::size_t{0};
        const auto part = file.subspan(position, std::min(to.size(), file.size() - static_cast<std::size_t>(position)));
        std::ranges::copy(part, to.begin());
        return part.size();
    };
}

void check_event(base::ByteView bytes) {
    const auto event = app::decode_recorded(bytes);
    if (!event) return;
    // The varint in front may be longer than it must be.
    const auto again = app::encode(*event);
    CHECK(again.size() <= bytes.size());
    const auto same = app::decode_recorded(again);
    CHECK(same && *same == *event);
}

void put_master(base::Bytes& to, media::ebml::Id id, const base::Bytes& content) {
    media::ebml::put_bytes(to, id, content);
}

/// A list of attachments: the content of a picture, and something else.
base::Bytes attachments() {
    using media::ebml::Id;
    base::Bytes list;
    const auto picture = app::picture_attachment(base::Hash{{1, 2, 3}}, "image/png");
    for (const auto& [name, type] : {std::pair{picture.name, picture.media_type}, {"words.txt", "text/plain"}}) {
        base::Bytes file;
        media::ebml::put_text(file, Id::file_name, name);
        media::ebml::put_text(file, Id::file_media_type, type);
        media::ebml::put_number(file, Id::file_uid, 1);
        media::ebml::put_text(file, Id::file_data, "content");
        put_master(list, Id::attached_file, file);
    }
    base::Bytes bytes;
    put_master(bytes, Id::attachments, list);
    return bytes;
}

/// As MatroskaFile lays it out, with or without sizes.
base::Bytes file_of(bool sized, std::string_view type, std::string_view title = "Review") {
    using media::ebml::Id;
    base::Bytes header;
    media::ebml::put_text(header, Id::doc_type, type);
    base::Bytes entry;
    media::ebml::put_number(entry, Id::track_number, 1);
    media::ebml::put_number(entry, Id::track_type, 33);
    media::ebml::put_text(entry, Id::codec_id, app::event_codec);
    base::Bytes tracks;
    put_master(tracks, Id::track_entry, entry);
    media::ebml::put_filler(tracks, 40);
    base::Bytes info;
    media::ebml::put_number(info, Id::timestamp_scale, 1'000'000);
    media::ebml::put_text(info, Id::title, title);
    base::Bytes cluster;
    media::ebml::put_number(cluster, Id::timestamp, 1000);
    media::ClusterBuilder builder;
    const auto event = app::encode({1, app::PersonRecords{base::MemberIndex{3}, true}});
    std::ignore = builder.push({media::TrackNumber{1}, base::from_us(10'000), {}, true, event});
    std::ignore = builder.push({media::TrackNumber{1}, base::from_us(20'000), base::from_us(5000), true, event});
    const auto blocks = builder.take()->blocks;
    cluster.insert(cluster.end(), blocks.begin(), blocks.end());
    base::Bytes content;
    put_master(content, Id::info, info);
    put_master(content, Id::tracks, tracks);
    for (int i = 0; i < 2; ++i) {
        media::ebml::put_id(content, Id::cluster);
        media::ebml::put_long_size(content, sized ? cluster.size() : media::ebml::size_unknown);
        content.insert(content.end(), cluster.begin(), cluster.end());
        base::append(content, attachments());
    }
    base::Bytes file;
    put_master(file, Id::header, header);
    media::ebml::put_id(file, Id::segment);
    media::ebml::put_long_size(file, sized ? content.size() : media::ebml::size_unknown);
    file.insert(file.end(), content.begin(), content.end());
    return file;
}

} // namespace

void run_recordings(base::ByteView input) {
    check_event(input);
    const auto reader = media::MatroskaReader::read_from(source_of(input), "file");
    if (!reader) {
        CHECK(reader.error().kind == media::MediaError::Kind::bad_file && reader.error().text.size() > 10);
        return;
    }
    CHECK(!reader->tracks().empty() && reader->tracks().size() <= media::MatroskaReader::tracks_max);
    CHECK(reader->title().size() <= media::MatroskaReader::text_bytes_max);
    // Each block has a head of its own in the file.
    CHECK(reader->blocks().size() <= input.size());
    CHECK(reader->attachments().size() <= std::min(input.size(), media::MatroskaReader::attachments_max));
    for (const auto& attachment : reader->attachments()) {
        CHECK(attachment.size > 0 && attachment.size <= media::MatroskaReader::attachment_bytes_max);
        CHECK(attachment.info.name.size() <= media::MatroskaReader::text_bytes_max);
        CHECK(base::is_clean_text(attachment.info.name) && base::is_clean_text(attachment.info.media_type));
        const bool inside =
            attachment.position <= input.size() && attachment.size <= input.size() - attachment.position;
        CHECK(reader->read(attachment).has_value() == inside);
        const auto content = app::picture_of(attachment.info);
        const auto named = content ? app::picture_attachment(*content, attachment.info.media_type).name : "";
        CHECK(!content || app::picture_of({named, {}}) == content);
    }
    for (const auto& block : reader->blocks()) {
        const auto content = reader->read(block);
        const bool inside = block.position <= input.size() && block.size <= input.size() - block.position;
        CHECK(content.has_value() == inside);
        if (content) check_event(*content);
    }
}

std::vector<base::Bytes> recordings_seeds() {
    std::vector<base::Bytes> seeds{file_of(true, "matroska"), file_of(false, "matroska"), file_of(true, "webm"),
                                   file_of(true, "other"), file_of(true, "matroska", std::string(1100, 'x'))};
    const std::vector<app::RecordedContent> contents{
        app::RecordingBegan{base::MemberIndex{1}, "Review", 7},
        app::PersonKnown{base::MemberIndex{2}, "Bob", {}, true},
        app::PersonLeft{base::MemberIndex{2}, base::LeaveReason::lost},
        app::PersonPresence{base::MemberIndex{2}, false},
        app::FloorHeld{base::TokenId{1}, "speaking", base::LogPosition{9}, {base::MemberIndex{1}}, false},
        app::MessageHeard{base::FlowKind::chat,
                          base::FlowId{3},
                          base::MemberIndex{2},
                          base::SequenceNumber{4},
                          {},
                          base::Authority::draw,
                          {'h', 'i'}},
        app::BoardStood{{1, 2, 3}},
        app::PersonRecords{base::MemberIndex{1}, false},
        app::PointerSeen{base::MemberIndex{1}, {1}},
    };
    std::uint64_t order = 0;
    for (const auto& content : contents)
        seeds.push_back(app::encode({++order, content}));
    return seeds;
}

} // namespace plenum::fuzz
