// SPDX-License-Identifier: Apache-2.0
#include "core/member/checkpoint_duty.h"

#include "core/log/checkpoint.h"

namespace plenum::node {

bool CheckpointDuty::is_long() const {
    const auto& state = roster_.state();
    return state.size.value() - state.checkpoint_size.value() >= interval_.entries ||
           roster_.kept().bytes_since_checkpoint() >= interval_.bytes;
}

/// Not while a turn of the keys is due: the log goes on at once then, and somebody waits for it.
std::optional<log::Operation> CheckpointDuty::due(base::LocalTime now) {
    const auto& state = roster_.state();
    if (retry_at_ && now < *retry_at_) return std::nullopt;
    retry_at_.reset();
    const auto* self = roster_.self_member();
    if (self == nullptr || self->identity != state.root || !is_long() || state.epoch_due()) return std::nullopt;
    return log::checkpoint_of(state);
}

} // namespace plenum::node
