// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/screen_sound_share.h"

#include "app/call/screen_sound.h"

#include <utility>

namespace plenum::app {

ScreenSoundShare::ScreenSoundShare(const std::optional<CurrentCall>& call, Background& background,
                                   const OpenDevices& devices)
    : call_{call},
      background_{background},
      shared_{std::make_shared<Shared>()} {
    shared_->share = this;
    connect(&devices, &OpenDevices::screen_sound_changed, this, [this](bool capturing) {
        if (std::exchange(capturing_, capturing) != capturing) emit changed();
    });
}

ScreenSoundShare::~ScreenSoundShare() {
    const std::lock_guard lock{shared_->mutex};
    shared_->share = nullptr;
}

ScreenSoundSender* ScreenSoundShare::sender() const {
    return call_ && call_->entered() && call_->media() != nullptr ? &call_->media()->screens().sound() : nullptr;
}

void ScreenSoundShare::set_obstacle(ui::SoundObstacle obstacle) {
    if (std::exchange(obstacle_, obstacle) != obstacle) emit changed();
}

void ScreenSoundShare::look() {
    using enum ui::SoundObstacle;
    if (call_ && ScreenSound::is_name_taken(call_->view)) return set_obstacle(no_flow);
    const auto job = [shared = shared_] {
        const auto found = media::ComputerSound::is_possible() ? none : no_server;
        const std::lock_guard lock{shared->mutex};
        if (shared->share == nullptr) return;
        QMetaObject::invokeMethod(
            shared->share, [to = shared->share, found] { to->set_obstacle(found); }, Qt::QueuedConnection);
    };
    static_cast<void>(background_.run(job));
}

void ScreenSoundShare::start() {
    auto* sender = this->sender();
    if (sender == nullptr) return;
    wanted_ = true;
    sender->set_on(true);
    if (ScreenSound::find(call_->view).value() == 0) create_flow();
}

void ScreenSoundShare::create_flow() {
    const bool taken = ScreenSound::is_name_taken(call_->view);
    if (taken || !call_->act(ScreenSound::declaration())) set_obstacle(ui::SoundObstacle::no_flow);
}

void ScreenSoundShare::stop() {
    wanted_ = false;
    if (auto* sender = this->sender()) sender->set_on(false);
}

void ScreenSoundShare::handle(const node::FlowRemoved& /*event*/) {
    if (wanted_ && ScreenSound::find(call_->view).value() == 0) create_flow();
}

void ScreenSoundShare::handle(const node::CommandRefused& event) {
    const bool ours = wanted_ && event.command == node::CommandKind::of<node::CreateFlow>() &&
                      event.flow_name == ScreenSound::flow_name;
    // Where somebody else was quicker, that flow is declared to us too.
    if (ours && event.error != node::CommandError::name_taken && ScreenSound::find(call_->view).value() == 0)
        set_obstacle(ui::SoundObstacle::no_flow);
}

} // namespace plenum::app
