// SPDX-License-Identifier: Apache-2.0
#include "app/call/call_media.h"

#include "core/tag/voice_flags.h"
#include "media/thread.h"

#include <algorithm>

namespace plenum::app {

using namespace std::chrono_literals;

media::Result<std::unique_ptr<CallMedia>> CallMedia::start(client::Session& session, Options options) {
    auto show = options.replayed ? std::move(options.replayed) : [](base::MemberIndex, const media::VideoFrame&) {};
    auto replay = std::make_unique<CallReplay>(session, std::move(show));
    options.audio.engine.replay = replay->player();
    auto audio = media::AudioIo::start(std::move(options.audio));
    if (!audio) return std::unexpected{audio.error()};
    return std::unique_ptr<CallMedia>{new CallMedia{session, std::move(options), std::move(replay), std::move(*audio)}};
}

CallMedia::CallMedia(client::Session& session, Options&& options, std::unique_ptr<CallReplay> replay,
                     std::unique_ptr<media::AudioIo> audio)
    : session_{session},
      replay_{std::move(replay)},
      audio_{std::move(audio)},
      video_{std::make_unique<VideoSender>(&session, add_tap(options).video)},
      pictures_{std::make_unique<PictureReceiver>(picture_options(std::move(options.pictures)))},
      screens_{std::make_unique<SharedScreens>(session, screen_options(std::move(options.screens)))} {
    if (options.video_input) video_->set_input(options.video_input);
    audio_thread_ = std::jthread{[this](const std::stop_token& stop) { send_audio(stop); }};
    receive_thread_ = std::jthread{[this](const std::stop_token& stop) { receive(stop); }};
}

CallMedia::Options& CallMedia::add_tap(Options& options) {
    const auto pass = [this](auto& to, void (CallTap::*tell)(base::MemberIndex, const media::EncodedFrame&)) {
        to = [this, tell, before = to](base::MemberIndex sender, const media::EncodedFrame& frame) {
            if (before) before(sender, frame);
            if (const auto tap = tap_.get()) (tap.get()->*tell)(sender, frame);
        };
    };
    pass(options.pictures.encoded, &CallTap::camera);
    pass(options.screens.pictures.encoded, &CallTap::screen);
    const auto pass_own = [this](auto& to, void (CallTap::*tell)(base::MemberIndex, const media::EncodedFrame&)) {
        to = [this, tell](const media::EncodedFrame& frame) {
            if (const auto tap = tap_.get()) (tap.get()->*tell)(tap_.self(), frame);
        };
    };
    pass_own(options.video.sent, &CallTap::camera);
    pass_own(options.screens.sending.sent, &CallTap::screen);
    return options;
}

PictureReceiver::Options CallMedia::picture_options(PictureReceiver::Options options) {
    options.request_key_frame = [this](base::FlowId flow, base::MemberIndex sender) {
        std::ignore = session_.request_key_frame(flow, sender);
    };
    options.clock = [this] { return session_.conference_clock(); };
    return options;
}

SharedScreens::Options CallMedia::screen_options(SharedScreens::Options options) {
    using enum media::SoundSource::Kind;
    options.heard = [this](base::MemberIndex sender, media::AudioPacket packet) {
        if (const auto tap = tap_.get()) tap->computer_sound(sender, packet.sent_at, packet.sequence, packet.bytes);
        audio_->receive({sender, computer}, std::move(packet));
    };
    options.silent = [this](base::MemberIndex sender) { audio_->stop_sender({sender, computer}); };
    options.sound.sent = [this](base::LocalTime at, base::SequenceNumber sequence, base::ByteView packet) {
        const auto tap = tap_.get();
        const auto clock = tap ? session_.conference_clock() : std::nullopt;
        if (clock) tap->computer_sound(tap_.self(), clock->to_conference(at), sequence, packet);
    };
    return options;
}

CallMedia::~CallMedia() {
    audio_thread_.request_stop();
    receive_thread_.request_stop();
    audio_thread_.join();
    receive_thread_.join();
}

void CallMedia::handle(const node::Event& event, const client::ConferenceView& view) {
    if (const auto* left = std::get_if<node::MemberLeft>(&event)) {
        audio_->remove_sender(left->member);
        audio_->remove_sender({left->member, media::SoundSource::Kind::computer});
        pictures_->remove_sender(left->member);
        const std::lock_guard lock{mutex_};
        receptions_.erase(left->member);
        voices_.forget(left->member);
    } else if (const auto* health = std::get_if<node::LinkHealth>(&event)) {
        audio_->set_loss_percent(static_cast<int>(std::min(health->loss_permille / 10 + 1, 30U)));
        video_->set_send_rate(health->send_rate);
    } else if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) {
        if (phase->phase == node::Phase::connecting) demanded_.clear();
        if (phase->phase == node::Phase::joined) video_->offer_sizes();
    } else if (const auto* demand = std::get_if<node::FlowDemand>(&event)) {
        demanded_[demand->flow] = demand->sizes;
    } else if (const auto* sample = std::get_if<node::SamplePulled>(&event)) {
        replay_->handle(*sample);
    } else if (const auto* failure = std::get_if<node::PullFailed>(&event)) {
        replay_->handle(*failure);
    }
    tap_.set_self(view.self());
    screens_->handle(event, view);
    choose_flows(view);
}

void CallMedia::speak_to_all(bool to_all, const client::ConferenceView& view) {
    to_all_ = to_all;
    choose_flows(view);
}

void CallMedia::choose_flows(const client::ConferenceView& view) {
    const auto chosen = [&](base::FlowKind kind) {
        const auto flow = to_all_ ? view.find(log::plenary, kind) : view.own(kind);
        return view.permits(flow) ? flow : base::FlowId{};
    };
    voice_flow_ = chosen(base::FlowKind::audio).value();
    const auto camera = chosen(base::FlowKind::video);
    std::erase_if(demanded_, [&](const auto& each) { return view.find(each.first) == nullptr; });
    const auto demanded = demanded_.find(camera);
    video_->set_sizes(demanded == demanded_.end() ? node::FlowDemand{}.sizes : demanded->second);
    video_->set_flow(camera);
}

void CallMedia::send_audio(const std::stop_token& stop) {
    media::raise_thread_priority();
    base::SequenceNumber tapped;
    while (!stop.stop_requested()) {
        auto packet = audio_->wait_packet(100ms);
        const base::FlowId flow{voice_flow_};
        if (!packet || flow.value() == 0) continue;
        const auto flags = tag::voice_flags(packet->discard_eligible, tag::loudness_of(packet->level_dbfs));
        // Live sound that finds the queue full is worth nothing later. It says when it was taken: any other send time
        // is moved behind those of its causes, by hundreds of milliseconds where Δ falls, and playout would wait for
        // that.
        const auto now = client::Session::now();
        const auto tap = tap_.get();
        const auto clock = tap ? session_.conference_clock() : std::nullopt;
        if (clock) {
            tapped = tapped.next();
            tap->voice(tap_.self(), clock->to_conference(now), tapped, packet->bytes);
        }
        std::ignore = session_.publish({flow, flags, std::move(packet->bytes), now});
    }
}

void CallMedia::receive(const std::stop_token& stop) {
    media::raise_thread_priority();
    auto& queue = session_.media();
    while (!stop.stop_requested()) {
        if (queue.closed() && queue.empty()) {
            std::this_thread::sleep_for(20ms);
            continue;
        }
        if (!queue.wait(20ms)) continue;
        for (auto& event : queue.drain()) {
            if (auto* media = std::get_if<client::MediaMessage>(&event))
                receive(std::move(*media));
            else if (const auto* asked = std::get_if<node::KeyFrameRequested>(&event);
                     asked != nullptr && !screens_->take_key_frame_request(asked->flow))
                video_->request_key_frame(asked->size);
        }
    }
}

void CallMedia::receive(client::MediaMessage media) {
    if (screens_->take_sound(media.message)) return;
    if (media.kind == base::FlowKind::screen) return screens_->receive(std::move(media.message));
    if (media.kind == base::FlowKind::audio)
        receive_audio(std::move(media.message));
    else
        receive_picture(std::move(media.message));
}

void CallMedia::receive_picture(node::MessageReceived message) {
    const bool off = media::is_camera_off(message.body);
    {
        const std::lock_guard lock{mutex_};
        auto& reception = receptions_[message.sender];
        if (off) {
            reception.camera.take_off_notice(message.sent_at);
        } else if (reception.camera.take_picture(message.sent_at)) {
            ++reception.messages;
            reception.video_at = message.received_at;
            reception.video_flow = message.flow;
            const bool small = message.flags.size() == base::PictureSize::small;
            auto& layers = small ? reception.small_layers : reception.layers;
            auto& layer = layers[message.flags.layer() % layers.size()];
            ++layer.messages;
            layer.bytes += message.body.size();
        }
    }
    if (!off) replay_->keep(message, base::FlowKind::video);
    pictures_->receive(std::move(message));
}

void CallMedia::receive_audio(node::MessageReceived message) {
    {
        const std::lock_guard lock{mutex_};
        auto& reception = receptions_[message.sender];
        ++reception.messages;
        reception.audio_at = message.received_at;
        reception.audio_flow = message.flow;
    }
    replay_->keep(message, base::FlowKind::audio);
    // Sent before the sender's clock was in step: it could not be placed in time.
    if (message.sent_at == base::ConferenceTime{}) return;
    const auto placed = [&] {
        const std::lock_guard lock{mutex_};
        return voices_.place(message);
    }();
    if (!placed) return;
    if (const auto tap = tap_.get()) tap->voice(message.sender, message.sent_at, *placed, message.body);
    audio_->receive(message.sender,
                    {*placed, message.sent_at, std::move(message.body), message.flags.is_discardable()});
}

std::map<base::MemberIndex, CallMedia::Reception> CallMedia::receptions() const {
    std::map<base::MemberIndex, Reception> result;
    {
        const std::lock_guard lock{mutex_};
        result = receptions_;
    }
    for (const auto& [sender, pictures] : pictures_->receptions()) {
        if (const auto found = result.find(sender); found != result.end()) found->second.pictures = pictures;
    }
    return result;
}

} // namespace plenum::app
