// SPDX-License-Identifier: Apache-2.0
#include "core/member/roster.h"

#include "core/base/overloaded.h"
#include "core/log/apply_known.h"
#include "core/log/checkpoint.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// Operations that tell the application nothing by themselves.
using SilentOperation =
    wire::Joined<std::variant<log::Join, log::Admit, log::PassOver, log::Checkpoint>, token::Operation>;

base::MemberIndex author_of(const log::State& state, const log::Applied& applied) {
    const auto* author = state.find(applied.signed_operation.author_exchange);
    return author == nullptr ? base::MemberIndex{} : author->index;
}

/// Null where the entry is not about tokens.
std::shared_ptr<const TokenChanged::Cause> cause_of(const log::State& state, const log::Applied& applied) {
    const auto make = [&]<class T>(const T& operation) -> std::shared_ptr<const TokenChanged::Cause> {
        if constexpr (wire::AlternativeOf<T, token::Operation>)
            return std::make_shared<const TokenChanged::Cause>(author_of(state, applied), operation);
        else
            return nullptr;
    };
    return std::visit(make, applied.operation);
}

} // namespace

Roster::Roster(Options options, Outbox& outbox)
    : options_{std::move(options)},
      outbox_{outbox},
      keys_{options_.link.secret, options_.exchange, std::move(options_.former_keys), outbox},
      people_{outbox},
      conversations_{state_, keys_.links(), outbox},
      tokens_{state_, outbox} {}

std::unexpected<Roster::Trouble> Roster::distrust(std::string why) {
    outbox_.event(ProtocolViolation{{}, std::move(why)});
    return std::unexpected{Trouble::not_trustworthy};
}

Roster::Followed Roster::apply(base::ByteView entry_bytes, base::LocalTime now) {
    const auto entry = wire::decode<log::Entry>(entry_bytes);
    if (!entry) return distrust("log entry refused: malformed");
    if (entry->position < state_.size) return Followed{}; // sent again after a lost link
    const bool own = !own_operation_.empty() && entry->signed_operation == own_operation_;
    const auto applied = log::apply_known(state_, *entry, {.author = own, .sequencer = false});
    if (!applied) return distrust("log entry refused: " + std::string{log::name_of(applied.error())});
    note(*applied, entry_bytes);
    const auto taken = take(*applied, now);
    auto changes = tell_changes(cause_of(state_, *applied));
    if (!taken) return std::unexpected{taken.error()};
    return changes;
}

/// What follows from any entry.
void Roster::note(const log::Applied& applied, base::ByteView entry) {
    const auto* leader = state_.key_leader();
    leader_ = leader == nullptr ? base::MemberIndex{} : leader->index;
    kept_.push(entry, applied, state_);
    tokens_.handle(applied);
    if (!outbox_.traces()) return;
    base::TraceEvent event;
    event.kind = base::TraceEvent::Kind::log;
    event.position = base::LogPosition{state_.size.value() - 1};
    event.hash = state_.head;
    event.entry = log::name_of(applied.operation);
    const auto& log = kept_.log();
    const bool begins = log.covered() && log.first() == event.position;
    outbox_.push(std::move(event));
    tokens_.trace(applied, begins);
}

/// After entries that came before this member caught up, the application is told only how things stand in the end.
std::vector<TokenChanged> Roster::tell_changes(const std::shared_ptr<const TokenChanged::Cause>& cause) {
    if (!caught_up()) return {};
    conversations_.tell_placed();
    return tokens_.take_changes(cause);
}

Roster::Followed Roster::begin(base::Bytes state, base::ByteView checkpoint) {
    // Nobody finds their own keys in a state: whoever has read anything, or was a member before it, joins anew.
    if (state_.size.value() > 0) return std::unexpected{Trouble::forgotten};
    auto begun = log::decode_state(state);
    const auto entry = wire::decode<log::Entry>(checkpoint);
    if (!begun || !entry) return distrust("state of the log refused: malformed");
    const bool matches =
        fingerprint(begun->root) == options_.link.root && begun->genesis.relay_exchange == options_.link.relay_key;
    if (!matches) return distrust("the state of the log is not of the link's conference");
    if (begun->find(options_.exchange.public_key) != nullptr) return std::unexpected{Trouble::forgotten};
    log::Covered covered{begun->size, std::move(state), begun->next_member};
    const auto applied = log::apply(*begun, *entry);
    if (!applied) return distrust("checkpoint refused: " + std::string{log::name_of(applied.error())});
    if (!applied->covered) return distrust("a state of the log came without its checkpoint");
    // Nothing of a state that no checkpoint vouches for stays.
    state_ = std::move(*begun);
    kept_.begin(std::move(covered));
    note(*applied, checkpoint);
    // What the application would know now, had it been told of every entry.
    for (const auto index : options_.told.members) {
        if (state_.find(index) == nullptr) outbox_.event(MemberLeft{index, base::LeaveReason::left});
    }
    keys_.begin(state_, options_.exchange);
    for (const auto& [index, about] : state_.archive.people)
        people_.add(index, about.identity);
    people_.resolve(state_.archive, keys_.links());
    conversations_.begin(options_.told.flows);
    outbox_.event(PolicyChanged{state_.policy});
    people_.show_keyed(state_, self_);
    tokens_.begin();
    return tell_changes(nullptr);
}

Roster::Told Roster::told() const {
    // Of what was told before it, nothing was taken back yet.
    if (state_.size.value() == 0) return options_.told;
    return {people_.shown(state_), conversations_.told()};
}

Roster::Taken Roster::take(const log::Applied& applied, base::LocalTime now) {
    take_joined(applied);
    keys_.ring().follow(state_, self_, now);
    const base::Overloaded take{
        [&](const log::Genesis& genesis) { return take_genesis(applied, genesis); },
        [&](const log::Leave& leave) { return take_leave(applied, leave.reason, now); },
        [&](const log::End&) -> Taken { return std::unexpected{Trouble::ended}; },
        [&](const log::Presence& presence) -> Taken {
            people_.handle(presence);
            return {};
        },
        [&](const log::EpochTurn& turn) -> Taken {
            const auto author = author_of(state_, applied);
            const auto* person = people_.find(author);
            keys_.handle(turn, state_, self_, {author, person != nullptr && person->proven}, now);
            people_.show_keyed(state_, self_);
            return {};
        },
        [&](const log::GroupTurn& turn) -> Taken {
            const auto author = author_of(state_, applied);
            const auto* person = people_.find(author);
            keys_.handle(turn, state_, self_, {author, person != nullptr && person->proven}, now);
            return {};
        },
        [&](const log::SetRole& role) -> Taken {
            people_.handle(role, state_);
            return {};
        },
        [&](const log::AskMute& ask) -> Taken {
            // Asks from before this member joined concern others.
            const base::LogPosition position{state_.size.value() - 1};
            if (self_member() != nullptr) outbox_.event(MuteAsked{author_of(state_, applied), ask.member, position});
            return {};
        },
        [&](const log::SetPolicy& policy) -> Taken {
            outbox_.event(PolicyChanged{policy.policy});
            people_.tell_recording(state_);
            return {};
        },
        [&](const log::Record&) -> Taken {
            people_.tell_recording(state_);
            return {};
        },
        [&](const log::ChangeLink& change) -> Taken {
            take_change(applied, change);
            return {};
        },
        [&]<wire::AlternativeOf<ConversationReporter::Operation> T>(const T& operation) -> Taken {
            conversations_.handle(operation);
            return {};
        },
        // Joins are taken already, and the rest follows from the state.
        []<wire::AlternativeOf<SilentOperation> T>(const T&) -> Taken { return {}; },
    };
    return std::visit(take, applied.operation);
}

Roster::Taken Roster::take_genesis(const log::Applied& applied, const log::Genesis& genesis) {
    // Whether the link is of this conference too is known once its door was seen (handle_connected, take_change).
    const bool matches = fingerprint(applied.signed_operation.author) == options_.link.root &&
                         genesis.relay_exchange == options_.link.relay_key;
    if (!matches) return distrust("the log is not of the link's conference");
    keys_.handle_genesis(state_.conference, options_.exchange);
    conversations_.handle(genesis);
    outbox_.event(PolicyChanged{genesis.policy});
    return {};
}

void Roster::take_joined(const log::Applied& applied) {
    for (const auto& joined : applied.joined) {
        if (joined.operation.author_exchange == options_.exchange.public_key) {
            self_ = joined.member;
            joined_size_ = state_.size;
        }
        people_.add(joined.member, joined.operation.author);
    }
    if (!applied.joined.empty()) people_.resolve(state_.archive, keys_.links());
}

Roster::Taken Roster::take_leave(const log::Applied& applied, base::LeaveReason reason, base::LocalTime now) {
    if (reason == base::LeaveReason::removed && state_.fresh_needed) keys_.handle_removal(now);
    people_.handle_left(applied.left, reason);
    conversations_.tell_removed();
    // A member that left by its own word has its own ways of finding out.
    const bool ours = std::ranges::find(applied.left, self_) != applied.left.end();
    if (!ours || reason == base::LeaveReason::left) return {};
    return std::unexpected{reason == base::LeaveReason::lost ? Trouble::forgotten : Trouble::removed};
}

void Roster::take_change(const log::Applied& applied, const log::ChangeLink& change) {
    const bool changed = keys_.handle(change, state_, author_of(state_, applied));
    people_.resolve(state_.archive, keys_.links());
    people_.show_keyed(state_, self_);
    if (!changed) return;
    options_.link.secret = keys_.links().newest_secret();
    outbox_.event(LinkChanged{options_.link});
}

void Roster::handle_moved(const std::string& host, std::uint16_t port) {
    options_.link.host = host;
    options_.link.port = port;
    outbox_.event(LinkChanged{options_.link});
}

std::vector<TokenChanged> Roster::handle_connected(base::LogPosition log_size) {
    relay_log_size_ = log_size;
    return tell_changes(nullptr);
}

/// A log without its first entry says nothing yet, whatever the relay claims.
bool Roster::caught_up() const { return state_.size.value() > 0 && relay_log_size_ && state_.size >= *relay_log_size_; }

} // namespace plenum::node
