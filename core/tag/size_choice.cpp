// SPDX-License-Identifier: Apache-2.0
#include "core/tag/size_choice.h"

#include "core/base/limits.h"

#include <algorithm>

namespace plenum::tag {
namespace {

/// One camera a member, and those of a few groups they were in.
constexpr std::size_t sized_streams_max = base::limits::members_max * 4;

} // namespace

bool SizeChoice::passes(const Message& message, Wanted wanted) {
    if (streams_.size() >= sized_streams_max && !streams_.contains(message.source)) streams_.clear();
    auto& stream = streams_[message.source];
    if (stream.wanted != wanted) stream.asked_at.reset();
    stream.wanted = wanted;
    if (!wanted) stream.passing.reset();
    const auto size = message.flags.size();
    if (size == stream.passing) {
        if (message.sequence < stream.since) return false;
        stream.newest = std::max(stream.newest, message.sequence);
        return true;
    }
    if (!message.flags.is_key_frame()) return false;
    // A key frame that began before the last one that passed, or of which a part is missing already, is too late.
    if (size != wanted || message.sequence <= stream.newest || message.sequence == stream.refused) {
        stream.refused = std::max(stream.refused, message.sequence);
        return false;
    }
    stream.passing = size;
    stream.since = stream.newest = message.sequence;
    return true;
}

base::PictureSizes SizeChoice::needed(Source source) const {
    base::PictureSizes sizes;
    const auto found = streams_.find(source);
    if (found == streams_.end()) return sizes;
    if (found->second.passing) sizes.add(*found->second.passing);
    if (found->second.wanted) sizes.add(*found->second.wanted);
    return sizes;
}

SizeChoice::Wanted SizeChoice::size_of(Source source) const {
    const auto found = streams_.find(source);
    if (found == streams_.end()) return std::nullopt;
    return found->second.passing ? found->second.passing : found->second.wanted;
}

SizeChoice::Wanted SizeChoice::take_key_request(Source source, base::LocalTime now) {
    const auto found = streams_.find(source);
    if (found == streams_.end()) return std::nullopt;
    auto& stream = found->second;
    if (!stream.wanted || stream.wanted == stream.passing) return std::nullopt;
    const auto interval = stream.passing ? change_interval : begin_interval;
    if (stream.asked_at && now - *stream.asked_at < interval) return std::nullopt;
    stream.asked_at = now;
    return stream.wanted;
}

} // namespace plenum::tag
