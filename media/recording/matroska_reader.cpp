// SPDX-License-Identifier: Apache-2.0
#include "media/recording/matroska_reader.h"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <limits>
#include <memory>
#include <unistd.h>
#include <utility>

namespace plenum::media {
namespace {

using ebml::Id;

constexpr std::uint64_t timestamp_scale_usual = 1'000'000;
/// Of an element that is read as a whole; a track's, at most.
constexpr std::size_t element_bytes_max = std::size_t{1} << 20U;

/// Those that stand in the segment itself: where one begins, a cluster of unknown size is over.
bool is_top_level(Id id) {
    constexpr std::array ids{Id::seek_head, Id::info, Id::tracks,   Id::cluster,
                             Id::cues,      Id::tags, Id::chapters, Id::attachments};
    return std::ranges::find(ids, id) != ids.end();
}

std::unexpected<MediaError> bad_file(std::string text) {
    return std::unexpected{MediaError{MediaError::Kind::bad_file, std::move(text)}};
}

/// Visits the elements in a content that is in memory; false where it is damaged.
bool for_each(base::ByteView content, const auto& visit) {
    while (!content.empty()) {
        const auto head = ebml::read_head(content);
        if (!head || head->size > content.size() - head->bytes) return false;
        visit(head->id, content.subspan(head->bytes, head->size));
        content = content.subspan(head->bytes + static_cast<std::size_t>(head->size));
    }
    return true;
}

std::string text_of(base::ByteView content) {
    auto text = base::to_text(content.first(std::min(content.size(), MatroskaReader::text_bytes_max)));
    text.erase(std::min(text.find('\0'), text.size()));
    return base::is_clean_text(text) ? text : std::string{};
}

} // namespace

/// Reads the file once from its beginning, content of blocks left out.
class MatroskaReader::Parser {
  public:
    explicit Parser(MatroskaReader& into) : into_{into} {}
    /// Empty where it could be read.
    [[nodiscard]] std::string run();

  private:
    [[nodiscard]] std::optional<ebml::Head> head_at(std::uint64_t position);
    [[nodiscard]] std::optional<base::Bytes> content_of(std::uint64_t position, const ebml::Head& head) const;
    /// Whether the file has so many bytes; at least one.
    [[nodiscard]] bool reaches(std::uint64_t bytes) const;
    void read_segment(std::uint64_t position);
    void read_info(base::ByteView content);
    void read_tracks(base::ByteView content);
    void read_track(base::ByteView content);
    /// Where the cluster ends.
    std::uint64_t read_cluster(std::uint64_t position, std::uint64_t end);
    void read_group(std::uint64_t position, std::uint64_t end);
    void read_block(std::uint64_t position, std::uint64_t size, bool simple);
    void read_attachments(std::uint64_t position, std::uint64_t end);
    void read_attachment(std::uint64_t position, std::uint64_t end);

    MatroskaReader& into_;
    std::uint64_t scale_{timestamp_scale_usual};
    std::uint64_t cluster_at_{0};
    /// A part of the file, for heads that stand close together.
    base::Bytes window_{};
    std::uint64_t window_at_{0};
};

std::optional<ebml::Head> MatroskaReader::Parser::head_at(std::uint64_t position) {
    constexpr std::size_t window_bytes = 64 * 1024;
    const bool inside = position >= window_at_ && position + ebml::head_bytes_max + 16 <= window_at_ + window_.size();
    if (!inside) {
        window_.resize(window_bytes);
        window_.resize(into_.source_(position, window_));
        window_at_ = position;
    }
    if (position >= window_at_ + window_.size()) return std::nullopt;
    return ebml::read_head(base::ByteView{window_}.subspan(position - window_at_));
}

std::optional<base::Bytes> MatroskaReader::Parser::content_of(std::uint64_t position, const ebml::Head& head) const {
    if (head.size > element_bytes_max) return std::nullopt;
    base::Bytes content(static_cast<std::size_t>(head.size));
    if (into_.source_(position + head.bytes, content) != content.size()) return std::nullopt;
    return content;
}

std::string MatroskaReader::Parser::run() {
    const auto header = head_at(0);
    if (!header || header->id != Id::header) return "is no recording";
    const auto content = content_of(0, *header);
    bool matroska = false;
    if (content) {
        for_each(*content, [&](Id id, base::ByteView value) {
            if (id == Id::doc_type) matroska = text_of(value) == "matroska" || text_of(value) == "webm";
        });
    }
    if (!matroska) return "is no recording";
    auto position = header->bytes + header->size;
    for (auto head = head_at(position); head; head = head_at(position)) {
        if (head->id == Id::segment) {
            read_segment(position + head->bytes);
            into_.cut_ = head->size > ebml::size_max || !reaches(position + head->bytes + head->size);
            break;
        }
        if (head->size > ebml::size_max) break;
        position += head->bytes + head->size;
    }
    if (into_.tracks_.empty()) return "is damaged: it has no list of tracks";
    return {};
}

bool MatroskaReader::Parser::reaches(std::uint64_t bytes) const {
    std::array<std::uint8_t, 1> last{};
    return into_.source_(bytes - 1, last) == last.size();
}

void MatroskaReader::Parser::read_segment(std::uint64_t position) {
    for (auto head = head_at(position); head; head = head_at(position)) {
        const auto begin = position + head->bytes;
        const bool bounded = head->size != ebml::size_unknown;
        if (bounded && head->size > ebml::size_max) return;
        auto end = bounded ? begin + head->size : std::numeric_limits<std::uint64_t>::max();
        if (end < begin) return;
        if (head->id == Id::cluster) {
            end = read_cluster(begin, end);
        } else if (!bounded) {
            return;
        } else if (head->id == Id::info || head->id == Id::tracks) {
            const auto content = content_of(position, *head);
            if (!content) return;
            head->id == Id::info ? read_info(*content) : read_tracks(*content);
        } else if (head->id == Id::attachments) {
            read_attachments(begin, end);
        }
        if (end <= position || into_.blocks_.size() >= blocks_max) return;
        position = end;
    }
}

void MatroskaReader::Parser::read_info(base::ByteView content) {
    for_each(content, [this](Id id, base::ByteView value) {
        const auto number = ebml::read_unsigned(value);
        if (id == Id::timestamp_scale && number && *number > 0 && *number <= 1'000'000'000) scale_ = *number;
        if (id == Id::title) into_.title_ = text_of(value);
    });
}

void MatroskaReader::Parser::read_tracks(base::ByteView content) {
    for_each(content, [this](Id id, base::ByteView value) {
        if (id == Id::track_entry && into_.tracks_.size() < tracks_max) read_track(value);
    });
}

void MatroskaReader::Parser::read_track(base::ByteView content) {
    Track track;
    auto& info = track.info;
    const auto size_of = [](base::ByteView value) {
        return static_cast<int>(std::min<std::uint64_t>(ebml::read_unsigned(value).value_or(0), 16'384));
    };
    const auto visit_video = [&](Id id, base::ByteView value) {
        if (id == Id::pixel_width) info.width = size_of(value);
        if (id == Id::pixel_height) info.height = size_of(value);
    };
    for_each(content, [&](Id id, base::ByteView value) {
        const auto number = ebml::read_unsigned(value).value_or(0);
        if (id == Id::track_number && number <= std::numeric_limits<std::uint16_t>::max())
            track.number = TrackNumber{static_cast<std::uint16_t>(number)};
        if (id == Id::track_type) info.kind = base::to_enum<TrackInfo::Kind>(number).value_or(TrackInfo::Kind::data);
        if (id == Id::codec_id) info.codec = text_of(value);
        if (id == Id::name) info.name = text_of(value);
        if (id == Id::codec_private && value.size() <= text_bytes_max)
            info.codec_private.assign(value.begin(), value.end());
        if (id == Id::video) for_each(value, visit_video);
    });
    const auto same = [&](const Track& other) { return other.number == track.number; };
    if (track.number.value() != 0 && std::ranges::none_of(into_.tracks_, same))
        into_.tracks_.push_back(std::move(track));
}

std::uint64_t MatroskaReader::Parser::read_cluster(std::uint64_t position, std::uint64_t end) {
    cluster_at_ = 0;
    while (position < end && into_.blocks_.size() < blocks_max) {
        const auto head = head_at(position);
        if (!head || (end == std::numeric_limits<std::uint64_t>::max() && is_top_level(head->id))) return position;
        const auto begin = position + head->bytes;
        if (head->size > ebml::size_max || begin + head->size > end) return end;
        if (head->id == Id::timestamp) {
            const auto content = content_of(position, *head);
            cluster_at_ = content ? ebml::read_unsigned(*content).value_or(0) : 0;
        } else if (head->id == Id::simple_block) {
            read_block(begin, head->size, true);
        } else if (head->id == Id::block_group) {
            read_group(begin, begin + head->size);
        }
        position = begin + head->size;
    }
    return std::min(position, end);
}

void MatroskaReader::Parser::read_group(std::uint64_t position, std::uint64_t end) {
    while (position < end) {
        const auto head = head_at(position);
        const auto begin = position + (head ? head->bytes : 0);
        if (!head || head->size > ebml::size_max || begin + head->size > end) return;
        // A group has one (RFC 9559 §5.1.3.5.1).
        if (head->id == Id::block) return read_block(begin, head->size, false);
        position = begin + head->size;
    }
}

void MatroskaReader::Parser::read_block(std::uint64_t position, std::uint64_t size, bool simple) {
    std::array<std::uint8_t, 12> bytes{};
    const auto there = into_.source_(position, bytes);
    const auto number = ebml::read_variable_number(base::ByteView{bytes}.first(there));
    if (!number || number->value > std::numeric_limits<std::uint16_t>::max()) return;
    const auto head_bytes = number->bytes + 3;
    if (there < head_bytes || size < head_bytes || size - head_bytes > block_bytes_max) return;
    // Lacing: frames of foreign files that stand together; nothing of ours does.
    const auto flags = bytes[head_bytes - 1];
    if ((flags & 0x06U) != 0) return;
    const auto offset = static_cast<std::int16_t>(bytes[number->bytes] << 8U | bytes[number->bytes + 1]);
    const auto ticks = std::max(static_cast<double>(cluster_at_) + offset, 0.0);
    const auto at_ms = ticks * static_cast<double>(scale_) / 1e6;
    if (at_ms > std::numeric_limits<std::int32_t>::max()) return;
    into_.blocks_.push_back({position + head_bytes, static_cast<std::uint32_t>(size - head_bytes),
                             static_cast<std::uint32_t>(at_ms), TrackNumber{static_cast<std::uint16_t>(number->value)},
                             simple && (flags & 0x80U) != 0});
}

void MatroskaReader::Parser::read_attachments(std::uint64_t position, std::uint64_t end) {
    while (position < end && into_.attachments_.size() < attachments_max) {
        const auto head = head_at(position);
        if (!head || head->size > ebml::size_max) return;
        const auto begin = position + head->bytes;
        if (head->id == Id::attached_file) read_attachment(begin, std::min(begin + head->size, end));
        position = begin + head->size;
    }
}

void MatroskaReader::Parser::read_attachment(std::uint64_t position, std::uint64_t end) {
    Attachment attachment;
    while (position < end) {
        const auto head = head_at(position);
        if (!head || head->size > ebml::size_max) break;
        const auto begin = position + head->bytes;
        const bool is_text = head->id == Id::file_name || head->id == Id::file_media_type;
        if (is_text && head->size <= text_bytes_max) {
            const auto content = content_of(position, *head);
            auto& text = head->id == Id::file_name ? attachment.info.name : attachment.info.media_type;
            text = content ? text_of(*content) : std::string{};
        } else if (head->id == Id::file_data && head->size <= attachment_bytes_max) {
            attachment.position = begin;
            attachment.size = static_cast<std::uint32_t>(head->size);
        }
        position = begin + head->size;
    }
    if (attachment.size > 0) into_.attachments_.push_back(std::move(attachment));
}

Result<MatroskaReader> MatroskaReader::open(const std::filesystem::path& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    std::error_code failed;
    if (file < 0 || !std::filesystem::is_regular_file(path, failed)) {
        if (file >= 0) ::close(file);
        return bad_file("\"" + path.string() + "\" cannot be opened.");
    }
    const std::shared_ptr<const int> owned{new int{file}, [](const int* each) {
                                               ::close(*each);
                                               delete each;
                                           }};
    const auto read = [owned](std::uint64_t position, std::span<std::uint8_t> to) -> std::size_t {
        std::size_t done = 0;
        while (done < to.size()) {
            const auto got = ::pread(*owned, to.data() + done, to.size() - done, static_cast<off_t>(position + done));
            if (got <= 0) break;
            done += static_cast<std::size_t>(got);
        }
        return done;
    };
    return read_from(read, path.filename().string());
}

Result<MatroskaReader> MatroskaReader::read_from(ReadAt source, std::string name) {
    MatroskaReader reader;
    reader.source_ = std::move(source);
    if (const auto trouble = Parser{reader}.run(); !trouble.empty())
        return bad_file("\"" + name + "\" " + trouble + ".");
    return reader;
}

base::Duration MatroskaReader::duration() const {
    const auto last = std::ranges::max_element(blocks_, {}, &Block::at_ms);
    return last == blocks_.end() ? base::Duration{} : last->at();
}

std::optional<base::Bytes> MatroskaReader::read(const Block& block) const { return read(block.position, block.size); }

std::optional<base::Bytes> MatroskaReader::read(const Attachment& attachment) const {
    return read(attachment.position, attachment.size);
}

std::optional<base::Bytes> MatroskaReader::read(std::uint64_t position, std::uint32_t size) const {
    base::Bytes content(size);
    if (source_(position, content) != content.size()) return std::nullopt;
    return content;
}

} // namespace plenum::media
