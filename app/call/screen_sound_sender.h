// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/client/session.h"
#include "media/devices/computer_sound.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace plenum::app {

/// Publishes what this computer plays, while our screen is shared, on one thread of its own. Looks every two seconds
/// for a sound server where there is none.
class ScreenSoundSender {
  public:
    struct Options {
        /// On the sender's thread: whether it captures now.
        std::function<void(bool)> capturing{};
        /// On the sender's thread: each packet that goes out, by the clock of this computer.
        std::function<void(base::LocalTime, base::SequenceNumber, base::ByteView)> sent{};
    };
    /// `session` must outlive this.
    ScreenSoundSender(client::Session& session, Options options);
    ~ScreenSoundSender();
    ScreenSoundSender(const ScreenSoundSender&) = delete;
    ScreenSoundSender& operator=(const ScreenSoundSender&) = delete;

    /// Whether it is wanted beside the pictures.
    void set_on(bool on);
    /// 0 where nothing of ours may be sent: then nothing is captured either.
    void set_flow(base::FlowId flow);

  private:
    void run(const std::stop_token& stop);
    /// What to send on; 0 for nothing.
    [[nodiscard]] base::FlowId wanted();
    /// Until something else is wanted.
    void wait_for_change(base::FlowId from, const std::stop_token& stop, base::Duration timeout);
    void tell(bool capturing);
    void publish(base::FlowId flow, const media::ComputerSound::Captured& captured);

    client::Session& session_;
    Options options_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    bool on_{false};
    base::FlowId flow_;
    // the sender's thread only
    media::OpusStereoEncoder encoder_;
    bool told_{false};
    int silent_packets_{0};
    base::SequenceNumber sequence_;
    std::jthread thread_;
};

} // namespace plenum::app
