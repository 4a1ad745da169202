// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/events.h"
#include "core/base/time.h"
#include "media/frame.h"
#include "media/video/encoded_frame.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace plenum::app {

/// Turns the messages of all senders' video flows into pictures, on one thread of its own: sound never waits for a
/// picture to be decoded. Whoever goes on on another flow goes on with a key frame. All calls from any thread.
class PictureReceiver {
  public:
    /// How long what is missing is waited for.
    enum class Patience : std::uint8_t {
        camera = 1,
        screen = 2, ///< as long as λ of its flow allows: each picture refers to the one before it
    };
    struct Options {
        Patience patience{Patience::camera};
        /// On the receiver's thread. Pictures of others, decoded; an empty one when the camera is off, or the screen
        /// brought none for a while.
        std::function<void(base::MemberIndex, const media::VideoFrame&)> picture{};
        /// On the receiver's thread. Frames as they came, in decoding order, for recording.
        std::function<void(base::MemberIndex, const media::EncodedFrame&)> encoded{};
        bool decode{true};
        /// On the receiver's thread: this sender's pictures cannot go on without a key frame.
        std::function<void(base::FlowId, base::MemberIndex)> request_key_frame{};
        /// The conference's clock, once it is known; from the receiver's thread.
        std::function<std::optional<base::ClockOffset>()> clock{};
    };
    struct Reception {
        std::uint64_t frames{0}; ///< decoded, or passed to `encoded` where nothing is decoded
        std::uint64_t key_requests{0};
        bool waiting_for_key{true};
        /// From capture to decoded here, of the newest picture; 0 while clocks are not in step.
        base::Duration video_delay{};
    };

    explicit PictureReceiver(Options options);
    ~PictureReceiver();
    PictureReceiver(const PictureReceiver&) = delete;
    PictureReceiver& operator=(const PictureReceiver&) = delete;

    /// Past its bound the sender's oldest message goes, and with it what refers to it.
    void receive(node::MessageReceived message);
    /// Its pictures, and what of it still waits, are forgotten; should more of it come, for as long as it is fresh.
    void remove_sender(base::MemberIndex sender);
    [[nodiscard]] std::map<base::MemberIndex, Reception> receptions() const;

  private:
    struct Pictures;
    struct Waiting {
        std::deque<node::MessageReceived> messages;
        std::size_t bytes{0};
    };
    using WaitingOfAll = std::map<base::MemberIndex, Waiting>;
    void run(const std::stop_token& stop);
    [[nodiscard]] WaitingOfAll wait_for_messages(const std::stop_token& stop);
    void take_in(const node::MessageReceived& message);
    void take_off_notice(const node::MessageReceived& message);
    void hide(base::MemberIndex sender, Pictures& pictures);
    [[nodiscard]] std::vector<base::MemberIndex> take_leavers();
    void forget(base::MemberIndex sender);
    void serve(base::MemberIndex sender, Pictures& pictures, base::LocalTime now);
    void show(base::MemberIndex sender, Pictures& pictures, const media::EncodedFrame& frame, base::LocalTime now);
    template <class Change>
    void note(base::MemberIndex sender, Change&& change);

    Options options_;
    mutable std::mutex mutex_;
    std::condition_variable_any news_;
    WaitingOfAll waiting_;
    std::vector<base::MemberIndex> leavers_;
    std::map<base::MemberIndex, Reception> receptions_;
    // the receiver's thread only
    std::map<base::MemberIndex, std::unique_ptr<Pictures>> pictures_;
    std::jthread thread_;
};

} // namespace plenum::app
