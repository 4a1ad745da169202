// SPDX-License-Identifier: Apache-2.0
// Two whole clients without windows play in a real call over the loopback.
#include "core/crypto/initialise.h"
#include "tests/ui/call_person.h"
#include "ui/models/activities.h"

#include <QTest>

#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

const QString target = QStringLiteral("target");

class Person : public CallPerson {
  public:
    [[nodiscard]] Activities& activities() { return activities_; }
    void close_flow() {
        const auto& call = *conference().call();
        static_cast<void>(call.act(node::CloseFlow{call.view.find("activity/target")}));
    }

  private:
    Activities activities_{ports().activities, ports().people, ports().session};
};

class ActivityCall : public testing::Test {
  public:
    static void SetUpTestSuite() { ASSERT_TRUE(crypto::initialise()); }
    void SetUp() override {
        ann_.host({.admission = Admission::open});
        ASSERT_TRUE(QTest::qWaitFor([this] { return ann_.in_call(); }, 20'000));
        bob_.join(ann_, QStringLiteral("Bob"));
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
