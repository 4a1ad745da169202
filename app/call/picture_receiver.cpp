// SPDX-License-Identifier: Apache-2.0
#include "app/call/picture_receiver.h"

#include "app/call/camera_state.h"
#include "media/clock.h"
#include "media/video/frame_gate.h"
#include "media/video/vp8_decoder_gst.h"

#include <algorithm>
#include <utility>

namespace plenum::app {

using namespace std::chrono_literals;

namespace {

/// Fragments that a link lost come a good round trip later, perhaps on both hops. Waiting for them stops pictures for
/// less than the next anchor does, and an anchor that is there ends it (FrameGate).
constexpr base::Duration resend_wait = 300ms;
/// A key frame is there within this, unless it is lost too.
constexpr base::Duration request_interval = 400ms;
/// The same of a shared screen. Its key frames are large, and take a while on a narrow link.
constexpr base::Duration screen_resend_wait = 900ms;
constexpr base::Duration screen_request_interval = 1s;
constexpr std::size_t screen_frames_max = 48;
/// A screen whose pictures stopped for this long has none; of a sender of either kind, no key frame is asked.
constexpr base::Duration picture_age_max = 2s;
/// How often gates are looked at when nothing comes.
constexpr base::Duration look_interval = 10ms;
/// Of whoever has sent nothing for this long, nothing is kept. The last picture of a camera stays until then.
constexpr base::Duration sender_age_max = camera_age_max;
/// Bounds of a sender's messages that wait for this thread.
constexpr std::size_t messages_max = 64;
constexpr std::size_t bytes_max = std::size_t{4} * 1024 * 1024;

} // namespace

/// One sender's way from messages to pictures.
struct PictureReceiver::Pictures {
    static media::FrameGate new_gate(Patience patience) {
        media::FrameGate::Options options{.reorder_max = resend_wait, .request_interval = request_interval};
        if (patience == Patience::screen) {
            options.reorder_max = screen_resend_wait;
            options.frames_max = screen_frames_max;
            options.request_interval = screen_request_interval;
        }
        return media::FrameGate{options};
    }
    explicit Pictures(Patience patience) : gate{new_gate(patience)} {}

    /// Numbers are a flow's: what comes on another one is gated anew.
    base::FlowId flow;
    base::ConferenceTime newest;
    media::FrameGate gate;
    std::optional<media::Vp8Decoder> decoder;
    base::LocalTime last_at{};
    CameraState camera;
    bool shown{false};
};

PictureReceiver::PictureReceiver(Options options)
    : options_{std::move(options)},
      thread_{[this](const std::stop_token& stop) { run(stop); }} {}

PictureReceiver::~PictureReceiver() {
    thread_.request_stop();
    thread_.join();
}

void PictureReceiver::receive(node::MessageReceived message) {
    {
        const std::lock_guard lock{mutex_};
        auto& waiting = waiting_[message.sender];
        waiting.bytes += message.body.size();
        waiting.messages.push_back(std::move(message));
        while (waiting.messages.size() > messages_max || waiting.bytes > bytes_max) {
            waiting.bytes -= waiting.messages.front().body.size();
            waiting.messages.pop_front();
        }
    }
    news_.notify_one();
}

void PictureReceiver::remove_sender(base::MemberIndex sender) {
    const std::lock_guard lock{mutex_};
    waiting_.erase(sender);
    leavers_.push_back(sender);
}

PictureReceiver::WaitingOfAll PictureReceiver::wait_for_messages(const std::stop_token& stop) {
    std::unique_lock lock{mutex_};
    news_.wait_for(lock, stop, look_interval, [this] { return !waiting_.empty(); });
    return std::exchange(waiting_, {});
}

void PictureReceiver::run(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        for (const auto& [sender, waiting] : wait_for_messages(stop)) {
            for (const auto& message : waiting.messages)
                take_in(message);
        }
        for (const auto sender : take_leavers())
            forget(sender);
        const auto now = media::local_now();
        for (auto at = pictures_.begin(); at != pictures_.end() && !stop.stop_requested();) {
            const auto& [sender, pictures] = *at++;
            serve(sender, *pictures, media::local_now());
            if (now - pictures->last_at > sender_age_max) forget(sender);
        }
    }
}

std::vector<base::MemberIndex> PictureReceiver::take_leavers() {
    const std::lock_guard lock{mutex_};
    return std::exchange(leavers_, {});
}

void PictureReceiver::forget(base::MemberIndex sender) {
    const auto found = pictures_.find(sender);
    if (found != pictures_.end()) hide(sender, *found->second);
    pictures_.erase(sender);
    const std::lock_guard lock{mutex_};
    receptions_.erase(sender);
}

template <class Change>
void PictureReceiver::note(base::MemberIndex sender, Change&& change) {
    const std::lock_guard lock{mutex_};
    change(receptions_[sender]);
}

void PictureReceiver::hide(base::MemberIndex sender, Pictures& pictures) {
    if (std::exchange(pictures.shown, false) && options_.picture) options_.picture(sender, {});
}

void PictureReceiver::take_off_notice(const node::MessageReceived& message) {
    const auto found = pictures_.find(message.sender);
    if (found == pictures_.end()) return;
    auto& pictures = *found->second;
    if (!pictures.camera.take_off_notice(message.sent_at)) return;
    pictures.gate = Pictures::new_gate(options_.patience);
    hide(message.sender, pictures);
}

void PictureReceiver::take_in(const node::MessageReceived& message) {
    if (media::is_camera_off(message.body)) return take_off_notice(message);
    auto frame = media::unpack_frame(message.body);
    if (!frame) return;
    auto& pictures = pictures_[message.sender];
    if (!pictures) {
        pictures = std::make_unique<Pictures>(options_.patience);
        pictures->flow = message.flow;
    } else if (pictures->flow != message.flow) {
        // A straggler of the flow before.
        if (message.sent_at <= pictures->newest) return;
        pictures->flow = message.flow;
        pictures->gate = Pictures::new_gate(options_.patience);
    }
    if (!pictures->camera.take_picture(message.sent_at)) return;
    pictures->newest = std::max(pictures->newest, message.sent_at);
    frame->captured_at = message.sent_at;
    frame->small = message.flags.size() == base::PictureSize::small;
    pictures->last_at = message.received_at;
    pictures->gate.push(message.sequence, std::move(*frame), message.received_at);
}

void PictureReceiver::serve(base::MemberIndex sender, Pictures& pictures, base::LocalTime now) {
    while (const auto frame = pictures.gate.pop(now)) {
        if (options_.encoded) options_.encoded(sender, *frame);
        show(sender, pictures, *frame, now);
    }
    const bool fresh = now - pictures.last_at < picture_age_max;
    if (fresh && pictures.gate.take_key_request(now)) {
        if (options_.request_key_frame) options_.request_key_frame(pictures.flow, sender);
    }
    if (!fresh && options_.patience == Patience::screen) hide(sender, pictures);
    note(sender, [&](Reception& reception) {
        reception.key_requests = pictures.gate.counters().key_requests;
        reception.waiting_for_key = pictures.gate.waiting_for_key();
    });
}

void PictureReceiver::show(base::MemberIndex sender, Pictures& pictures, const media::EncodedFrame& frame,
                           base::LocalTime now) {
    if (options_.decode) {
        if (!pictures.decoder) {
            auto decoder = media::Vp8Decoder::create();
            if (!decoder) return;
            pictures.decoder = std::move(*decoder);
        }
        auto picture = pictures.decoder->decode(frame);
        if (!picture) return pictures.gate.decoder_failed();
        if (!*picture) return;
        (*picture)->captured_at = frame.captured_at;
        (*picture)->scene = frame.scene;
        pictures.shown = true;
        if (options_.picture) options_.picture(sender, **picture);
    }
    const auto clock = options_.clock ? options_.clock() : std::nullopt;
    note(sender, [&](Reception& reception) {
        ++reception.frames;
        if (clock && frame.captured_at != base::ConferenceTime{}) {
            reception.video_delay = clock->to_conference(std::max(now, media::local_now())) - frame.captured_at;
        }
    });
}

std::map<base::MemberIndex, PictureReceiver::Reception> PictureReceiver::receptions() const {
    const std::lock_guard lock{mutex_};
    return receptions_;
}

} // namespace plenum::app
