// SPDX-License-Identifier: Apache-2.0
#include "core/relay/log_budget.h"

#include <algorithm>
#include <concepts>

namespace plenum::node {
namespace {

/// What somebody causes who joins: their entries and the keys' turns, with a key for each member of a usual meeting.
constexpr std::size_t join_bytes = 2048;
constexpr std::size_t wrap_bytes = 100;
constexpr std::size_t turn_bytes = 400;
constexpr std::size_t wraps_counted_max = 50;

enum class Class : std::uint8_t {
    counted = 1,
    gives_back = 2, ///< counted, never refused
    free = 3,       ///< of those who join, `join_bytes` are counted
};

template <class T>
constexpr Class class_of = Class::counted;
template <class T>
    requires std::same_as<T, token::ReleaseToken> || std::same_as<T, token::EndRequest> ||
                 std::same_as<T, token::DeleteCopy> || std::same_as<T, log::PassOver> ||
                 std::same_as<T, log::Checkpoint>
constexpr Class class_of<T> = Class::gives_back;
template <class T>
    requires std::same_as<T, log::Genesis> || std::same_as<T, log::Join> || std::same_as<T, log::Admit> ||
                 std::same_as<T, log::Leave> || std::same_as<T, log::End>
constexpr Class class_of<T> = Class::free;

} // namespace

bool LogBudget::turn_is_free(base::ConferenceTime at) const {
    return turn_due_ || at - turned_at_ >= turn_interval_min;
}

base::ConferenceTime LogBudget::allowed_at(const base::IdentityKey& author) const {
    const auto account = due_.find(author);
    return account == due_.end() ? base::ConferenceTime{} : account->second - burst;
}

bool LogBudget::allows(const base::IdentityKey& author, const log::Operation& operation,
                       base::ConferenceTime at) const {
    if (std::holds_alternative<log::EpochTurn>(operation) && turn_is_free(at)) return true;
    const auto is_counted = []<class T>(const T&) { return class_of<T> == Class::counted; };
    const auto* record = std::get_if<log::Record>(&operation);
    if (record != nullptr && !record->on) return true;
    const auto* turn = std::get_if<log::GroupTurn>(&operation);
    if (turn != nullptr && group_turns_due_.contains(turn->conversation)) return true;
    return !std::visit(is_counted, operation) || allows(author, at);
}

void LogBudget::charge(const base::IdentityKey& author, std::size_t bytes, std::size_t parts, base::ConferenceTime at) {
    using std::chrono::milliseconds;
    constexpr auto whole = static_cast<std::uint64_t>(std::chrono::duration_cast<milliseconds>(fill_time).count());
    // Within 64 bits: no entry is larger than a control message.
    static_assert(base::limits::control_message_bytes_max < UINT64_MAX / whole / people_max);
    const auto counted = std::min(bytes, base::limits::control_message_bytes_max);
    const auto takes = std::min<std::uint64_t>(counted * parts * whole / room_, whole);
    auto& due = due_[author];
    due = std::max(due, at) + milliseconds{static_cast<std::int64_t>(takes)};
}

void LogBudget::note(const log::Applied& entry, const log::State& after, std::size_t bytes, std::size_t log_bytes) {
    constexpr auto most = base::limits::log_bytes_max;
    room_ = log_bytes < most ? most - log_bytes : 1;
    forget_rested(after.at);
    const auto parts = std::clamp(due_.size(), people_min, people_max);
    for (const auto& joined : entry.joined)
        charge(joined.operation.author, join_bytes + wrap_bytes * std::min(after.members.size(), wraps_counted_max),
               parts, after.at);
    const auto& author = entry.signed_operation.author;
    const bool is_turn = std::holds_alternative<log::EpochTurn>(entry.operation);
    const auto* group_turn = std::get_if<log::GroupTurn>(&entry.operation);
    const bool is_free = std::visit([]<class T>(const T&) { return class_of<T> == Class::free; }, entry.operation) ||
                         (is_turn && turn_is_free(after.at)) ||
                         (group_turn != nullptr && group_turns_due_.contains(group_turn->conversation));
    // A member whose link comes and goes has the relay say so.
    const auto* presence = std::get_if<log::Presence>(&entry.operation);
    const auto* flapping = presence == nullptr ? nullptr : after.find(presence->member);
    if (flapping != nullptr)
        charge(flapping->identity, bytes, parts, after.at);
    else if (!is_free)
        charge(author, bytes + caused_by(entry, after), author == after.genesis.relay_identity ? relay_parts : parts,
               after.at);
    if (is_turn) turned_at_ = after.at;
    turn_due_ = after.epoch_due();
    group_turns_due_.clear();
    for (const auto& [group, conversation] : after.conversations) {
        if (after.group_turn_due(group)) group_turns_due_.insert(group);
    }
}

/// The turns of the keys of two groups follow, for which their authors do not pay.
std::size_t LogBudget::caused_by(const log::Applied& entry, const log::State& after) {
    if (!std::holds_alternative<log::PlaceMembers>(entry.operation)) return 0;
    return 2 * (turn_bytes + wrap_bytes * std::min(after.members.size(), wraps_counted_max));
}

/// Whose share is whole again is one of those who need no account.
void LogBudget::forget_rested(base::ConferenceTime at) {
    if (due_.size() <= forget_above_) return;
    std::erase_if(due_, [at](const auto& account) { return account.second <= at; });
    forget_above_ = std::max(2 * people_min, 2 * due_.size());
}

} // namespace plenum::node
