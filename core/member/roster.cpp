// SPDX-License-Identifier: Apache-2.0
#include "core/member/roster.h"

#include "core/log/apply_known.h"
#include "core/log/checkpoint.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// After a removal the old key seals no longer than this, whatever holds the new one up (security.md, Faults: within
/// a second of the entry, which took its time to get here).
constexpr base::Duration removed_key_age_max = std::chrono::milliseconds{700};

} // namespace

Roster::Roster(Options options, Outbox& outbox)
    : options_{std::move(options)},
      outbox_{outbox},
      keys_{{}, options_.exchange.copy()},
      links_{options_.link.secret} {}

const Roster::Person* Roster::find(base::MemberIndex member) const {
    const auto found = people_.find(member);
    return found == people_.end() ? nullptr : &found->second;
}

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
    auto changes = take_tokens(*applied);
    tell_placed();
    if (!taken) return std::unexpected{taken.error()};
    return changes;
}

/// What follows from any entry.
void Roster::note(const log::Applied& applied, base::ByteView entry) {
    const auto* leader = state_.key_leader();
    leader_ = leader == nullptr ? base::MemberIndex{} : leader->index;
    remember(applied, entry);
    if (applied.covered) bytes_since_checkpoint_ = 0;
    if (outbox_.traces()) trace(applied, base::LogPosition{state_.size.value() - 1});
    if (relay_log_size_ && state_.size >= *relay_log_size_) caught_up_ = true;
}

void Roster::trace(const log::Applied& applied, base::LogPosition position) {
    base::TraceEvent event;
    event.kind = base::TraceEvent::Kind::log;
    event.position = position;
    event.hash = state_.head;
    event.entry = log::name_of(applied.operation);
    outbox_.push(std::move(event));
    const bool begins = log_.covered() && log_.first() == position;
    for (auto& each : begins ? token_tracer_.begin(state_, position) : token_tracer_.handle(applied, state_, position))
        outbox_.push(std::move(each));
}

/// Of what happened while nobody looked on, people are told how it stands in the end.
std::vector<TokenChanged> Roster::take_tokens(const log::Applied& applied) {
    tokens_untold_.insert(applied.tokens.begin(), applied.tokens.end());
    if (!caught_up_) return {};
    const auto cause_of = [&]<class T>(const T& operation) -> std::shared_ptr<const TokenChanged::Cause> {
        if constexpr (wire::AlternativeOf<T, token::Operation>)
            return std::make_shared<const TokenChanged::Cause>(author_of(applied), operation);
        else
            return nullptr;
    };
    return token_changes(std::visit(cause_of, applied.operation));
}

std::vector<TokenChanged> Roster::token_changes(const std::shared_ptr<const TokenChanged::Cause>& cause) {
    std::vector<TokenChanged> changes;
    const base::LogPosition position{state_.size.value() - 1};
    for (const auto id : std::exchange(tokens_untold_, {})) {
        auto token = std::make_shared<const token::Token>(state_.tokens.at(id));
        changes.push_back({std::move(token), cause, position, state_.at});
    }
    return changes;
}

void Roster::remember(const log::Applied& applied, base::ByteView entry) {
    bytes_since_checkpoint_ += entry.size();
    if (too_large_ && applied.covered) {
        too_large_ = false;
        log_.begin({base::LogPosition{state_.size.value() - 1}, *applied.covered, state_.next_member});
    }
    if (too_large_) return;
    log_.push({entry.begin(), entry.end()});
    if (applied.covered && log_.beginning().next() != log_.size()) log_.cover(*applied.covered, state_.next_member);
    too_large_ = log_.bytes_since_beginning() > base::limits::log_bytes_max + base::limits::log_reserve_bytes;
    if (too_large_) log_ = {};
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
    state_ = std::move(*begun);
    log_.begin({state_.size, std::move(state), state_.next_member});
    const auto applied = log::apply(state_, *entry);
    if (!applied) return distrust("checkpoint refused: " + std::string{log::name_of(applied.error())});
    if (!applied->covered) return distrust("a state of the log came without its checkpoint");
    note(*applied, checkpoint);
    tell_begun();
    auto changes = take_tokens(*applied);
    tell_placed();
    return changes;
}

Roster::Told Roster::told() const {
    // Of what was told before it, nothing was taken back yet.
    if (state_.size.value() == 0) return options_.told;
    Told told{{}, group_flows_};
    for (const auto& [index, member] : state_.members) {
        const auto* person = find(index);
        if (person != nullptr && person->shown) told.members.push_back(index);
    }
    return told;
}

/// Who left and what was closed in entries that nobody reads any more.
void Roster::tell_gone() const {
    for (const auto index : options_.told.members) {
        if (state_.find(index) == nullptr) outbox_.event(MemberLeft{index, base::LeaveReason::left});
    }
    for (const auto& [group, flows] : options_.told.groups) {
        if (state_.conversations.contains(group)) continue;
        for (const auto flow : flows)
            outbox_.event(FlowRemoved{flow});
        outbox_.event(ConversationChanged{group, {}, {}, false});
    }
}

/// What the application would know now, had it been told of every entry.
void Roster::tell_begun() {
    tell_gone();
    keys_ = KeyRing{state_.conference, options_.exchange.copy()};
    links_.begin(state_);
    for (const auto& [index, about] : state_.archive.people) {
        Person person;
        person.identity = about.identity;
        people_.insert_or_assign(index, std::move(person));
    }
    resolve_people();
    tell_flows(state_.genesis.flows);
    for (const auto& [conversation, about] : state_.conversations) {
        tell_conversation(conversation);
        std::vector<log::FlowDeclaration> flows;
        for (const auto& [id, flow] : state_.flows) {
            if (conversation > log::plenary && flow.conversation == conversation) flows.push_back(flow);
        }
        tell_flows(flows);
    }
    outbox_.event(PolicyChanged{state_.policy});
    show_keyed();
    for (const auto& [id, token] : state_.tokens.tokens)
        tokens_untold_.insert(id);
    for (const auto& [index, member] : state_.members) {
        if (member.group.value() > 0) placed_untold_.insert(index);
    }
}

log::Minutes Roster::minutes() const {
    log::Minutes minutes;
    minutes.title = options_.link.title;
    for (const auto& [index, person] : people_) {
        if (person.resolved) minutes.names.push_back({index, person.name});
    }
    if (log_.covered()) minutes.state = log_.covered()->state;
    for (auto position = log_.beginning(); position < log_.size(); position = position.next())
        minutes.entries.push_back(log_.at(position));
    return minutes;
}

std::expected<void, Roster::Trouble> Roster::take(const log::Applied& applied, base::LocalTime now) {
    take_joined(applied);
    if (const auto* genesis = std::get_if<log::Genesis>(&applied.operation)) return take_genesis(applied, *genesis);
    if (const auto* leave = std::get_if<log::Leave>(&applied.operation)) return take_leave(applied, leave->reason, now);
    if (std::holds_alternative<log::End>(applied.operation)) return std::unexpected{Trouble::ended};
    if (const auto* presence = std::get_if<log::Presence>(&applied.operation)) {
        const auto* person = find(presence->member);
        if (person != nullptr && person->shown) outbox_.event(MemberPresence{presence->member, presence->present});
    } else if (const auto* turn = std::get_if<log::EpochTurn>(&applied.operation)) {
        take_turn(applied, *turn, now);
        show_keyed();
    } else if (const auto* role = std::get_if<log::SetRole>(&applied.operation)) {
        take_role(*role);
    } else if (const auto* ask = std::get_if<log::AskMute>(&applied.operation)) {
        take_mute(applied, *ask);
    } else if (const auto* policy = std::get_if<log::SetPolicy>(&applied.operation)) {
        outbox_.event(PolicyChanged{policy->policy});
    } else if (const auto* change = std::get_if<log::ChangeLink>(&applied.operation)) {
        take_change(applied, *change);
    } else {
        take_conversation(applied.operation);
    }
    return {};
}

/// It counts for every run of the member's program.
void Roster::take_role(const log::SetRole& role) {
    const auto& identity = people_.at(role.member).identity;
    for (const auto& [index, member] : state_.members) {
        if (member.identity == identity && people_.at(index).shown) outbox_.event(MemberRoleChanged{index, role.role});
    }
}

/// Asks from before this member joined concern others.
void Roster::take_mute(const log::Applied& applied, const log::AskMute& ask) {
    if (self_member() != nullptr)
        outbox_.event(MuteAsked{author_of(applied), ask.member, base::LogPosition{state_.size.value() - 1}});
}

std::expected<void, Roster::Trouble> Roster::take_genesis(const log::Applied& applied, const log::Genesis& genesis) {
    // Whether the link is of this conference too is known once its door was seen (handle_connected, take_change).
    const bool matches = fingerprint(applied.signed_operation.author) == options_.link.root &&
                         genesis.relay_exchange == options_.link.relay_key;
    if (!matches) return distrust("the log is not of the link's conference");
    keys_ = KeyRing{state_.conference, options_.exchange.copy()};
    links_.handle_genesis(state_.conference);
    tell_flows(genesis.flows);
    if (state_.conversations.contains(log::plenary)) tell_conversation(log::plenary);
    outbox_.event(PolicyChanged{genesis.policy});
    return {};
}

base::MemberIndex Roster::author_of(const log::Applied& applied) const {
    const auto* author = state_.find(applied.signed_operation.author_exchange);
    return author == nullptr ? base::MemberIndex{} : author->index;
}

void Roster::take_joined(const log::Applied& applied) {
    for (const auto& joined : applied.joined) {
        Person person;
        person.identity = joined.operation.author;
        if (joined.operation.author_exchange == options_.exchange.public_key) {
            self_ = joined.member;
            joined_size_ = state_.size;
        }
        people_.insert_or_assign(joined.member, std::move(person));
    }
    if (!applied.joined.empty()) resolve_people();
}

/// In order of joining, since whoever let someone in joined before.
void Roster::resolve_people() {
    for (auto& [index, person] : people_) {
        const auto* about = person.resolved ? nullptr : state_.archive.find(index);
        const auto* keys = about == nullptr ? nullptr : links_.keys(about->link_generation);
        if (keys != nullptr) resolve(person, *about, *keys);
    }
}

void Roster::resolve(Person& person, const log::ArchivedMember& about, const LinkKeys& keys) {
    person.resolved = true;
    const auto name = crypto::open_text(keys.names, person.identity.view(), about.sealed_name);
    const bool readable = name && base::is_clean_line(*name);
    person.name = readable ? *name : "?";
    const auto* host = find(about.admitted_by);
    person.proven = host != nullptr
                        ? host->proven
                        : crypto::verify_lobby_proof(*crypto::LobbyProof::from(about.proof.view()), keys.lobby,
                                                     keys.door, person.identity, about.exchange);
}

void Roster::show_keyed() {
    for (const auto& [index, member] : state_.members) {
        auto& person = people_.at(index);
        if (person.shown || !member.keyed || !person.proven) continue;
        person.shown = true;
        outbox_.event(MemberJoined{index, person.name, person.identity, member.role, index == self_, member.present});
    }
}

void Roster::introduce(base::MemberIndex member) {
    const auto found = people_.find(member);
    if (found == people_.end() || found->second.shown || found->second.introduced) return;
    found->second.introduced = true;
    outbox_.event(FormerMember{member, found->second.name, found->second.identity});
}

bool Roster::must_wait_for_keys(base::LocalTime now) const {
    return removed_at_ && now - *removed_at_ >= removed_key_age_max;
}

std::expected<void, Roster::Trouble> Roster::take_leave(const log::Applied& applied, base::LeaveReason reason,
                                                        base::LocalTime now) {
    if (reason == base::LeaveReason::removed && state_.fresh_needed && !removed_at_) removed_at_ = now;
    for (const auto member : applied.left) {
        const auto* person = find(member);
        if (person != nullptr && person->shown) outbox_.event(MemberLeft{member, reason});
    }
    // A member that left by its own word has its own ways of finding out.
    const bool ours = std::ranges::find(applied.left, self_) != applied.left.end();
    if (!ours || reason == base::LeaveReason::left) return {};
    return std::unexpected{reason == base::LeaveReason::lost ? Trouble::forgotten : Trouble::removed};
}

void Roster::take_turn(const log::Applied& applied, const log::EpochTurn& turn, base::LocalTime now) {
    if (!keys_.concerns(turn, self_)) return;
    const auto author = author_of(applied);
    const auto* leader = find(author);
    if (leader == nullptr || !leader->proven) {
        outbox_.event(ProtocolViolation{author, "keys from someone who never had the link were not taken"});
        return;
    }
    const bool first = !keys_.can_seal();
    if (keys_.adopt(turn, self_, now) == KeyRing::Adoption::bad_wrap) {
        outbox_.event(ProtocolViolation{author, "a key did not match what its log entry commits to"});
        return;
    }
    keys_.recover_history(state_.archive.history_links);
    removed_at_.reset();
    if (first) first_younger_ = state_.next_member;
    outbox_.event(EpochChanged{turn.epoch});
}

void Roster::take_change(const log::Applied& applied, const log::ChangeLink& change) {
    const auto before = links_.newest_secret();
    const bool sound =
        links_.handle(change, state_.door.generation, keys_.link_key(change.epoch), state_.archive.sealed_links);
    if (!sound) outbox_.event(ProtocolViolation{author_of(applied), "a new link was announced that cannot be opened"});
    resolve_people();
    show_keyed();
    if (links_.newest_secret() == before) return;
    options_.link.secret = links_.newest_secret();
    outbox_.event(LinkChanged{options_.link});
}

void Roster::handle_moved(const std::string& host, std::uint16_t port) {
    options_.link.host = host;
    options_.link.port = port;
    outbox_.event(LinkChanged{options_.link});
}

std::vector<TokenChanged> Roster::handle_connected(base::LogPosition log_size) {
    relay_log_size_ = log_size;
    // A log without its first entry says nothing yet, whatever the relay claims.
    caught_up_ = state_.size.value() > 0 && state_.size >= log_size;
    if (!caught_up_) return {};
    auto changes = token_changes(nullptr);
    tell_placed();
    return changes;
}

} // namespace plenum::node
