// SPDX-License-Identifier: Apache-2.0
// Two sessions with sound over a relay: what one said, the other hears again.
#include "app/call/call_media.h"
#include "core/crypto/initialise.h"
#include "media/audio/wav.h"
#include "media/clock.h"
#include "tests/unit/client/session_fixture.h"
#include "tests/unit/media/support/signals.h"

#include <gtest/gtest.h>

#include <mutex>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;

constexpr base::Duration speech = 1500ms;

class Person {
  public:
    explicit Person(client::Session::Result session) : session_{std::move(*session)} {
        CallMedia::Options options;
        options.audio = {.input = media::NoInput{},
                         .output = media::NoOutput{},
                         .engine = {.processing = {false, false, false}},
                         .tap = {.mixed_block = [this](const media::AudioBlock& block) {
                             const std::lock_guard lock{mutex_};
                             media::test::append(heard_, block);
                         }}};
        media_ = std::move(*CallMedia::start(*session_, options));
    }
    /// Takes events in until then; false after ten seconds.
    bool until(const std::function<bool()>& done) {
        const auto deadline = media::local_now() + 10s;
        while (!done() && media::local_now() < deadline) {
            static_cast<void>(session_->events().wait(10ms));
            for (auto& item : session_->events().drain()) {
                const auto* event = std::get_if<node::Event>(&item);
                if (event == nullptr) continue;
                view_.handle(*event);
                if (const auto* made = std::get_if<node::ConferenceCreated>(event)) link = made->link;
                media_->handle(*event, view_);
            }
        }
        return done();
    }
    bool until_in_step() {
        return until([this] { return view_.self().value() != 0 && session_->conference_clock().has_value(); });
    }
    void pass(base::Duration time) {
        const auto end = media::local_now() + time;
        until([end] { return media::local_now() >= end; });
    }
    [[nodiscard]] media::test::Samples take_heard() {
        const std::lock_guard lock{mutex_};
        return std::exchange(heard_, {});
    }
    [[nodiscard]] base::FlowId voice() const { return view_.find(log::plenary, base::FlowKind::audio); }
    [[nodiscard]] client::Session& session() { return *session_; }
    [[nodiscard]] CallMedia& media() { return *media_; }
    [[nodiscard]] CallReplay& replay() { return media_->replay(); }
    [[nodiscard]] const client::ConferenceView& view() const { return view_; }

    std::optional<node::ConferenceLink> link;

  private:
    std::mutex mutex_;
    media::test::Samples heard_;
    client::ConferenceView view_;
    std::unique_ptr<client::Session> session_;
    std::unique_ptr<CallMedia> media_;
};

class CallReplays : public testing::Test {
  protected:
    static void SetUpTestSuite() { ASSERT_TRUE(crypto::initialise()); }
    void SetUp() override {
        auto writer = media::WavWriter::create(folder_ / "said.wav");
        ASSERT_TRUE(writer && writer->write(said_));
        ASSERT_TRUE(ann_.until([this] { return ann_.link.has_value(); }) && ann_.until_in_step());
    }
    std::unique_ptr<Person> join() {
        auto person = std::make_unique<Person>(client::Session::join(client::join_options(*ann_.link, "Ben")));
        EXPECT_TRUE(person->until_in_step());
        EXPECT_TRUE(ann_.until([&] { return ann_.view().members().contains(person->view().self()); }));
        return person;
    }
    /// Ann says it, once.
    void say(Person* listener) {
        ann_.media().audio().set_input(media::FileInput{folder_ / "said.wav", false});
        auto& waiting = listener != nullptr ? *listener : ann_;
        waiting.pass(speech + 500ms);
    }
    /// When Ann began to speak, for this listener: shortly before, since a first sound may be soft.
    std::optional<base::LocalTime> begin_of_speech(Person& listener) {
        const auto spoken = listener.replay().history().speech(ann_.view().self());
        return spoken.empty() ? std::nullopt : std::optional{spoken.front().from - 200ms};
    }
    double likeness_of(Person& listener) {
        listener.pass(speech + 400ms);
        return media::test::likeness(said_, listener.take_heard(), media::sample_rate_hz);
    }

    const media::test::Samples said_{media::test::speech_like(31, base::to_ms(speech) / 1000)};
    media::test::TemporaryFolder folder_;
    Person ann_{client::Session::host(client::host_options())};
};

TEST_F(CallReplays, WhatWasSaidIsHeardAgain) {
    const auto ben = join();
    say(ben.get());
    ASSERT_TRUE(ben->until([&] {
        const auto spoken = ben->replay().history().speech(ann_.view().self());
        return !spoken.empty() && spoken.back().to - spoken.front().from > speech - 200ms;
    }));
    const auto now = media::local_now();
    const auto from = begin_of_speech(*ben);
    static_cast<void>(ben->take_heard());
    ben->replay().player()->set_speed(media::ReplaySpeed::usual);
    ben->replay().player()->begin(*from, now);
    // Ann is silent now.
    EXPECT_GT(likeness_of(*ben), 0.8);
    ben->replay().player()->set_speed(media::ReplaySpeed::twice);
    ben->replay().player()->begin(media::local_now() - 1s, media::local_now());
    EXPECT_TRUE(ben->until([&] { return ben->replay().player()->clock().caught_up(); }));
}

TEST_F(CallReplays, WhatWasNotTakenIsPulledFromTheRelay) {
    const auto ben = join();
    const auto ann = ann_.view().self();
    ASSERT_TRUE(ben->session().subscribe({ben->voice(), ann, {.rate_hz = 0}}));
    ben->pass(300ms);
    say(ben.get());
    EXPECT_FALSE(ben->replay().history().oldest_sound(ann)) << "nothing was pushed";
    ben->pass(700ms);
    ben->replay().fetch(ben->view());
    ASSERT_TRUE(ben->until(
        [&] { return !ben->replay().puller().busy() && ben->replay().history().oldest_sound(ann).has_value(); }));
    EXPECT_TRUE(ben->replay().puller().unreadable().empty());
    static_cast<void>(ben->take_heard());
    ben->replay().player()->set_speed(media::ReplaySpeed::usual);
    const auto from = begin_of_speech(*ben);
    ASSERT_TRUE(from);
    ben->replay().player()->begin(*from, media::local_now());
    EXPECT_GT(likeness_of(*ben), 0.8);
}

TEST_F(CallReplays, WhatWasSaidBeforeOneCameStaysSealed) {
    say(nullptr);
    const auto ben = join();
    const auto ann = ann_.view().self();
    ben->replay().fetch(ben->view());
    EXPECT_TRUE(ben->until([&] { return !ben->replay().puller().busy(); }));
    EXPECT_EQ(ben->replay().puller().unreadable(), std::set{ann});
    EXPECT_FALSE(ben->replay().history().oldest_sound(ann).has_value());
}

} // namespace
} // namespace plenum::app
