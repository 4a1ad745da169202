// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/floor_book.h"

#include "app/call/screen_sound.h"

#include <gtest/gtest.h>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;

constexpr base::TokenId voice{1};
constexpr base::MemberIndex robin{1};
constexpr base::MemberIndex ada{2};
constexpr base::MemberIndex jonas{3};

QDateTime plainly(base::ConferenceTime at) {
    return QDateTime::fromMSecsSinceEpoch(base::to_us(at.time_since_epoch()) / 1000);
}

/// A floor that voice demands; we are Robin.
class FloorBookTest : public testing::Test {
  protected:
    FloorBookTest() {
        node::MemberJoined joined{};
        joined.member = robin;
        joined.self = true;
        view.handle(joined);
        declare(1, base::FlowKind::audio);
        declare(2, base::FlowKind::video);
        declare(3, base::FlowKind::chat);
    }
    void declare(std::uint16_t flow, base::FlowKind kind, base::ConversationId conversation = log::plenary) {
        base::FlowSpec spec;
        spec.kind = kind;
        view.handle(node::FlowDeclared{base::FlowId{flow}, {}, spec, conversation});
    }
    void declare() { says(ada, token::DeclareToken{voice, "voice", {base::FlowId{1}}, {}}); }
    std::optional<ui::FloorEnded> says(base::MemberIndex author, const token::Operation& operation) {
        const token::Author who{author, author == ada};
        EXPECT_TRUE(token::check(table, who, operation));
        position = position.next();
        const auto at = base::ConferenceTime{1s * position.value()};
        token::apply(table, who, operation, {position, at});
        return book.take({std::make_shared<const token::Token>(*table.find(voice)),
                          std::make_shared<const node::TokenChanged::Cause>(author, operation), position, at});
    }
    [[nodiscard]] ui::Floor shown() const { return book.shown(voice, plainly); }
    [[nodiscard]] bool may_speak() const { return book.may_send(base::FlowKind::audio); }

    client::ConferenceView view;
    FloorBook book{view};
    token::Table table;
    base::LogPosition position;
};

TEST_F(FloorBookTest, shows_when_the_floor_of_a_silent_holder_returns) {
    declare();
    says(ada, token::GrantToken{voice, jonas});
    EXPECT_FALSE(shown().holders[0].returns_at.isValid());
    const auto now = QDateTime::fromSecsSinceEpoch(100);
    book.take(node::HolderSilent{voice, jonas, 2s}, now);
    EXPECT_EQ(shown().holders[0].returns_at, now.addSecs(2));
    book.take(node::HolderSilent{voice, jonas, std::nullopt}, now);
    EXPECT_FALSE(shown().holders[0].returns_at.isValid());
    book.take(node::HolderSilent{voice, jonas, 2s}, now);
    says(ada, token::TransferToken{voice, jonas, robin});
    says(ada, token::TransferToken{voice, robin, jonas});
    EXPECT_FALSE(shown().holders[0].returns_at.isValid()) << "of the holding before";
}

TEST_F(FloorBookTest, what_we_hold_counts_as_lost_once_our_lease_is_over) {
    view.handle(node::LeaseOver{true});
    EXPECT_TRUE(may_speak()) << "nobody needs a floor";
    view.handle(node::LeaseOver{false});
    declare();
    says(ada, token::GrantToken{voice, robin});
    view.handle(node::LeaseOver{true});
    EXPECT_FALSE(may_speak());
    EXPECT_TRUE(shown().out_of_reach);
    EXPECT_TRUE(book.may_send(base::FlowKind::video));
    view.handle(node::LeaseOver{false});
    EXPECT_TRUE(may_speak());
    EXPECT_FALSE(shown().out_of_reach);
}

TEST_F(FloorBookTest, tells_a_copy_that_somebody_gave_from_one_in_their_name) {
    declare();
    token::Settings settings;
    settings.holders_max = 3;
    says(ada, token::ConfigureToken{voice, settings});
    says(ada, token::GrantToken{voice, jonas});
    const token::CopyToken copy{voice, jonas, robin};
    says(ada, copy);
    EXPECT_EQ(shown().holders[1].giver, jonas);
    EXPECT_TRUE(shown().holders[1].shared_by_hand);
    says(ada, token::DeleteCopy{voice, robin});
    says(ada, copy);
    // The relay's arbiter, as the style has it.
    const node::TokenChanged::Cause relay{base::MemberIndex{}, copy};
    book.take({std::make_shared<const token::Token>(*table.find(voice)),
               std::make_shared<const node::TokenChanged::Cause>(relay),
               position,
               {}});
    EXPECT_EQ(shown().holders[1].giver, jonas);
    EXPECT_FALSE(shown().holders[1].shared_by_hand);
}

TEST_F(FloorBookTest, everyone_speaks_until_there_is_a_floor_and_then_its_holder_alone) {
    EXPECT_TRUE(may_speak());
    declare();
    EXPECT_FALSE(may_speak());
    EXPECT_TRUE(book.may_send(base::FlowKind::video));
    EXPECT_TRUE(book.may_send(base::FlowKind::chat));
    says(ada, token::GrantToken{voice, jonas});
    EXPECT_FALSE(may_speak());
    says(ada, token::TransferToken{voice, jonas, robin});
    EXPECT_TRUE(may_speak());
    says(ada, token::RevokeToken{voice, robin, token::RevokeReason::decided});
    EXPECT_FALSE(may_speak());
}

TEST_F(FloorBookTest, everyone_may_speak_where_everyone_holds_it) {
    declare();
    token::Settings settings;
    settings.holders_max = 0;
    says(ada, token::ConfigureToken{voice, settings});
    says(ada, token::DistributeToken{voice});
    EXPECT_TRUE(may_speak());
    EXPECT_FALSE(book.asked_for(base::FlowKind::audio));
    EXPECT_TRUE(shown().everyone);
}

TEST_F(FloorBookTest, a_floor_that_we_asked_for_is_told_from_one_that_came_unasked) {
    declare();
    says(ada, token::GrantToken{voice, robin});
    EXPECT_FALSE(book.asked_for(base::FlowKind::audio));
    says(robin, token::ReleaseToken{voice});
    says(robin, token::RequestToken{voice, token::RequestClass::normal});
    EXPECT_FALSE(book.asked_for(base::FlowKind::audio)) << "not ours yet";
    says(ada, token::GrantToken{voice, robin});
    EXPECT_TRUE(book.asked_for(base::FlowKind::audio));
    says(jonas, token::RequestToken{voice, token::RequestClass::normal});
    EXPECT_TRUE(book.asked_for(base::FlowKind::audio)) << "others change nothing";
    says(robin, token::ReleaseToken{voice});
    EXPECT_FALSE(book.asked_for(base::FlowKind::audio));
    says(ada, token::GrantToken{voice, robin});
    EXPECT_FALSE(book.asked_for(base::FlowKind::audio)) << "an old request is used up";
}

TEST_F(FloorBookTest, is_shown_with_who_holds_it_who_waits_and_since_when) {
    declare();
    says(ada, token::GrantToken{voice, ada});
    says(jonas, token::RequestToken{voice, token::RequestClass::normal});
    says(robin, token::RequestToken{voice, token::RequestClass::point_of_order});
    const auto floor = shown();
    EXPECT_EQ(floor.label, "voice");
    EXPECT_TRUE(floor.demands_microphone);
    EXPECT_FALSE(floor.demands_camera || floor.demands_chat);
    ASSERT_EQ(floor.holders.size(), 1);
    EXPECT_EQ(floor.holders[0], (ui::FloorHolder{ada, QDateTime::fromSecsSinceEpoch(2), {}, {}}));
    ASSERT_EQ(floor.requests.size(), 2);
    EXPECT_EQ(floor.requests[0],
              (ui::FloorRequest{robin, ui::RequestClass::point_of_order, true, QDateTime::fromSecsSinceEpoch(4)}));
    EXPECT_EQ(floor.requests[1].member, jonas);
}

TEST_F(FloorBookTest, tells_how_it_ended_for_somebody_who_did_not_end_it) {
    declare();
    says(jonas, token::RequestToken{voice, token::RequestClass::normal});
    const auto refused = says(ada, token::EndRequest{voice, jonas, token::RequestEnd::denied});
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->member, jonas);
    EXPECT_EQ(refused->end, ui::FloorEnd::refused);
    EXPECT_EQ(refused->by, ada);
    says(jonas, token::RequestToken{voice, token::RequestClass::normal});
    EXPECT_FALSE(says(jonas, token::EndRequest{voice, jonas, token::RequestEnd::cancelled}));
    for (const auto& [reason, end] : {std::pair{token::RevokeReason::decided, ui::FloorEnd::revoked},
                                      {token::RevokeReason::time, ui::FloorEnd::time_over}}) {
        says(ada, token::GrantToken{voice, jonas});
        const auto ended = says(ada, token::RevokeToken{voice, jonas, reason});
        ASSERT_TRUE(ended);
        EXPECT_EQ(ended->end, end);
        EXPECT_EQ(ended->by, ada);
    }
    EXPECT_EQ(shown().settings_by, base::MemberIndex{});
    token::Settings queue;
    queue.style = "queue";
    says(ada, token::ConfigureToken{voice, queue});
    EXPECT_EQ(shown().settings_by, ada);
    auto elsewhere = *table.find(voice);
    elsewhere.settings.style = "panel";
    book.take({std::make_shared<const token::Token>(elsewhere), nullptr, position, {}});
    EXPECT_EQ(shown().settings_by, base::MemberIndex{}) << "somebody chose it while we were away";
    says(ada, token::GrantToken{voice, jonas});
    const auto by_style = says({}, token::RevokeToken{voice, jonas, token::RevokeReason::decided});
    ASSERT_TRUE(by_style);
    EXPECT_EQ(by_style->by, base::MemberIndex{});
    says(ada, token::GrantToken{voice, jonas});
    const auto lost = says({}, token::RevokeToken{voice, jonas, token::RevokeReason::lost});
    ASSERT_TRUE(lost);
    EXPECT_EQ(lost->end, ui::FloorEnd::lost);
    says(ada, token::GrantToken{voice, jonas});
    EXPECT_FALSE(says(jonas, token::ReleaseToken{voice}));
}

TEST_F(FloorBookTest, a_floor_for_voice_is_made_once_and_demanded_by_voice_alone) {
    ui::FloorSettings settings;
    settings.style = QStringLiteral("queue");
    settings.revoked_after = 180s;
    const auto made = book.operation_of(ui::CreateFloor{ui::FloorPurpose::voice, settings});
    ASSERT_TRUE(made);
    auto declared = std::get<token::DeclareToken>(*made);
    EXPECT_EQ(declared.token, base::TokenId{}) << "for the node to number";
    EXPECT_EQ(declared.label, "voice");
    EXPECT_EQ(declared.flows, std::vector{base::FlowId{1}});
    EXPECT_EQ(declared.settings.style, "queue");
    EXPECT_EQ(declared.settings.revoked_after, base::Duration{180s});
    declared.token = voice;
    says(ada, declared);
    EXPECT_FALSE(book.operation_of(ui::CreateFloor{ui::FloorPurpose::voice, settings}));
}

TEST_F(FloorBookTest, pen_and_screen_are_demanded_by_their_own_flows_and_bar_nothing_else) {
    using enum ui::FloorPurpose;
    EXPECT_FALSE(book.operation_of(ui::CreateFloor{pen, {}})) << "a conference without a flow for it";
    EXPECT_TRUE(book.ungoverned(screen).empty());
    declare(4, base::FlowKind::board);
    declare(5, base::FlowKind::screen);
    for (const auto& [purpose, label, flow] : {std::tuple{pen, "pen", 4}, {screen, "screen", 5}}) {
        const std::vector flows{base::FlowId{static_cast<std::uint16_t>(flow)}};
        EXPECT_EQ(book.ungoverned(purpose), flows);
        const auto made = book.operation_of(ui::CreateFloor{purpose, {}});
        ASSERT_TRUE(made) << label;
        const auto& declared = std::get<token::DeclareToken>(*made);
        EXPECT_EQ(declared.label, label);
        EXPECT_EQ(declared.flows, flows);
        token::Token token;
        token.id = base::TokenId{static_cast<std::uint16_t>(flow)};
        token.label = declared.label;
        token.flows = declared.flows;
        book.take({std::make_shared<const token::Token>(token), nullptr, position, {}});
        EXPECT_EQ(book.shown(token.id, plainly).purpose(), purpose);
        EXPECT_TRUE(book.ungoverned(purpose).empty());
        EXPECT_FALSE(book.operation_of(ui::CreateFloor{purpose, {}})) << "there is one";
    }
    EXPECT_TRUE(may_speak());
    EXPECT_TRUE(book.may_send(base::FlowKind::video));
    EXPECT_FALSE(book.ungoverned(ui::FloorPurpose::voice).empty());
    EXPECT_FALSE(book.operation_of(ui::CreateFloor{other, {}}));
}

TEST_F(FloorBookTest, the_sound_of_screens_goes_with_the_floor_for_screens_and_is_nobodys_voice) {
    declare(5, base::FlowKind::screen);
    const auto sound = app::ScreenSound::declaration();
    node::FlowDeclared declared{base::FlowId{9}, sound.name, {}, {}};
    declared.spec.kind = sound.kind;
    declared.spec.loss_delay = sound.terms.loss_delay;
    declared.spec.rate_hz = sound.terms.rate_hz;
    declared.spec.message_bytes_max = sound.terms.message_bytes_max;
    view.handle(declared);
    EXPECT_EQ(book.ungoverned(ui::FloorPurpose::voice), std::vector{base::FlowId{1}});
    const std::vector flows{base::FlowId{5}, base::FlowId{9}};
    EXPECT_EQ(book.ungoverned(ui::FloorPurpose::screen), flows);
    token::Token token;
    token.id = base::TokenId{5};
    token.flows = flows;
    const node::TokenChanged changed{std::make_shared<const token::Token>(token), nullptr, position, {}};
    view.handle(changed);
    book.take(changed);
    EXPECT_TRUE(may_speak()) << "the screen is somebody else's, the voice is not";
    EXPECT_FALSE(book.shown(token.id, plainly).demands_microphone);
    EXPECT_FALSE(view.permits(base::FlowId{9}));
}

/// A group with its voice on flow 4, and its floor; another group's on flow 7.
class GroupFloorTest : public FloorBookTest {
  protected:
    static constexpr base::ConversationId red{2};
    static constexpr base::ConversationId blue{3};
    static constexpr base::TokenId of_red{2};

    GroupFloorTest() {
        declare(4, base::FlowKind::audio, red);
        declare(7, base::FlowKind::audio, blue);
    }
    void go(base::ConversationId group) { view.handle(node::MembersPlaced{group, {robin}}); }
    void declare_of_red() {
        token::Token token;
        token.id = of_red;
        token.label = "voice";
        token.flows = {base::FlowId{4}};
        tell(token);
    }
    void tell(const token::Token& token) {
        book.take({std::make_shared<const token::Token>(token), nullptr, position, {}});
    }
};

TEST_F(GroupFloorTest, what_we_may_send_follows_from_where_we_are) {
    declare();
    EXPECT_FALSE(may_speak());
    go(red);
    EXPECT_TRUE(may_speak()) << "the group has no floor";
    EXPECT_FALSE(book.shown(voice, plainly).demands_microphone);
    declare_of_red();
    EXPECT_FALSE(may_speak());
    EXPECT_TRUE(book.shown(of_red, plainly).demands_microphone);
    go(blue);
    EXPECT_TRUE(may_speak());
    go(red);
    book.speak_to_all(true);
    EXPECT_FALSE(may_speak()) << "who speaks to all needs the plenary's";
    says(ada, token::GrantToken{voice, robin});
    EXPECT_TRUE(may_speak());
}

TEST_F(GroupFloorTest, floors_of_other_groups_are_nobodys_concern_here) {
    declare();
    declare_of_red();
    EXPECT_TRUE(book.concerns(voice));
    EXPECT_FALSE(book.concerns(of_red));
    go(red);
    EXPECT_TRUE(book.concerns(voice)) << "everyone is in the plenary";
    EXPECT_TRUE(book.concerns(of_red));
    EXPECT_EQ(book.group_of(of_red), red);
    EXPECT_EQ(book.group_of(voice), log::plenary);
    token::Token over;
    over.id = of_red;
    over.over = true;
    tell(over);
    EXPECT_FALSE(book.concerns(of_red));
}

TEST_F(GroupFloorTest, a_floor_is_made_for_the_group_that_one_is_in) {
    declare();
    go(red);
    const auto made = book.operation_of(ui::CreateFloor{ui::FloorPurpose::voice, {}});
    ASSERT_TRUE(made);
    const auto& declared = std::get<token::DeclareToken>(*made);
    EXPECT_EQ(declared.flows, std::vector{base::FlowId{4}});
}

TEST_F(GroupFloorTest, a_pen_that_is_made_in_a_group_is_the_plenarys_for_it_alone_has_a_board) {
    declare(9, base::FlowKind::board);
    go(red);
    const auto made = book.operation_of(ui::CreateFloor{ui::FloorPurpose::pen, {}});
    ASSERT_TRUE(made);
    EXPECT_EQ(std::get<token::DeclareToken>(*made).flows, std::vector{base::FlowId{9}});
    declare(10, base::FlowKind::board, red);
    EXPECT_EQ(book.ungoverned(ui::FloorPurpose::pen), std::vector{base::FlowId{10}}) << "of its own, where it has one";
}

TEST_F(FloorBookTest, other_rules_keep_what_the_screens_do_not_know_of) {
    EXPECT_FALSE(book.operation_of(ui::ConfigureFloor{voice, {}})) << "not there yet";
    declare();
    token::Settings before;
    before.arbiter = jonas;
    says(ada, token::ConfigureToken{voice, before});
    auto settings = shown().settings;
    settings.locked = true;
    settings.panel = {ada};
    const auto change = book.operation_of(ui::ConfigureFloor{voice, settings});
    ASSERT_TRUE(change);
    token::SettingsChange expected;
    expected.locked = true;
    expected.panel = {ada};
    EXPECT_EQ(std::get<token::ConfigureToken>(*change).change, expected);
}

TEST_F(FloorBookTest, what_another_moderator_changed_meanwhile_stays) {
    declare();
    const auto seen = shown().settings;
    auto settings = seen;
    settings.revoked_after = std::chrono::seconds{60};
    token::SettingsChange lock;
    lock.locked = true;
    says(ada, token::ConfigureToken{voice, lock});
    const auto change = book.operation_of(ui::ConfigureFloor{voice, settings, seen});
    ASSERT_TRUE(change);
    token::SettingsChange expected;
    expected.revoked_after = std::chrono::seconds{60};
    EXPECT_EQ(std::get<token::ConfigureToken>(*change).change, expected);
}

TEST_F(FloorBookTest, each_act_is_the_operation_of_its_name) {
    const auto is = [&](const ui::FloorAct& act, const token::Operation& operation) {
        EXPECT_EQ(book.operation_of(act), operation) << act.index();
    };
    is(ui::GrantFloor{voice, ada}, token::GrantToken{voice, ada});
    is(ui::PassFloor{voice, ada, jonas}, token::TransferToken{voice, ada, jonas});
    is(ui::ShareFloor{voice, ada, jonas}, token::CopyToken{voice, ada, jonas});
    is(ui::TakeBackFloor{voice, jonas}, token::DeleteCopy{voice, jonas});
    is(ui::RevokeFloor{voice, ada}, token::RevokeToken{voice, ada, token::RevokeReason::decided});
    is(ui::RefuseRequest{voice, ada}, token::EndRequest{voice, ada, token::RequestEnd::denied});
    is(ui::PlaceRequest{voice, ada, 2}, token::PlaceRequest{voice, ada, 2});
    is(ui::PlaceRequest{voice, ada, -1}, token::PlaceRequest{voice, ada, 0});
}

} // namespace
} // namespace plenum::app
