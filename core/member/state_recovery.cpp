// SPDX-License-Identifier: Apache-2.0
#include "core/member/state_recovery.h"

#include <algorithm>

namespace plenum::node {

bool StateRecovery::due(base::LocalTime now) {
    if (!begin_at_) begin_at_ = now + begin_after;
    if (now < *begin_at_) return false;
    begin_at_ = now + interval;
    all_.clear();
    return true;
}

void StateRecovery::begin(RecoverySession::Options options, const log::KeptLog& log, base::LocalTime now) {
    all_.push_back(std::make_unique<RecoverySession>(std::move(options), log, random_.split(), now));
}

void StateRecovery::abandon(Outbox& outbox, base::LocalTime now) {
    begin_at_.reset();
    for (auto& each : all_)
        each->abandon(now);
    std::ignore = flush(outbox, now);
}

void StateRecovery::clear() {
    begin_at_.reset();
    all_.clear();
}

std::optional<base::Address> StateRecovery::flush(Outbox& outbox, base::LocalTime now) {
    std::optional<base::Address> place;
    for (auto& each : all_) {
        each->flush(outbox, now);
        if (each->take_restored()) place = each->place();
    }
    std::erase_if(all_, [](const auto& each) { return each->over(); });
    return place;
}

void StateRecovery::handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now) {
    for (auto& each : all_)
        each->connection().handle_response(receiver, datagram, now);
}

bool StateRecovery::takes(base::SessionIndex index) const {
    return std::ranges::any_of(all_, [index](const auto& each) { return each->connection().takes(index); });
}

std::optional<link::DatagramResult> StateRecovery::handle_sealed(const wire::SealedHeader& header,
                                                                 base::ByteView datagram, base::LocalTime now) {
    for (auto& each : all_) {
        if (auto result = each->connection().handle_sealed(header, datagram, now)) return result;
    }
    return std::nullopt;
}

void StateRecovery::handle_wakeup(base::LocalTime now) {
    for (auto& each : all_)
        each->connection().handle_wakeup(now);
}

base::LocalTime StateRecovery::next_wakeup() const {
    auto at = begin_at_.value_or(base::local_time_max);
    for (const auto& each : all_)
        at = std::min(at, each->connection().next_wakeup());
    return at;
}

} // namespace plenum::node
