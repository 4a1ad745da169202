// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/state.h"

/// Who may say that they record, and until when that counts (docs/recording.md).
namespace plenum::log {

/// `author`: null for the relay.
[[nodiscard]] std::expected<void, Refusal> check_record(const State& state, const Member* author, const Record& record);
/// By an author who may say it.
void apply_record(State& state, const base::ExchangeKey& author, const Record& record);
/// Where the policy forbids recording, nobody counts as recording: their programs stop.
void end_forbidden_recordings(State& state);

} // namespace plenum::log
