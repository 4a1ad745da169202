// SPDX-License-Identifier: Apache-2.0
// In a real call over the loopback, with a sound server of the test's own, a window is shared with the sound of the
// computer. Another program plays on it; what goes to the loudspeakers is recorded.
#include "core/crypto/initialise.h"
#include "media/clock.h"
#include "media/devices/audio_pulse.h"
#include "tests/ui/call_person.h"
#include "tests/ui/text_window.h"
#include "tests/unit/media/support/player.h"
#include "tests/unit/media/support/pulse_server.h"
#include "ui/models/shared_screens.h"

#include <QGuiApplication>
#include <QTest>

#include <cstdio>
#include <deque>
#include <gtest/gtest.h>
#include <mutex>
#include <thread>

namespace plenum::ui {
namespace {

namespace test = media::test;
using namespace std::chrono_literals;

/// What the other program plays, and what Cem's microphone hears.
constexpr double film_hz = 1000;
constexpr double voice_hz = 440;
constexpr double amplitude = 8000;
/// −20 dBFS, as of `ToneInput`.
constexpr double voice_amplitude = 3277;
constexpr auto beep_interval = 500ms;

class Person : public CallPerson {
  public:
    using CallPerson::CallPerson;
    [[nodiscard]] SharedScreens& screens() { return screens_; }
    [[nodiscard]] ScreenShare& own() { return *screens_.own(); }
    void share(const QWindow& window, bool with_sound) {
        const auto id = static_cast<std::uint32_t>(window.winId());
        conference().screens().share(media::VideoInput{media::ScreenSource{id, 0, 0, window.width(), window.height()}},
                                     with_sound);
    }

  private:
    MembersModel members_;
    SharedScreens screens_{ports(), members_};
};

/// Records what goes to a loudspeaker, on a thread of its own.
class Ear {
  public:
    struct Heard {
        base::LocalTime at;
        media::AudioBlock block;
    };
    explicit Ear(const std::string& loudspeaker) {
        auto opened = media::open_pulse_capture(loudspeaker + ".monitor", wakeup_);
        EXPECT_TRUE(opened);
        if (!opened) return;
        capture_ = std::move(*opened);
        thread_ = std::jthread{[this](const std::stop_token& stop) { run(stop); }};
    }
    /// Amplitude of this frequency in the newest 100 ms, all of which came after `since`.
    [[nodiscard]] double hears(double frequency_hz, base::LocalTime since = {}) {
        constexpr std::size_t blocks = 20;
        test::Samples samples;
        const std::lock_guard lock{mutex_};
        for (const auto& heard : heard_)
            if (heard.at >= since) test::append(samples, heard.block);
        constexpr auto size = blocks * media::block_samples;
        if (samples.size() < size) return -1;
        return test::amplitude_at(std::span{samples}.last(size), frequency_hz);
    }
    /// When each beep began.
    [[nodiscard]] std::vector<base::LocalTime> beeps() {
        std::vector<base::LocalTime> begun;
        int quiet = 0;
        const std::lock_guard lock{mutex_};
        for (const auto& heard : heard_) {
            const bool loud = test::amplitude_at(heard.block, film_hz) > amplitude / 4;
            if (loud && quiet > 20) begun.push_back(heard.at);
            quiet = loud ? 0 : quiet + 1;
        }
        return begun;
    }
    void forget() {
        const std::lock_guard lock{mutex_};
        heard_.clear();
    }

  private:
    void run(const std::stop_token& stop) {
        media::AudioBlock block;
        while (!stop.stop_requested()) {
            wakeup_.wait(20ms);
            const std::lock_guard lock{mutex_};
            while (capture_->read(block))
                heard_.push_back({media::local_now(), block});
            while (heard_.size() > 4000)
                heard_.pop_front();
        }
    }

    media::AudioWakeup wakeup_;
    std::unique_ptr<media::AudioCapture> capture_;
    std::mutex mutex_;
    std::deque<Heard> heard_;
    std::jthread thread_;
};

class ScreenSoundCall : public testing::Test {
  public:
    static void SetUpTestSuite() { ASSERT_TRUE(crypto::initialise()); }
    void SetUp() override {
        window_.show();
        ann_.host({.admission = Admission::open});
        ASSERT_TRUE(QTest::qWaitFor([this] { return ann_.in_call(); }, 20'000));
        bob_.join(ann_, QStringLiteral("Bob"));
        ASSERT_TRUE(QTest::qWaitFor([this] { return bob_.in_call() && may(bob_) && may(ann_); }, 20'000));
        QObject::connect(&ann_.ports().mixer, &MixerPort::mixed, &window_,
                         [this](const MixedSound& sound) { computers_ = sound.computers.size(); });
    }

  protected:
    static bool may(const Person& person) { return person.ports().screens.may_share(); }
    [[nodiscard]] static bool becomes(Ear& ear, double frequency_hz, double wanted) {
        const auto near = [&] { return std::abs(ear.hears(frequency_hz) - wanted) < std::max(wanted / 5, 40.0); };
        return QTest::qWaitFor(near, 5000);
    }
    [[nodiscard]] static base::MemberIndex self(const Person& person) {
        return person.ports().session.conference().self;
    }
    [[nodiscard]] test::Player play(const test::Samples& sound) { return test::Player{folder_ / "film.raw", sound}; }
    [[nodiscard]] test::Player play_tone() { return play(test::stereo_tone(film_hz, amplitude, test::Side::both)); }

    test::TemporaryFolder folder_;
    test::PulseServer server_{folder_ / "."};
    // The first is the default.
    std::string bobs_{server_.plug_sink("bob_ear", "Bob")};
    std::string anns_{server_.plug_sink("ann_ear", "Ann")};
    TextWindow window_{TextWindow::picture_size};
    Person ann_{CallPerson::Sound{.loudspeaker = "ann_ear"}};
    Person bob_{CallPerson::Sound{.loudspeaker = "bob_ear"}};
    qsizetype computers_{0};
};

TEST_F(ScreenSoundCall, viewers_hear_the_computer_and_nobody_hears_themselves) {
    Person cem{CallPerson::Sound{.microphone = "tone"}};
    // A tone is noise to them.
    AudioProcessing processing;
    processing.echo_cancellation = processing.noise_suppression = processing.automatic_gain = false;
    cem.ports().devices.set_audio_processing(processing);
    cem.join(ann_, QStringLiteral("Cem"), true);
    ASSERT_TRUE(QTest::qWaitFor([&] { return cem.in_call(); }, 20'000));
    Ear ann{"ann_ear"};
    Ear bob{"bob_ear"};
    ASSERT_TRUE(becomes(ann, voice_hz, voice_amplitude));
    ASSERT_TRUE(becomes(bob, voice_hz, voice_amplitude));
    // From here on, Ann would hear Cem by Bob's computer alone.
    ann_.ports().mixer.set_mix(self(cem), {.muted = true});
    ASSERT_TRUE(becomes(ann, voice_hz, 0));
    const auto film = play_tone();
    ASSERT_TRUE(becomes(bob, film_hz, amplitude));
    EXPECT_LT(ann.hears(film_hz), 40);
    bob_.share(window_, true);
    ASSERT_TRUE(becomes(ann, film_hz, amplitude));
    EXPECT_TRUE(bob_.ports().screens.sharing_sound());
    EXPECT_TRUE(QTest::qWaitFor([this] { return computers_ == 1; }, 10000));
    ann.forget();
    ASSERT_TRUE(QTest::qWaitFor([&] { return ann.hears(film_hz) > 0; }, 2000));
    EXPECT_LT(ann.hears(voice_hz), 40) << "Bob's computer plays Cem, and must not send that";
    EXPECT_TRUE(becomes(bob, voice_hz, voice_amplitude));

    auto& mixer = ann_.ports().mixer;
    mixer.set_computer_mix(self(bob_), {.volume_db = -20});
    EXPECT_TRUE(becomes(ann, film_hz, amplitude / 10));
    mixer.set_computer_mix(self(bob_), {.muted = true});
    EXPECT_TRUE(becomes(ann, film_hz, 0));
    mixer.set_computer_mix(self(bob_), {});
    EXPECT_TRUE(becomes(ann, film_hz, amplitude));

    const auto stopped = media::local_now();
    bob_.own().stop();
    ASSERT_TRUE(becomes(ann, film_hz, 0));
    const auto lasted = std::chrono::duration_cast<std::chrono::milliseconds>(media::local_now() - stopped);
    std::printf("stopped: nothing is heard after %lld ms, 100 of which are listening\n",
                static_cast<long long>(lasted.count()));
    EXPECT_LE(lasted, 600ms);
    EXPECT_TRUE(QTest::qWaitFor([this] { return computers_ == 0; }, 2000));
    EXPECT_FALSE(bob_.ports().screens.sharing_sound());

    bob_.share(window_, false);
    ASSERT_TRUE(QTest::qWaitFor([this] { return ann_.screens().sharer() != 0; }, 5000));
    ann.forget();
    ASSERT_TRUE(QTest::qWaitFor([&] { return ann.hears(film_hz) >= 0; }, 2000));
    EXPECT_LT(ann.hears(film_hz), 40) << "sound is for one share";
}

TEST_F(ScreenSoundCall, the_sound_ends_with_the_floor) {
    Ear ann{"ann_ear"};
    const auto film = play_tone();
    bob_.share(window_, true);
    ASSERT_TRUE(becomes(ann, film_hz, amplitude));
    auto& floors = ann_.ports().floors;
    ASSERT_TRUE(floors.can_create_floor(FloorPurpose::screen));
    floors.act_on_floor(CreateFloor{FloorPurpose::screen, {}});
    EXPECT_TRUE(becomes(ann, film_hz, 0));
    EXPECT_TRUE(QTest::qWaitFor([this] { return !bob_.ports().screens.sharing_sound(); }, 2000));
    EXPECT_TRUE(QTest::qWaitFor([this] { return computers_ == 0; }, 10000));
}

TEST_F(ScreenSoundCall, sound_and_picture_come_within_100_ms_of_each_other) {
    Ear ann{"ann_ear"};
    Ear bob{"bob_ear"};
    auto beeps = test::stereo_tone(film_hz, amplitude, test::Side::both);
    constexpr auto half = static_cast<std::size_t>(beep_interval / 1ms) * media::sample_rate_hz / 1000;
    for (std::size_t i = 0; i < beeps.size(); ++i)
        if (i / half % 2 == 1) beeps[i] = 0;
    const auto film = play(beeps);
    std::vector<qint64> pictures;
    QObject::connect(&ann_.screens(), &SharedScreens::picture_changed, &window_, [&] {
        const auto number = TextWindow::number_in(ann_.screens().picture());
        if (number && window_.drawn_at(*number) >= 0) pictures.push_back(window_.now() - window_.drawn_at(*number));
    });
    window_.scroll(true);
    bob_.share(window_, true);
    ASSERT_TRUE(QTest::qWaitFor([&] { return ann.beeps().size() >= 2; }, 10'000));
    pictures.clear();
    ann.forget();
    bob.forget();
    ASSERT_TRUE(QTest::qWaitFor([&] { return ann.beeps().size() >= 6; }, 10'000));
    std::vector<double> sounds;
    const auto played = bob.beeps();
    for (const auto heard : ann.beeps()) {
        const auto after = std::ranges::upper_bound(played, heard);
        if (after != played.begin()) sounds.push_back(base::to_ms(heard - *std::prev(after)));
    }
    ASSERT_GE(sounds.size(), 4U);
    ASSERT_GE(pictures.size(), 10U);
    std::ranges::sort(sounds);
    std::ranges::sort(pictures);
    const auto sound = sounds[sounds.size() / 2];
    const auto picture = static_cast<double>(pictures[pictures.size() / 2]);
    std::printf("sound %.0f ms (%.0f to %.0f), picture %.0f ms at the median\n", sound, sounds.front(), sounds.back(),
                picture);
    EXPECT_LE(std::abs(sound - picture), 100);
}

} // namespace
} // namespace plenum::ui

int main(int count, char** arguments) {
    const QGuiApplication application{count, arguments};
    testing::InitGoogleTest(&count, arguments);
    return RUN_ALL_TESTS();
}
