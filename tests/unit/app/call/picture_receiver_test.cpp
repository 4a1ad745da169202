// SPDX-License-Identifier: Apache-2.0
#include "app/call/picture_receiver.h"

#include "media/clock.h"
#include "media/video/vp8_encoder_gst.h"
#include "tests/unit/media/support/signals.h"

#include <condition_variable>
#include <gtest/gtest.h>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;

constexpr base::MemberIndex ada{1};
constexpr base::MemberIndex jonas{2};

/// Messages as a sender's camera flow brings them.
class Camera {
  public:
    explicit Camera(base::MemberIndex sender, int layers = 1) : sender_{sender} {
        auto encoder = media::Vp8Encoder::create({.bitrate_bps = 300'000, .temporal_layers = layers});
        EXPECT_TRUE(encoder);
        encoder_.emplace(std::move(*encoder));
    }
    node::MessageReceived next() {
        node::MessageReceived message;
        message.sender = sender_;
        message.sequence = base::SequenceNumber{++sequence_};
        message.received_at = media::local_now();
        auto frame = encoder_->encode(media::test::moving_picture(static_cast<int>(sequence_), 160, 120));
        EXPECT_TRUE(frame && *frame);
        message.body = media::pack_frame(**frame);
        return message;
    }

  private:
    base::MemberIndex sender_;
    std::optional<media::Vp8Encoder> encoder_;
    std::uint64_t sequence_{0};
};

/// What the receiver calls back, counted, with a way to hold its thread up.
class Screen {
  public:
    PictureReceiver::Options options() {
        PictureReceiver::Options options;
        options.picture = [this](base::MemberIndex sender, const media::VideoFrame& frame) {
            std::unique_lock lock{mutex};
            ++(frame.empty() ? gone : shown)[sender];
            entered = true;
            changed.notify_all();
            changed.wait(lock, [this] { return !held; });
        };
        options.request_key_frame = [this](base::FlowId, base::MemberIndex sender) {
            const std::lock_guard lock{mutex};
            ++asked[sender];
            changed.notify_all();
        };
        return options;
    }
    template <class Condition>
    [[nodiscard]] bool wait(Condition condition) {
        std::unique_lock lock{mutex};
        return changed.wait_for(lock, 20s, condition);
    }
    /// Holds the receiver's thread up in showing this one.
    [[nodiscard]] bool hold_at(PictureReceiver& receiver, node::MessageReceived message) {
        {
            const std::lock_guard lock{mutex};
            held = true;
        }
        receiver.receive(std::move(message));
        return wait([this] { return entered; });
    }
    void release() {
        const std::lock_guard lock{mutex};
        held = entered = false;
        changed.notify_all();
    }

    std::mutex mutex;
    std::condition_variable changed;
    bool held{false};
    bool entered{false};
    std::map<base::MemberIndex, int> shown;
    std::map<base::MemberIndex, int> gone;
    std::map<base::MemberIndex, int> asked;
};

TEST(PictureReceiver, ShowsEveryoneInOrder) {
    Screen screen;
    PictureReceiver receiver{screen.options()};
    Camera first{ada};
    Camera second{jonas};
    for (int i = 0; i < 10; ++i) {
        receiver.receive(first.next());
        receiver.receive(second.next());
    }
    EXPECT_TRUE(screen.wait([&] { return screen.shown[ada] == 10 && screen.shown[jonas] == 10; }));
    EXPECT_FALSE(receiver.receptions()[ada].waiting_for_key);
}

TEST(PictureReceiver, goes_on_after_a_lost_frame_without_a_key_frame) {
    Screen screen;
    PictureReceiver receiver{screen.options()};
    Camera camera{ada, 4};
    constexpr int lost = 4; // of layer 1, so that all wait for the anchor in place 16
    for (int i = 0; i < 20; ++i) {
        auto message = camera.next();
        if (i != lost) receiver.receive(message);
    }
    EXPECT_TRUE(screen.wait([&] { return screen.shown[ada] == 8; }));
    EXPECT_FALSE(receiver.receptions()[ada].waiting_for_key);
    EXPECT_TRUE(screen.asked.empty());
}

TEST(PictureReceiver, TakesInWhileAPictureIsBeingShown) {
    Screen screen;
    PictureReceiver receiver{screen.options()};
    Camera camera{ada};
    ASSERT_TRUE(screen.hold_at(receiver, camera.next()));
    // Would never return if it waited for the receiver's thread.
    for (int i = 0; i < 9; ++i)
        receiver.receive(camera.next());
    screen.release();
    EXPECT_TRUE(screen.wait([&] { return screen.shown[ada] == 10; }));
}

TEST(PictureReceiver, WhoSendsTooMuchLosesOnlyTheirOwn) {
    Screen screen;
    PictureReceiver receiver{screen.options()};
    Camera good{ada};
    Camera flood{jonas};
    ASSERT_TRUE(screen.hold_at(receiver, good.next()));
    receiver.receive(good.next());
    for (int i = 0; i < 300; ++i)
        receiver.receive(flood.next());
    screen.release();
    ASSERT_TRUE(screen.wait([&] { return screen.shown[ada] == 2; }));
    // The first of the flood, its key frame, went; someone must ask for another.
    EXPECT_TRUE(screen.wait([&] { return screen.asked.contains(jonas); }));
    EXPECT_FALSE(screen.asked.contains(ada));
    EXPECT_EQ(screen.shown[jonas], 0);
}

TEST(PictureReceiver, ForgetsWhoLeavesAndWhatOfThemStillWaits) {
    Screen screen;
    PictureReceiver receiver{screen.options()};
    Camera camera{ada};
    Camera other{jonas};
    ASSERT_TRUE(screen.hold_at(receiver, camera.next()));
    for (int i = 0; i < 5; ++i)
        receiver.receive(camera.next());
    receiver.remove_sender(ada);
    receiver.receive(other.next());
    screen.release();
    ASSERT_TRUE(screen.wait([&] { return screen.shown[jonas] == 1; }));
    EXPECT_EQ(screen.shown[ada], 1);
    EXPECT_EQ(screen.gone[ada], 1) << "the last picture is taken off the screen";
    EXPECT_EQ(receiver.receptions().count(ada), 0U);
}

TEST(PictureReceiver, GoesOnWhereASenderChangesTheFlow) {
    Screen screen;
    PictureReceiver receiver{screen.options()};
    Camera plenary{ada};
    Camera group{ada};
    std::chrono::milliseconds time{};
    const auto send = [&](Camera& camera, std::uint16_t flow) {
        auto message = camera.next();
        message.flow = base::FlowId{flow};
        message.sent_at = base::ConferenceTime{time += 33ms};
        receiver.receive(message);
        return message;
    };
    node::MessageReceived straggler;
    for (int i = 0; i < 5; ++i)
        straggler = send(plenary, 2);
    ASSERT_TRUE(screen.wait([&] { return screen.shown[ada] == 5; }));
    for (int i = 0; i < 3; ++i)
        send(group, 5);
    EXPECT_TRUE(screen.wait([&] { return screen.shown[ada] == 8; })) << "numbers begin anew";
    receiver.receive(straggler);
    send(group, 5);
    EXPECT_TRUE(screen.wait([&] { return screen.shown[ada] == 9; })) << "what comes late does not lead back";
    EXPECT_TRUE(screen.asked.empty());
}

TEST(PictureReceiver, takes_the_picture_away_when_the_camera_is_off_and_not_before) {
    Screen screen;
    PictureReceiver receiver{screen.options()};
    Camera camera{ada};
    const auto sent_at = [](node::MessageReceived message, base::Duration time) {
        message.sent_at = base::ConferenceTime{time};
        return message;
    };
    // For 2.5 s nothing came of it: on a loaded computer, that is no news.
    auto old = sent_at(camera.next(), 1s);
    old.received_at -= 2500ms;
    receiver.receive(old);
    ASSERT_TRUE(screen.wait([&] { return screen.shown[ada] == 1; }));
    receiver.receive(sent_at(camera.next(), 2s));
    ASSERT_TRUE(screen.wait([&] { return screen.shown[ada] == 2; }));
    EXPECT_EQ(screen.gone[ada], 0) << "a late picture stays";
    const auto straggler = sent_at(camera.next(), 3s);
    auto notice = camera.next();
    notice.body = media::pack_camera_off();
    receiver.receive(sent_at(notice, 4s));
    ASSERT_TRUE(screen.wait([&] { return screen.gone[ada] == 1; }));
    receiver.receive(straggler);
    receiver.receive(sent_at(notice, 5s));
    Camera again{ada};
    receiver.receive(sent_at(again.next(), 6s));
    EXPECT_TRUE(screen.wait([&] { return screen.shown[ada] == 3; })) << "numbers begin anew";
    EXPECT_EQ(screen.gone[ada], 1);
}

TEST(PictureReceiver, EndsInTheMiddleOfABacklog) {
    constexpr std::uint32_t people = 30;
    std::mutex mutex;
    std::condition_variable changed;
    std::uint32_t shown = 0;
    bool filled = false;
    bool ending = false;
    PictureReceiver::Options options;
    options.picture = [&](base::MemberIndex, const media::VideoFrame&) {
        std::unique_lock lock{mutex};
        ++shown;
        changed.notify_all();
        // The first until all others wait, the second until the end has begun, others long enough for it to be seen.
        if (shown == 1) changed.wait(lock, [&] { return filled; });
        if (shown == 2) changed.wait(lock, [&] { return ending; });
        if (shown > 2) (void)changed.wait_for(lock, 50ms, [] { return false; });
    };
    auto receiver = std::make_unique<PictureReceiver>(options);
    for (std::uint32_t i = 1; i <= people; ++i) {
        receiver->receive(Camera{base::MemberIndex{i}}.next());
        std::unique_lock lock{mutex};
        ASSERT_TRUE(changed.wait_for(lock, 20s, [&] { return shown == 1; }));
    }
    std::unique_lock lock{mutex};
    filled = true;
    changed.notify_all();
    ASSERT_TRUE(changed.wait_for(lock, 20s, [&] { return shown == 2; }));
    ending = true;
    changed.notify_all();
    lock.unlock();
    receiver.reset();
    EXPECT_LT(shown, people) << "it showed all that waited before it ended";
}

} // namespace
} // namespace plenum::app
