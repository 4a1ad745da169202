// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/unit/log/log_fixture.h"

#include <random>

namespace plenum::log {

/// A log in which people come, go, turn keys, change the link, form groups and hand tokens on, as drawn. Operations
/// that the rules refuse are left out.
class DrawnLog : public Log {
  protected:
    /// Draws until the log has so many entries.
    void grow(std::size_t entries) {
        while (state.size.value() < entries)
            step();
    }
    std::uint64_t below(std::uint64_t bound) { return random() % bound; }
    /// A run of Alice's program, which joins where none is a member.
    base::MemberIndex root_run() {
        const auto find = [this] {
            return std::ranges::find_if(state.members,
                                        [this](const auto& item) { return item.second.identity == state.root; });
        };
        if (find() == state.members.end()) give(join(add_run(true).author));
        return find()->first;
    }
    bool say(base::MemberIndex by, const Operation& operation) {
        const auto before = log.size();
        give(make(run_of(by).author, operation));
        return log.size() > before;
    }

    std::mt19937_64 random;
    /// Everything that was applied, in order.
    std::vector<Entry> log;

  private:
    struct Run {
        Author author;
        base::MemberIndex index;
    };

    void give(const SignedOperation& operation) {
        const auto made = entry(operation);
        const auto applied = apply(state, made);
        if (!applied) return;
        log.push_back(made);
        for (const auto& joined : applied->joined) {
            for (auto& run : runs_) {
                if (run.author.exchange.public_key == joined.operation.author_exchange) run.index = joined.member;
            }
        }
    }
    Run& run_of(base::MemberIndex index) {
        return *std::ranges::find_if(runs_, [&](const Run& run) { return run.index == index; });
    }
    base::MemberIndex someone() {
        auto at = state.members.begin();
        std::advance(at, static_cast<std::ptrdiff_t>(below(state.members.size())));
        return at->first;
    }
    Run& add_run(bool of_root) {
        base::Seed seed;
        seed.bytes.fill(200);
        seed.bytes[0] = static_cast<std::uint8_t>(runs_.size());
        seed.bytes[1] = static_cast<std::uint8_t>(runs_.size() >> 8);
        auto identity = of_root ? alice.identity.copy() : crypto::IdentityKeyPair::from_seed(seed);
        runs_.push_back({{std::move(identity), crypto::ExchangeKeyPair::from_seed(seed), 0}, {}});
        return runs_.back();
    }
    /// Alice comes back now and then, in another run of her program.
    Run& newcomer() { return add_run(runs_.empty() || below(16) == 0); }
    Join join_content() { return {{static_cast<std::uint8_t>(below(256)), 7}, {}}; }
    void step() {
        if (state.members.empty()) return give(join(newcomer().author, join_content()));
        const auto* leader = state.key_leader();
        if (leader == nullptr) return give(make(relay, Presence{someone(), true}));
        if (state.epoch_due() && below(2) == 0) return turn_keys(leader->index);
        auto& by = run_of(someone());
        switch (below(12)) {
        case 0:
        case 1: return give(admit(by.author, {join(newcomer().author, join_content())}));
        case 2:
            if (state.members.size() > 4) give(make(by.author, Leave{by.index, base::LeaveReason::left}));
            return;
        case 3: return come_and_go();
        case 4: return give(make(by.author, Leave{someone(), base::LeaveReason::removed}));
        case 5: return give(make(by.author, change_of_link()));
        case 6: return give(make(by.author, of_group(by.index)));
        case 7: return give(make(by.author, SetRole{someone(), static_cast<base::MemberRole>(1 + below(2))}));
        case 8:
            if (below(3) == 0) return give(make(by.author, AskMute{}));
            if (below(3) == 0) return give(make(by.author, Record{below(2) == 0}));
            return give(make(by.author, SetPolicy{{base::Admission::open, below(4) > 0, false}}));
        case 9: return give(make(by.author, of_flow(by.index)));
        default: return give(make(by.author, of_token(by.index)));
        }
    }
    Operation of_flow(base::MemberIndex by) {
        const auto draw = below(4);
        if (draw < 2 && !state.created_flows.empty()) {
            auto at = state.created_flows.begin();
            std::advance(at, static_cast<std::ptrdiff_t>(below(state.created_flows.size())));
            if (draw == 0) return CloseFlow{at->first};
            auto terms = FlowTerms::of(*state.find(at->first));
            terms.rate_hz = static_cast<std::uint32_t>(1 + below(9));
            return ChangeFlow{at->first, terms};
        }
        CreateFlow create;
        create.flow.label = "f" + std::to_string(below(40));
        create.flow.kind = base::FlowKind::bulk;
        create.flow.message_bytes_max = 1000;
        create.flow.ordered = false;
        if (below(3) == 0) create.peer = someone();
        if (create.peer == by) create.peer = {};
        return create;
    }
    void turn_keys(base::MemberIndex leader) {
        auto content = turn();
        if (state.policy.history_for_newcomers)
            content.history.emplace().bytes[0] = static_cast<std::uint8_t>(below(256));
        give(make(run_of(leader).author, content));
    }
    void come_and_go() {
        const auto index = someone();
        give(make(relay, Presence{index, !state.find(index)->present}));
        if (below(3) == 0 && state.members.size() > 4) give(make(relay, Leave{index, base::LeaveReason::lost}));
    }
    ChangeLink change_of_link() {
        ChangeLink change;
        change.door = handle;
        change.door.bytes[0] = static_cast<std::uint8_t>(below(256));
        change.access.bytes[0] = static_cast<std::uint8_t>(below(256));
        change.epoch = state.epoch;
        change.secret_before = {static_cast<std::uint8_t>(below(256))};
        return change;
    }
    GroupTurn group_turn(base::ConversationId group) {
        GroupTurn turn;
        turn.conversation = group;
        if (const auto found = state.conversations.find(group); found != state.conversations.end())
            turn.epoch = found->second.epoch.next();
        for (const auto& [index, member] : state.members) {
            if (member.group == group) turn.wraps.push_back({index, {}});
        }
        return turn;
    }
    Operation of_group(base::MemberIndex by) {
        const auto own = state.find(by)->group;
        if (own.value() != 0 && below(2) == 0) return group_turn(own);
        const base::ConversationId some{static_cast<std::uint16_t>(2 + below(state.conversation_newest.value() + 1U))};
        const auto draw = below(4);
        if (draw == 0) return CloseConversation{some};
        if (draw == 1) return ChangeConversation{some, {Lean::live, true, base::ConferenceTime{9s}}};
        if (draw == 2) return PlaceMembers{some, {someone()}};
        OpenConversation open{state.conversation_newest.next(), {3}, {Lean::balanced, true, {}}, {}};
        FlowDeclaration flow;
        flow.flow = state.flow_newest.next();
        flow.label = "board";
        flow.message_bytes_max = 1000;
        flow.conversation = open.conversation;
        open.flows = {flow};
        return open;
    }
    Operation of_token(base::MemberIndex by) {
        const auto id = below(3) == 0 || state.tokens.tokens.empty() ? state.tokens.unused_id()
                                                                     : state.tokens.tokens.begin()->first;
        const auto* token = state.tokens.find(id);
        if (token == nullptr) {
            token::DeclareToken declaration{id, "voice", {state.flow_newest}, {}};
            declaration.settings.holders_max = static_cast<std::uint16_t>(below(3));
            declaration.settings.panel = {base::MemberIndex{1}};
            return declaration;
        }
        switch (below(6)) {
        case 0: return token::RequestToken{id, static_cast<token::RequestClass>(1 + below(3))};
        case 1: return token::GrantToken{id, someone()};
        case 2: return token::TransferToken{id, by, someone(), {}};
        case 3: return token::ReleaseToken{id, {{base::FlowId{1}, base::SequenceNumber{below(9)}}}};
        case 4: return token::DistributeToken{id};
        default: return token::RevokeToken{id, someone(), token::RevokeReason::decided};
        }
    }

    std::deque<Run> runs_;
};

} // namespace plenum::log
