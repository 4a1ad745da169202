// SPDX-License-Identifier: Apache-2.0
#include "media/replay/replay_player.h"

#include <cmath>
#include <utility>

namespace plenum::media {
namespace {

/// Of 5 ms. Somebody's first word is missing so much at most.
constexpr int look_interval_blocks = 10;

StereoBlock fade(const StereoBlock& from, const StereoBlock& to) {
    StereoBlock faded;
    for (std::size_t i = 0; i < block_samples; ++i) {
        const auto share = static_cast<double>(i + 1) / block_samples;
        const auto blend = [share](std::int16_t a, std::int16_t b) {
            return static_cast<std::int16_t>(std::lround(a * (1 - share) + b * share));
        };
        faded.left[i] = blend(from.left[i], to.left[i]);
        faded.right[i] = blend(from.right[i], to.right[i]);
    }
    return faded;
}

} // namespace

ReplayClock::Bounds ReplayPlayer::bounds(base::LocalTime now) const {
    return {history_.oldest_sound().value_or(now), now};
}

void ReplayPlayer::begin(base::LocalTime at, base::LocalTime now) {
    const std::lock_guard lock{mutex_};
    clock_.begin(at, bounds(now));
    restart();
}

void ReplayPlayer::restart() {
    voices_.clear();
    stretch_.clear();
    stretch_.set_tempo(factor_of(clock_.speed()));
    next_at_ = clock_.position();
    blocks_until_look_ = 0;
}

void ReplayPlayer::end() {
    const std::lock_guard lock{mutex_};
    clock_.end();
}

void ReplayPlayer::set_speed(ReplaySpeed speed) {
    const std::lock_guard lock{mutex_};
    clock_.set_speed(speed);
    stretch_.set_tempo(factor_of(speed));
}

void ReplayPlayer::set_paused(bool paused) {
    const std::lock_guard lock{mutex_};
    clock_.set_paused(paused);
}

void ReplayPlayer::set_mix(base::MemberIndex sender, const SenderMix& mix) {
    const std::lock_guard lock{mutex_};
    mixer_.set_mix(sender, mix);
}

void ReplayPlayer::set_sum_gain_db(double gain_db) {
    const std::lock_guard lock{mutex_};
    mixer_.set_sum_gain_db(gain_db);
}

ReplayClock ReplayPlayer::clock() const {
    const std::lock_guard lock{mutex_};
    return clock_;
}

StereoBlock ReplayPlayer::render(const StereoBlock& live, base::LocalTime now) {
    const std::lock_guard lock{mutex_};
    if (!clock_.on() && heard_ == Source::live) return live;
    const auto before = clock_.position();
    clock_.advance(block_duration, bounds(now));
    // Something was passed over: the history no longer has it.
    if (clock_.position() - before > 10 * block_duration) restart();
    const auto source = !clock_.on() ? Source::live : clock_.paused() ? Source::silence : Source::history;
    const auto last = std::exchange(heard_, source);
    const auto block = block_of(source, live);
    return last == source ? block : fade(block_of(last, live), block);
}

StereoBlock ReplayPlayer::block_of(Source source, const StereoBlock& live) {
    switch (source) {
    case Source::live: return live;
    case Source::history: return next_block();
    case Source::silence: break;
    }
    return {};
}

StereoBlock ReplayPlayer::next_block() {
    for (;;) {
        if (const auto block = stretch_.pop()) return *block;
        stretch_.push(mix_next());
    }
}

StereoBlock ReplayPlayer::mix_next() {
    if (--blocks_until_look_ <= 0) {
        blocks_until_look_ = look_interval_blocks;
        for (const auto sender : history_.voices())
            voices_.try_emplace(sender, history_, sender, next_at_);
    }
    mixer_.begin();
    for (auto& [sender, voice] : voices_)
        mixer_.add(sender, voice.next(next_at_));
    next_at_ += block_duration;
    return mixer_.finish();
}

} // namespace plenum::media
