// SPDX-License-Identifier: Apache-2.0
#include "core/member/log_keeper.h"

namespace plenum::node {

void LogKeeper::push(base::ByteView entry, const log::Applied& applied, const log::State& state) {
    bytes_since_checkpoint_ = applied.covered ? 0 : bytes_since_checkpoint_ + entry.size();
    if (too_large_ && applied.covered) {
        too_large_ = false;
        log_.begin({base::LogPosition{state.size.value() - 1}, *applied.covered, state.next_member});
    }
    if (too_large_) return;
    log_.push({entry.begin(), entry.end()});
    if (applied.covered && log_.beginning().next() != log_.size()) log_.cover(*applied.covered, state.next_member);
    too_large_ = log_.bytes_since_beginning() > base::limits::log_bytes_max + base::limits::log_reserve_bytes;
    if (too_large_) log_ = {};
}

} // namespace plenum::node
