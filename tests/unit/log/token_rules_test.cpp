// SPDX-License-Identifier: Apache-2.0
// Tokens as entries of the log: who may say what is core/token's; who they are is the log's.
#include "tests/unit/log/log_fixture.h"

namespace plenum::log {
namespace {

constexpr base::TokenId voice{1};
constexpr base::FlowId chat{1};
constexpr base::MemberIndex alices{1};
constexpr base::MemberIndex bobs{2};

class TokenRules : public Log {
  protected:
    void SetUp() override {
        join_all();
        ASSERT_TRUE(append(make(alice, token::DeclareToken{voice, "voice", {chat}, {}})).has_value());
    }
    const token::Token& token() const { return *state.tokens.find(voice); }
};

TEST_F(TokenRules, an_entrys_position_is_the_epoch) {
    const auto position = state.size;
    const auto granted = append(make(alice, token::GrantToken{voice, bobs}));
    ASSERT_TRUE(granted.has_value());
    EXPECT_EQ(granted->tokens, std::vector{voice});
    ASSERT_EQ(token().holders.size(), 1U);
    EXPECT_EQ(token().holders.front().member, bobs);
    EXPECT_EQ(token().holders.front().epoch.value(), position.value());
    EXPECT_EQ(token().holders.front().since, state.at);
}

TEST_F(TokenRules, refusals_are_the_tables) {
    EXPECT_TRUE(refused(make(bob, token::GrantToken{voice, bobs}), Refusal::not_permitted));
    EXPECT_TRUE(refused(make(bob, token::ReleaseToken{voice}), Refusal::not_holder));
    EXPECT_TRUE(refused(make(bob, token::RequestToken{base::TokenId{9}}), Refusal::no_such_token));
    EXPECT_TRUE(
        refused(make(alice, token::EndRequest{voice, bobs, token::RequestEnd::denied}), Refusal::no_such_request));
    EXPECT_TRUE(refused(make(alice, token::ConfigureToken{voice, {}}), Refusal::no_change));
    ASSERT_TRUE(append(make(alice, token::GrantToken{voice, bobs})).has_value());
    EXPECT_TRUE(refused(make(alice, token::GrantToken{voice, alices}), Refusal::full));
    EXPECT_TRUE(refused(make(mallory, token::RequestToken{voice}), Refusal::unknown_author));
    auto sloppy = make(bob, token::ReleaseToken{voice});
    sloppy.signature.bytes[3] ^= 1;
    EXPECT_TRUE(refused(sloppy, Refusal::bad_signature));
}

TEST_F(TokenRules, whoever_acts_as_moderator_decides_about_them) {
    say_absent(alices);
    EXPECT_TRUE(refused(make(bob, token::GrantToken{voice, bobs}), Refusal::not_permitted));
    state.unmoderated_since = base::ConferenceTime{} - unmoderated_max;
    EXPECT_TRUE(append(make(bob, token::GrantToken{voice, bobs})).has_value());
    EXPECT_TRUE(append(make(bob, token::RevokeToken{voice, bobs})).has_value());
}

TEST_F(TokenRules, whom_it_names_must_be_there) {
    const base::MemberIndex nobody{9};
    EXPECT_TRUE(refused(make(alice, token::GrantToken{voice, nobody}), Refusal::no_such_member));
    ASSERT_TRUE(append(make(alice, token::GrantToken{voice, bobs})).has_value());
    EXPECT_TRUE(refused(make(bob, token::TransferToken{voice, bobs, nobody}), Refusal::no_such_member));
    EXPECT_TRUE(refused(make(alice, token::CopyToken{voice, bobs, nobody}), Refusal::no_such_member));
    token::Settings settings;
    settings.arbiter = nobody;
    EXPECT_TRUE(refused(make(alice, token::ConfigureToken{voice, settings}), Refusal::no_such_member));
    settings.arbiter = {};
    settings.panel = {bobs, nobody};
    EXPECT_TRUE(refused(make(alice, token::ConfigureToken{voice, settings}), Refusal::no_such_member));
    settings.panel = {bobs, alices};
    EXPECT_TRUE(refused(make(alice, token::ConfigureToken{voice, settings}), Refusal::malformed)) << "not in order";
    settings.panel = {alices, bobs};
    EXPECT_TRUE(append(make(alice, token::ConfigureToken{voice, settings})).has_value());
}

TEST_F(TokenRules, flows_that_it_names_must_be_there) {
    const base::TokenId pen{2};
    EXPECT_TRUE(refused(make(alice, token::DeclareToken{pen, "pen", {base::FlowId{44}}, {}}), Refusal::malformed));
    EXPECT_TRUE(refused(make(alice, token::DeclareToken{pen, "pen", {pulse_flow_id}, {}}), Refusal::malformed))
        << "what programs tell each other by demands nothing";
    EXPECT_TRUE(refused(make(alice, token::DeclareToken{pen, " ", {}, {}}), Refusal::malformed));
    token::Settings settings;
    settings.warned_after = 2min;
    settings.revoked_after = 1min;
    EXPECT_TRUE(refused(make(alice, token::DeclareToken{pen, "pen", {}, settings}), Refusal::malformed));
    settings.revoked_after = 48h;
    EXPECT_TRUE(refused(make(alice, token::DeclareToken{pen, "pen", {}, settings}), Refusal::malformed));
    EXPECT_TRUE(append(make(alice, token::DeclareToken{pen, "pen", {}, {}})).has_value());
}

/// A program finds out before it sends what nobody could read.
TEST_F(TokenRules, what_is_too_long_is_known_before_it_is_sent) {
    const base::TokenId pen{2};
    const auto may = [&](const token::DeclareToken& declaration) {
        return may_say(state, state.find(alices), declaration, state.at).has_value();
    };
    token::DeclareToken declaration{pen, std::string(32, 'p'), {}, {}};
    declaration.settings.style = std::string(32, 's');
    declaration.settings.parameters = std::string(256, 'x');
    EXPECT_TRUE(may(declaration));
    for (auto* text : {&declaration.label, &declaration.settings.style, &declaration.settings.parameters}) {
        *text += "x";
        EXPECT_FALSE(may(declaration));
        text->pop_back();
    }
    declaration.settings.parameters = "two\x01";
    EXPECT_FALSE(may(declaration));
}

TEST_F(TokenRules, last_messages_that_the_relay_adds_are_in_order_and_once_each) {
    ASSERT_TRUE(append(make(alice, token::GrantToken{voice, bobs})).has_value());
    const auto release = make(bob, token::ReleaseToken{voice});
    const auto with = [&](std::vector<token::CutOff> cut_offs) {
        auto made = entry(release);
        made.cut_offs = std::move(cut_offs);
        sequence(made, relay.identity);
        return made;
    };
    const token::CutOff of_alice{chat, alices, base::SequenceNumber{2}};
    const token::CutOff of_bob{chat, bobs, base::SequenceNumber{5}};
    EXPECT_TRUE(refused(with({of_bob, of_alice}), Refusal::malformed));
    EXPECT_TRUE(refused(with({of_bob, of_bob}), Refusal::malformed));
    EXPECT_TRUE(apply(state, with({of_alice, of_bob})).has_value());
}

TEST_F(TokenRules, leaving_frees_what_was_held) {
    ASSERT_TRUE(append(make(alice, token::GrantToken{voice, bobs})).has_value());
    const auto left = append(make(bob, Leave{bobs, base::LeaveReason::left}));
    ASSERT_TRUE(left.has_value());
    EXPECT_EQ(left->tokens, std::vector{voice});
    EXPECT_TRUE(token().holders.empty());
}

TEST_F(TokenRules, removal_of_a_person_frees_the_tokens_of_every_device) {
    const base::TokenId pen{2};
    Author phone{bob.identity.copy(), key_of<crypto::ExchangeKeyPair>(201)};
    const auto admitted = append(admit(alice, {join(phone)}));
    ASSERT_TRUE(admitted.has_value());
    const auto phones = admitted->joined.front().member;
    ASSERT_TRUE(append(make(alice, token::DeclareToken{pen, "pen", {}, {}})).has_value());
    ASSERT_TRUE(append(make(alice, token::GrantToken{voice, bobs})).has_value());
    ASSERT_TRUE(append(make(alice, token::GrantToken{pen, phones})).has_value());
    const auto removed = append(make(alice, Leave{phones, base::LeaveReason::removed}));
    ASSERT_TRUE(removed.has_value());
    EXPECT_EQ(removed->tokens, (std::vector{voice, pen}));
    for (const auto& [id, token] : state.tokens.tokens)
        EXPECT_TRUE(token.holders.empty());
}

TEST_F(TokenRules, the_relay_takes_from_who_is_lost_and_grants_only_where_told) {
    ASSERT_TRUE(append(make(alice, token::GrantToken{voice, bobs})).has_value());
    EXPECT_TRUE(
        refused(make(relay, token::RevokeToken{voice, bobs, token::RevokeReason::decided}), Refusal::not_permitted));
    EXPECT_TRUE(append(make(relay, token::RevokeToken{voice, bobs, token::RevokeReason::lost})).has_value());
    ASSERT_TRUE(append(make(bob, token::RequestToken{voice, token::RequestClass::normal})).has_value());
    EXPECT_TRUE(refused(make(relay, token::GrantToken{voice, bobs}), Refusal::not_permitted));
    token::Settings settings;
    settings.style = "queue";
    ASSERT_TRUE(append(make(alice, token::ConfigureToken{voice, settings})).has_value());
    EXPECT_TRUE(append(make(relay, token::GrantToken{voice, bobs})).has_value());
}

TEST_F(TokenRules, the_relay_decides_for_an_arbiter_only_while_that_one_is_away) {
    token::Settings settings;
    settings.style = "queue";
    settings.arbiter = bobs;
    ASSERT_TRUE(append(make(alice, token::ConfigureToken{voice, settings})).has_value());
    ASSERT_TRUE(append(make(alice, token::RequestToken{voice})).has_value());
    EXPECT_TRUE(refused(make(relay, token::GrantToken{voice, alices}), Refusal::not_permitted)) << "Bob is there";
    say_absent(bobs);
    EXPECT_TRUE(append(make(relay, token::GrantToken{voice, alices})).has_value());
    ASSERT_TRUE(append(make(relay, Presence{bobs, true})).has_value());
    EXPECT_TRUE(refused(make(relay, token::RevokeToken{voice, alices}), Refusal::not_permitted)) << "and is back";
    EXPECT_TRUE(append(make(bob, token::RevokeToken{voice, alices})).has_value());
}

TEST_F(TokenRules, what_may_be_said_is_known_without_signing_it) {
    const auto& bobs_state = *state.find(bobs);
    EXPECT_TRUE(may_say(state, &bobs_state, token::RequestToken{voice, token::RequestClass::normal}, state.at));
    EXPECT_EQ(may_say(state, &bobs_state, token::GrantToken{voice, bobs}, state.at).error(), Refusal::not_permitted);
    EXPECT_TRUE(may_say(state, state.find(alices), token::GrantToken{voice, bobs}, state.at));
    EXPECT_EQ(may_say(state, nullptr, token::GrantToken{voice, bobs}, state.at).error(), Refusal::not_permitted);
}

TEST_F(TokenRules, a_role_is_a_persons_and_outlives_leaving_until_removed) {
    ASSERT_TRUE(append(make(alice, SetRole{bobs, base::MemberRole::moderator})).has_value());
    ASSERT_TRUE(append(make(bob, Leave{bobs, base::LeaveReason::left})).has_value());
    bob.exchange = key_of<crypto::ExchangeKeyPair>(50);
    ASSERT_TRUE(append(admit(alice, {join(bob)})).has_value());
    const base::MemberIndex again{3};
    ASSERT_NE(state.find(again), nullptr);
    EXPECT_EQ(state.find(again)->role, base::MemberRole::moderator);
    ASSERT_TRUE(append(make(alice, Leave{again, base::LeaveReason::removed})).has_value());
    bob.exchange = key_of<crypto::ExchangeKeyPair>(51);
    ASSERT_TRUE(append(admit(alice, {join(bob)})).has_value());
    EXPECT_EQ(state.find(base::MemberIndex{4})->role, base::MemberRole::participant);
}

TEST_F(TokenRules, a_role_taken_away_is_taken_from_every_run) {
    ASSERT_TRUE(append(make(alice, SetRole{bobs, base::MemberRole::moderator})).has_value());
    Author other{key_of<crypto::IdentityKeyPair>(3), key_of<crypto::ExchangeKeyPair>(52)};
    ASSERT_TRUE(append(admit(alice, {join(other)})).has_value());
    const base::MemberIndex second{3};
    EXPECT_EQ(state.find(second)->role, base::MemberRole::moderator);
    ASSERT_TRUE(append(make(alice, SetRole{second, base::MemberRole::participant})).has_value());
    EXPECT_EQ(state.find(bobs)->role, base::MemberRole::participant);
    EXPECT_EQ(state.find(second)->role, base::MemberRole::participant);
}

} // namespace
} // namespace plenum::log
