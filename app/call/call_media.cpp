// SPDX-License-Identifier: Apache-2.0
#include "app/call/call_media.h"

#include "media/clock.h"
#include "media/video/frame_gate.h"
#include "media/video/vp8_decoder_gst.h"

#include <algorithm>

namespace plenum::app {

using namespace std::chrono_literals;

namespace {

/// Fragments that a link lost come a good round trip later, perhaps on both hops; waiting for them costs less than a
/// new key frame, which would have to come the same way.
constexpr base::Duration resend_wait = 300ms;
/// A key frame is there within this, unless it is lost too.
constexpr base::Duration request_interval = 400ms;
/// A sender whose pictures stopped for this long has none.
constexpr base::Duration picture_age_max = 2s;

} // namespace

/// One sender's way from messages to pictures.
struct CallMedia::Pictures {
    media::FrameGate gate{media::FrameGate::Options{.reorder_max = resend_wait, .request_interval = request_interval}};
    std::optional<media::Vp8Decoder> decoder;
    base::LocalTime last_at{};
    bool shown{false};
};

media::Result<std::unique_ptr<CallMedia>> CallMedia::start(client::Session& session, Options options) {
    auto audio = media::AudioIo::start(std::move(options.audio));
    if (!audio) return std::unexpected{audio.error()};
    return std::unique_ptr<CallMedia>{new CallMedia{session, std::move(options), std::move(*audio)}};
}

CallMedia::CallMedia(client::Session& session, Options options, std::unique_ptr<media::AudioIo> audio)
    : session_{session},
      options_{std::move(options)},
      audio_{std::move(audio)},
      video_{std::make_unique<VideoSender>(&session, options_.video)} {
    if (options_.video_input) video_->set_input(options_.video_input);
    audio_thread_ = std::jthread{[this](const std::stop_token& stop) { send_audio(stop); }};
    receive_thread_ = std::jthread{[this](const std::stop_token& stop) { receive(stop); }};
}

CallMedia::~CallMedia() {
    audio_thread_.request_stop();
    receive_thread_.request_stop();
    audio_thread_.join();
    receive_thread_.join();
}

void CallMedia::handle(const node::Event& event) {
    if (const auto* flow = std::get_if<node::FlowDeclared>(&event)) {
        if (flow->spec.kind == base::FlowKind::audio) voice_flow_ = flow->flow.value();
        if (flow->spec.kind == base::FlowKind::video) {
            camera_flow_ = flow->flow.value();
            video_->set_flow(flow->flow);
        }
    } else if (const auto* left = std::get_if<node::MemberLeft>(&event)) {
        audio_->remove_sender(left->member);
        const std::lock_guard lock{mutex_};
        leavers_.push_back(left->member);
    } else if (const auto* health = std::get_if<node::LinkHealth>(&event)) {
        audio_->set_loss_percent(static_cast<int>(std::min(health->loss_permille / 10 + 1, 30U)));
    }
}

void CallMedia::send_audio(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        auto packet = audio_->wait_packet(100ms);
        const base::FlowId flow{voice_flow_};
        if (!packet || flow.value() == 0) continue;
        const auto flags = wire::MessageFlags::of(false, packet->discard_eligible, 0);
        // Live sound that finds the queue full is worth nothing later.
        std::ignore = session_.publish({flow, flags, std::move(packet->bytes), {}});
    }
}

void CallMedia::receive(const std::stop_token& stop) {
    auto& queue = session_.media();
    while (!stop.stop_requested()) {
        if (queue.closed() && queue.empty()) {
            std::this_thread::sleep_for(20ms);
            continue;
        }
        if (queue.wait(10ms)) {
            for (auto& event : queue.drain()) {
                if (auto* media = std::get_if<client::MediaMessage>(&event)) {
                    if (media->kind == base::FlowKind::audio)
                        receive_audio(std::move(media->message));
                    else
                        receive_video(media->message);
                } else {
                    video_->request_key_frame();
                }
            }
        }
        take_leavers();
        serve_pictures(media::local_now());
    }
}

template <class Change>
void CallMedia::note(base::MemberIndex sender, Change&& change) {
    const std::lock_guard lock{mutex_};
    change(receptions_[sender]);
}

void CallMedia::receive_audio(node::MessageReceived message) {
    note(message.sender, [&](Reception& reception) {
        ++reception.messages;
        reception.audio_at = message.received_at;
    });
    // Sent before the sender's clock was in step: it could not be placed in time.
    if (message.sent_at == base::ConferenceTime{}) return;
    audio_->receive(message.sender,
                    {message.sequence, message.sent_at, std::move(message.body), message.flags.is_discardable()});
}

void CallMedia::receive_video(const node::MessageReceived& message) {
    note(message.sender, [&](Reception& reception) {
        ++reception.messages;
        reception.video_at = message.received_at;
    });
    auto frame = media::unpack_frame(message.body);
    if (!frame) return;
    auto& pictures = pictures_[message.sender];
    if (!pictures) pictures = std::make_unique<Pictures>();
    frame->captured_at = message.sent_at;
    pictures->last_at = message.received_at;
    pictures->gate.push(message.sequence, std::move(*frame), message.received_at);
}

void CallMedia::serve_pictures(base::LocalTime now) {
    for (auto& [sender, pictures] : pictures_)
        serve(sender, *pictures, now);
}

void CallMedia::serve(base::MemberIndex sender, Pictures& pictures, base::LocalTime now) {
    while (const auto frame = pictures.gate.pop(now)) {
        if (options_.encoded) options_.encoded(sender, *frame);
        show(sender, pictures, *frame, now);
    }
    const bool fresh = now - pictures.last_at < picture_age_max;
    if (fresh && pictures.gate.take_key_request(now)) {
        std::ignore = session_.request_key_frame(base::FlowId{camera_flow_}, sender);
    }
    if (!fresh && pictures.shown) {
        pictures.shown = false;
        if (options_.picture) options_.picture(sender, {});
    }
    note(sender, [&](Reception& reception) {
        reception.key_requests = pictures.gate.counters().key_requests;
        reception.waiting_for_key = pictures.gate.waiting_for_key();
    });
}

void CallMedia::show(base::MemberIndex sender, Pictures& pictures, const media::EncodedFrame& frame,
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
        pictures.shown = true;
        if (options_.picture) options_.picture(sender, **picture);
    }
    const auto clock = session_.conference_clock();
    note(sender, [&](Reception& reception) {
        ++reception.frames;
        if (clock && frame.captured_at != base::ConferenceTime{}) {
            reception.video_delay = clock->to_conference(std::max(now, media::local_now())) - frame.captured_at;
        }
    });
}

void CallMedia::take_leavers() {
    std::vector<base::MemberIndex> leavers;
    {
        const std::lock_guard lock{mutex_};
        leavers.swap(leavers_);
        for (const auto member : leavers)
            receptions_.erase(member);
    }
    for (const auto member : leavers)
        pictures_.erase(member);
}

std::map<base::MemberIndex, CallMedia::Reception> CallMedia::receptions() const {
    const std::lock_guard lock{mutex_};
    return receptions_;
}

} // namespace plenum::app
