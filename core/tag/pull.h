// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"

#include <cstdint>
#include <variant>

namespace plenum::tag {

/// Which samples a subscriber pulls (push-pull §2.3; the time range is ours).
struct PullLatest {
    /// 0 is the newest, n the n-th before it.
    std::uint32_t before{0};
};
struct PullNumber {
    base::SequenceNumber sequence;
};
/// Both ends included. Where the samples are video, the range begins with the last key frame at or before `from`.
struct PullRange {
    base::ConferenceTime from;
    base::ConferenceTime to;
};
using Pull = std::variant<PullLatest, PullNumber, PullRange>;

/// Why a pull gives nothing. The first eleven go over the wire (core/wire/control_tag.h).
enum class PullError : std::uint8_t {
    never_published = 1, ///< there was nothing yet, or not so many
    expired = 2,         ///< it was here, and went to keep the bounds
    future = 3,          ///< it was not published yet
    missing = 4,         ///< older and newer ones are here, but this one never arrived
    wrong = 5,           ///< no such live flow or member; number 0; a range that ends before it begins
    no_history = 6,      ///< from before this history began: the relay restarted, or the member was not there
    not_allowed = 7,     ///< not a flow of this member's group
    busy = 8,            ///< too many pulls, or too often
    unreachable = 9,     ///< whoever is to answer is not connected
    no_answer = 10,      ///< nor did the answer come in time
    too_much = 11,       ///< more than one answer holds: ask for less
    bad_answer = 12,     ///< it is not what was asked for, or proves not authentic
};

} // namespace plenum::tag
