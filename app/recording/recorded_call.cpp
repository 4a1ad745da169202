// SPDX-License-Identifier: Apache-2.0
#include "app/recording/recorded_call.h"

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
    for (const auto& track : call.reader_.tracks()) {
        if (track.info.codec == event_codec || track.info.codec == board_codec) data.insert(track.number);
    }
    std::size_t bytes = 0;
    for (const auto& block : call.reader_.blocks()) {
        if (!data.contains(block.track)) continue;
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

} // namespace plenum::app
