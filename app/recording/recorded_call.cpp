// SPDX-License-Identifier: Apache-2.0
#include "app/recording/recorded_call.h"

#include "app/recording/recorded_picture.h"
#include "core/crypto/hash.h"

#include <algorithm>
#include <set>

namespace plenum::app {

media::Result<RecordedCall> RecordedCall::open(const std::filesystem::path& path) {
    auto reader = media::MatroskaReader::open(path);
    if (!reader) return std::unexpected{reader.error()};
    return read_from(std::move(*reader), path.filename().string());
}

media::Result<RecordedCall> RecordedCall::read_from(media::MatroskaReader reader, const std::string& name) {
    RecordedCall call{std::move(reader)};
    std::set<media::TrackNumber> data;
    std::set<media::TrackNumber> pointers;
    for (const auto& track : call.reader_.tracks()) {
        const auto& codec = track.info.codec;
        if (codec == event_codec || codec == board_codec || codec == pointer_codec) data.insert(track.number);
        if (codec == pointer_codec) pointers.insert(track.number);
    }
    for (std::size_t index = 0; index < call.reader_.attachments().size(); ++index)
        if (const auto content = picture_of(call.reader_.attachments()[index].info))
            call.pictures_.emplace(*content, index);
    std::size_t bytes = 0;
    std::size_t pointers_left = pointers_max;
    for (const auto& block : call.reader_.blocks()) {
        if (!data.contains(block.track)) continue;
        if (pointers.contains(block.track) && (pointers_left == 0 || pointers_left-- == 0)) continue;
        bytes += block.size;
        if (call.events_.size() >= events_max || bytes > event_bytes_max) break;
        const auto content = call.reader_.read(block);
        auto event = content ? decode_recorded(*content) : std::unexpected{wire::DecodeError::malformed};
        if (event)
            call.events_.push_back({block.at(), std::move(*event)});
        else
            ++call.damaged_;
    }
    if (call.events_.empty())
        return media::media_error(media::MediaError::Kind::bad_file,
                                  "\"" + name + "\" is no recording of a Plenum conference.");
    std::ranges::sort(call.events_, {}, [](const TimedEvent& each) { return each.event.order; });
    base::Duration latest{};
    for (auto& each : call.events_)
        each.at = latest = std::max(latest, each.at);
    return call;
}

std::optional<base::Bytes> RecordedCall::picture(const base::Hash& content) const {
    const auto found = pictures_.find(content);
    if (found == pictures_.end()) return std::nullopt;
    auto bytes = reader_.read(reader_.attachments()[found->second]);
    if (!bytes || crypto::hash(*bytes) != content) return std::nullopt;
    return bytes;
}

} // namespace plenum::app
