// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/limits.h"
#include "core/base/picture_size.h"
#include "core/base/units.h"

#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace plenum::tag {

/// When the key frame of a camera in a history is too old.
///
/// The problem: whoever looks at a history can decode it from a key frame on. Encoders make one when somebody asks, and
/// nobody does while no tile shows the camera. The intuition: the history asks for itself, so rarely that it costs
/// little. Rejected: key frames by the encoder's own clock, which cost as much where nothing is kept, and come on top
/// of those that others asked for.
class KeyFrameAges {
  public:
    /// A flow, and one of its publishers.
    using Source = std::pair<base::FlowId, base::MemberIndex>;
    /// Of the newest key frame. A key frame takes 10 to 30 KB, and a camera of 1 Mbit/s sends 2.5 MB in this time: it
    /// costs about 1 %. Of the five minutes that a window plays again, at most so much begins without a picture.
    static constexpr base::Duration age_max = std::chrono::seconds{20};
    /// A stream that was silent for so long is out of the history, and begins anew.
    static constexpr base::Duration silence_max = base::limits::pull_history_age_max;
    /// Between two requests: the way there and back, a pause of the encoder, and a key frame that is lost.
    static constexpr base::Duration ask_interval = std::chrono::seconds{2};
    /// Those who send at once, each in two sizes.
    static constexpr std::size_t streams_max = 2 * base::limits::pull_sources_max;

    /// A picture that is kept. True if a key frame of its size is to be asked for now.
    [[nodiscard]] bool note(Source source, base::PictureSize size, bool key_frame, base::LocalTime now) {
        const Key key{source.first, source.second, size};
        if (streams_.size() >= streams_max && !streams_.contains(key)) forget_silent(now);
        if (streams_.size() >= streams_max && !streams_.contains(key)) return false;
        const auto found = streams_.try_emplace(key, Stream{now, now, {}}).first;
        auto& stream = found->second;
        if (key_frame || now - stream.came_at > silence_max) stream.since = now;
        stream.came_at = now;
        const bool due = now - stream.since >= age_max && (!stream.asked_at || now - *stream.asked_at >= ask_interval);
        if (due) stream.asked_at = now;
        return due;
    }

  private:
    using Key = std::tuple<base::FlowId, base::MemberIndex, base::PictureSize>;
    struct Stream {
        /// The newest key frame, or the first picture.
        base::LocalTime since;
        base::LocalTime came_at;
        std::optional<base::LocalTime> asked_at;
    };
    void forget_silent(base::LocalTime now) {
        std::erase_if(streams_, [&](const auto& each) { return now - each.second.came_at > silence_max; });
    }

    std::map<Key, Stream> streams_;
};

} // namespace plenum::tag
