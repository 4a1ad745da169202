// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/entropy.h"
#include "core/runtime/event_loop.h"
#include "core/runtime/node_core.h"
#include "core/runtime/store.h"
#include "tests/unit/client/session_fixture.h"
#include "tests/unit/runtime/temporary_folder.h"

#include <gmock/gmock.h>

#include <thread>

// A relay with its store, as plenumd runs one, that dies without a word and comes back.

namespace plenum::client {
namespace {

class TestRelay final : public runtime::Sink {
  public:
    TestRelay(const std::filesystem::path& data, const base::Seed& identity, const base::Address& listen)
        : store_{runtime::Store::open(data).value()},
          core_{options_of(identity)},
          loop_{runtime::EventLoop::create(runtime::UdpSocket::open({.bind = listen}).value(), core_, &store_, *this)
                    .value()},
          address_{loop_->socket().local()},
          thread_{[this] { loop_->run(); }} {}
    /// Tells nobody, as a killed process.
    ~TestRelay() override {
        loop_->stop();
        thread_.join();
        EXPECT_THAT(notices_, testing::IsEmpty());
    }
    [[nodiscard]] const base::Address& address() const { return address_; }

    void handle_event(node::Event) override {}
    void handle_notice(std::string sentence) override { notices_.push_back(std::move(sentence)); }

  private:
    static node::NodeOptions options_of(const base::Seed& identity) {
        node::NodeOptions options;
        options.seed = runtime::draw_seed().value();
        options.relay = node::RelayOptions{identity, {}};
        return options;
    }

    std::vector<std::string> notices_;
    runtime::Store store_;
    runtime::NodeCore core_;
    std::unique_ptr<runtime::EventLoop> loop_;
    base::Address address_;
    std::thread thread_;
};

class RelayRestartTest : public ::testing::Test {
  protected:
    void start(const base::Address& listen = base::Address::v4(127, 0, 0, 1, 0)) {
        relay_.emplace(folder_.path(), identity_, listen);
    }
    void restart() {
        const auto address = relay_->address();
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

} // namespace
} // namespace plenum::client
