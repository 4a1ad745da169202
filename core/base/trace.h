// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/base/units.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plenum::base {

/// What a node did, for traces (contract: plenum-sim). Tells what happened, concludes nothing. `ev` names it; the
/// simulator adds virtual time and the node.
struct TraceEvent {
    enum class Kind : std::uint8_t {
        send = 1,
        receive = 2,
        deliver = 3,
        force = 4,
        late = 5,
        discard = 6,
        gap = 7,
        log = 8,
        request = 9,
        grant = 10,
        revoke = 11,
        release = 12,
        refuse = 13,
        reject = 14,
        /// A relay goes on from a log that members brought it, up to `position`.
        takeover = 15,
        /// An application was told what the entry at `position` did; `dependencies` of `conversation`, and until when
        /// it waited for these.
        tell = 16,
    };
    Kind kind{Kind::send};
    /// A relay's: which of its conferences it concerns. Not written into traces.
    std::optional<ConferenceHandle> conference;
    /// Where there is one, `sequence` and `dependencies` are ordinals of it.
    std::optional<ConversationId> conversation;
    FlowId flow{};
    MemberIndex sender{};
    SequenceNumber sequence{};
    /// Of a gap: its last.
    std::optional<SequenceNumber> to;
    std::vector<std::pair<MemberIndex, SequenceNumber>> dependencies;
    std::optional<ConferenceTime> sent_at;
    std::optional<ConferenceTime> deadline;
    std::optional<LogPosition> position;
    std::optional<Hash> hash;
    /// Name of the operation, of a log entry.
    std::string entry;
    /// Who asked for a token, or has it, or has it no more; 0 for everyone.
    std::optional<MemberIndex> holder;
    std::optional<TokenEpoch> epoch;
    /// Reason, of a refusal, rejection or discard.
    std::string why;
};

} // namespace plenum::base
