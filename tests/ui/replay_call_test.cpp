// SPDX-License-Identifier: Apache-2.0
// Two whole clients without windows in a real call over the loopback: one hears and sees the last seconds again.
#include "app/plenum/real_conference.h"
#include "core/crypto/initialise.h"
#include "plugins/floor/floor_styles.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

app::Options options_in(const QTemporaryDir& folder, const std::string& microphone, const std::string& camera) {
    app::Options options;
    options.config_folder = folder.path().toStdString();
    options.address = "127.0.0.1";
    options.port = 0;
    options.microphone = microphone;
    options.loudspeaker = "none";
    options.camera = camera;
    return options;
}

class Person {
  public:
    Person(const std::string& microphone, const std::string& camera)
        : conference_{options_in(folder_, microphone, camera), styles_} {}
    [[nodiscard]] const ConferencePorts& ports() const { return ports_; }
    [[nodiscard]] bool in_call() const { return ports_.session.state() == ConnectionState::in_call; }

  private:
    QTemporaryDir folder_;
    runtime::StyleRegistry styles_{floor::floor_styles()};
    app::RealConference conference_;
    ConferencePorts ports_{conference_.ports()};
};

class ReplayCall : public testing::Test {
  public:
    static void SetUpTestSuite() { ASSERT_TRUE(crypto::initialise()); }
    void SetUp() override {
        QObject::connect(&replay(), &ReplayPort::material_changed, &replay(),
                         [this](const ReplayMaterial& material) { material_ = material; });
        QObject::connect(&replay(), &ReplayPort::moved, &replay(),
                         [this](const ReplayState& state) { state_ = state; });
        QObject::connect(&replay(), &ReplayPort::picture, &replay(),
                         [this](base::MemberIndex, const media::VideoFrame& frame) {
                             if (!frame.empty()) ++pictures_;
                         });
        ann_.ports().session.host({.display_name = QStringLiteral("Ann"),
                                   .conference_title = QStringLiteral("Talk"),
                                   .microphone_on = true,
                                   .camera_on = false,
                                   .policy = {.admission = Admission::open}});
        ASSERT_TRUE(QTest::qWaitFor([this] { return ann_.in_call(); }, 20'000));
        bob_.ports().session.join({.link = ann_.ports().session.conference().link,
                                   .display_name = QStringLiteral("Bob"),
                                   .microphone_on = false,
                                   .camera_on = false});
        ASSERT_TRUE(QTest::qWaitFor([this] { return bob_.in_call(); }, 20'000));
        // From its first picture on, for nobody looks who would ask for one that stands alone.
        ann_.ports().media.set_camera_on(true);
    }

  protected:
    [[nodiscard]] ReplayPort& replay() { return bob_.ports().replay; }
    [[nodiscard]] const ReplayPerson* ann() const {
        const auto found = std::ranges::find(material_.people, QStringLiteral("Ann"), &ReplayPerson::name);
        return found == material_.people.end() ? nullptr : &*found;
    }
    [[nodiscard]] bool reaches_back(base::Duration time) {
        const auto from = ann() != nullptr ? ann()->sound_from : std::nullopt;
        const auto seen_from = ann() != nullptr ? ann()->pictures_from : std::nullopt;
        return from && seen_from && replay().now() - std::max(*from, *seen_from) > time;
    }

    Person ann_{"tone", "pattern"};
    Person bob_{"none", "none"};
    ReplayMaterial material_;
    ReplayState state_;
    int pictures_{0};
};

TEST_F(ReplayCall, TheLastSecondsComeAgainUntilLive) {
    replay().set_watched(true);
    ASSERT_TRUE(QTest::qWaitFor([this] { return reaches_back(1500ms); }, 10'000));
    QSignalSpy caught_up{&replay(), &ReplayPort::caught_up};
    replay().show(ann()->index);
    replay().set_pace(ReplayPace::usual);
    replay().play(replay().now() - 1500ms);
    ASSERT_TRUE(QTest::qWaitFor([this] { return state_.on && pictures_ >= 3; }, 20'000));
    EXPECT_NEAR(base::to_ms(state_.live - state_.position), 1500, 250);
    EXPECT_FALSE(state_.until_live.has_value());
    replay().set_pace(ReplayPace::twice);
    ASSERT_TRUE(QTest::qWaitFor([&] { return caught_up.size() == 1; }, 5000));
    EXPECT_FALSE(state_.on);
}

TEST_F(ReplayCall, WhoeverIsBlockedIsLeftOut) {
    replay().set_watched(true);
    ASSERT_TRUE(QTest::qWaitFor([this] { return reaches_back(1000ms); }, 10'000));
    bob_.ports().people.set_blocked(ann()->index, true);
    ASSERT_TRUE(QTest::qWaitFor([this] { return ann() == nullptr; }, 5000)) << "blocked";
    bob_.ports().people.set_blocked(base::MemberIndex{1}, false);
    ASSERT_TRUE(QTest::qWaitFor([this] { return ann() != nullptr; }, 5000));
}

} // namespace
} // namespace plenum::ui
