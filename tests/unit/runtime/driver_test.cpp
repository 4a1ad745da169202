// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/runtime/fake_core.h"
#include "tests/unit/runtime/loop_fixture.h"
#include "tests/unit/runtime/store_fixture.h"

#include <gmock/gmock.h>

#include <semaphore>

namespace plenum::runtime {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class DriverTest : public StoreTest {
  protected:
    std::unique_ptr<StoreWriter> writer() {
        return StoreWriter::start(*store_, [this] { woken_.release(); }).value();
    }
    std::counting_semaphore<> woken_{0};
};

/// Notes what it is told of what it had kept.
struct Keeper {
    std::vector<node::Output> outputs;
    std::vector<node::ConferenceKept> kept{};
    FakeCore core{[this](const node::Input& input, base::LocalTime) -> std::vector<node::Output> {
        if (const auto* told = std::get_if<node::ConferenceKept>(&input)) kept.push_back(*told);
        return std::exchange(outputs, {});
    }};
};

node::StoreConference numbered(node::StoreConference conference, std::uint64_t number) {
    conference.number = number;
    return conference;
}
node::StoreEntry numbered(node::StoreEntry entry, std::uint64_t number) {
    entry.number = number;
    return entry;
}

TEST_F(DriverTest, lets_nothing_wait_for_the_disk_and_tells_when_it_is_durable) {
    auto socket = open();
    auto peer = open();
    Keeper node{{node::Transmit{peer.local(), {1}}, numbered(conference_of(3), 1), numbered(entry_of(3, 0), 2),
                 numbered(entry_of(3, 1), 3)}};
    Recorder sink;
    {
        Driver driver{node.core, &*store_, writer(), sink};
        // Nothing is written before the restoring is over.
        driver.handle(node::WakeUp{}, test_start);
        driver.finish_turn(socket, test_start);
        EXPECT_EQ(receive_one(peer), base::Bytes{1});
        driver.handle_kept(test_start);
        EXPECT_THAT(node.kept, IsEmpty());
        driver.restore(test_start);
        ASSERT_TRUE(woken_.try_acquire_for(std::chrono::seconds{10}));
        driver.handle_kept(test_start);
        ASSERT_EQ(node.kept.size(), 1U);
        EXPECT_EQ(node.kept[0].conference, handle_of(3));
        EXPECT_EQ(node.kept[0].number, 3U);
        EXPECT_TRUE(node.kept[0].durable);
        EXPECT_EQ(driver.store_counters().entries, 2U);
    }
    EXPECT_THAT(sink.notices, IsEmpty());
    reopen();
    expect_whole(3, 2);
}

TEST_F(DriverTest, wakes_a_node_that_wants_it_before_anything_came) {
    FakeCore core{[](const node::Input&, base::LocalTime) { return std::vector<node::Output>{}; }, test_start};
    Recorder sink;
    Driver driver{core, nullptr, nullptr, sink};
    driver.restore(test_start);
    EXPECT_EQ(driver.wake(), test_start);
}

TEST_F(DriverTest, tells_what_is_not_durable_so_that_the_conference_goes_on) {
    std::filesystem::create_directory(file(3));
    Keeper node{{numbered(conference_of(3), 1)}};
    Recorder sink;
    Driver driver{node.core, &*store_, writer(), sink};
    driver.handle(node::WakeUp{}, test_start);
    // What lies there is no conference's, and nothing of ours to move.
    store_->put(conference_of(4));
    driver.restore(test_start);
    ASSERT_TRUE(woken_.try_acquire_for(std::chrono::seconds{10}));
    driver.handle_kept(test_start);
    ASSERT_FALSE(node.kept.empty());
    EXPECT_EQ(node.kept[0].number, 1U);
    EXPECT_FALSE(node.kept[0].durable);
    EXPECT_THAT(sink.notices, testing::Contains(HasSubstr("goes on without history")));
}

TEST_F(DriverTest, goes_on_without_a_disk_that_takes_nothing) {
    auto socket = open();
    Keeper node{{numbered(conference_of(3), 1)}};
    Recorder sink;
    Driver driver{node.core, &*store_, writer(), sink};
    // The writer was never told to begin: as if the disk held it up.
    driver.handle(node::WakeUp{}, test_start);
    const auto stalled = test_start + StoreWriter::stall_max;
    EXPECT_EQ(driver.wake(), stalled);
    driver.handle_kept(stalled - base::Duration{1});
    EXPECT_THAT(node.kept, IsEmpty());
    driver.handle_kept(stalled);
    ASSERT_EQ(node.kept.size(), 1U);
    EXPECT_FALSE(node.kept[0].durable);
    EXPECT_THAT(sink.notices, ElementsAre(HasSubstr("The disk takes nothing")));
    EXPECT_EQ(driver.wake(), base::local_time_max);
    // What comes now does not wait.
    node.outputs = {numbered(entry_of(3, 0), 2)};
    driver.handle(node::WakeUp{}, stalled);
    EXPECT_LE(driver.wake(), stalled);
    driver.handle_kept(stalled);
    ASSERT_EQ(node.kept.size(), 2U);
    EXPECT_EQ(node.kept[1].number, 2U);
    driver.restore(stalled);
    ASSERT_TRUE(woken_.try_acquire_for(std::chrono::seconds{10}));
    driver.handle_kept(stalled);
    ASSERT_EQ(node.kept.size(), 3U);
    EXPECT_TRUE(node.kept[2].durable);
    EXPECT_EQ(node.kept[2].number, 2U);
    EXPECT_THAT(sink.notices, ElementsAre(HasSubstr("takes nothing"), HasSubstr("again")));
}

TEST_F(DriverTest, commits_what_waits_when_it_ends) {
    Keeper node{{numbered(conference_of(3), 1), numbered(entry_of(3, 0), 2)}};
    Recorder sink;
    {
        Driver driver{node.core, &*store_, writer(), sink};
        driver.restore(test_start);
        driver.handle(node::WakeUp{}, test_start);
    }
    reopen();
    expect_whole(3, 1);
}

TEST_F(DriverTest, restores_what_is_sound_and_sets_the_rest_aside) {
    for (std::uint8_t number = 1; number <= 3; ++number) {
        store_->put(conference_of(number));
        put(number, 0, number);
    }
    (void)commit();
    store_.reset();
    std::filesystem::resize_file(file(1), 3000);
    reopen();
    std::vector<base::ConferenceHandle> given;
    FakeCore* asked = nullptr;
    FakeCore core{[&](const node::Input& input, base::LocalTime) -> std::vector<node::Output> {
        const auto& stored = std::get<node::ConferenceStored>(input);
        given.push_back(stored.conference);
        EXPECT_EQ(stored.entries.size(), stored.conference.bytes[0] + 1U);
        if (stored.conference == handle_of(2)) asked->refuse_stored();
        return {};
    }};
    asked = &core;
    Recorder sink;
    Driver driver{core, &*store_, nullptr, sink};
    driver.restore(test_start);
    EXPECT_THAT(given, ElementsAre(handle_of(2), handle_of(3)));
    EXPECT_THAT(sink.notices, ElementsAre(HasSubstr("Conference 01010101 is set aside"),
                                          HasSubstr("do not belong together or to this relay's key")));
    EXPECT_THAT(store_->conferences(), ElementsAre(handle_of(3)));
}

TEST_F(DriverTest, leaves_alone_what_it_cannot_read_today) {
    store_->put(conference_of(1));
    put(1, 0, 1);
    (void)commit();
    store_.reset();
    // As a later version of the program would have marked it.
    ASSERT_TRUE(Database::open(file(1)).value().execute("PRAGMA user_version = 1000"));
    reopen();
    std::vector<base::ConferenceHandle> left_out;
    FakeCore core{[&](const node::Input& input, base::LocalTime) -> std::vector<node::Output> {
        left_out.push_back(std::get<node::ConferenceLeftOut>(input).conference);
        return {};
    }};
    Recorder sink;
    Driver driver{core, &*store_, nullptr, sink};
    driver.restore(test_start);
    EXPECT_THAT(left_out, ElementsAre(handle_of(1)));
    EXPECT_THAT(sink.notices, ElementsAre(testing::MatchesRegex(
                                  "Conference [0-9a-f]{8} could not be loaded and is tried again every few seconds: it "
                                  "was made by a newer version. See who owns .*/[0-9a-f]{8}\\* and may .*")));
    EXPECT_THAT(store_->conferences(), ElementsAre(handle_of(1)));
}

} // namespace
} // namespace plenum::runtime
