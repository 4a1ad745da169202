// SPDX-License-Identifier: Apache-2.0
#include "app/call/call_replay.h"

#include "media/audio/opus_codec.h"
#include "media/clock.h"

#include <algorithm>
#include <set>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;

/// What is younger may still be on its way.
constexpr base::Duration on_its_way = 1s;

} // namespace

CallReplay::CallReplay(client::Session& session, ReplayPictures::Show show)
    : session_{session},
      player_{std::make_shared<media::ReplayPlayer>(history_)},
      pictures_{history_, *player_, std::move(show)},
      puller_{[&session](const node::Pull& pull) { return session.pull(pull).has_value(); }} {}

void CallReplay::keep(const node::MessageReceived& message, base::FlowKind kind) {
    // Without a clock it has no place in time.
    if (message.sent_at == base::ConferenceTime{}) return;
    if (kind == base::FlowKind::audio) {
        return keep_sound(
            message.flow, message.sender,
            {.sequence = message.sequence, .silent = message.flags.is_discardable(), .bytes = message.body},
            message.sent_at);
    }
    const auto clock = session_.conference_clock();
    if (kind != base::FlowKind::video || !clock) return;
    history_.keep(message.sender,
                  media::KeptPicture{.flow = message.flow,
                                     .sequence = message.sequence,
                                     .taken_at = std::min(clock->to_local(message.sent_at), media::local_now()),
                                     .key_frame = message.flags.is_key_frame(),
                                     .small = message.flags.size() == base::PictureSize::small,
                                     .layer = message.flags.layer(),
                                     .message = message.body},
                  media::local_now());
}

void CallReplay::keep_sound(base::FlowId flow, base::MemberIndex sender, media::KeptSound sound,
                            base::ConferenceTime sent_at) {
    const auto clock = session_.conference_clock();
    const auto samples = media::OpusSpeechDecoder::samples_in(sound.bytes);
    if (!clock || samples == 0) return;
    const auto now = media::local_now();
    sound.flow = flow;
    sound.duration = media::duration_of_samples(samples);
    // It is sent when its last sample was said.
    sound.begins = std::min(clock->to_local(sent_at), now) - sound.duration;
    history_.keep(sender, std::move(sound), now);
}

void CallReplay::fetch(const client::ConferenceView& view) {
    const auto clock = session_.conference_clock();
    if (!clock) return;
    const auto now = media::local_now();
    const std::set<base::FlowId> voices{view.find(log::plenary, base::FlowKind::audio),
                                        view.own(base::FlowKind::audio)};
    std::vector<ReplayPuller::Range> missing;
    for (const auto& [member, facts] : view.members()) {
        if (member == view.self()) continue;
        auto holes = history_.holes(member, {now - pulled_max, now - on_its_way});
        std::ranges::reverse(holes);
        for (const auto flow : voices) {
            if (flow == base::FlowId{}) continue;
            for (const auto& hole : holes)
                missing.push_back({flow, member, clock->to_conference(hole.from), clock->to_conference(hole.to)});
        }
    }
    puller_.want(std::move(missing));
}

void CallReplay::handle(const node::SamplePulled& sample) {
    if (!puller_.handle(sample)) return;
    keep_sound(sample.flow, sample.sender,
               {.sequence = sample.sequence, .silent = sample.flags.is_discardable(), .bytes = sample.body},
               sample.sent_at);
}

} // namespace plenum::app
