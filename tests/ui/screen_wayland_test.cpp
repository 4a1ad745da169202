// SPDX-License-Identifier: Apache-2.0
// Whole clients share the screen of a real Wayland session through the desktop's portal in a real call. The session is
// that of wayland_desktop.py.
#include "core/crypto/initialise.h"
#include "media/video/frame_code.h"
#include "tests/ui/call_person.h"
#include "ui/models/shared_screens.h"

#include <QGuiApplication>
#include <QImage>
#include <QProcess>
#include <QTest>

#include <csignal>
#include <cstdio>
#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

constexpr QSize screen_size{1280, 720};

class Watcher : public CallPerson {
  public:
    Watcher() {
        QObject::connect(screens_.own(), &ScreenShare::told, &screens_, [this](const QString& text) { told_ << text; });
    }
    [[nodiscard]] SharedScreens& screens() { return screens_; }
    [[nodiscard]] ScreenShare& own() { return *screens_.own(); }
    [[nodiscard]] const QStringList& told() const { return told_; }
    void forget_told() { told_.clear(); }
    [[nodiscard]] std::optional<std::uint32_t> number_seen() const {
        const auto picture = screens_.picture();
        const bool whole = picture.width == screen_size.width() && picture.height == screen_size.height();
        return whole ? media::read_frame_code(picture) : std::nullopt;
    }

  private:
    MembersModel members_;
    SharedScreens screens_{ports(), members_};
    QStringList told_;
};

/// Takes seconds to begin, so tests share it unless they need a floor that nobody has yet.
struct Call {
    Watcher ann;
    Watcher bob;
};

class WaylandCall : public testing::Test {
  public:
    static void SetUpTestSuite() { ASSERT_TRUE(crypto::initialise()); }
    static void TearDownTestSuite() { call_.reset(); }
    void SetUp() override {
        if (!call_) {
            call_.emplace();
            ann().host({.admission = Admission::open});
            ASSERT_TRUE(QTest::qWaitFor([] { return ann().in_call(); }, 20'000));
            bob().join(ann(), QStringLiteral("Bob"));
            ASSERT_TRUE(QTest::qWaitFor([] { return bob().in_call(); }, 20'000));
        }
        bob().forget_told();
        ASSERT_TRUE(QTest::qWaitFor([] { return bob().ports().screens.may_share(); }, 5000));
    }
    void TearDown() override {
        if (!call_) return;
        bob().own().stop();
        EXPECT_TRUE(it_ends());
    }

  protected:
    static constexpr std::uint32_t first_number = 2'718;
    static constexpr std::uint32_t second_number = 31'415;

    static void tell_sway(const QStringList& words) {
        const QStringList output{QStringLiteral("--quiet"), QStringLiteral("output"),
                                 qEnvironmentVariable("PLENUM_OUTPUT")};
        ASSERT_EQ(QProcess::execute(QStringLiteral("swaymsg"), output + words), 0);
    }
    /// On the whole screen.
    void show(std::uint32_t number) const {
        const auto code = media::draw_frame_code(number, screen_size.width(), screen_size.height());
        const QImage image{code.pixels->data(), code.width, code.height, code.width, QImage::Format_Grayscale8};
        const auto file = folder_.filePath(QString::number(number) + QStringLiteral(".png"));
        ASSERT_TRUE(image.save(file));
        tell_sway({QStringLiteral("bg"), file, QStringLiteral("fill")});
    }
    void share() {
        bob().own().list();
        ASSERT_TRUE(QTest::qWaitFor([] { return !bob().own().listing(); }, 5000));
        ASSERT_EQ(bob().own().obstacle(), "");
        ASSERT_EQ(bob().own().sources().size(), 1);
        bob().own().choose(bob().own().sources().front().toMap().value(QStringLiteral("id")).toString());
        EXPECT_TRUE(bob().own().waiting());
        EXPECT_FALSE(bob().own().on());
        ASSERT_TRUE(QTest::qWaitFor([] { return bob().own().on(); }, 10'000)) << words_told();
        EXPECT_FALSE(bob().own().waiting());
        // The portal sends nothing of a screen on which nothing changes after sharing began.
        show(first_number);
        ASSERT_TRUE(ann_sees(first_number));
    }
    [[nodiscard]] static bool ann_sees(std::uint32_t number) {
        return QTest::qWaitFor([&] { return ann().number_seen() == number; }, 10'000);
    }
    /// The portal sends a picture of the new size once something changes after it was asked anew.
    [[nodiscard]] bool ann_sees_after_changes(int width) {
        for (std::uint32_t attempt = 1; attempt <= 10; ++attempt) {
            show(first_number + attempt);
            if (QTest::qWaitFor([&] { return ann().screens().picture().width == width; }, 1000)) return true;
        }
        return false;
    }
    [[nodiscard]] static bool it_ends() {
        return QTest::qWaitFor([] { return !bob().own().on() && ann().screens().sharer() == 0; }, 10'000);
    }
    [[nodiscard]] static std::string words_told() { return bob().told().join(u'|').toStdString(); }
    static void kill_process(const char* name) { ASSERT_EQ(::kill(qEnvironmentVariableIntValue(name), SIGKILL), 0); }

    [[nodiscard]] static Watcher& ann() { return call_->ann; }
    [[nodiscard]] static Watcher& bob() { return call_->bob; }

    QTemporaryDir folder_;
    static inline std::optional<Call> call_;
};

TEST_F(WaylandCall, the_screen_is_seen_by_others_as_it_is_now_until_sharing_stops) {
    share();
    QElapsedTimer shown;
    shown.start();
    show(second_number);
    ASSERT_TRUE(ann_sees(second_number));
    std::printf("another picture on the screen is seen after %lld ms\n", static_cast<long long>(shown.elapsed()));
    bob().own().stop();
    EXPECT_TRUE(it_ends());
    EXPECT_EQ(words_told(), "");
    // The next time, the desktop is asked anew.
    share();
}

TEST_F(WaylandCall, a_screen_that_changes_its_size_is_still_seen) {
    share();
    for (const auto* size : {"1024x576", "1280x720"}) {
        tell_sway({QStringLiteral("resolution"), QString::fromLatin1(size)});
        EXPECT_TRUE(ann_sees_after_changes(QByteArray{size}.split('x').front().toInt())) << size;
    }
    show(second_number);
    EXPECT_TRUE(ann_sees(second_number));
    EXPECT_EQ(words_told(), "");
}

TEST_F(WaylandCall, a_floor_that_is_taken_ends_it) {
    share();
    ann().ports().floors.act_on_floor(CreateFloor{FloorPurpose::screen, {}});
    EXPECT_TRUE(it_ends());
    EXPECT_EQ(words_told(), "You no longer have the screen, so yours is not shared any more.");
    // Bob needs the floor from here on, so the next test gets another call.
    call_.reset();
}

TEST_F(WaylandCall, a_desktop_that_stops_sending_ends_it) {
    share();
    kill_process("PLENUM_PID_PORTAL");
    EXPECT_TRUE(it_ends());
    EXPECT_EQ(bob().told().size(), 1) << words_told();
}

// It comes last: the session has no PipeWire from here on.
TEST_F(WaylandCall, without_pipewire_it_ends_and_says_so) {
    share();
    kill_process("PLENUM_PID_PIPEWIRE");
    EXPECT_TRUE(it_ends());
    EXPECT_EQ(bob().told().size(), 1) << words_told();
}

} // namespace
} // namespace plenum::ui

int main(int count, char** arguments) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application{count, arguments};
    testing::InitGoogleTest(&count, arguments);
    return RUN_ALL_TESTS();
}
