// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/call.h"

#include <utility>

namespace plenum::app {
namespace {

client::Session::Result open_session(const Call::Request& request) {
    if (const auto* host = std::get_if<client::HostOptions>(&request)) return client::Session::host(*host);
    return client::Session::join(std::get<client::JoinOptions>(request));
}

} // namespace

Call::Call(Background& background, Setup setup, QObject* parent)
    : QObject{parent},
      background_{background},
      shared_{std::make_shared<Shared>()} {
    shared_->call = this;
    const auto job = [shared = shared_, setup = std::move(setup), to = &background_] {
        // Where the call is gone meanwhile, the session is let go of in the background too, whoever notices.
        const std::shared_ptr<Opened> result{new Opened{open(setup, shared)},
                                             [to](Opened* opened) { to->dispose(std::unique_ptr<Opened>{opened}); }};
        shared->post([result](Call& call) {
            if (*result) return call.take(std::move(**result));
            emit call.failed(QString::fromStdString(result->error()));
        });
    };
    if (background_.run(job)) return;
    shared_->post([](Call& call) { emit call.failed(tr("Too much is under way; wait a moment and try again.")); });
}

Call::~Call() { close(); }

void Call::close() {
    {
        const std::lock_guard lock{shared_->mutex};
        shared_->call = nullptr;
    }
    if (!running_) return;
    notifier_->setEnabled(false);
    running_->session->leave();
    background_.dispose(std::move(running_));
}

void Call::leave_relay_running() {
    if (!running_) return;
    background_.dispose(std::move(running_->media));
    running_->session->leave_relay_running();
}

CallMedia::Options Call::media_options(const Setup& setup, const std::shared_ptr<Shared>& shared) {
    CallMedia::Options options;
    options.audio = setup.audio;
    options.video_input = setup.camera;
    options.pictures.picture = [to = setup.pictures](base::MemberIndex sender, const media::VideoFrame& frame) {
        to->put(sender, frame);
    };
    options.replayed = [to = setup.replayed](base::MemberIndex sender, const media::VideoFrame& frame) {
        to->put(sender, frame);
    };
    options.screens.pictures.picture = [to = setup.screens](base::MemberIndex sender, const media::VideoFrame& frame) {
        to->put(sender, frame);
    };
    options.screens.sending.shown = [to = setup.screens](const media::VideoFrame& frame) { to->put({}, frame); };
    options.screens.sending.failed = [shared](const media::MediaError& error) {
        shared->post([error](Call& call) { emit call.screen_failed(error); });
    };
    options.screens.sound.capturing = [shared](bool capturing) {
        shared->post([capturing](Call& call) { emit call.screen_sound_changed(capturing); });
    };
    options.video.own_picture = [to = setup.own_pictures](const media::VideoFrame& frame) { to->put({}, frame); };
    options.video.failed = [shared](const media::MediaError& error) {
        shared->post([error](Call& call) { emit call.camera_failed(error); });
    };
    return options;
}

Call::Opened Call::open(const Setup& setup, const std::shared_ptr<Shared>& shared) {
    auto session = open_session(setup.request);
    if (!session) return std::unexpected{session.error()};
    auto running = std::make_unique<Running>();
    running->session = std::move(*session);
    auto options = media_options(setup, shared);
    auto media = CallMedia::start(*running->session, options);
    if (!media) {
        // A microphone's file that is none: the call goes on without.
        running->microphone_error = media.error();
        options.audio.input = media::NoInput{};
        media = CallMedia::start(*running->session, options);
    }
    if (!media) return std::unexpected{media.error().text};
    running->media = std::move(*media);
    return running;
}

void Call::take(std::unique_ptr<Running> running) {
    running_ = std::move(running);
    notifier_ = std::make_unique<QSocketNotifier>(session()->events().descriptor(), QSocketNotifier::Read);
    connect(notifier_.get(), &QSocketNotifier::activated, this, &Call::drain);
    emit opened();
    if (running_ && running_->microphone_error) emit microphone_failed(*running_->microphone_error);
    drain();
}

void Call::drain() {
    if (!running_) return;
    for (auto& item : session()->events().drain()) {
        if (auto* inner = std::get_if<node::Event>(&item)) {
            emit told(*inner);
        } else if (const auto* sentence = std::get_if<client::Warning>(&item)) {
            emit warning(QString::fromStdString(sentence->sentence));
        } else {
            notifier_->setEnabled(false);
            emit finished(std::get<client::Finished>(item));
        }
        // Whoever listens may have closed this call.
        if (!running_) return;
    }
}

} // namespace plenum::app
