// SPDX-License-Identifier: Apache-2.0
#include "app/call/shared_screens.h"

#include "app/call/screen_sound.h"
#include "media/clock.h"

namespace plenum::app {
namespace {

/// Who shares sends twice a second at least.
constexpr base::Duration silence_max = std::chrono::seconds{3};

} // namespace

SharedScreens::SharedScreens(client::Session& session, Options options)
    : session_{session},
      heard_{std::move(options.heard)},
      silent_{std::move(options.silent)},
      sender_{session, std::move(options.sending)},
      sound_{session, std::move(options.sound)},
      pictures_{picture_options(std::move(options.pictures))} {
    if (options.input) sender_.set_input(std::move(options.input));
}

PictureReceiver::Options SharedScreens::picture_options(PictureReceiver::Options options) {
    options.request_key_frame = [this](base::FlowId flow, base::MemberIndex sender) {
        std::ignore = session_.request_key_frame(flow, sender);
    };
    options.clock = [this] { return session_.conference_clock(); };
    options.patience = PictureReceiver::Patience::screen;
    return options;
}

void SharedScreens::handle(const node::Event& event, const client::ConferenceView& view) {
    // What is said changes nobody's rights.
    if (std::holds_alternative<node::MessageReceived>(event)) return;
    if (const auto* left = std::get_if<node::MemberLeft>(&event)) {
        pictures_.remove_sender(left->member);
        const std::lock_guard lock{mutex_};
        permitted_.erase(left->member);
        end(left->member);
    } else if (const auto* health = std::get_if<node::LinkHealth>(&event)) {
        sender_.set_send_rate(health->send_rate);
        const std::lock_guard lock{mutex_};
        end_silent_ones(media::local_now());
    }
    choose_flow(view);
}

void SharedScreens::choose_flow(const client::ConferenceView& view) {
    const auto flow = view.find(log::plenary, base::FlowKind::screen);
    flow_ = flow.value();
    const bool may_send = view.permits(flow);
    sender_.set_flow(may_send ? flow : base::FlowId{});
    const auto sound = ScreenSound::find(view);
    sound_.set_flow(may_send && view.permits(sound) ? sound : base::FlowId{});
    const std::lock_guard lock{mutex_};
    // Numbers begin anew on another flow.
    if (sound_flow_.exchange(sound.value()) != sound.value()) {
        for (const auto& [member, at] : active_)
            silent_(member);
    }
    for (const auto& [member, content] : view.members()) {
        const bool now = view.permits(flow, member);
        auto& before = permitted_[member];
        if (before && !now) {
            pictures_.remove_sender(member);
            end(member);
        }
        before = now;
    }
}

void SharedScreens::end(base::MemberIndex sender) {
    if (active_.erase(sender) > 0) silent_(sender);
}

void SharedScreens::end_silent_ones(base::LocalTime now) {
    std::erase_if(active_, [&](const auto& each) {
        if (now - each.second <= silence_max) return false;
        silent_(each.first);
        return true;
    });
}

bool SharedScreens::admits(base::MemberIndex sender, base::LocalTime now) {
    // What was sent in time, and is still on the way, would show a screen that was taken away.
    const auto permitted = permitted_.find(sender);
    if (permitted == permitted_.end() || !permitted->second) return false;
    if (!active_.contains(sender)) {
        end_silent_ones(now);
        if (active_.size() >= screens_max) return false;
    }
    active_[sender] = now;
    return true;
}

void SharedScreens::receive(node::MessageReceived message) {
    if (message.flow != base::FlowId{flow_}) return;
    {
        const std::lock_guard lock{mutex_};
        if (!admits(message.sender, message.received_at)) return;
        if (message.body.empty()) end(message.sender);
    }
    if (message.body.empty()) return pictures_.remove_sender(message.sender);
    pictures_.receive(std::move(message));
}

bool SharedScreens::take_sound(node::MessageReceived& message) {
    if (message.flow.value() == 0 || message.flow != base::FlowId{sound_flow_}) return false;
    const std::lock_guard lock{mutex_};
    const auto shown = active_.find(message.sender);
    // What could not be placed in time is left out too.
    if (shown == active_.end() || message.received_at - shown->second > silence_max ||
        message.sent_at == base::ConferenceTime{})
        return true;
    heard_(message.sender,
           {message.sequence, message.sent_at, std::move(message.body), message.flags.is_discardable()});
    return true;
}

bool SharedScreens::take_key_frame_request(base::FlowId flow) {
    if (flow != base::FlowId{flow_}) return false;
    sender_.request_key_frame();
    return true;
}

} // namespace plenum::app
