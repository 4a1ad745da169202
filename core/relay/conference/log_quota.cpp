// SPDX-License-Identifier: Apache-2.0
#include "core/relay/conference/log_quota.h"

#include <algorithm>

namespace plenum::node {

std::expected<void, log::Refusal> LogQuota::check(const log::SignedOperation& operation, base::ConferenceTime at,
                                                  base::LocalTime now) {
    const auto content = wire::decode_choice<log::Operation>(operation.operation);
    if (!content) return std::unexpected{log::Refusal::malformed};
    if (!has_room(operation, *content)) return std::unexpected{log::Refusal::full};
    const bool allowed = budget_.allows(operation.author, *content, std::max(at, state_.at));
    if (!allowed || is_checkpoint_too_soon(operation, *content, now)) return std::unexpected{log::Refusal::too_often};
    return {};
}

bool LogQuota::is_checkpoint_too_soon(const log::SignedOperation& operation, const log::Operation& content,
                                      base::LocalTime now) {
    // Anybody else is refused without a hash.
    if (!std::holds_alternative<log::Checkpoint>(content) || operation.author != state_.root) return false;
    if (now < checkpoint_from_) return true;
    checkpoint_from_ = now + checkpoint_pause;
    return false;
}

bool LogQuota::has_room(const log::SignedOperation& operation, const log::Operation& content) const {
    if (log_.entries_since_beginning() < base::limits::log_entries_max &&
        log_.bytes_since_beginning() + operation.operation.size() < base::limits::log_bytes_max)
        return true;
    const auto* turn = std::get_if<log::GroupTurn>(&content);
    const bool due = turn != nullptr && state_.group_turn_due(turn->conversation);
    const auto* record = std::get_if<log::Record>(&content);
    const bool stops = record != nullptr && !record->on;
    const bool ends =
        stops || std::holds_alternative<log::End>(content) || std::holds_alternative<log::Leave>(content) ||
        std::holds_alternative<log::EpochTurn>(content) || std::holds_alternative<log::PassOver>(content) || due ||
        std::holds_alternative<log::Checkpoint>(content) || std::holds_alternative<token::ReleaseToken>(content);
    return ends && reserve_left();
}

bool LogQuota::reserve_left() const {
    return log_.entries_since_beginning() < base::limits::log_entries_max + base::limits::log_reserve &&
           log_.bytes_since_beginning() < base::limits::log_bytes_max + base::limits::log_reserve_bytes;
}

} // namespace plenum::node
