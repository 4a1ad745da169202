// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "media/video/encoded_frame.h"

#include <atomic>
#include <memory>
#include <mutex>

namespace plenum::app {

/// Hears all sound and pictures of a call as they are encoded, our own too, and what we write and draw. Called from
/// several threads, which it must not hold up.
class CallTap {
  public:
    virtual ~CallTap() = default;
    /// A packet of Opus. `sequence` counts without gaps what was sent.
    virtual void voice(base::MemberIndex sender, base::ConferenceTime sent_at, base::SequenceNumber sequence,
                       base::ByteView packet) = 0;
    /// The same, in two channels, of what somebody's computer plays while the screen is shared.
    virtual void computer_sound(base::MemberIndex sender, base::ConferenceTime sent_at, base::SequenceNumber sequence,
                                base::ByteView packet) = 0;
    /// In decoding order.
    virtual void camera(base::MemberIndex sender, const media::EncodedFrame& frame) = 0;
    virtual void screen(base::MemberIndex sender, const media::EncodedFrame& frame) = 0;
    /// We handed this to the session, to be published on a flow of the chat or of the whiteboard. On the thread of the
    /// session's events.
    virtual void own_message(const node::Publish& message) = 0;
};

/// Where the threads of a call find the tap, which comes and goes while they run.
class TapPlace {
  public:
    void set(std::shared_ptr<CallTap> tap) {
        const std::lock_guard lock{mutex_};
        tap_ = std::move(tap);
    }
    /// Null for none.
    [[nodiscard]] std::shared_ptr<CallTap> get() const {
        const std::lock_guard lock{mutex_};
        return tap_;
    }
    void own_message(const node::Publish& message) const {
        if (const auto tap = get()) tap->own_message(message);
    }

    /// Who we are; 0 before we are a member.
    void set_self(base::MemberIndex self) { self_ = self.value(); }
    [[nodiscard]] base::MemberIndex self() const { return base::MemberIndex{self_}; }

  private:
    mutable std::mutex mutex_;
    std::shared_ptr<CallTap> tap_;
    std::atomic<std::uint32_t> self_{0};
};

} // namespace plenum::app
