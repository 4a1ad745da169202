// SPDX-License-Identifier: Apache-2.0
// Every operation, forged in every way: the relay refuses it, and so does each member's copy of the log, for the same
// reason, and neither changes. A new operation without a row here does not compile.
#include "core/log/checkpoint.h"
#include "tests/unit/node/forged_world.h"

namespace plenum::node {
namespace {

/// One way to forge an operation that its author could say. Of `no_right` somebody says it who may not.
enum class Forgery : std::uint8_t {
    signature_altered = 1,
    signed_by_another = 2, ///< in the author's name
    content_altered = 3,   ///< after it was signed
    other_identity = 4,    ///< the author's key of exchange beside another's signature
    other_exchange = 5,    ///< the author's signature beside another's key of exchange
    other_conference = 6,
    stale_sequence = 7,
    unknown_head = 8,
    head_not_reached = 9,
    no_right = 10,
    sequencer_forged = 11, ///< of members alone, as all below: the entry is not the relay's
    entry_altered = 12,
    entry_misplaced = 13,
};

/// What stands for one operation: who says it in a world where that can be, and who may not.
struct Row {
    Author* by;
    log::Operation content;
    /// Of the same kind, for another signature.
    log::Operation other;
    Author* without_right;
    Refusal no_right;
};

/// What differs from operation to operation; absent: that is no forgery of this one.
using Expected = std::optional<Refusal>;

template <class T>
Expected expected(Forgery forgery, const Row& row) {
    constexpr bool founds = std::same_as<T, log::Genesis>;
    constexpr bool joins = std::same_as<T, log::Join>;
    switch (forgery) {
    case Forgery::signature_altered:
    case Forgery::signed_by_another:
    case Forgery::content_altered:
    case Forgery::sequencer_forged:
    case Forgery::entry_altered: return Refusal::bad_signature;
    case Forgery::entry_misplaced: return Refusal::wrong_position;
    // Whoever founds a conference is its root, which members know from the link.
    case Forgery::other_identity:
        if (founds) return std::nullopt;
        return joins ? Refusal::not_admitted : Refusal::unknown_author;
    case Forgery::other_exchange:
        if (founds) return std::nullopt;
        return joins ? Refusal::already_joined : Refusal::unknown_author;
    // What it is called is in the link, too.
    case Forgery::other_conference: return founds ? Expected{} : Refusal::wrong_conference;
    case Forgery::stale_sequence: return founds ? Refusal::malformed : Refusal::stale_sequence;
    case Forgery::unknown_head:
    case Forgery::head_not_reached: return Refusal::unknown_head;
    case Forgery::no_right: return founds ? Expected{} : row.no_right;
    }
    return std::nullopt;
}

// One row for each operation: `World` as `begin` left it, made ready so that the row's author may say it.

Row row(World& world, std::type_identity<log::Genesis>) {
    auto other = world.genesis();
    other.policy.moderators_only = true;
    return {&world.alice, world.genesis(), other, &world.alice, Refusal::malformed};
}
Row row(World& world, std::type_identity<log::Join>) {
    // Alice, from another run of her program.
    world.dave.identity = crypto::IdentityKeyPair::from_seed(seed_of(2));
    world.alice.sequence = 1;
    log::Join other;
    other.display_name = {1, 2};
    static Author stranger = author(6);
    stranger.sequence = 0;
    return {&world.dave, log::Join{}, other, &stranger, Refusal::not_admitted};
}
Row row(World& world, std::type_identity<log::Leave>) {
    const log::Leave content{world.bob.index, base::LeaveReason::left};
    return {&world.bob, content, log::Leave{world.mallory.index, base::LeaveReason::left}, &world.mallory,
            Refusal::not_permitted};
}
Row row(World& world, std::type_identity<log::Presence>) {
    world.the_relay.sequence = world.relay.state().relay_sequence;
    return {&world.the_relay, log::Presence{world.bob.index, false}, log::Presence{world.mallory.index, false},
            &world.alice, Refusal::not_permitted};
}
Row row(World& world, std::type_identity<log::EpochTurn>) {
    auto other = world.turn(log::EpochMode::fresh);
    other.commitment.bytes.fill(3);
    return {&world.alice, world.turn(log::EpochMode::fresh), other, &world.bob, Refusal::not_permitted};
}
Row row(World& world, std::type_identity<log::SetRole>) {
    return {&world.alice, log::SetRole{world.bob.index, base::MemberRole::moderator},
            log::SetRole{world.mallory.index, base::MemberRole::moderator}, &world.bob, Refusal::not_permitted};
}
Row row(World& world, std::type_identity<log::End>) {
    // It says nothing, so another's content is another operation.
    return {&world.alice, log::End{}, log::SetPolicy{{base::Admission::closed}}, &world.bob, Refusal::not_permitted};
}
Row row(World& world, std::type_identity<log::Admit>) {
    static Author erin = author(7);
    return {&world.alice, log::Admit{{wire::encode(world.join(world.dave))}},
            log::Admit{{wire::encode(world.join(erin))}}, &world.bob, Refusal::not_admitted};
}
Row row(World& world, std::type_identity<log::SetPolicy>) {
    return {&world.alice, log::SetPolicy{{base::Admission::lobby}}, log::SetPolicy{{base::Admission::closed}},
            &world.bob, Refusal::not_permitted};
}
Row row(World& world, std::type_identity<log::AskMute>) {
    return {&world.alice, log::AskMute{world.bob.index}, log::AskMute{}, &world.bob, Refusal::not_permitted};
}
Row row(World& world, std::type_identity<log::Record>) {
    // Only what a member does itself can be said, so that a stranger has no right to it.
    static Author stranger = author(8);
    stranger.sequence = 0;
    return {&world.bob, log::Record{true}, log::Record{false}, &stranger, Refusal::unknown_author};
}
Row row(World& world, std::type_identity<log::ChangeLink>) {
    log::ChangeLink content;
    content.door = world.handle;
    content.door.bytes[0] ^= 1;
    content.epoch = world.replica.epoch;
    auto other = content;
    other.access.bytes.fill(5);
    return {&world.alice, content, other, &world.bob, Refusal::not_permitted};
}
Row row(World& world, std::type_identity<log::PassOver>) {
    // Somebody who has the key went, and Alice does nothing about it.
    world.append(world.mallory, log::Leave{world.mallory.index, base::LeaveReason::left});
    world.at += log::turn_patience + 1s;
    return {&world.bob, log::PassOver{world.alice.index}, log::PassOver{world.bob.index}, &world.alice,
            Refusal::not_permitted};
}
Row row(World& world, std::type_identity<log::Checkpoint>) {
    return {&world.alice, log::checkpoint_of(world.replica), log::Checkpoint{}, &world.bob, Refusal::not_permitted};
}
Row row(World& world, std::type_identity<log::OpenConversation>) {
    return {&world.alice, log::OpenConversation{base::ConversationId{3}, {}, {}, {}},
            log::OpenConversation{base::ConversationId{3}, {3}, {}, {}}, &world.bob, Refusal::not_permitted};
}
Row row(World& world, std::type_identity<log::ChangeConversation>) {
    return {&world.alice, log::ChangeConversation{World::group, {log::Lean::live, true, {}}},
            log::ChangeConversation{World::group, {log::Lean::order, true, {}}}, &world.bob, Refusal::not_permitted};
}
Row row(World& world, std::type_identity<log::CloseConversation>) {
    world.append(world.alice, log::OpenConversation{base::ConversationId{3}, {}, {}, {}});
    return {&world.alice, log::CloseConversation{World::group}, log::CloseConversation{base::ConversationId{3}},
            &world.bob, Refusal::not_permitted};
}
Row row(World& world, std::type_identity<log::PlaceMembers>) {
    return {&world.alice, log::PlaceMembers{World::group, {world.bob.index}},
            log::PlaceMembers{World::group, {world.alice.index}}, &world.mallory, Refusal::not_permitted};
}
Row row(World& world, std::type_identity<log::GroupTurn>) {
    world.append(world.alice, log::PlaceMembers{World::group, {world.bob.index}});
    const log::GroupTurn content{World::group, base::GroupEpoch{1}, {}, {{world.bob.index, {}}}};
    return {&world.bob, content, log::PlaceMembers{{}, {world.bob.index}}, &world.alice, Refusal::not_permitted};
}
log::CreateFlow creation(std::string name) {
    log::CreateFlow create;
    create.flow.label = std::move(name);
    create.flow.kind = base::FlowKind::bulk;
    create.flow.message_bytes_max = 1000;
    create.flow.ordered = false;
    return create;
}
Row row(World& world, std::type_identity<log::CreateFlow>) {
    // Who has no key creates none.
    world.append(world.alice, log::Admit{{wire::encode(world.join(world.dave))}});
    return {&world.bob, creation("cursors"), creation("pens"), &world.dave, Refusal::not_permitted};
}
Row row(World& world, std::type_identity<log::ChangeFlow>) {
    world.append(world.bob, creation("cursors"));
    auto terms = log::FlowTerms::of(creation("cursors").flow);
    terms.rate_hz = 7;
    const log::ChangeFlow content{world.replica.flow_newest, terms};
    terms.rate_hz = 8;
    return {&world.bob, content, log::ChangeFlow{content.flow, terms}, &world.mallory, Refusal::not_permitted};
}
Row row(World& world, std::type_identity<log::CloseFlow>) {
    world.append(world.bob, creation("cursors"));
    const auto first = world.replica.flow_newest;
    world.append(world.bob, creation("pens"));
    return {&world.bob, log::CloseFlow{first}, log::CloseFlow{world.replica.flow_newest}, &world.mallory,
            Refusal::not_permitted};
}
Row row(World& world, std::type_identity<token::DeclareToken>) {
    const token::DeclareToken content{base::TokenId{3}, "pen", {}, {}};
    auto other = content;
    other.label = "chalk";
    return {&world.alice, content, other, &world.bob, Refusal::not_permitted};
}
Row row(World& world, std::type_identity<token::ConfigureToken>) {
    token::ConfigureToken content{World::voice, {}};
    content.change.moderated = true;
    auto other = content;
    other.change.locked = true;
    return {&world.alice, content, other, &world.bob, Refusal::not_permitted};
}
Row row(World& world, std::type_identity<token::RequestToken>) {
    world.the_relay.sequence = world.relay.state().relay_sequence;
    return {&world.bob, token::RequestToken{World::voice}, token::RequestToken{World::board}, &world.the_relay,
            Refusal::not_permitted};
}
Row row(World& world, std::type_identity<token::EndRequest>) {
    world.append(world.bob, token::RequestToken{World::voice});
    world.append(world.bob, token::RequestToken{World::board});
    return {&world.bob, token::EndRequest{World::voice, world.bob.index},
            token::EndRequest{World::board, world.bob.index}, &world.mallory, Refusal::not_permitted};
}
Row row(World& world, std::type_identity<token::PlaceRequest>) {
    world.append(world.bob, token::RequestToken{World::voice});
    world.append(world.mallory, token::RequestToken{World::voice});
    return {&world.alice, token::PlaceRequest{World::voice, world.mallory.index, 0},
            token::PlaceRequest{World::voice, world.bob.index, 1}, &world.bob, Refusal::not_permitted};
}
Row row(World& world, std::type_identity<token::GrantToken>) {
    return {&world.alice, token::GrantToken{World::voice, world.bob.index},
            token::GrantToken{World::voice, world.mallory.index}, &world.bob, Refusal::not_permitted};
}
Row row(World& world, std::type_identity<token::TransferToken>) {
    world.hold_voice(world.bob);
    return {&world.bob, token::TransferToken{World::voice, world.bob.index, world.mallory.index},
            token::TransferToken{World::voice, world.bob.index, world.alice.index}, &world.mallory,
            Refusal::not_permitted};
}
Row row(World& world, std::type_identity<token::CopyToken>) {
    world.hold_voice(world.bob);
    return {&world.bob, token::CopyToken{World::voice, world.bob.index, world.mallory.index},
            token::CopyToken{World::voice, world.bob.index, world.alice.index}, &world.mallory, Refusal::not_permitted};
}
Row row(World& world, std::type_identity<token::DistributeToken>) {
    token::ConfigureToken shared{World::board, {}};
    shared.change.holders_max = 0;
    world.append(world.alice, shared);
    return {&world.alice, token::DistributeToken{World::voice}, token::DistributeToken{World::board}, &world.bob,
            Refusal::not_permitted};
}
Row row(World& world, std::type_identity<token::DeleteCopy>) {
    world.hold_voice(world.bob);
    world.append(world.bob, token::CopyToken{World::voice, world.bob.index, world.mallory.index});
    world.append(world.bob, token::CopyToken{World::voice, world.bob.index, world.alice.index});
    return {&world.bob, token::DeleteCopy{World::voice, world.mallory.index},
            token::DeleteCopy{World::voice, world.alice.index}, &world.mallory, Refusal::not_permitted};
}
Row row(World& world, std::type_identity<token::ReleaseToken>) {
    world.hold_voice(world.bob);
    world.append(world.alice, token::GrantToken{World::board, world.bob.index});
    return {&world.bob, token::ReleaseToken{World::voice}, token::ReleaseToken{World::board}, &world.mallory,
            Refusal::not_holder};
}
Row row(World& world, std::type_identity<token::RevokeToken>) {
    world.hold_voice(world.bob);
    world.hold_voice(world.mallory);
    return {&world.alice, token::RevokeToken{World::voice, world.bob.index},
            token::RevokeToken{World::voice, world.mallory.index}, &world.mallory, Refusal::not_permitted};
}

/// What is wrong with the operation itself.
log::SignedOperation forge(World& world, const Row& row, Forgery forgery) {
    auto draft = world.draft_for(*row.by, row.content);
    const auto signed_as_is = [&] { return log::sign_operation(draft, row.content, row.by->identity); };
    switch (forgery) {
    case Forgery::signature_altered: {
        auto made = signed_as_is();
        made.signature.bytes[7] ^= 1;
        return made;
    }
    case Forgery::signed_by_another: {
        auto made = log::sign_operation(draft, row.content, author(8).identity);
        made.author = row.by->identity.public_key;
        return made;
    }
    case Forgery::content_altered: {
        auto made = log::sign_operation(draft, row.other, row.by->identity);
        made.operation = wire::encode_choice(row.content);
        return made;
    }
    case Forgery::other_identity: return log::sign_operation(draft, row.content, author(8).identity);
    case Forgery::other_exchange: {
        auto& other = row.by == &world.alice ? world.bob : world.alice;
        draft.author_exchange = other.exchange.public_key;
        return signed_as_is();
    }
    case Forgery::other_conference: draft.conference.bytes[1] ^= 1; return signed_as_is();
    case Forgery::stale_sequence: draft.author_sequence = row.by->sequence; return signed_as_is();
    case Forgery::unknown_head: draft.head.bytes[2] ^= 1; return signed_as_is();
    case Forgery::head_not_reached:
        // As for one that is older than what the log remembers: rules_test.cpp fills that.
        draft.head_position = base::LogPosition{draft.head_position.value() + 1};
        return signed_as_is();
    case Forgery::no_right: {
        auto of_another = world.draft_for(*row.without_right, row.content);
        return log::sign_operation(of_another, row.content, row.without_right->identity);
    }
    case Forgery::sequencer_forged:
    case Forgery::entry_altered:
    case Forgery::entry_misplaced: break;
    }
    return signed_as_is();
}

/// What is wrong with its entry.
log::Entry forge_entry(const World& world, const log::SignedOperation& operation, Forgery forgery) {
    auto made = world.entry(operation);
    if (forgery == Forgery::sequencer_forged) log::sequence(made, world.bob.identity);
    if (forgery == Forgery::entry_altered) made.at += 1ms;
    if (forgery != Forgery::entry_misplaced) return made;
    made.previous.bytes[0] ^= 1;
    log::sequence(made, world.keys.identity);
    return made;
}

template <class T>
class ForgedEntries : public testing::Test {
  protected:
    void SetUp() override {
        if constexpr (!std::same_as<T, log::Genesis>) {
            world.begin();
            ASSERT_FALSE(HasFailure());
        }
        tested.emplace(row(world, std::type_identity<T>{}));
        ASSERT_TRUE(std::holds_alternative<T>(tested->content));
    }
    void expect_refused(Forgery forgery) {
        const auto why = expected<T>(forgery, *tested);
        if (!why) return;
        SCOPED_TRACE(base::enumerator_name(forgery));
        const auto operation = forge(world, *tested, forgery);
        const auto before = world.replica;
        const bool of_entry = forgery >= Forgery::sequencer_forged;
        if (!of_entry) {
            if constexpr (std::same_as<T, log::Checkpoint>) world.now += LogQuota::checkpoint_pause;
            const auto taken = world.submit(operation);
            ASSERT_FALSE(taken.has_value()) << "the relay takes it";
            EXPECT_EQ(log::name_of(taken.error()), log::name_of(*why)) << "at the relay";
            EXPECT_EQ(world.relay.state(), before) << "the relay's state changed";
            EXPECT_TRUE(world.outbox.empty()) << "the relay stores something of it";
        }
        const auto applied = log::apply(world.replica, forge_entry(world, operation, forgery));
        ASSERT_FALSE(applied.has_value()) << "a member takes it";
        EXPECT_EQ(log::name_of(applied.error()), log::name_of(*why)) << "at a member";
        EXPECT_EQ(world.replica, before) << "a member's state changed";
    }

    World world;
    std::optional<Row> tested;
};

template <class Variant>
struct TypesOf;
template <class... Ts>
struct TypesOf<std::variant<Ts...>> {
    using type = testing::Types<Ts...>;
};
struct NameOf {
    template <class T>
    static std::string GetName(int) {
        return std::string{T::name};
    }
};
TYPED_TEST_SUITE(ForgedEntries, typename TypesOf<base::AlternativesOf<log::Operation>>::type, NameOf);

TYPED_TEST(ForgedEntries, are_refused_by_the_relay_and_by_members_and_the_true_one_is_not) {
    for (const auto forgery : base::enum_values<Forgery>)
        this->expect_refused(forgery);
    auto& by = *this->tested->by;
    if constexpr (std::same_as<TypeParam, log::Checkpoint>) this->world.now += LogQuota::checkpoint_pause;
    const auto genuine =
        log::sign_operation(this->world.draft_for(by, this->tested->content), this->tested->content, by.identity);
    const auto taken = this->world.give(genuine);
    EXPECT_TRUE(taken.has_value()) << log::name_of(taken.error());
    EXPECT_EQ(this->world.relay.state(), this->world.replica);
}

} // namespace
} // namespace plenum::node
