// SPDX-License-Identifier: Apache-2.0
#include "core/log/recording_rules.h"

namespace plenum::log {

std::expected<void, Refusal> check_record(const State& state, const Member* author, const Record& record) {
    if (author == nullptr || (record.on && !state.policy.recording)) return std::unexpected{Refusal::not_permitted};
    if (author->recording == record.on) return std::unexpected{Refusal::no_change};
    return {};
}

void apply_record(State& state, const base::ExchangeKey& author, const Record& record) {
    for (auto& [index, member] : state.members) {
        if (member.exchange == author) member.recording = record.on;
    }
}

void end_forbidden_recordings(State& state) {
    if (state.policy.recording) return;
    for (auto& [index, member] : state.members)
        member.recording = false;
}

} // namespace plenum::log
