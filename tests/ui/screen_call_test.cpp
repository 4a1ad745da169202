// SPDX-License-Identifier: Apache-2.0
// Whole clients share a window of a real screen in a real call over the loopback, and read what is in it.
#include "core/crypto/initialise.h"
#include "tests/ui/call_person.h"
#include "tests/ui/text_window.h"
#include "ui/models/shared_screens.h"

#include <QGuiApplication>
#include <QProcess>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <gtest/gtest.h>
#include <map>

namespace plenum::ui {
namespace {

/// Reading a page takes seconds.
constexpr int all_lines = 100;
constexpr int few_lines = 6;

class Watcher : public CallPerson {
  public:
    [[nodiscard]] SharedScreens& screens() { return screens_; }
    [[nodiscard]] ScreenShare& own() { return *screens_.own(); }
    void share(const QWindow& window) {
        conference().screens().share(media::VideoInput{
            media::ScreenSource{static_cast<std::uint32_t>(window.winId()), 0, 0, window.width(), window.height()}});
    }

  private:
    MembersModel members_;
    SharedScreens screens_{ports(), members_};
};

/// The share of the words that a program for reading print finds, in per mille.
int readable_permille(const media::VideoFrame& picture, const TextWindow& window, std::uint32_t number, int lines_max) {
    const QTemporaryDir folder;
    const auto file = folder.filePath(QStringLiteral("seen.pgm")).toStdString();
    auto place = window.words_place(number);
    place.setHeight(std::min(place.height(), lines_max * TextWindow::line_pixels));
    const auto text = TextWindow::cut(picture, place);
    std::ofstream out{file, std::ios::binary};
    out << "P5\n" << text.width << ' ' << text.height << "\n255\n";
    out.write(reinterpret_cast<const char*>(text.pixels->data()), std::ptrdiff_t{text.width} * text.height);
    out.close();
    QProcess reader;
    auto environment = QProcessEnvironment::systemEnvironment();
    // Its threads wait for each other in spinning loops.
    environment.insert(QStringLiteral("OMP_THREAD_LIMIT"), QStringLiteral("1"));
    reader.setProcessEnvironment(environment);
    reader.start(QStringLiteral("tesseract"),
                 {QString::fromStdString(file), QStringLiteral("-"), QStringLiteral("--psm"), QStringLiteral("6")});
    if (!reader.waitForFinished(30'000)) return -1;
    auto read = QString::fromUtf8(reader.readAllStandardOutput()).split(QRegularExpression{QStringLiteral("\\s+")});
    const auto written =
        window.words_at(number).first(place.height() / TextWindow::line_pixels * TextWindow::words_in_line);
    qsizetype found = 0;
    for (const auto& word : written)
        if (read.removeOne(word)) ++found;
    return static_cast<int>(1000 * found / std::max<qsizetype>(written.size(), 1));
}

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

class ScreenCall : public testing::Test {
  public:
    static void SetUpTestSuite() { ASSERT_TRUE(crypto::initialise()); }
    void SetUp() override {
        window_.show();
        ann_.host({.admission = Admission::open});
        ASSERT_TRUE(QTest::qWaitFor([this] { return ann_.in_call(); }, 20'000));
        bob_.join(ann_, QStringLiteral("Bob"));
        ASSERT_TRUE(QTest::qWaitFor([this] { return bob_.in_call(); }, 20'000));
        ASSERT_TRUE(QTest::qWaitFor([this] { return may(bob_) && may(ann_); }, 5000));
    }

  protected:
    static bool may(const Watcher& person) { return person.ports().screens.may_share(); }
    [[nodiscard]] bool ann_sees() { return TextWindow::number_in(ann_.screens().picture()).has_value(); }

    TextWindow window_{TextWindow::picture_size};
    Watcher ann_;
    Watcher bob_;
};

TEST_F(ScreenCall, MovingTextIsReadableWithin200MillisecondsAndStillTextToo) {
    std::vector<qint64> delays;
    QObject::connect(&ann_.screens(), &SharedScreens::picture_changed, &window_, [&] {
        const auto number = TextWindow::number_in(ann_.screens().picture());
        if (number && window_.drawn_at(*number) >= 0) delays.push_back(window_.now() - window_.drawn_at(*number));
    });
    window_.scroll(true);
    bob_.share(window_);
    ASSERT_TRUE(QTest::qWaitFor([this] { return ann_sees(); }, 5000));
    delays.clear();
    const auto processor = processor_seconds();
    const auto began = window_.now();
    ASSERT_TRUE(QTest::qWaitFor([&] { return delays.size() >= 45; }, 15'000));
    const auto lasted = static_cast<double>(window_.now() - began) / 1000;
    const auto used = processor_seconds() - processor;
    const auto moving = ann_.screens().picture();
    const auto moving_number = TextWindow::number_in(moving);
    ASSERT_TRUE(moving_number.has_value());
    std::ranges::sort(delays);
    const auto median = delays[delays.size() / 2];
    window_.scroll(false);
    ASSERT_TRUE(QTest::qWaitFor(
        [this] { return TextWindow::number_in(ann_.screens().picture()) == std::optional{window_.number()}; }, 5000));
    const auto moving_words = readable_permille(moving, window_, *moving_number, all_lines);
    const auto still_words = readable_permille(ann_.screens().picture(), window_, window_.number(), few_lines);
    std::printf("delay median %lld ms, of ten the ninth %lld ms, %.1f pictures a second; words %d and %d per mille; "
                "%.0f %% of a processor for both clients and the window\n",
                static_cast<long long>(median), static_cast<long long>(delays[delays.size() * 9 / 10]),
                static_cast<double>(delays.size()) / lasted, moving_words, still_words, 100 * used / lasted);
    EXPECT_LE(median, 200);
    EXPECT_GE(moving_words, 990);
    EXPECT_GE(still_words, 990);
}

TEST_F(ScreenCall, ATakenFloorEndsTheSharedScreenEverywhereWithinHalfASecond) {
    bob_.share(window_);
    ASSERT_TRUE(QTest::qWaitFor([this] { return ann_.screens().sharer() != 0; }, 5000));
    auto& floors = ann_.ports().floors;
    ASSERT_TRUE(floors.can_create_floor(FloorPurpose::screen));
    const auto asked = window_.now();
    // From here on whoever shares needs the floor, and nobody has it.
    floors.act_on_floor(CreateFloor{FloorPurpose::screen, {}});
    ASSERT_TRUE(QTest::qWaitFor([this] { return !bob_.ports().screens.sharing(); }, 5000));
    ASSERT_TRUE(QTest::qWaitFor([this] { return ann_.screens().sharer() == 0; }, 5000));
    const auto lasted = window_.now() - asked;
    std::printf("taken floor: nothing is shown after %lld ms\n", static_cast<long long>(lasted));
    EXPECT_LE(lasted, 500);
    // What comes back is not shown by itself.
    EXPECT_FALSE(QTest::qWaitFor([this] { return ann_.screens().sharer() != 0; }, 300));
    EXPECT_FALSE(may(bob_));
}

TEST_F(ScreenCall, StoppingAndClosingTheWindowEndItAtOnce) {
    bob_.share(window_);
    ASSERT_TRUE(QTest::qWaitFor([this] { return ann_.screens().sharer() != 0; }, 5000));
    const auto stopped = window_.now();
    bob_.own().stop();
    ASSERT_TRUE(QTest::qWaitFor([this] { return ann_.screens().sharer() == 0; }, 5000));
    EXPECT_LE(window_.now() - stopped, 500);
    bob_.share(window_);
    ASSERT_TRUE(QTest::qWaitFor([this] { return ann_.screens().sharer() != 0; }, 5000));
    QStringList told;
    QObject::connect(&bob_.own(), &ScreenShare::told, &window_, [&](const QString& text) { told << text; });
    window_.destroy();
    EXPECT_TRUE(QTest::qWaitFor([this] { return !bob_.ports().screens.sharing(); }, 5000));
    EXPECT_TRUE(QTest::qWaitFor([this] { return ann_.screens().sharer() == 0; }, 5000));
    EXPECT_EQ(told.size(), 1);
}

TEST_F(ScreenCall, LinesOfTheChatSayWhatTheirAuthorsSawAndPrivateOnesDoNot) {
    std::map<QString, chat::SharedScene> heard;
    const auto hear = [&](const ChatMessage& message) { heard[message.text] = message.scene; };
    for (auto* person : {&ann_, &bob_})
        QObject::connect(&person->ports().chat, &ChatPort::chat_received, &window_, hear);
    bob_.share(window_);
    ASSERT_TRUE(QTest::qWaitFor([this] { return ann_sees(); }, 5000));
    const auto scene = ann_.screens().scene();
    ASSERT_FALSE(scene.is_none());
    auto& chat = ann_.ports().chat;
    chat.look_at(scene);
    chat.send_chat(QStringLiteral("here"));
    chat.send_private(QStringLiteral("between us"), scene.sharer);
    bob_.ports().chat.send_chat(QStringLiteral("there"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return heard.size() == 3; }, 10'000));
    EXPECT_EQ(heard[QStringLiteral("here")], scene);
    EXPECT_EQ(heard[QStringLiteral("there")], scene) << "whoever shares sees it too";
    EXPECT_TRUE(heard[QStringLiteral("between us")].is_none());
    chat.look_at({});
    chat.send_chat(QStringLiteral("elsewhere"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return heard.size() == 4; }, 5000));
    EXPECT_TRUE(heard[QStringLiteral("elsewhere")].is_none());
}

} // namespace
} // namespace plenum::ui

int main(int count, char** arguments) {
    const QGuiApplication application{count, arguments};
    testing::InitGoogleTest(&count, arguments);
    return RUN_ALL_TESTS();
}
