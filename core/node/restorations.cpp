// SPDX-License-Identifier: Apache-2.0
#include "core/node/restorations.h"

#include <algorithm>

namespace plenum::node {

bool Restorations::due(base::LocalTime now) {
    if (!begin_at_) begin_at_ = now + begin_after;
    if (now < *begin_at_) return false;
    begin_at_ = now + interval;
    all_.clear();
    return true;
}

void Restorations::begin(Restoration::Options options, const log::KeptLog& log, base::LocalTime now) {
    all_.push_back(std::make_unique<Restoration>(std::move(options), log, random_.split(), now));
}

void Restorations::abandon(Outbox& outbox, base::LocalTime now) {
    begin_at_.reset();
    for (auto& each : all_)
        each->abandon(now);
    std::ignore = flush(outbox, now);
}

void Restorations::clear() {
    begin_at_.reset();
    all_.clear();
}

std::optional<base::Address> Restorations::flush(Outbox& outbox, base::LocalTime now) {
    std::optional<base::Address> place;
    for (auto& each : all_) {
        each->flush(outbox, now);
        if (each->take_restored()) place = each->place();
    }
    std::erase_if(all_, [](const auto& each) { return each->over(); });
    return place;
}

void Restorations::handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now) {
    for (auto& each : all_)
        each->connection().handle_response(receiver, datagram, now);
}

bool Restorations::takes(base::SessionIndex index) const {
    return std::ranges::any_of(all_, [index](const auto& each) { return each->connection().takes(index); });
}

std::optional<link::DatagramResult> Restorations::handle_sealed(const wire::SealedHeader& header,
                                                                base::ByteView datagram, base::LocalTime now) {
    for (auto& each : all_) {
        if (auto result = each->connection().handle_sealed(header, datagram, now)) return result;
    }
    return std::nullopt;
}

void Restorations::handle_wakeup(base::LocalTime now) {
    for (auto& each : all_)
        each->connection().handle_wakeup(now);
}

base::LocalTime Restorations::next_wakeup() const {
    auto at = begin_at_.value_or(base::local_time_max);
    for (const auto& each : all_)
        at = std::min(at, each->connection().next_wakeup());
    return at;
}

} // namespace plenum::node
