// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/client/session.h"
#include "media/frame.h"
#include "media/video/encoded_frame.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace plenum::app {

/// Turns the messages of all senders' video flows into pictures, on one thread of its own: sound never waits for a
/// picture to be decoded. All calls from any thread.
class PictureReceiver {
  public:
    struct Options {
        /// On the receiver's thread. Pictures of others, decoded; an empty one when none came for a while.
        std::function<void(base::MemberIndex, const media::VideoFrame&)> picture{};
        /// On the receiver's thread. Frames as they came, in decoding order, for recording.
        std::function<void(base::MemberIndex, const media::EncodedFrame&)> encoded{};
        bool decode{true};
    };
    struct Reception {
        std::uint64_t frames{0}; ///< decoded, or passed to `encoded` where nothing is decoded
        std::uint64_t key_requests{0};
        bool waiting_for_key{true};
        /// From capture to decoded here, of the newest picture; 0 while clocks are not in step.
        base::Duration video_delay{};
    };

    /// `session` must outlive this.
    PictureReceiver(client::Session& session, Options options);
    ~PictureReceiver();
    PictureReceiver(const PictureReceiver&) = delete;
    PictureReceiver& operator=(const PictureReceiver&) = delete;

    /// Key frames are asked for on this flow once it is known.
    void set_flow(base::FlowId flow) { flow_ = flow.value(); }
    /// Past its bound the oldest message goes, and with it whatever refers to it until the next key frame.
    void receive(node::MessageReceived message);
    void remove_sender(base::MemberIndex sender);
    [[nodiscard]] std::map<base::MemberIndex, Reception> receptions() const;

  private:
    struct Pictures;
    void run(const std::stop_token& stop);
    void take_in(const node::MessageReceived& message);
    void serve(base::MemberIndex sender, Pictures& pictures, base::LocalTime now);
    void show(base::MemberIndex sender, Pictures& pictures, const media::EncodedFrame& frame, base::LocalTime now);
    template <class Change>
    void note(base::MemberIndex sender, Change&& change);

    client::Session& session_;
    Options options_;
    std::atomic<std::uint16_t> flow_{0};
    mutable std::mutex mutex_;
    std::condition_variable_any news_;
    std::deque<node::MessageReceived> messages_;
    std::size_t bytes_{0};
    std::vector<base::MemberIndex> leavers_;
    std::map<base::MemberIndex, Reception> receptions_;
    // the receiver's thread only
    std::map<base::MemberIndex, std::unique_ptr<Pictures>> pictures_;
    std::jthread thread_;
};

} // namespace plenum::app
