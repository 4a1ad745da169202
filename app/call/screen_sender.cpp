// SPDX-License-Identifier: Apache-2.0
#include "app/call/screen_sender.h"

#include "media/clock.h"
#include "media/screen/picture_blocks.h"
#include "media/screen/screen_scenes.h"

namespace plenum::app {

using namespace std::chrono_literals;

namespace {

/// A key frame costs all receivers, and takes a while to arrive.
constexpr base::Duration key_frame_interval = 700ms;
/// How long the thread sleeps where nothing is shared, and waits for a picture where something is.
constexpr base::Duration idle_interval = 20ms;
constexpr base::Duration picture_wait = 8ms;

} // namespace

struct ScreenSender::Running {
    media::VideoInput input;
    std::unique_ptr<media::VideoSource> source;
    media::Vp8Encoder encoder;
    media::PictureRate rate;
    media::ScreenPace pace{};
    media::ScreenScenes scenes{};
    /// The newest, as the source gave it; encoded more than once.
    media::VideoFrame picture{};
    base::LocalTime taken_at{};
    std::optional<base::LocalTime> key_frame_at{};
    int pictures{0};
    /// Where others saw something of it.
    base::FlowId sent_on{};
};

ScreenSender::ScreenSender(client::Session& session, Options options)
    : session_{session},
      options_{std::move(options)},
      thread_{[this](const std::stop_token& stop) { run(stop); }} {}

ScreenSender::~ScreenSender() {
    thread_.request_stop();
    thread_.join();
}

void ScreenSender::set_input(std::optional<media::VideoInput> input) {
    const std::lock_guard lock{mutex_};
    wanted_ = std::move(input);
    changed_ = true;
}

void ScreenSender::set_flow(base::FlowId flow) {
    if (flow_.exchange(flow.value()) == flow.value()) return;
    const std::lock_guard lock{mutex_};
    changed_ = true;
}

void ScreenSender::run(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        if (changed_.exchange(false)) open();
        if (!running_) {
            std::this_thread::sleep_for(idle_interval);
            continue;
        }
        take_picture();
        if (running_) send();
    }
    close();
}

void ScreenSender::open() {
    std::optional<media::VideoInput> wanted;
    {
        const std::lock_guard lock{mutex_};
        if (flow_ != 0) wanted = wanted_;
    }
    close();
    if (!wanted) return;
    // Whether a file is a film or a picture shows at its end.
    if (auto* file = std::get_if<media::VideoFileSource>(&*wanted)) file->loop = false;
    auto source = open_source(*wanted);
    if (!source) return fail(source.error());
    media::Vp8Encoder::Options encoding;
    encoding.bitrate_bps = options_.bitrate_bps;
    // Few receivers lose anything that is not sent again within λ, and each picture refers to the one before it: text
    // that scrolls costs twice as much where layers must do without each other.
    encoding.temporal_layers = 1;
    encoding.rate_hz = options_.rate_hz;
    encoding.speed = 8;
    encoding.uneven = true;
    auto encoder = media::Vp8Encoder::create(encoding);
    if (!encoder) return fail(encoder.error());
    const media::PictureRate rate{{options_.bitrate_bps, options_.width_max * options_.height_max}};
    running_.reset(new Running{std::move(*wanted), std::move(*source), std::move(*encoder), rate});
}

media::Result<std::unique_ptr<media::VideoSource>> ScreenSender::open_source(const media::VideoInput& input) const {
    media::VideoSource::Options options;
    options.input = input;
    options.width_max = options_.width_max;
    options.height_max = options_.height_max;
    options.rate_hz = options_.rate_hz;
    // The session turns local time into conference time when it publishes.
    options.clock = [] { return base::ConferenceTime{media::local_now().time_since_epoch()}; };
    return media::VideoSource::open(options);
}

void ScreenSender::close() {
    if (!running_) return;
    tell_end();
    running_.reset();
    scene_ = 0;
}

void ScreenSender::fail(const media::MediaError& error) {
    {
        const std::lock_guard lock{mutex_};
        wanted_.reset();
    }
    close();
    if (options_.failed) options_.failed(error);
}

void ScreenSender::take_picture() {
    auto& now = *running_;
    if (auto picture = now.source->wait_frame(picture_wait)) {
        ++now.pictures;
        now.taken_at = base::LocalTime{picture->captured_at.time_since_epoch()};
        const int halvings = now.rate.choice().halvings;
        auto sized = halvings > 0 ? media::halve(*picture, halvings) : *picture;
        const auto share = media::changed_share(now.picture, sized);
        now.pace.handle_picture(share);
        now.scenes.handle_picture(*picture, share, now.taken_at);
        now.picture = std::move(sized);
    }
    if (!now.source->ended()) return;
    if (const auto error = now.source->error()) return fail(*error);
    handle_end_of_file();
}

/// A film begins again, a picture stays.
void ScreenSender::handle_end_of_file() {
    auto& now = *running_;
    if (now.pictures == 0) return fail({media::MediaError::Kind::bad_file, "There is no picture in the file."});
    auto* file = std::get_if<media::VideoFileSource>(&now.input);
    if (now.pictures == 1 || file == nullptr) return std::this_thread::sleep_for(picture_wait);
    file->loop = true;
    auto source = open_source(now.input);
    if (!source) return fail(source.error());
    now.source = std::move(*source);
}

void ScreenSender::send() {
    auto& now = *running_;
    const auto at = media::local_now();
    if (now.picture.empty() || changed_) return;
    if (const auto rate = send_rate_.exchange(0); rate > 0)
        now.encoder.set_bitrate(now.rate.handle(base::ByteRate{rate}).bitrate_bps);
    if (key_frame_wanted_ && (!now.key_frame_at || at - *now.key_frame_at >= key_frame_interval)) {
        key_frame_wanted_ = false;
        now.encoder.request_key_frame();
        now.pace.handle_key_frame();
    }
    const auto quantiser = now.pace.poll(at);
    if (!quantiser) return;
    now.encoder.set_quantiser_max(*quantiser);
    auto picture = now.picture;
    picture.captured_at = base::ConferenceTime{at.time_since_epoch()};
    auto encoded = now.encoder.encode(picture);
    if (!encoded) return fail(encoded.error());
    if (!*encoded) return;
    now.pace.handle_sent(at);
    // One that is shown for longer was taken, as far as receivers' delays go, when it was encoded.
    publish(**encoded, at - now.taken_at < media::ScreenPace::refining_interval ? now.taken_at : at);
}

void ScreenSender::publish(const media::EncodedFrame& frame, base::LocalTime captured_at) {
    const base::FlowId flow{flow_};
    if (flow.value() == 0 || changed_) return;
    auto packed = frame;
    const auto clock = session_.conference_clock();
    packed.captured_at = clock ? clock->to_conference(captured_at) : base::ConferenceTime{};
    packed.scene = running_->scenes.poll(media::local_now(), packed.captured_at);
    const auto flags = wire::MessageFlags::of(frame.key_frame, frame.discardable, frame.temporal_layer);
    const auto published = session_.publish({flow, flags, media::pack_frame(packed), captured_at});
    if (published) {
        ++frames_sent_;
        scene_ = packed.scene;
        if (preview_ && options_.shown) {
            auto picture = running_->picture;
            picture.captured_at = packed.captured_at;
            picture.scene = packed.scene;
            options_.shown(picture);
        }
        if (options_.sent) options_.sent(packed);
        running_->sent_on = flow;
        if (frame.key_frame) running_->key_frame_at = media::local_now();
    } else {
        // A full queue lost it, and what comes refers to it.
        key_frame_wanted_ = true;
    }
}

/// An empty message. Where it is lost, receivers notice by themselves a little later.
void ScreenSender::tell_end() {
    if (running_->sent_on.value() != 0) std::ignore = session_.publish({running_->sent_on, {}, {}, {}});
}

} // namespace plenum::app
