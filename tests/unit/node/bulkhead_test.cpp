// SPDX-License-Identifier: Apache-2.0
// A fault while one conference is served: that one is closed and comes back, all others do not notice.
#include "core/member/link_book.h"
#include "core/relay/failed_conferences.h"
#include "tests/unit/node/floor_fixture.h"

#include <gmock/gmock.h>

#include <new>
#include <stdexcept>

namespace plenum::test {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

/// What the fault throws; nothing while it is none.
enum class Fault : std::uint8_t { none = 1, exception = 2, memory = 3, other = 4 };
Fault planted{Fault::none};

/// A style with a fault that comes and goes. Styles of plug-ins are guarded by the runtime (style_registry.h); here
/// nobody does, so it stands for any fault of the relay's own.
class Faulty final : public token::FloorPolicy {
  public:
    bool accepts(std::string_view) const override { return true; }
    token::FloorChoice decide(const token::FloorView&) override {
        switch (planted) {
        case Fault::exception: throw std::out_of_range{"array::at: planted"};
        case Fault::memory: throw std::bad_alloc{};
        case Fault::other: throw 7;
        case Fault::none: break;
        }
        return {};
    }
};

constexpr std::array faulty{token::style_of<Faulty>("faulty", "Faulty", "Throws now and then.")};

class Bulkhead : public Floor {
  protected:
    void SetUp() override {
        planted = Fault::none;
        hall.styles = faulty;
        hall.restart_relay_empty(relay);
        Floor::SetUp();
        other_link = hall.create(dora, relay);
        for (auto* place : {&dora, &emil}) {
            hall.join(*place, relay, other_link, "Somebody else");
            hall.run(1s);
            ASSERT_TRUE(Hall::joined(*place));
        }
        declare(voice, "faulty");
        hall.say(alice, "before", chat);
        hall.run(200ms);
    }
    void TearDown() override { planted = Fault::none; }
    std::vector<node::ContainedFailure> failures() const {
        std::vector<node::ContainedFailure> found;
        for (const auto& incident : Hall::all<node::RelayIncident>(relay)) {
            if (incident.failure) found.push_back(*incident.failure);
        }
        return found;
    }
    void fail_with(Fault fault) {
        planted = fault;
        want(bob, !std::exchange(wanted, !wanted));
        hall.run(100ms);
    }
    static std::size_t reconnects(const Hall::Place& place) {
        return static_cast<std::size_t>(std::ranges::count(Hall::all<node::PhaseChanged>(place),
                                                           node::Phase::reconnecting, &node::PhaseChanged::phase));
    }
    /// Someone of the other conference speaks and is heard.
    void expect_others_undisturbed(std::string_view text) {
        hall.say(dora, text, chat);
        hall.run(50ms);
        EXPECT_EQ(times(emil, text), 1U);
        EXPECT_EQ(reconnects(dora) + reconnects(emil), 0U);
    }
    void expect_together(std::string_view text) {
        hall.say(alice, text, chat);
        hall.run(1s);
        for (const auto* place : {&bob, &cem}) {
            EXPECT_TRUE(Hall::joined(*place));
            EXPECT_EQ(times(*place, text), 1U) << text;
        }
    }

    Hall::Place& dora{hall.add_endpoint()};
    Hall::Place& emil{hall.add_endpoint()};
    node::ConferenceLink other_link;
    bool wanted{false};
};

TEST_F(Bulkhead, a_fault_closes_one_conference_and_no_other) {
    fail_with(Fault::exception);
    ASSERT_EQ(failures().size(), 1U);
    EXPECT_EQ(failures().front().what, "array::at: planted");
    EXPECT_EQ(failures().front().conference, node::LinkKeys::from(link.secret).door);
    EXPECT_EQ(failures().front().back_in, node::FailedConferences::pause_min);
    EXPECT_EQ(relay.node->relay_statistics().failures_contained, 1U);
    EXPECT_EQ(relay.node->relay_statistics().conferences, 1U);
    expect_others_undisturbed("we go on");
    for (const auto* place : {&alice, &bob, &cem})
        EXPECT_THAT(Hall::all<node::RelayRestarts>(*place), testing::SizeIs(1)) << "they are told";
}

TEST_F(Bulkhead, the_conference_comes_back_with_all_it_had) {
    fail_with(Fault::exception);
    planted = Fault::none;
    hall.run(5s);
    expect_together("after");
    EXPECT_EQ(times(bob, "before"), 1U) << "nothing is heard twice";
    EXPECT_EQ(relay.node->relay_statistics().members, 5U) << "nobody was lost";
    EXPECT_EQ(relay.node->relay_statistics().conferences_behind, 0U);
    EXPECT_EQ(relay.node->relay_statistics().conferences_restored, 0U);
    ASSERT_NE(seen_by(cem), nullptr);
    EXPECT_EQ(seen_by(cem)->settings.style, "faulty") << "the floor stands as it stood";
    auto& late = hall.add_endpoint();
    hall.join(late, relay, link, "Late");
    hall.run(2s);
    EXPECT_THAT(Hall::texts(late), Contains("before"));
    EXPECT_THAT(Hall::texts(late), Contains("after"));
}

TEST_F(Bulkhead, memory_that_is_not_there_and_what_is_no_exception_are_faults_too) {
    fail_with(Fault::memory);
    planted = Fault::none;
    hall.run(5s);
    expect_together("after the first");
    fail_with(Fault::other);
    planted = Fault::none;
    hall.run(5s);
    expect_together("after the second");
    ASSERT_EQ(failures().size(), 2U);
    EXPECT_EQ(failures().front().what, "std::bad_alloc");
    EXPECT_EQ(failures().back().what, "something without words");
    expect_others_undisturbed("and on");
}

TEST_F(Bulkhead, one_that_fails_whenever_it_comes_back_costs_less_and_less) {
    fail_with(Fault::exception);
    // No longer than members go on dialling.
    hall.run(4min);
    const auto told = failures();
    EXPECT_GE(told.size(), 6U) << "it is tried again";
    EXPECT_LE(told.size(), 10U) << "and not all the time";
    EXPECT_EQ(told.back().failures, told.size());
    EXPECT_EQ(told.back().back_in, node::FailedConferences::pause_max);
    expect_others_undisturbed("as ever");
    planted = Fault::none;
    hall.run(70s);
    expect_together("at last");
}

TEST_F(Bulkhead, a_conference_that_ended_meanwhile_is_forgotten_as_ever) {
    fail_with(Fault::exception);
    planted = Fault::none;
    hall.run(5s);
    hall.command(alice, node::EndConference{});
    hall.run(20s);
    EXPECT_EQ(relay.forgotten, 1U);
    EXPECT_EQ(relay.node->relay_statistics().conferences, 1U);
}

/// One conference at a relay whose store says what is durable.
class StoredBulkhead : public testing::Test {
  protected:
    void SetUp() override {
        planted = Fault::none;
        hall.styles = faulty;
        relay = &hall.add_relay({}, true);
        hall.command(alice, node::CreateConference{relay->address, "relay.test", 7700, "Review", {}});
        run(500ms);
        const auto created = Hall::all<node::ConferenceCreated>(alice);
        ASSERT_EQ(created.size(), 1U);
        for (auto* place : {&alice, &bob}) {
            hall.join(*place, *relay, created.front().link, "Someone");
            run(1s);
            ASSERT_TRUE(Hall::joined(*place));
        }
        token::DeclareToken declaration{base::TokenId{1}, "voice", {base::FlowId{1}}, {}};
        declaration.settings.style = "faulty";
        hall.command(alice, node::ActOnToken{declaration});
        run(200ms);
    }
    void TearDown() override { planted = Fault::none; }
    /// All is durable at once.
    void run(base::Duration duration) {
        for (const auto end = hall.now + duration; hall.now < end;) {
            hall.run(20ms);
            hall.tell_kept(*relay);
        }
    }
    void fail() {
        planted = Fault::exception;
        hall.command(bob, node::WantToken{base::TokenId{1}, true});
        hall.run(50ms);
        planted = Fault::none;
        ASSERT_EQ(relay->node->relay_statistics().conferences, 0U);
    }

    Hall hall;
    Hall::Place* relay{nullptr};
    Hall::Place& alice{hall.add_endpoint()};
    Hall::Place& bob{hall.add_endpoint()};
};

TEST_F(StoredBulkhead, tells_nothing_sooner_than_it_is_durable) {
    hall.say(alice, "not durable yet");
    hall.run(50ms);
    fail();
    hall.run(5s);
    ASSERT_EQ(relay->node->relay_statistics().conferences, 1U);
    EXPECT_THAT(Hall::texts(bob), IsEmpty());
    EXPECT_THAT(Hall::all<node::MessageAccepted>(alice), IsEmpty());
    run(1s);
    EXPECT_THAT(Hall::texts(bob), ElementsAre("not durable yet"));
    EXPECT_THAT(Hall::all<node::MessageAccepted>(alice), testing::SizeIs(1));
    hall.say(alice, "the next");
    hall.run(50ms);
    EXPECT_THAT(Hall::all<node::MessageAccepted>(alice), testing::SizeIs(1)) << "its number was used before";
    run(100ms);
    EXPECT_THAT(Hall::texts(bob), ElementsAre("not durable yet", "the next"));
}

TEST_F(StoredBulkhead, what_became_durable_while_it_was_closed_is_told_when_it_is_back) {
    hall.say(alice, "durable soon");
    hall.run(50ms);
    fail();
    hall.tell_kept(*relay);
    hall.run(5s);
    EXPECT_THAT(Hall::texts(bob), ElementsAre("durable soon"));
}

TEST_F(StoredBulkhead, what_is_stored_is_one_log_before_and_after) {
    fail();
    run(5s);
    hall.command(bob, node::WantToken{base::TokenId{1}, false});
    hall.say(alice, "after the fault");
    run(500ms);
    hall.restart_relay(*relay, true);
    run(10s);
    EXPECT_TRUE(Hall::joined(bob));
    hall.say(alice, "after the restart");
    run(500ms);
    EXPECT_THAT(Hall::texts(bob), ElementsAre("after the fault", "after the restart"));
    EXPECT_EQ(relay->node->relay_statistics().conferences_behind, 0U);
}

TEST_F(StoredBulkhead, a_relay_that_closes_opens_it_no_more) {
    fail();
    hall.command(*relay, node::CloseRelay{node::RelayClosing::restarting});
    run(5s);
    EXPECT_EQ(relay->node->relay_statistics().conferences, 0U);
    hall.restart_relay(*relay, true);
    run(15s);
    hall.say(alice, "back");
    run(500ms);
    EXPECT_THAT(Hall::texts(bob), ElementsAre("back"));
}

TEST(FailedConferencesTest, pauses_double_with_each_failure_and_begin_anew_after_a_quiet_time) {
    node::FailedConferences failed;
    const auto handle = base::ConferenceHandle{{1}};
    const auto fail = [&](base::LocalTime now) {
        return failed.add({handle, {}, {}, {{}, node::Durability{false}}}, now);
    };
    base::LocalTime now{1s};
    for (const auto& pause : {1s, 2s, 4s, 8s, 16s, 32s, 60s, 60s}) {
        EXPECT_EQ(fail(now).back_in, pause);
        EXPECT_TRUE(failed.contains(handle));
        EXPECT_EQ(failed.next_wakeup(), now + pause);
        EXPECT_FALSE(failed.take_due(now + pause - 1us));
        now += pause;
        ASSERT_TRUE(failed.take_due(now));
        EXPECT_FALSE(failed.contains(handle));
    }
    now += node::FailedConferences::quiet_time;
    EXPECT_EQ(fail(now).failures, 1U);
}

TEST(FailedConferencesTest, a_long_log_comes_back_later) {
    node::FailedConferences failed;
    log::KeptLog log;
    for (int entry = 0; entry < 100'000; ++entry)
        log.push({});
    const auto failure = failed.add({base::ConferenceHandle{{1}}, {}, std::move(log), {{}, node::Durability{false}}},
                                    base::LocalTime{1s});
    EXPECT_EQ(failure.back_in, 25s);
}

} // namespace
} // namespace plenum::test
