// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/checkpoints_come.h"

#include <fmt/format.h>

namespace plenum::sim {

void CheckpointsCome::on_trace(Session session, const base::TraceEvent& event, VirtualTime) {
    if (entries_ == 0 || event.kind != base::TraceEvent::Kind::log || !event.position) return;
    const auto position = event.position->value();
    if (position < size_) return;
    size_ = position + 1;
    if (event.entry != "checkpoint") return;
    if (position < covered_ + entries_)
        fail(fmt::format("{}: a checkpoint at {}, {} entries after the last", to_text(session), position,
                         position - covered_));
    covered_ = size_;
}

std::optional<std::string> CheckpointsCome::unmet() const {
    if (entries_ == 0 || size_ < covered_ + entries_) return std::nullopt;
    return fmt::format("{} entries and no checkpoint", size_ - covered_);
}

} // namespace plenum::sim
