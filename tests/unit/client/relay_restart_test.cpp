// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/client/session_fixture.h"
#include "tests/unit/client/test_relay.h"
#include "tests/unit/runtime/temporary_folder.h"

namespace plenum::client {
namespace {

class RelayRestartTest : public ::testing::Test {
  protected:
    void start(const base::Address& listen = base::Address::v4(127, 0, 0, 1, 0)) {
        relay_.emplace(folder_.path(), identity_, listen);
    }
    /// Politely, or as one that was killed.
    void restart(bool told = false) {
        const auto address = relay_->address();
        if (told) relay_->close(node::RelayClosing::restarting);
        relay_.reset();
        start(address);
    }

    runtime::TemporaryFolder folder_;
    base::Seed identity_{runtime::draw_seed().value()};
    std::optional<TestRelay> relay_;
};

TEST_F(RelayRestartTest, brings_everyone_back_with_their_conference) {
    start();
    const auto relay = "127.0.0.1:" + std::to_string(relay_->address().port);
    const auto link =
        create_conference({relay, "Standing meeting", {}, {Identity::Kind::ephemeral, {}}}, std::chrono::seconds{30});
    ASSERT_TRUE(link.has_value()) << link.error();
    Listener ada{Session::join(join_options(*link, "Ada"))};
    ASSERT_TRUE(ada.until_joined());
    Listener ben{Session::join(join_options(*link, "Ben"))};
    ASSERT_TRUE(ben.until_joined());
    ASSERT_TRUE(ada.until_present(2));

    restart();
    for (auto* each : {&ada, &ben}) {
        ASSERT_TRUE(each->until([&] { return each->reconnections > 0; }));
        ASSERT_TRUE(each->until_joined());
        EXPECT_EQ(each->present.size(), 2U);
    }
    ben.say("still here");
    ASSERT_TRUE(ada.until([&] { return !ada.chat.empty(); }));
    EXPECT_THAT(ada.chat, testing::ElementsAre(testing::Pair(ben.self, "still here")));

    // One who was never there gets the conference out of the store.
    Listener cleo{Session::join(join_options(*link, "Cleo"))};
    ASSERT_TRUE(cleo.until_joined());
    EXPECT_TRUE(cleo.until_present(3));
}

TEST_F(RelayRestartTest, tells_people_that_it_restarts_and_ends_nothing) {
    start();
    const auto relay = "127.0.0.1:" + std::to_string(relay_->address().port);
    const auto link =
        create_conference({relay, "Upgrade", {}, {Identity::Kind::ephemeral, {}}}, std::chrono::seconds{30});
    ASSERT_TRUE(link.has_value()) << link.error();
    Listener ada{Session::join(join_options(*link, "Ada"))};
    ASSERT_TRUE(ada.until_joined());

    restart(true);
    ASSERT_TRUE(ada.until([&] { return ada.reconnections > 0; }));
    EXPECT_EQ(ada.restarts, 1);
    ASSERT_TRUE(ada.until_joined());
    EXPECT_FALSE(ada.finished.has_value());
    EXPECT_THAT(ada.gone, testing::IsEmpty());
    const std::string sentence{explain(node::RelayRestarts{})};
    EXPECT_THAT(sentence, testing::HasSubstr("restarts or has gone away"));
    EXPECT_THAT(sentence, testing::Not(testing::HasSubstr("maintenance"))) << "a relay that crashed is told so too";
}

} // namespace
} // namespace plenum::client
