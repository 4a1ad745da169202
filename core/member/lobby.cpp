// SPDX-License-Identifier: Apache-2.0
#include "core/member/lobby.h"

#include <algorithm>
#include <utility>

namespace plenum::node {
namespace {

/// After attaching, the relay has named everyone who waits within this.
constexpr base::Duration sweep_after = std::chrono::seconds{2};

} // namespace

base::Bytes make_knock(const Roster& roster, crypto::SeededRandom& random) {
    const auto& keys = roster.keys().links().newest();
    const auto& identity = roster.own().identity;
    log::Join join;
    join.display_name = crypto::seal_text(keys.names, identity.public_key.view(), roster.own().display_name, random);
    const auto proof =
        crypto::lobby_proof(keys.lobby, keys.door, identity.public_key, roster.own().exchange.public_key);
    join.proof = *log::LobbyProof::from(proof.view());
    log::SignedOperation draft;
    draft.conference = keys.door;
    draft.author_exchange = roster.own().exchange.public_key;
    draft.author_sequence = author_sequence_of_join;
    return wire::encode(log::sign_operation(std::move(draft), join, identity));
}

void Lobby::handle(const wire::Knocking& knocking) {
    const auto operation = wire::decode<log::SignedOperation>(knocking.join);
    if (!operation) return;
    const auto known = waiting_.find(operation->author_exchange);
    if (known != waiting_.end()) {
        known->second.heard_again = true;
        return;
    }
    if (operation->conference == roster_.keys().links().newest().door) return judge(*operation, knocking.join);
    // With a link that this member has not read of yet, or no more.
    if (unread_.size() < base::limits::knocks_max) unread_.insert_or_assign(operation->author_exchange, knocking.join);
}

void Lobby::judge(const log::SignedOperation& operation, const base::Bytes& bytes) {
    const auto content = wire::decode_choice<log::Operation>(operation.operation);
    const auto* join = content ? std::get_if<log::Join>(&*content) : nullptr;
    if (join == nullptr || !log::verify_author(operation)) return; // the relay's doing: there is nobody to answer
    const auto& keys = roster_.keys().links().newest();
    const auto name = crypto::open_text(keys.names, operation.author.view(), join->display_name);
    const bool proven = crypto::verify_lobby_proof(*crypto::LobbyProof::from(join->proof.view()), keys.lobby, keys.door,
                                                   operation.author, operation.author_exchange);
    const bool readable = name && base::is_clean_line(*name);
    if (!proven || !readable) {
        if (refusals_.size() < base::limits::knocks_max) refusals_.push_back(operation.author_exchange);
    } else if (waiting_.size() < base::limits::knocks_max) {
        waiting_.emplace(operation.author_exchange, Waiting{bytes, operation.author, *name, keys.door});
    }
}

/// After the link of those who knocked became known.
void Lobby::judge_unread() {
    for (auto item = unread_.begin(); item != unread_.end();) {
        const auto operation = wire::decode<log::SignedOperation>(item->second);
        if (operation->conference == roster_.keys().links().newest().door) {
            judge(*operation, item->second);
            item = unread_.erase(item);
        } else {
            ++item;
        }
    }
}

void Lobby::note_refused(const base::ExchangeKey& exchange) {
    if (turned_away_.size() >= base::limits::knocks_max) turned_away_.erase(turned_away_.begin());
    turned_away_.insert(exchange);
}

std::vector<base::ExchangeKey> Lobby::take_refusals() { return std::exchange(refusals_, {}); }

void Lobby::handle(const wire::KnockEnded& ended) {
    unread_.erase(ended.exchange);
    forget(ended.exchange);
}

void Lobby::forget(const base::ExchangeKey& exchange) {
    const auto found = waiting_.find(exchange);
    if (found == waiting_.end()) return;
    if (found->second.told) outbox_.event(KnockOver{exchange});
    waiting_.erase(found);
}

void Lobby::handle_attached(base::LocalTime now) {
    unread_.clear();
    refusals_.clear();
    if (waiting_.empty()) return;
    for (auto& [exchange, waiting] : waiting_)
        waiting.heard_again = false;
    sweep_at_ = now + sweep_after;
}

void Lobby::update(std::optional<base::ConferenceTime> at, base::LocalTime now) {
    judge_unread();
    const bool sweep = sweep_at_ && now >= *sweep_at_;
    if (sweep) sweep_at_.reset();
    const auto& state = roster_.state();
    const auto* self = roster_.self_member();
    std::vector<base::ExchangeKey> over;
    for (auto& [exchange, waiting] : waiting_) {
        const bool decides = self != nullptr && at && state.moderates(*self, *at);
        const bool gone = waiting.door != roster_.keys().links().newest().door || (sweep && !waiting.heard_again);
        if (gone || state.joined_keys.contains(exchange)) {
            over.push_back(exchange);
        } else if (!waiting.told && decides && !state.policy_admits(waiting.identity)) {
            waiting.told = true;
            outbox_.event(KnockHeard{exchange, waiting.name, waiting.identity});
        }
    }
    for (const auto& exchange : over)
        forget(exchange);
    std::erase_if(unread_, [&](const auto& item) { return state.joined_keys.contains(item.first); });
    std::erase_if(turned_away_, [&](const auto& exchange) {
        const bool joined = state.joined_keys.contains(exchange);
        if (joined)
            outbox_.event(CommandRefused{CommandKind::of<RefuseKnock>(), CommandError::no_such_request, {}, {}});
        return joined;
    });
}

base::LocalTime Lobby::next_wakeup() const { return sweep_at_.value_or(base::local_time_max); }

const base::Bytes* Lobby::join_of(const base::ExchangeKey& exchange) const {
    const auto found = waiting_.find(exchange);
    return found == waiting_.end() ? nullptr : &found->second.join;
}

std::vector<base::Bytes> Lobby::welcome() const {
    std::vector<base::Bytes> joins;
    const auto& state = roster_.state();
    for (const auto& [exchange, waiting] : waiting_) {
        if (joins.size() >= log::joins_per_admit_max) break;
        if (!state.joined_keys.contains(exchange) && state.policy_admits(waiting.identity))
            joins.push_back(waiting.join);
    }
    return joins;
}

} // namespace plenum::node
