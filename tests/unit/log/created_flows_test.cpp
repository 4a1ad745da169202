// SPDX-License-Identifier: Apache-2.0
// Flows that members create in a running conference: who may, within which bounds, and what closing one leaves.
#include "core/log/checkpoint.h"
#include "core/log/flow_rules.h"
#include "tests/unit/log/log_fixture.h"

#include <gmock/gmock.h>

namespace plenum::log {
namespace {

using testing::ElementsAre;

constexpr base::MemberIndex alices{1};
constexpr base::MemberIndex bobs{2};
constexpr base::FlowId chat_flow{1};

class CreatedFlows : public Log {
  protected:
    void SetUp() override { join_all(); }

    static CreateFlow creation(std::string name) {
        CreateFlow create;
        create.flow.label = std::move(name);
        create.flow.kind = base::FlowKind::live;
        create.flow.priority = base::PriorityClass::live;
        create.flow.ordered = false;
        create.flow.desired_delay = 50ms;
        create.flow.loss_delay = 500ms;
        create.flow.rate_hz = 20;
        create.flow.message_bytes_max = 400;
        return create;
    }
    static CreateFlow ordered(std::string name, base::Duration desired, base::Duration loss) {
        auto create = creation(std::move(name));
        create.flow.conversation = plenary;
        create.flow.ordered = true;
        create.flow.desired_delay = desired;
        create.flow.loss_delay = loss;
        return create;
    }
    base::FlowId created(Author& by, const CreateFlow& create) {
        EXPECT_TRUE(append(make(by, create)).has_value());
        return state.flow_newest;
    }
    /// A conversation that the genesis of the fixture has none of.
    void open_plenary() { state.conversations[plenary] = {}; }
};

TEST_F(CreatedFlows, any_member_with_a_key_creates_one_and_owns_it) {
    const auto cursors = created(bob, creation("cursors"));
    EXPECT_EQ(cursors, base::FlowId{2});
    ASSERT_NE(state.find_open(cursors), nullptr);
    EXPECT_EQ(state.find_open(cursors)->label, "cursors");
    EXPECT_EQ(state.find_created(cursors)->owner, bobs);
    EXPECT_EQ(state.find_created(chat_flow), nullptr);
    EXPECT_TRUE(refused(make(mallory, creation("mine")), Refusal::unknown_author));
    EXPECT_TRUE(refused(make(relay, creation("mine")), Refusal::not_permitted));
    ASSERT_TRUE(append(admit(alice, {join(mallory)})).has_value());
    EXPECT_TRUE(refused(make(mallory, creation("mine")), Refusal::not_permitted)) << "has no key yet";
}

TEST_F(CreatedFlows, owner_and_moderators_alone_change_and_close_it) {
    ASSERT_TRUE(append(admit(alice, {join(mallory)})).has_value());
    ASSERT_TRUE(append(make(alice, turn(EpochMode::ratchet))).has_value());
    const auto cursors = created(bob, creation("cursors"));
    auto terms = FlowTerms::of(*state.find(cursors));
    terms.rate_hz = 40;
    EXPECT_TRUE(refused(make(mallory, ChangeFlow{cursors, terms}), Refusal::not_permitted));
    EXPECT_TRUE(refused(make(mallory, CloseFlow{cursors}), Refusal::not_permitted));
    EXPECT_TRUE(append(make(bob, ChangeFlow{cursors, terms})).has_value());
    EXPECT_TRUE(refused(make(bob, ChangeFlow{cursors, terms}), Refusal::no_change));
    terms.rate_hz = 10;
    EXPECT_TRUE(append(make(alice, ChangeFlow{cursors, terms})).has_value()) << "a moderator";
    EXPECT_EQ(state.find(cursors)->rate_hz, 10U);
    EXPECT_TRUE(append(make(bob, CloseFlow{cursors})).has_value());
    EXPECT_TRUE(refused(make(alice, CloseFlow{cursors}), Refusal::no_such_flow));
}

TEST_F(CreatedFlows, flows_of_the_conference_are_not_changed_or_closed) {
    EXPECT_TRUE(refused(make(alice, ChangeFlow{chat_flow, {50ms, {}, 3, 100, 0}}), Refusal::fixed_flow));
    EXPECT_TRUE(refused(make(alice, CloseFlow{chat_flow}), Refusal::fixed_flow));
    EXPECT_TRUE(refused(make(alice, CloseFlow{pulse_flow_id}), Refusal::fixed_flow));
    EXPECT_TRUE(refused(make(alice, CloseFlow{base::FlowId{77}}), Refusal::no_such_flow));
}

TEST_F(CreatedFlows, names_are_those_of_one_open_flow) {
    const auto cursors = created(bob, creation("cursors"));
    EXPECT_TRUE(refused(make(alice, creation("cursors")), Refusal::name_taken));
    EXPECT_TRUE(refused(make(alice, creation("chat")), Refusal::name_taken));
    EXPECT_TRUE(refused(make(alice, creation("pulse")), Refusal::name_taken));
    EXPECT_TRUE(refused(make(alice, creation("")), Refusal::malformed));
    EXPECT_TRUE(refused(make(alice, creation("two\nlines")), Refusal::malformed));
    ASSERT_TRUE(append(make(bob, CloseFlow{cursors})).has_value());
    EXPECT_EQ(created(alice, creation("cursors")), base::FlowId{3}) << "and numbers are given once";
}

TEST_F(CreatedFlows, kind_chooses_the_class_and_values_are_bounded) {
    const auto is_malformed = [&](const std::function<void(FlowDeclaration&)>& change) {
        auto create = creation("cursors");
        change(create.flow);
        return refused(make(alice, create), Refusal::malformed);
    };
    EXPECT_TRUE(is_malformed([](FlowDeclaration& flow) { flow.flow = base::FlowId{9}; }));
    EXPECT_TRUE(is_malformed([](FlowDeclaration& flow) { flow.priority = base::PriorityClass::audio; }));
    EXPECT_TRUE(is_malformed([](FlowDeclaration& flow) { flow.rate_hz = base::limits::created_flow_rate_max + 1; }));
    EXPECT_TRUE(is_malformed([](FlowDeclaration& flow) { flow.loss_delay = 0ms, flow.desired_delay = 0ms; }));
    EXPECT_TRUE(is_malformed([](FlowDeclaration& flow) {
        flow.rate_hz = 1000;
        flow.message_bytes_max = 900 * 1024;
    }));
    const auto of_kind = [](base::FlowKind kind, std::uint32_t rate, std::uint32_t bytes) {
        return [=](FlowDeclaration& flow) {
            flow.kind = kind;
            flow.priority = class_of(kind);
            flow.rate_hz = rate;
            flow.message_bytes_max = bytes;
        };
    };
    EXPECT_TRUE(is_malformed(of_kind(base::FlowKind::audio, 100, 1000))) << "speech of others comes first";
    EXPECT_TRUE(is_malformed(of_kind(base::FlowKind::live, 500, 2000)));
    EXPECT_TRUE(is_malformed(of_kind(base::FlowKind::screen, 60, 100 * 1024)));
    EXPECT_FALSE(is_malformed([&](FlowDeclaration& flow) {
        of_kind(base::FlowKind::audio, 50, 1275)(flow);
        flow.label = "speech";
    }));
    EXPECT_TRUE(is_malformed([&](FlowDeclaration& flow) {
        of_kind(base::FlowKind::audio, 50, 100)(flow);
        flow.loss_delay.reset();
    })) << "sound that is sent again is late";
    EXPECT_TRUE(is_malformed([](FlowDeclaration& flow) { flow.label = "Red:chat"; })) << "a group's flow is named so";
    const auto cursors = created(alice, creation("cursors"));
    auto reliable = FlowTerms::of(*state.find(cursors));
    reliable.loss_delay.reset();
    EXPECT_TRUE(refused(make(alice, ChangeFlow{cursors, reliable}), Refusal::malformed));
}

TEST_F(CreatedFlows, only_moderators_change_what_others_wait) {
    open_plenary();
    created(alice, ordered("pointer", 80ms, 500ms));
    created(bob, ordered("gestures", 80ms, 500ms));
    EXPECT_TRUE(refused(make(bob, ordered("slow", 200ms, 500ms)), Refusal::not_permitted));
    EXPECT_TRUE(refused(make(bob, ordered("strict", 80ms, 200ms)), Refusal::not_permitted));
    created(alice, ordered("slow", 200ms, 500ms));
    const auto later = created(bob, ordered("later", 200ms, 500ms));
    auto terms = FlowTerms::of(*state.find(later));
    terms.desired_delay = 300ms;
    EXPECT_TRUE(refused(make(bob, ChangeFlow{later, terms}), Refusal::not_permitted));
    EXPECT_TRUE(append(make(alice, ChangeFlow{later, terms})).has_value());
}

TEST_F(CreatedFlows, each_person_has_a_share_of_the_room) {
    for (std::size_t i = 0; i < base::limits::created_flows_per_person_max; ++i)
        created(bob, creation("b" + std::to_string(i)));
    EXPECT_TRUE(refused(make(bob, creation("more")), Refusal::too_many_flows));
    auto aside = creation("aside");
    aside.peer = alices;
    for (std::size_t i = 0; i < base::limits::two_party_flows_per_person_max; ++i, aside.flow.label += "+")
        created(bob, aside);
    EXPECT_TRUE(refused(make(bob, aside), Refusal::too_many_flows));
    created(alice, creation("more"));
    ASSERT_TRUE(append(make(bob, CloseFlow{base::FlowId{2}})).has_value());
    created(bob, creation("b0"));
}

TEST_F(CreatedFlows, one_that_leaves_no_interval_is_refused_and_the_fault_named) {
    open_plenary();
    const auto strict = created(alice, ordered("strict", 40ms, 100ms));
    const auto slow = ordered("slow", 200ms, 2s);
    EXPECT_TRUE(refused(make(bob, slow), Refusal::no_interval));
    const auto fault = flows_at_fault(state, slow);
    ASSERT_TRUE(fault.has_value());
    EXPECT_THAT(fault->too_slow, ElementsAre(base::FlowId{}));
    EXPECT_THAT(fault->too_strict, ElementsAre(strict));
    const auto fits = created(bob, ordered("fits", 40ms, 2s));
    const ChangeFlow change{fits, FlowTerms::of(slow.flow)};
    EXPECT_TRUE(refused(make(bob, change), Refusal::no_interval));
    EXPECT_THAT(flows_at_fault(state, change)->too_slow, ElementsAre(fits));
    const auto narrow = interval_of(state, plenary);
    ASSERT_TRUE(append(make(alice, CloseFlow{strict})).has_value());
    EXPECT_TRUE(append(make(alice, change)).has_value()) << "a closed flow asks for nothing";
    EXPECT_GT(interval_of(state, plenary).most, narrow.most);
}

TEST_F(CreatedFlows, two_party_one_reaches_these_two_and_ends_with_either) {
    ASSERT_TRUE(append(admit(alice, {join(mallory)})).has_value());
    ASSERT_TRUE(append(make(alice, turn(EpochMode::ratchet))).has_value());
    auto create = creation("aside");
    create.peer = alices;
    const auto aside = created(bob, create);
    const auto& flow = *state.find(aside);
    EXPECT_TRUE(state.reaches(flow, *state.find(alices)));
    EXPECT_TRUE(state.reaches(flow, *state.find(bobs)));
    EXPECT_FALSE(state.reaches(flow, *state.find(base::MemberIndex{3})));
    EXPECT_TRUE(refused(make(alice, token::DeclareToken{base::TokenId{1}, "t", {aside}, {}}), Refusal::malformed));
    create.flow.label = "self";
    create.peer = bobs;
    EXPECT_TRUE(refused(make(bob, create), Refusal::malformed));
    create.peer = base::MemberIndex{9};
    EXPECT_TRUE(refused(make(bob, create), Refusal::no_such_member));
    create.peer = alices;
    create.flow.conversation = plenary;
    EXPECT_TRUE(refused(make(bob, create), Refusal::malformed)) << "others would wait for its messages";
    ASSERT_TRUE(append(make(bob, Leave{bobs, base::LeaveReason::left})).has_value());
    EXPECT_EQ(state.find_open(aside), nullptr);
}

TEST_F(CreatedFlows, those_of_camera_clusters_are_two_party_and_numbered) {
    const auto capture = [&](std::string name) {
        auto create = creation(std::move(name));
        create.flow.kind = base::FlowKind::capture;
        create.flow.priority = class_of(base::FlowKind::capture);
        create.flow.ordered = false;
        create.flow.conversation = {};
        create.flow.loss_delay = 400ms;
        create.flow.rate_hz = base::limits::created_capture_rate_max;
        create.flow.message_bytes_max = 1000;
        create.peer = alices;
        return create;
    };
    auto for_all = capture("left");
    for_all.peer = {};
    EXPECT_TRUE(refused(make(bob, for_all), Refusal::malformed));
    auto reliable = capture("left");
    reliable.flow.loss_delay.reset();
    EXPECT_TRUE(refused(make(bob, reliable), Refusal::malformed));
    auto fast = capture("left");
    ++fast.flow.rate_hz;
    EXPECT_TRUE(refused(make(bob, fast), Refusal::malformed));
    const auto left = created(bob, capture("left"));
    const auto right = created(bob, capture("right"));
    EXPECT_EQ(state.find_created(left)->capture_number, 0U);
    EXPECT_EQ(state.find_created(right)->capture_number, 1U);
    ASSERT_TRUE(append(make(bob, CloseFlow{left})).has_value());
    const auto again = created(bob, capture("left"));
    EXPECT_EQ(state.find_created(again)->capture_number, 0U) << "the least that is free";
    const auto decoded = decode_state(encode_state(state));
    ASSERT_TRUE(decoded.has_value());
    EXPECT_EQ(decoded->created_flows, state.created_flows);
    auto beyond = state;
    beyond.created_flows.at(again).capture_number = base::limits::capture_flows_max;
    EXPECT_FALSE(decode_state(encode_state(beyond)).has_value());
}

TEST_F(CreatedFlows, closed_ones_are_known_for_what_is_on_its_way_and_then_forgotten) {
    const auto first = created(alice, creation("again"));
    ASSERT_TRUE(append(make(alice, CloseFlow{first})).has_value());
    EXPECT_NE(state.find(first), nullptr);
    EXPECT_EQ(state.find_created(first)->closed_size, state.size);
    for (std::size_t i = 0; i < base::limits::closed_flows_least; ++i) {
        const auto next = created(alice, creation("again"));
        ASSERT_TRUE(append(make(alice, CloseFlow{next})).has_value());
    }
    EXPECT_EQ(state.find(first), nullptr);
    EXPECT_EQ(state.count_closed(), base::limits::closed_flows_least);
}

TEST_F(CreatedFlows, many_that_were_closed_just_now_are_known_for_those_who_are_away) {
    const auto at_once = [&](const Operation& operation) {
        auto made = entry(make(alice, operation));
        made.at = state.at;
        sequence(made, relay.identity);
        return apply(state, made).has_value();
    };
    const auto first = state.flow_newest.next();
    for (std::size_t i = 0; i < base::limits::closed_flows_max; ++i) {
        ASSERT_TRUE(at_once(creation("again")));
        ASSERT_TRUE(at_once(CloseFlow{state.flow_newest}));
    }
    EXPECT_NE(state.find(first), nullptr);
    EXPECT_EQ(state.count_closed(), base::limits::closed_flows_max);
    ASSERT_TRUE(at_once(creation("again")));
    ASSERT_TRUE(at_once(CloseFlow{state.flow_newest}));
    EXPECT_EQ(state.find(first), nullptr) << "within the bound";
    EXPECT_EQ(state.count_closed(), base::limits::closed_flows_max);
}

TEST_F(CreatedFlows, checkpoints_carry_them) {
    auto create = creation("aside");
    create.peer = alices;
    const auto aside = created(bob, create);
    const auto gone = created(bob, creation("gone"));
    ASSERT_TRUE(append(make(bob, CloseFlow{gone})).has_value());
    const auto decoded = decode_state(encode_state(state));
    ASSERT_TRUE(decoded.has_value());
    EXPECT_EQ(decoded->created_flows, state.created_flows);
    auto lonely = state;
    lonely.created_flows.at(aside).peer = base::MemberIndex{9};
    EXPECT_FALSE(decode_state(encode_state(lonely)).has_value()) << "with somebody who is not there";
    auto stray = state;
    stray.flows.erase(aside);
    EXPECT_FALSE(decode_state(encode_state(stray)).has_value());
}

TEST_F(CreatedFlows, a_person_who_comes_back_owns_it_still) {
    const auto cursors = created(bob, creation("cursors"));
    ASSERT_TRUE(append(make(bob, Leave{bobs, base::LeaveReason::left})).has_value());
    EXPECT_NE(state.find_open(cursors), nullptr);
    Author again{bob.identity.copy(), key_of<crypto::ExchangeKeyPair>(77), 0};
    ASSERT_TRUE(append(admit(alice, {join(again)})).has_value());
    EXPECT_TRUE(append(make(again, CloseFlow{cursors})).has_value());
}

} // namespace
} // namespace plenum::log
