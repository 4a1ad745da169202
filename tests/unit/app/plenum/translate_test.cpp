// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/translate.h"

#include "core/api/commands.h"

#include <gtest/gtest.h>

namespace plenum::app {
namespace {

ui::EndReason told(std::variant<node::EndReason, client::FailReason> reason, EndContext context = {}) {
    return end_facts({reason, "A sentence."}, context).reason;
}

TEST(Translate, silence_is_unreachable_before_the_call_and_lost_in_it) {
    EXPECT_EQ(told(node::EndReason::no_answer), ui::EndReason::unreachable);
    EXPECT_EQ(told(node::EndReason::no_answer, {.was_in_call = true}), ui::EndReason::lost);
}

TEST(Translate, who_ended_it_is_told_apart) {
    const EndContext ours{.was_in_call = true, .ended_by_us = true};
    EXPECT_EQ(told(node::EndReason::ended_for_all), ui::EndReason::ended_by_host);
    EXPECT_EQ(told(node::EndReason::relay_closed), ui::EndReason::relay_closed);
    EXPECT_EQ(told(node::EndReason::ended_for_all, ours), ui::EndReason::ended_by_self);
    EXPECT_EQ(told(node::EndReason::relay_closed, ours), ui::EndReason::ended_by_self);
    EXPECT_EQ(told(node::EndReason::no_answer, ours), ui::EndReason::lost);
}

TEST(Translate, the_sentence_goes_along_where_the_screen_knows_less) {
    EXPECT_EQ(end_facts({node::EndReason::no_answer, "A sentence."}, {}).detail, "A sentence.");
    EXPECT_EQ(end_facts({node::EndReason::no_key, "A sentence."}, {}).detail, "A sentence.");
    EXPECT_EQ(end_facts({node::EndReason::removed, "A sentence."}, {}).detail, "");
    EXPECT_EQ(end_facts({node::EndReason::left, "A sentence."}, {}).detail, "");
    EXPECT_EQ(told(client::FailReason::unknown_host), ui::EndReason::unreachable);
    EXPECT_EQ(told(client::FailReason::not_drained), ui::EndReason::internal);
}

TEST(Translate, a_silent_leader_is_no_lying_relay) {
    using node::Agreement;
    EXPECT_EQ(agreement_of({Agreement::confirmed, false}), ui::Agreement::confirmed);
    EXPECT_EQ(agreement_of({Agreement::late, false}), ui::Agreement::late);
    EXPECT_EQ(agreement_of({Agreement::lost, false}), ui::Agreement::lost);
    EXPECT_EQ(agreement_of({Agreement::lost, true}), ui::Agreement::forked);
}

TEST(Translate, meters_show_sixty_decibels) {
    EXPECT_FLOAT_EQ(meter_level(0), 1);
    EXPECT_FLOAT_EQ(meter_level(-30), 0.5F);
    EXPECT_FLOAT_EQ(meter_level(-60), 0);
    EXPECT_FLOAT_EQ(meter_level(-96), 0);
    EXPECT_FLOAT_EQ(meter_level(3), 1);
}

TEST(Translate, who_may_come_in_goes_there_and_back) {
    for (const auto admission : {base::Admission::open, base::Admission::lobby, base::Admission::closed}) {
        const log::Policy policy{.admission = admission, .history_for_newcomers = false, .moderators_only = true};
        EXPECT_EQ(policy_of(policy_of(policy)), policy);
    }
    EXPECT_EQ(policy_of(log::Policy{.admission = base::Admission::lobby}).admission, ui::Admission::lobby);
    EXPECT_TRUE(policy_of(ui::EntryPolicy{.history_for_newcomers = true}).history_for_newcomers);
}

TEST(Translate, departures_and_refusals_keep_their_meaning) {
    EXPECT_EQ(departure_of(node::LeaveReason::removed), ui::Departure::removed);
    EXPECT_EQ(departure_of(node::LeaveReason::lost), ui::Departure::lost);
    EXPECT_EQ(departure_of(node::LeaveReason::left), ui::Departure::left);
    EXPECT_EQ(problem_kind_of(node::CommandError::not_permitted), ui::ProblemKind::not_permitted);
    EXPECT_EQ(problem_kind_of(node::CommandError::unknown_person), ui::ProblemKind::person_gone);
    EXPECT_EQ(problem_kind_of(node::CommandError::too_large), ui::ProblemKind::other);
}

TEST(Translate, a_missing_device_is_no_broken_one) {
    const media::MediaError missing{media::MediaError::Kind::no_device, "none"};
    const media::MediaError broken{media::MediaError::Kind::device_failed, "busy"};
    EXPECT_EQ(problem_of(ui::DeviceKind::microphone, missing).kind, ui::ProblemKind::no_microphone);
    EXPECT_EQ(problem_of(ui::DeviceKind::microphone, broken).kind, ui::ProblemKind::microphone_failed);
    EXPECT_EQ(problem_of(ui::DeviceKind::loudspeaker, missing).kind, ui::ProblemKind::no_loudspeaker);
    EXPECT_EQ(problem_of(ui::DeviceKind::camera, broken).kind, ui::ProblemKind::camera_failed);
    EXPECT_EQ(problem_of(ui::DeviceKind::camera, broken).detail, "busy");
}

TEST(Translate, what_a_floor_refuses_is_told_in_its_own_words) {
    using node::CommandError;
    const auto kind = [](CommandError error, const node::Command& command) {
        return floor_problem_of({node::CommandKind{command}, error, {}, base::TokenId{1}});
    };
    const node::Command act = node::ActOnToken{};
    EXPECT_EQ(kind(CommandError::no_change, act), std::nullopt);
    EXPECT_EQ(kind(CommandError::not_permitted, act), ui::ProblemKind::not_permitted);
    EXPECT_EQ(kind(CommandError::not_permitted, node::WantToken{}), ui::ProblemKind::floor_locked);
    EXPECT_EQ(kind(CommandError::not_holder, act), ui::ProblemKind::floor_moved);
    EXPECT_EQ(kind(CommandError::no_such_request, act), ui::ProblemKind::floor_moved);
    EXPECT_EQ(kind(CommandError::token_full, act), ui::ProblemKind::floor_taken);
    EXPECT_EQ(kind(CommandError::unknown_style, act), ui::ProblemKind::floor_settings);
    EXPECT_EQ(kind(CommandError::unknown_person, act), ui::ProblemKind::person_gone);
    EXPECT_EQ(kind(CommandError::too_often, act), ui::ProblemKind::too_often);
    EXPECT_EQ(problem_kind_of(CommandError::no_token), ui::ProblemKind::no_floor);
}

TEST(Translate, what_a_group_refuses_is_told_in_its_own_words) {
    using node::CommandError;
    const auto kind = [](CommandError error) {
        return group_problem_of({node::CommandKind::of<node::ActOnConversation>(), error, {}, {}});
    };
    EXPECT_EQ(kind(CommandError::no_change), std::nullopt);
    EXPECT_EQ(kind(CommandError::token_full), ui::ProblemKind::groups_full);
    EXPECT_EQ(kind(CommandError::no_such_conversation), ui::ProblemKind::group_gone);
    EXPECT_EQ(kind(CommandError::unknown_person), ui::ProblemKind::person_gone);
    EXPECT_EQ(kind(CommandError::not_permitted), ui::ProblemKind::not_permitted);
    EXPECT_EQ(kind(CommandError::no_interval), ui::ProblemKind::no_interval);
    EXPECT_EQ(kind(CommandError::name_taken), ui::ProblemKind::group_name_taken);
}

TEST(Translate, how_far_a_conversation_leans_goes_there_and_back) {
    for (const auto lean : {log::Lean::live, log::Lean::balanced, log::Lean::order})
        EXPECT_EQ(lean_of(lean_of(lean)), lean);
    EXPECT_EQ(lean_of(log::Lean::order), ui::Lean::order);
}

TEST(Translate, figures_keep_their_places) {
    using namespace std::chrono_literals;
    node::ConversationFigures event{};
    event.delta = 96ms;
    event.delta_least = 40ms;
    event.delta_most = 400ms;
    event.in_order = 1;
    event.forced = 2;
    event.late = 3;
    event.discarded = 4;
    event.overrun = 5;
    event.held_most = 6;
    event.held_bound = 7;
    const ui::OrderFigures::Measured expected{.delta = 96ms,
                                              .least = 40ms,
                                              .most = 400ms,
                                              .delay = std::nullopt,
                                              .in_order = 1,
                                              .forced = 2,
                                              .late = 3,
                                              .discarded = 4,
                                              .overrun = 5,
                                              .held_most = 6,
                                              .held_bound = 7};
    EXPECT_EQ(measured_of(event), expected) << "0 is not known";
    event.delay = 45ms;
    EXPECT_EQ(measured_of(event).delay, 45ms);
    media::SenderStats sound;
    sound.current_delay = 62ms;
    sound.playout.played = 100;
    sound.playout.lost = 53;
    sound.playout.lost_in_pauses = 50;
    const auto figures = sound_figures_of(sound);
    EXPECT_EQ(figures.played, 100U);
    EXPECT_EQ(figures.missing, 3U);
    EXPECT_EQ(figures.wait, 62ms);
    EXPECT_EQ(picture_figures_of({.key_requests = 2}).delay, std::nullopt) << "clocks are not in step";
    EXPECT_EQ(picture_figures_of({.key_requests = 2, .video_delay = 180ms}).delay, 180ms);
    EXPECT_EQ(picture_figures_of({.key_requests = 2}).key_requests, 2U);
}

TEST(Translate, what_is_to_come_keeps_its_distance_both_ways) {
    using namespace std::chrono_literals;
    const auto wall = QDateTime::fromSecsSinceEpoch(1'000'000'000);
    const base::LocalTime now{1000s};
    const base::ClockOffset clock{.value = 500s};
    EXPECT_EQ(wall_time_ahead(base::ConferenceTime{2100s}, clock, now, wall), wall.addSecs(600));
    EXPECT_EQ(wall_time_ahead(base::ConferenceTime{1490s}, clock, now, wall), wall.addSecs(-10));
    EXPECT_EQ(conference_time_of(wall.addSecs(600), clock, now, wall), base::ConferenceTime{2100s});
}

TEST(Translate, the_conferences_time_is_told_by_the_clock_on_the_wall) {
    using namespace std::chrono_literals;
    const auto wall = QDateTime::fromSecsSinceEpoch(1'000'000'000);
    const base::LocalTime now{1000s};
    const base::ClockOffset clock{.value = 500s};
    EXPECT_EQ(wall_time(base::ConferenceTime{1490s}, clock, now, wall), wall.addSecs(-10));
    EXPECT_EQ(wall_time(base::ConferenceTime{1510s}, clock, now, wall), wall) << "nothing is yet to come";
    EXPECT_EQ(wall_time(base::ConferenceTime{1490s}, std::nullopt, now, wall), wall);
    EXPECT_EQ(wall_time({}, clock, now, wall), wall);
}

} // namespace
} // namespace plenum::app
