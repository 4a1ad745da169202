// SPDX-License-Identifier: Apache-2.0
#include "core/node/roster.h"

#include "core/crypto/hash.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// Joins and leaves within this share one epoch (security.md, Keys).
constexpr base::Duration turn_batch = std::chrono::milliseconds{30};
/// An operation that the log does not show after this was lost; it is offered again.
constexpr base::Duration submission_timeout = std::chrono::seconds{2};
/// Pause after a refusal, so that a log that never agrees costs little.
constexpr base::Duration refusal_pause = std::chrono::milliseconds{50};

} // namespace

LinkKeys LinkKeys::from(const ConferenceLink& link) {
    const auto secret = *crypto::LinkSecret::from(link.secret.view());
    auto lobby = crypto::lobby_key(secret);
    auto names = crypto::names_key(lobby);
    return {crypto::conference_handle(secret), crypto::access_key(secret), std::move(lobby), std::move(names)};
}

KeyFingerprint fingerprint(const base::IdentityKey& key) {
    return *KeyFingerprint::from(crypto::hash(key.view()).view().first(KeyFingerprint::size));
}

Roster::Roster(Options options, crypto::SeededRandom random, Outbox& outbox)
    : options_{std::move(options)},
      link_keys_{LinkKeys::from(options_.link)},
      random_{std::move(random)},
      outbox_{outbox},
      keys_{link_keys_.conference, options_.exchange.copy()} {}

const Roster::Person* Roster::find(base::MemberIndex member) const {
    const auto found = people_.find(member);
    return found == people_.end() ? nullptr : &found->second;
}

bool Roster::moderates() const {
    const auto* member = state_.find(self_);
    return member != nullptr && member->role == base::MemberRole::moderator;
}

std::expected<void, Roster::Trouble> Roster::apply(base::ByteView entry_bytes, base::LocalTime now) {
    const auto entry = wire::decode<log::Entry>(entry_bytes);
    if (!entry) return std::unexpected{Trouble::not_trustworthy};
    if (entry->position < state_.size) return {}; // sent again after a lost link
    const auto applied = log::apply(state_, *entry);
    if (!applied) {
        outbox_.event(ProtocolViolation{{}, "log entry refused: " + std::string{log::name_of(applied.error())}});
        return std::unexpected{Trouble::not_trustworthy};
    }
    outbox_.trace([&] {
        base::TraceEvent trace;
        trace.kind = base::TraceEvent::Kind::log;
        trace.position = entry->position;
        trace.hash = state_.head;
        trace.entry = log::name_of(applied->operation);
        return trace;
    });
    if (relay_log_size_ && state_.size >= *relay_log_size_) caught_up_ = true;
    if (applied->signed_operation.author_exchange == options_.exchange.public_key) quiet_until_.reset();
    return take(*applied, now);
}

std::expected<void, Roster::Trouble> Roster::take(const log::Applied& applied, base::LocalTime now) {
    if (const auto* genesis = std::get_if<log::Genesis>(&applied.operation)) {
        if (!genesis_matches(applied)) return std::unexpected{Trouble::not_trustworthy};
        take_genesis(*genesis);
    } else if (const auto* join = std::get_if<log::Join>(&applied.operation)) {
        take_join(applied, *join);
    } else if (const auto* leave = std::get_if<log::Leave>(&applied.operation)) {
        return take_leave(*leave);
    } else if (const auto* presence = std::get_if<log::Presence>(&applied.operation)) {
        const auto* person = find(presence->member);
        if (person != nullptr && person->shown) outbox_.event(MemberPresence{presence->member, presence->present});
    } else if (const auto* turn = std::get_if<log::EpochTurn>(&applied.operation)) {
        take_turn(applied, *turn, now);
        show_keyed();
    } else if (std::holds_alternative<log::End>(applied.operation)) {
        return std::unexpected{Trouble::ended};
    }
    return {};
}

bool Roster::genesis_matches(const log::Applied& applied) const {
    return state_.conference == link_keys_.conference &&
           fingerprint(applied.signed_operation.author) == options_.link.root &&
           state_.genesis.relay_exchange == options_.link.relay_key;
}

void Roster::take_genesis(const log::Genesis& genesis) {
    for (const auto& flow : genesis.flows)
        outbox_.event(FlowDeclared{flow.flow, flow.label, flow.spec()});
}

void Roster::take_join(const log::Applied& applied, const log::Join& join) {
    const auto& by = applied.signed_operation;
    const auto name = crypto::open_text(link_keys_.names, by.author.view(), join.display_name);
    Person person;
    person.identity = by.author;
    person.proven = crypto::verify_lobby_proof(*crypto::LobbyProof::from(join.proof.view()), link_keys_.lobby,
                                               link_keys_.conference, by.author, by.author_exchange);
    const bool readable = name && base::is_clean_text(*name) && !name->empty();
    person.name = readable ? *name : "?";
    const bool self = by.author_exchange == options_.exchange.public_key;
    if (self) self_ = applied.member;
    people_.insert_or_assign(applied.member, std::move(person));
}

void Roster::show_keyed() {
    for (const auto& [index, member] : state_.members) {
        auto& person = people_.at(index);
        if (person.shown || !member.keyed || !person.proven) continue;
        person.shown = true;
        outbox_.event(MemberJoined{index, person.name, person.identity, member.role, index == self_, member.present});
    }
}

std::expected<void, Roster::Trouble> Roster::take_leave(const log::Leave& leave) {
    const auto* person = find(leave.member);
    if (person != nullptr && person->shown) outbox_.event(MemberLeft{leave.member, leave.reason});
    if (leave.member != self_) return {};
    // A member that left by its own word has its own ways of finding out.
    if (leave.reason == base::LeaveReason::left) return {};
    return std::unexpected{leave.reason == base::LeaveReason::lost ? Trouble::forgotten : Trouble::removed};
}

void Roster::take_turn(const log::Applied& applied, const log::EpochTurn& turn, base::LocalTime now) {
    turn_due_since_.reset();
    const auto* leader = state_.find(applied.signed_operation.author_exchange);
    const auto* person = leader == nullptr ? nullptr : find(leader->index);
    if (person == nullptr || !person->proven) {
        outbox_.event(ProtocolViolation{leader == nullptr ? base::MemberIndex{} : leader->index,
                                        "keys from someone who never had the link were not taken"});
        return;
    }
    const bool first = !keys_.can_seal();
    switch (keys_.adopt(turn, self_, now)) {
    case KeyRing::Adoption::adopted:
        if (first) first_younger_ = state_.next_member;
        outbox_.event(EpochChanged{turn.epoch});
        break;
    case KeyRing::Adoption::not_ours: break;
    case KeyRing::Adoption::bad_wrap:
        outbox_.event(ProtocolViolation{leader->index, "a key did not match what its log entry commits to"});
        break;
    }
}

void Roster::handle_connected(base::LogPosition log_size) {
    relay_log_size_ = log_size;
    // A log without its first entry says nothing yet, whatever the relay claims.
    caught_up_ = state_.size.value() > 0 && state_.size >= log_size;
    quiet_until_.reset();
    turn_due_since_.reset();
}

void Roster::handle_refused(std::uint64_t author_sequence, base::LocalTime now) {
    if (author_sequence == author_sequence_) quiet_until_ = now + refusal_pause;
}

std::optional<log::SignedOperation> Roster::poll_submission(base::LocalTime now) {
    if (!caught_up_ || state_.ended || (quiet_until_ && now < *quiet_until_)) return std::nullopt;
    quiet_until_.reset();
    auto operation = due(now);
    if (!operation) return std::nullopt;
    quiet_until_ = now + submission_timeout;
    return sign(*operation);
}

std::optional<log::Operation> Roster::due(base::LocalTime now) {
    const bool member = state_.find(self_) != nullptr;
    if (wish_ == Wish::end_for_all && moderates()) return log::End{};
    if (wish_ == Wish::leave) {
        turn_due_since_.reset();
        return member ? std::optional<log::Operation>{log::Leave{self_, base::LeaveReason::left}} : std::nullopt;
    }
    if (self_.value() == 0) return make_join();
    return member ? due_as_leader(now) : std::nullopt;
}

std::optional<log::Operation> Roster::due_as_leader(base::LocalTime now) {
    const auto* leader = state_.key_leader();
    // An epoch that this leader could not take was not made by one of us.
    const bool turn_due = state_.epoch_due() || keys_.newest() != state_.epoch;
    if (leader == nullptr || leader->index != self_ || !turn_due) {
        turn_due_since_.reset();
        return std::nullopt;
    }
    std::set<base::MemberIndex> proven;
    for (const auto& [index, member] : state_.members) {
        if (index == self_ || people_.at(index).proven)
            proven.insert(index);
        else if (!member.keyed || moderates())
            return log::Leave{index, base::LeaveReason::removed};
    }
    if (!turn_due_since_) turn_due_since_ = now;
    // The first epoch has nobody to wait for.
    if (state_.epoch.value() > 0 && now < *turn_due_since_ + turn_batch) return std::nullopt;
    if (auto turn = keys_.make_turn(state_, proven, random_)) return std::move(*turn);
    return std::nullopt;
}

log::Join Roster::make_join() {
    const auto proof = crypto::lobby_proof(link_keys_.lobby, link_keys_.conference, options_.identity.public_key,
                                           options_.exchange.public_key);
    return {crypto::seal_text(link_keys_.names, options_.identity.public_key.view(), options_.display_name, random_),
            *log::LobbyProof::from(proof.view())};
}

log::SignedOperation Roster::sign(const log::Operation& operation) {
    log::SignedOperation draft;
    draft.conference = link_keys_.conference;
    draft.author_exchange = options_.exchange.public_key;
    draft.author_sequence = ++author_sequence_;
    draft.head_position = base::LogPosition{state_.size.value() - 1};
    draft.head = state_.head;
    return log::sign_operation(std::move(draft), operation, options_.identity);
}

base::LocalTime Roster::next_wakeup() const {
    auto at = keys_.expires_at();
    // A submission that may have been lost, or a pause after a refusal.
    if (caught_up_ && quiet_until_) return std::min(at, *quiet_until_);
    return turn_due_since_ ? std::min(at, *turn_due_since_ + turn_batch) : at;
}

} // namespace plenum::node
