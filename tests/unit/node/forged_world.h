// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/peer/outbox.h"
#include "core/relay/relay_conference.h"

#include <gtest/gtest.h>

namespace plenum::node {

using namespace std::chrono_literals;
using log::Refusal;

struct Author {
    crypto::IdentityKeyPair identity;
    crypto::ExchangeKeyPair exchange;
    base::MemberIndex index{};
    std::uint64_t sequence{0};
};

inline base::Seed seed_of(std::uint8_t salt) {
    base::Seed seed;
    seed.bytes.fill(salt);
    return seed;
}

inline Author author(std::uint8_t salt, base::MemberIndex index = {}) {
    return {crypto::IdentityKeyPair::from_seed(seed_of(salt)),
            crypto::ExchangeKeyPair::from_seed(seed_of(static_cast<std::uint8_t>(salt + 100))), index};
}

/// A relay's conference and a member's copy of its log, which go through the same entries.
class World {
  public:
    static constexpr base::TokenId voice{1};
    static constexpr base::TokenId board{2};
    static constexpr base::ConversationId group{2};

    World() { handle.bytes.fill(9); }

    log::Genesis genesis() const {
        log::Genesis content;
        content.relay_exchange = keys.exchange.public_key;
        content.relay_identity = keys.identity.public_key;
        log::FlowDeclaration chat;
        chat.flow = base::FlowId{1};
        chat.label = "chat";
        chat.message_bytes_max = 1000;
        chat.conversation = log::plenary;
        content.flows = {chat, chat};
        content.flows[1].flow = base::FlowId{2};
        return content;
    }
    /// Alice moderates; Bob and Mallory take part. A group, a token each for the flows.
    void begin() {
        append(alice, genesis());
        append(alice, log::Join{});
        append(alice, log::Admit{{wire::encode(join(bob)), wire::encode(join(mallory))}});
        append(alice, turn(log::EpochMode::fresh));
        append(alice, log::OpenConversation{group, {}, {log::Lean::balanced, true, {}}, {}});
        token::DeclareToken declaration{voice, "voice", {base::FlowId{1}}, {}};
        declaration.settings.holders_max = 0;
        declaration.settings.may_copy = true;
        append(alice, declaration);
        append(alice, token::DeclareToken{board, "board", {base::FlowId{2}}, {}});
    }

    log::SignedOperation draft(Author& by) {
        log::SignedOperation made;
        made.conference = handle;
        made.author = by.identity.public_key;
        made.author_exchange = by.exchange.public_key;
        made.author_sequence = by.sequence + 1;
        made.head_position = base::LogPosition{replica.size.value() == 0 ? 0 : replica.size.value() - 1};
        made.head = replica.head;
        return made;
    }
    /// Whoever joins has read nothing.
    log::SignedOperation draft_for(Author& by, const log::Operation& content) {
        auto made = draft(by);
        if (std::holds_alternative<log::Join>(content)) {
            made.head_position = {};
            made.head = {};
        }
        return made;
    }
    log::SignedOperation join(Author& by) {
        by.sequence = 1;
        auto made = draft_for(by, log::Join{});
        made.author_sequence = 1;
        return log::sign_operation(made, log::Join{}, by.identity);
    }
    /// Both take it.
    void append(Author& by, const log::Operation& content) {
        const auto taken = give(log::sign_operation(draft_for(by, content), content, by.identity));
        ASSERT_TRUE(taken.has_value()) << log::name_of(content) << ": " << log::name_of(taken.error());
        by.sequence = by.index == base::MemberIndex{} ? relay.state().relay_sequence : by.sequence + 1;
    }
    std::expected<void, Refusal> submit(const log::SignedOperation& operation) {
        at += 10ms;
        return relay.state().size.value() == 0 ? relay.found(operation, at) : relay.submit(operation, at, now);
    }
    std::expected<void, Refusal> give(const log::SignedOperation& operation) {
        if (const auto taken = submit(operation); !taken) return taken;
        while (!outbox.empty()) {
            const auto output = outbox.pop();
            const auto* stored = std::get_if<StoreEntry>(&output);
            if (stored == nullptr) continue;
            const auto applied = log::apply(replica, *wire::decode<log::Entry>(stored->entry));
            if (!applied) return std::unexpected{applied.error()};
        }
        return {};
    }
    /// As the relay would have put it into the log, had it taken it.
    log::Entry entry(const log::SignedOperation& operation) const {
        log::Entry made;
        made.position = replica.size;
        made.previous = replica.head;
        made.at = std::max(at, replica.at);
        made.signed_operation = wire::encode(operation);
        log::sequence(made, keys.identity);
        return made;
    }
    log::EpochTurn turn(log::EpochMode mode) const {
        log::EpochTurn made;
        made.epoch = replica.epoch.next();
        made.mode = mode;
        for (const auto& [index, member] : replica.members) {
            if (mode == log::EpochMode::fresh || !member.keyed) made.wraps.push_back({index, {}});
        }
        return made;
    }
    void hold_voice(Author& holder) { append(alice, token::GrantToken{voice, holder.index}); }

    base::ConferenceHandle handle;
    RelayKeys keys{RelayKeys::from(seed_of(1))};
    Outbox outbox{false};
    RelayConference relay{handle_of_nines(), {}, keys, outbox, {}};
    log::State replica;
    Author alice{author(2, base::MemberIndex{1})};
    Author bob{author(3, base::MemberIndex{2})};
    Author mallory{author(4, base::MemberIndex{3})};
    /// Not in the conference yet.
    Author dave{author(5)};
    Author the_relay{crypto::IdentityKeyPair::from_seed(seed_of(1)), crypto::ExchangeKeyPair::from_seed(seed_of(1))};
    base::ConferenceTime at{1s};
    base::LocalTime now{1s};

  private:
    static base::ConferenceHandle handle_of_nines() {
        base::ConferenceHandle made;
        made.bytes.fill(9);
        return made;
    }
};

} // namespace plenum::node
