// SPDX-License-Identifier: Apache-2.0
// The control log under operations of everyone and no one, rightly signed and not, altered on the way. A refusal
// changes nothing; what one node applies another applies alike, from genesis on or from a checkpoint; and some things
// no sequence of entries may bring about. A state that was altered is refused, or bears whatever comes.
#include "core/base/check.h"
#include "core/log/checkpoint.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <algorithm>
#include <array>

namespace plenum::fuzz {
namespace {

base::Seed seed(std::size_t number) {
    base::Seed made;
    made.bytes.fill(static_cast<std::uint8_t>(number));
    return made;
}

struct Author {
    crypto::IdentityKeyPair identity;
    crypto::ExchangeKeyPair exchange;
};

/// 0 is the relay, 1 made the conference; the last two are runs of one person's programs.
constexpr std::size_t people = 6;
const Author& author(std::size_t number) {
    static const auto all = [] {
        std::array<std::optional<Author>, people> made;
        for (std::size_t i = 0; i < people; ++i) {
            made[i].emplace(Author{crypto::IdentityKeyPair::from_seed(seed(1 + std::min(i, people - 2))),
                                   crypto::ExchangeKeyPair::from_seed(seed(100 + i))});
        }
        return made;
    }();
    return *all[number];
}

class Run {
  public:
    Run() {
        log::Genesis genesis;
        genesis.relay_exchange = author(0).exchange.public_key;
        genesis.relay_identity = author(0).identity.public_key;
        log::FlowDeclaration chat;
        chat.flow = base::FlowId{1};
        chat.label = "chat";
        chat.message_bytes_max = 1000;
        genesis.flows = {chat};
        auto draft = draft_of(1);
        draft.conference = handle();
        (void)give(entry_of(log::sign_operation(draft, genesis, author(1).identity)));
        CHECK(state_.size.value() == 1);
    }
    void step(Input& steps) {
        const auto who = steps.below(people);
        auto content = operation(who, steps);
        auto draft = draft_of(who);
        if (std::holds_alternative<log::Join>(content)) {
            draft.head = {};
            draft.head_position = {};
            draft.conference = state_.door.handle;
        }
        spoil(draft, steps);
        auto signed_by = log::sign_operation(draft, content, author(steps.rarely(24) ? 2 : who).identity);
        signed_by.author = author(who).identity.public_key;
        auto entry = entry_of(signed_by);
        const auto right = entry;
        spoil(entry, steps);
        const bool applied = give(entry);
        // A relay's signature covers every bit of an entry.
        if (applied) CHECK(entry == right);
    }
    void finish() const {
        log::State replica;
        for (const auto& entry : entries_)
            CHECK(log::apply(replica, entry).has_value());
        CHECK(replica == state_);
        const auto decoded = log::decode_state(log::encode_state(state_));
        CHECK(decoded && *decoded == state_);
        if (!covered_) return;
        auto newcomer = log::decode_state(covered_->state);
        CHECK(newcomer.has_value());
        for (auto next = covered_->entries; next < entries_.size(); ++next)
            CHECK(log::apply(*newcomer, entries_[next]).has_value());
        CHECK(*newcomer == state_);
    }
    /// Goes on from its own state with some bits flipped, where that can be decoded.
    void alter(Input& steps) {
        auto bytes = log::encode_state(state_);
        for (auto left = steps.between(1, 3); left > 0; --left)
            bytes[steps.below(bytes.size())] ^= static_cast<std::uint8_t>(1U << steps.below(8));
        auto altered = log::decode_state(bytes);
        if (!altered) return;
        CHECK(log::encode_state(*altered) == bytes);
        state_ = std::move(*altered);
        now_ = std::max(now_, state_.at);
        altered_ = true;
        for (int i = 0; i < 20 && steps.more(); ++i)
            step(steps);
    }

  private:
    static base::ConferenceHandle handle() { return {{9, 9}}; }

    log::SignedOperation draft_of(std::size_t who) {
        log::SignedOperation draft;
        draft.conference = state_.conference;
        draft.author_exchange = author(who).exchange.public_key;
        draft.author_sequence = ++sequence_;
        draft.head_position = base::LogPosition{state_.size.value() == 0 ? 0 : state_.size.value() - 1};
        draft.head = state_.head;
        return draft;
    }
    static void spoil(log::SignedOperation& draft, Input& steps) {
        if (!steps.rarely(12)) return;
        switch (steps.below(5)) {
        case 0: draft.conference.bytes[0] ^= 1; break;
        case 1: draft.author_sequence = steps.below(3); break;
        case 2: draft.head.bytes[5] ^= 4; break;
        case 3: draft.head_position = base::LogPosition{steps.number(2)}; break;
        default: draft.author_exchange = author(steps.below(people)).exchange.public_key; break;
        }
    }
    static void spoil(log::Entry& entry, Input& steps) {
        if (!steps.rarely(12)) return;
        switch (steps.below(6)) {
        case 0: entry.position = base::LogPosition{steps.number(1)}; break;
        case 1: entry.previous.bytes[steps.below(32)] ^= 1; break;
        case 2: entry.at -= std::chrono::seconds{static_cast<int>(steps.below(100))}; break;
        case 3: entry.sequencer.bytes[steps.below(64)] ^= 1; break;
        case 4: entry.signed_operation.resize(steps.below(entry.signed_operation.size())); break;
        default:
            entry.signed_operation[steps.below(entry.signed_operation.size())] ^=
                static_cast<std::uint8_t>(1U << steps.below(8));
            break;
        }
    }
    log::Entry entry_of(const log::SignedOperation& operation) {
        log::Entry entry;
        entry.position = state_.size;
        entry.previous = state_.head;
        entry.at = now_ += std::chrono::seconds{4};
        entry.signed_operation = wire::encode(operation);
        log::sequence(entry, author(0).identity);
        return entry;
    }
    base::MemberIndex member(Input& steps) const {
        return base::MemberIndex{static_cast<std::uint32_t>(steps.below(8))};
    }
    log::Operation operation(std::size_t who, Input& steps) {
        switch (steps.below(16)) {
        case 0: return log::Join{};
        case 12: return pass_over(steps);
        case 1:
        case 2: return admit(steps);
        case 3: return log::Leave{member(steps), static_cast<base::LeaveReason>(steps.between(1, 3))};
        case 4: return log::Presence{member(steps), steps.flip()};
        case 5:
        case 6: return turn(steps);
        case 7: return log::SetRole{member(steps), static_cast<base::MemberRole>(steps.between(1, 2))};
        case 8:
            return log::SetPolicy{{static_cast<base::Admission>(steps.between(1, 3)), steps.flip(), steps.rarely(4),
                                   static_cast<base::Authority>(steps.between(1, 3)), !steps.rarely(4)}};
        case 11:
            if (steps.flip()) return log::AskMute{member(steps)};
            return log::Record{steps.flip()};
        case 9: {
            log::ChangeLink change;
            change.door.bytes[0] = steps.byte();
            change.epoch = base::KeyEpoch{state_.epoch.value() + (steps.rarely(8) ? 1U : 0U)};
            return change;
        }
        case 13:
        case 14:
        case 15: return of_token(steps);
        case 10:
            if (steps.rarely(6)) return log::End{};
            return checkpoint(steps);
        default: break;
        }
        return who == 0 ? log::Operation{log::Presence{member(steps), steps.flip()}} : turn(steps);
    }
    log::Operation of_token(Input& steps) {
        const base::TokenId token{static_cast<std::uint16_t>(steps.below(3))};
        switch (steps.below(7)) {
        case 0: {
            token::DeclareToken declaration{token, "voice", {}, {}};
            declaration.settings.style = steps.flip() ? "queue" : "";
            declaration.settings.holders_max = static_cast<std::uint16_t>(steps.below(3));
            if (steps.rarely(4)) declaration.settings.arbiter = member(steps);
            if (steps.rarely(4)) declaration.flows = {base::FlowId{static_cast<std::uint16_t>(steps.below(3))}};
            return declaration;
        }
        case 1: return token::RequestToken{token, static_cast<token::RequestClass>(steps.between(1, 3))};
        case 2: return token::GrantToken{token, member(steps)};
        case 3: return token::TransferToken{token, member(steps), member(steps)};
        case 4: return token::ReleaseToken{token};
        case 5: return token::RevokeToken{token, member(steps), static_cast<token::RevokeReason>(steps.between(1, 3))};
        default: return token::PlaceRequest{token, member(steps), static_cast<std::uint16_t>(steps.below(4))};
        }
    }
    log::Operation checkpoint(Input& steps) {
        auto made = log::checkpoint_of(state_);
        if (steps.rarely(6)) made.state.bytes[steps.below(32)] ^= 1;
        return made;
    }
    log::Operation pass_over(Input& steps) {
        const auto* leader = state_.key_leader();
        return log::PassOver{leader == nullptr || steps.rarely(4) ? member(steps) : leader->index};
    }
    log::Operation admit(Input& steps) {
        log::Admit admit;
        for (auto count = steps.between(1, 2); count > 0; --count) {
            const auto who = steps.below(people);
            log::SignedOperation join;
            join.conference = state_.door.handle;
            join.author_exchange = author(who).exchange.public_key;
            join.author_sequence = 1;
            join = log::sign_operation(join, log::Join{}, author(who).identity);
            if (steps.rarely(12)) join.signature.bytes[steps.below(64)] ^= 8;
            admit.joins.push_back(wire::encode(join));
        }
        return admit;
    }
    log::Operation turn(Input& steps) {
        log::EpochTurn turn;
        turn.epoch = base::KeyEpoch{state_.epoch.value() + (steps.rarely(10) ? steps.below(3) : 1)};
        turn.mode = state_.fresh_needed || steps.flip() ? log::EpochMode::fresh : log::EpochMode::ratchet;
        for (const auto& [index, each] : state_.members) {
            if (turn.mode == log::EpochMode::ratchet && each.keyed) continue;
            if (!steps.rarely(20)) turn.wraps.push_back({index, {}});
        }
        return turn;
    }

    bool give(const log::Entry& entry) {
        const auto before = state_;
        const auto applied = log::apply(state_, entry);
        if (!applied) {
            CHECK(state_ == before);
            CHECK(log::name_of(applied.error()) != "unknown");
            return false;
        }
        if (altered_) return true;
        if (std::holds_alternative<log::Checkpoint>(applied->operation)) {
            auto covered = before;
            log::condense(covered);
            covered_ = {log::encode_state(covered), entries_.size()};
        }
        entries_.push_back(entry);
        check_step(before, *applied);
        check_state();
        return true;
    }
    void check_step(const log::State& before, const log::Applied& applied) const {
        CHECK(state_.size == before.size.next() && !before.ended && state_.at >= before.at);
        CHECK(state_.epoch.value() >= before.epoch.value() && state_.epoch.value() <= before.epoch.value() + 1);
        CHECK(state_.root == before.root || before.size.value() == 0);
        for (const auto& joined : applied.joined) {
            CHECK(!before.joined_keys.contains(joined.operation.author_exchange));
            CHECK(joined.member >= before.next_member);
            const bool kept_out = before.removed.contains(joined.operation.author);
            const auto* by = before.find(applied.signed_operation.author_exchange);
            if (kept_out && joined.operation.author != before.root)
                CHECK(by != nullptr && before.moderates(*by, state_.at));
        }
        // Whoever made the conference is not taken out by another.
        for (const auto& [index, each] : before.members) {
            if (each.identity != state_.root || state_.members.contains(index)) continue;
            const auto& leave = std::get<log::Leave>(applied.operation);
            CHECK(leave.reason != base::LeaveReason::removed);
        }
        // Nobody makes a moderator but a moderator, and nobody is one by joining but whoever made the conference or was
        // one before.
        for (const auto& [index, each] : state_.members) {
            if (each.role != base::MemberRole::moderator || each.identity == state_.root) continue;
            const auto* was = before.find(index);
            if (was == nullptr) {
                CHECK(before.moderators.contains(each.identity));
                continue;
            }
            if (was->role == base::MemberRole::moderator) continue;
            const auto* by = before.find(applied.signed_operation.author_exchange);
            CHECK(by != nullptr && by->role == base::MemberRole::moderator);
        }
    }
    void check_state() const {
        CHECK(state_.members.size() <= base::limits::members_max);
        std::set<base::ExchangeKey> keys;
        for (const auto& [index, each] : state_.members) {
            CHECK(index == each.index && index < state_.next_member && keys.insert(each.exchange).second);
            CHECK(state_.joined_keys.at(each.exchange) == index && each.identity != state_.genesis.relay_identity);
            CHECK(state_.find(each.exchange) == &each);
            const bool moderates = each.identity == state_.root || state_.moderators.contains(each.identity);
            CHECK((each.role == base::MemberRole::moderator) == moderates);
        }
        check_tokens();
        const auto* leader = state_.key_leader();
        CHECK((leader != nullptr) == state_.anyone_present());
        if (leader != nullptr) CHECK(leader->present);
        CHECK(state_.recent_heads.back() == state_.head);
    }

    /// Members alone hold and ask, no more than may, and each by a grant of its own.
    void check_tokens() const {
        for (const auto& [id, token] : state_.tokens.tokens) {
            std::set<base::TokenEpoch> epochs;
            CHECK(token.settings.holders_max == 0 || token.holders.size() <= token.settings.holders_max);
            for (const auto& holder : token.holders) {
                CHECK(state_.find(holder.member) != nullptr && epochs.insert(holder.epoch).second);
                CHECK(holder.epoch.value() < state_.size.value());
            }
            for (const auto& request : token.requests)
                CHECK(state_.find(request.member) != nullptr && token.find_holder(request.member) == nullptr);
        }
    }

    log::State state_;
    std::vector<log::Entry> entries_;
    /// Of the last checkpoint: what it covers, and how many entries went before it.
    struct Covered {
        base::Bytes state;
        std::size_t entries{0};
    };
    std::optional<Covered> covered_;
    bool altered_{false};
    std::uint64_t sequence_{0};
    base::ConferenceTime now_{};
};

} // namespace

void run_log_state(base::ByteView input) {
    Input steps{input};
    Run run;
    for (int i = 0; i < 40 && steps.more(); ++i)
        run.step(steps);
    run.finish();
    run.alter(steps);
}

} // namespace plenum::fuzz
