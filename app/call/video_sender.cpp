// SPDX-License-Identifier: Apache-2.0
#include "app/call/video_sender.h"

#include "media/clock.h"

namespace plenum::app {

using namespace std::chrono_literals;

VideoSender::VideoSender(client::Session* session, Options options)
    : session_{session},
      options_{std::move(options)},
      rate_{{options_.bitrate_bps, options_.width_max * options_.height_max}},
      thread_{[this](const std::stop_token& stop) { run(stop); }} {}

VideoSender::~VideoSender() {
    thread_.request_stop();
    thread_.join();
}

void VideoSender::set_input(std::optional<media::VideoInput> input) {
    const std::lock_guard lock{mutex_};
    wanted_ = std::move(input);
    changed_ = true;
}

bool VideoSender::take_change(std::optional<media::VideoInput>& input) {
    const std::lock_guard lock{mutex_};
    if (!changed_) return false;
    changed_ = false;
    input = wanted_;
    return true;
}

void VideoSender::run(const std::stop_token& stop) {
    std::optional<media::VideoInput> input;
    while (!stop.stop_requested()) {
        if (take_change(input)) open(input);
        if (!source_) {
            tell_camera_off();
            std::this_thread::sleep_for(20ms);
            continue;
        }
        if (const auto frame = source_->wait_frame(50ms)) send(*frame);
        if (source_->ended()) {
            if (const auto error = source_->error(); error && options_.failed) options_.failed(*error);
            open(std::nullopt);
        }
    }
}

void VideoSender::open(const std::optional<media::VideoInput>& input) {
    const bool had_picture = source_ != nullptr;
    source_.reset();
    encoder_.reset();
    if (had_picture && options_.own_picture) options_.own_picture({});
    if (had_picture) off_notices_.start(client::Session::now());
    if (!input) return;
    media::VideoSource::Options options;
    options.input = *input;
    options.width_max = options_.width_max;
    options.height_max = options_.height_max;
    options.rate_hz = options_.rate_hz;
    // The session turns local time into conference time when it publishes.
    options.clock = [] { return base::ConferenceTime{media::local_now().time_since_epoch()}; };
    auto source = media::VideoSource::open(options);
    media::Vp8Encoder::Options encoding;
    encoding.bitrate_bps = rate_.choice().bitrate_bps;
    encoding.rate_hz = options_.rate_hz;
    auto encoder = media::TwoSizeEncoder::create(encoding);
    if (!source || !encoder) {
        if (options_.failed) options_.failed(source ? encoder.error() : source.error());
        return;
    }
    source_ = std::move(*source);
    encoder_ = std::move(*encoder);
    encoder_->set_rate(rate_.choice());
    off_notices_.stop();
}

void VideoSender::tell_camera_off() {
    const base::FlowId flow{flow_};
    const auto now = client::Session::now();
    if (session_ == nullptr || flow.value() == 0 || !off_notices_.take_due(now)) return;
    const auto sizes = sizes_.load();
    for (const auto size : {base::PictureSize::large, base::PictureSize::small}) {
        // Like a key frame, it needs nothing that came before: receivers of fewer pictures get it too.
        const auto flags = wire::MessageFlags::of(true, false, 0).of_size(size);
        if (sizes.has(size)) std::ignore = session_->publish({flow, flags, media::pack_camera_off(), now});
    }
}

void VideoSender::set_flow(base::FlowId flow) {
    if (flow_.exchange(flow.value()) == flow.value()) return;
    request_key_frame(base::PictureSize::large);
    request_key_frame(base::PictureSize::small);
    offer_sizes();
}

void VideoSender::offer_sizes() {
    const base::FlowId flow{flow_};
    if (session_ != nullptr && flow.value() != 0) std::ignore = session_->offer_sizes({flow, true});
}

void VideoSender::request_key_frame(base::PictureSize size) {
    key_frame_wanted_[size == base::PictureSize::small ? 1 : 0] = true;
}

void VideoSender::send(const media::VideoFrame& frame) {
    if (options_.own_picture) options_.own_picture(frame);
    const base::FlowId flow{flow_};
    if (session_ == nullptr || flow.value() == 0) return;
    if (key_frame_wanted_[0].exchange(false)) encoder_->request_key_frame(base::PictureSize::large);
    if (key_frame_wanted_[1].exchange(false)) encoder_->request_key_frame(base::PictureSize::small);
    if (const auto rate = send_rate_.exchange(0); rate > 0) encoder_->set_rate(rate_.handle(base::ByteRate{rate}));
    encoder_->set_sizes(sizes_);
    auto encoded = encoder_->encode(frame);
    if (!encoded) {
        if (options_.failed) options_.failed(encoded.error());
        return open(std::nullopt);
    }
    const base::LocalTime captured_at{frame.captured_at.time_since_epoch()};
    for (auto& each : *encoded)
        publish(each, flow, captured_at);
}

void VideoSender::publish(media::EncodedFrame& frame, base::FlowId flow, base::LocalTime captured_at) {
    const auto clock = session_->conference_clock();
    frame.captured_at = clock ? clock->to_conference(captured_at) : base::ConferenceTime{};
    const auto size = frame.small ? base::PictureSize::small : base::PictureSize::large;
    const auto flags = wire::MessageFlags::of(frame.key_frame, frame.discardable, frame.temporal_layer).of_size(size);
    const auto published = session_->publish({flow, flags, media::pack_frame(frame), captured_at});
    if (published) ++frames_sent_;
    if (published && options_.sent && (!frame.small || !sizes_.load().has(base::PictureSize::large)))
        options_.sent(frame);
    // A full queue lost it. After other frames receivers go on by themselves (FrameGate).
    if (!published && frame.key_frame) encoder_->request_key_frame(size);
}

} // namespace plenum::app
