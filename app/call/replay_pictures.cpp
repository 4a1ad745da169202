// SPDX-License-Identifier: Apache-2.0
#include "app/call/replay_pictures.h"

#include "media/video/frame_gate.h"
#include "media/video/vp8_decoder_gst.h"

#include <optional>
#include <utility>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;

constexpr base::Duration look_interval = 30ms;
constexpr base::Duration idle_interval = 100ms;
/// Further on than this, pictures between are passed over.
constexpr base::Duration jump_min = 1s;
/// A camera that sent nothing for so long was off.
constexpr base::Duration picture_age_max = 2s;

} // namespace

/// What is shown, and what goes on from there.
struct ReplayPictures::Screen {
    base::MemberIndex member;
    base::LocalTime position{};
    base::LocalTime taken_at{};
    base::FlowId flow{};
    media::FrameGate gate;
    std::optional<media::Vp8Decoder> decoder;
    bool shown{false};
};

ReplayPictures::ReplayPictures(const media::ReplayHistory& history, const media::ReplayPlayer& player, Show show)
    : history_{history},
      player_{player},
      show_{std::move(show)},
      thread_{[this](const std::stop_token& stop) { run(stop); }} {}

ReplayPictures::~ReplayPictures() {
    thread_.request_stop();
    thread_.join();
}

void ReplayPictures::run(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        const auto clock = player_.clock();
        if (clock.on() && wanted_ != 0) {
            follow(clock.position());
        } else {
            screen_.reset();
        }
        std::this_thread::sleep_for(clock.on() ? look_interval : idle_interval);
    }
}

void ReplayPictures::follow(base::LocalTime position) {
    const base::MemberIndex member{wanted_};
    const auto moved = screen_ ? position - screen_->position : base::Duration{};
    if (!screen_ || screen_->member != member || moved < base::Duration{} || moved > jump_min)
        begin_anew(member, position);
    else
        decode(history_.pictures(member, {screen_->position, position}));
    screen_->position = position;
    if (screen_->shown && position - screen_->taken_at > picture_age_max) {
        screen_->shown = false;
        show_(member, {});
    }
}

void ReplayPictures::begin_anew(base::MemberIndex member, base::LocalTime position) {
    const bool other = !screen_ || screen_->member != member;
    const bool shown = screen_ && screen_->shown;
    screen_ = std::make_unique<Screen>();
    screen_->member = member;
    const auto pictures = history_.pictures_until(member, position);
    if (!pictures.empty() && position - pictures.back().taken_at <= picture_age_max) decode(pictures);
    if (!screen_->shown && (other || shown)) show_(member, {});
}

void ReplayPictures::decode(const std::vector<media::KeptPicture>& pictures) {
    std::optional<media::VideoFrame> newest;
    for (const auto& kept : pictures) {
        auto frame = media::unpack_frame(kept.message);
        if (!frame) continue;
        frame->small = kept.small;
        if (std::exchange(screen_->flow, kept.flow) != kept.flow) screen_->gate = media::FrameGate{};
        screen_->taken_at = kept.taken_at;
        screen_->gate.push(kept.sequence, std::move(*frame), kept.taken_at);
        while (const auto decodable = screen_->gate.pop(kept.taken_at)) {
            if (!screen_->decoder) {
                auto decoder = media::Vp8Decoder::create();
                if (!decoder) return;
                screen_->decoder = std::move(*decoder);
            }
            const auto picture = screen_->decoder->decode(*decodable);
            if (!picture)
                screen_->gate.decoder_failed();
            else if (*picture)
                newest = **picture;
        }
    }
    if (!newest) return;
    screen_->shown = true;
    show_(screen_->member, *newest);
}

} // namespace plenum::app
