// SPDX-License-Identifier: Apache-2.0
// Two whole clients without windows play in a real call over the loopback.
#include "app/plenum/real_conference.h"
#include "core/crypto/initialise.h"
#include "plugins/floor/floor_styles.h"
#include "ui/models/activities.h"

#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

const QString target = QStringLiteral("target");

app::Options options_in(const QTemporaryDir& folder) {
    app::Options options;
    options.config_folder = folder.path().toStdString();
    options.address = "127.0.0.1";
    options.port = 0;
    options.microphone = "none";
    options.loudspeaker = "none";
    options.camera = "none";
    return options;
}

class Person {
  public:
    [[nodiscard]] const ConferencePorts& ports() const { return ports_; }
    [[nodiscard]] Activities& activities() { return activities_; }
    [[nodiscard]] bool in_call() const { return ports_.activities.now().has_value(); }
    void close_flow() {
        const auto& call = *conference_.call();
        static_cast<void>(call.act(node::CloseFlow{call.view.find("activity/target")}));
    }

  private:
    QTemporaryDir folder_;
    runtime::StyleShelf styles_{floor::floor_styles()};
    app::RealConference conference_{options_in(folder_), styles_};
    ConferencePorts ports_{conference_.ports()};
    Activities activities_{ports_.activities, ports_.people, ports_.session};
};

class ActivityCall : public testing::Test {
  public:
    static void SetUpTestSuite() { ASSERT_TRUE(crypto::initialise()); }
    void SetUp() override {
        ann_.ports().session.host({.display_name = QStringLiteral("Ann"),
                                   .conference_title = QStringLiteral("Games"),
                                   .microphone_on = false,
                                   .camera_on = false,
                                   .policy = {.admission = Admission::open}});
        ASSERT_TRUE(QTest::qWaitFor([this] { return ann_.in_call(); }, 20'000));
        bob_.ports().session.join({.link = ann_.ports().session.conference().link,
                                   .display_name = QStringLiteral("Bob"),
                                   .microphone_on = false,
                                   .camera_on = false});
        ASSERT_TRUE(QTest::qWaitFor([this] { return bob_.in_call(); }, 20'000));
    }
    void start() {
        ann_.activities().enter(target);
        ASSERT_TRUE(QTest::qWaitFor([this] { return bob_.activities().invitation() != QString{}; }, 10'000));
        bob_.activities().join();
        ASSERT_TRUE(QTest::qWaitFor([this] { return ann_.activities().people() != QString{}; }, 10'000));
    }

  protected:
    Person ann_;
    Person bob_;
};

TEST_F(ActivityCall, ARoundReachesTheOthersAndLeavingIsNoticed) {
    ann_.activities().enter(target);
    ASSERT_TRUE(QTest::qWaitFor([this] { return bob_.activities().invitation() != QString{}; }, 10'000));
    EXPECT_EQ(bob_.activities().invitation(), QStringLiteral("Ann started Target"));
    bob_.activities().join();
    ASSERT_TRUE(
        QTest::qWaitFor([this] { return ann_.activities().people() == QStringLiteral("Bob takes part"); }, 10'000));
    EXPECT_NE(ann_.activities().action(), QString{});
    bob_.activities().act();
    EXPECT_TRUE(QTest::qWaitFor([this] { return ann_.activities().action().isEmpty(); }, 5000)) << "a round is on";
    bob_.activities().leave();
    EXPECT_TRUE(QTest::qWaitFor([this] { return ann_.activities().people().isEmpty(); }, 10'000));
    EXPECT_EQ(ann_.activities().current(), target);
    EXPECT_EQ(bob_.activities().invitation(), QString{}) << "the person has just left";
}

TEST_F(ActivityCall, BothMayStartAtOnce) {
    ann_.activities().enter(target);
    bob_.activities().enter(target);
    EXPECT_TRUE(QTest::qWaitFor(
        [this] { return !ann_.activities().people().isEmpty() && !bob_.activities().people().isEmpty(); }, 10'000));
    EXPECT_EQ(ann_.activities().current(), target);
    EXPECT_EQ(bob_.activities().current(), target);
}

TEST_F(ActivityCall, AClosedFlowEndsTheActivityForAll) {
    start();
    ann_.close_flow();
    EXPECT_TRUE(QTest::qWaitFor(
        [this] { return ann_.activities().current().isEmpty() && bob_.activities().current().isEmpty(); }, 10'000));
    // It can be started again.
    bob_.activities().enter(target);
    EXPECT_TRUE(QTest::qWaitFor([this] { return ann_.activities().invitation() != QString{}; }, 10'000));
}

} // namespace
} // namespace plenum::ui
