// SPDX-License-Identifier: Apache-2.0
#include "core/tag/thinner.h"

#include <algorithm>

namespace plenum::tag {
namespace {

constexpr base::Duration second = std::chrono::seconds{1};
/// Encoders keep their rate on average; measured rates within a fifth of the wanted one are the same.
constexpr std::int64_t same_num = 6;
constexpr std::int64_t same_den = 5;
/// A layer that sent nothing for so long is not sent any more.
constexpr base::Duration layer_age_max = std::chrono::seconds{2};

std::int64_t milli_hz(base::Duration interval) { return interval > base::Duration{} ? 1000 * second / interval : 0; }

} // namespace

bool Thinner::passes(base::SequenceNumber message, base::ConferenceTime sent_at, wire::MessageFlags flags) {
    const auto known = std::ranges::find(verdicts_, message, &Verdict::message);
    if (known != verdicts_.end() && message.value() != 0) return known->passes;
    const bool passes = judge(sent_at, flags);
    verdicts_[next_verdict_] = {message, passes};
    next_verdict_ = (next_verdict_ + 1) % verdicts_.size();
    return passes;
}

bool Thinner::judge(base::ConferenceTime sent_at, wire::MessageFlags flags) {
    const std::size_t layer = stream_ == Stream::layered ? flags.layer() : 0;
    measure(sent_at, layer);
    if (rate_hz_ == 0) return false;
    if (stream_ == Stream::plain) return take_slot(sent_at);
    if (flags.is_key_frame()) {
        due_ = sent_at + second / rate_hz_;
        return true;
    }
    if (layer > top_layer(sent_at)) return false;
    const bool too_many = milli_hz(layers_[0].interval) * same_den > std::int64_t{rate_hz_} * 1000 * same_num;
    const bool depends_on_key_frame = sends(1, sent_at) || sends(2, sent_at) || sends(3, sent_at);
    return layer > 0 || !too_many || !depends_on_key_frame || take_slot(sent_at);
}

void Thinner::measure(base::ConferenceTime sent_at, std::size_t layer) {
    auto& rate = layers_[layer];
    const auto interval = sent_at - rate.newest;
    const bool first = rate.newest == base::ConferenceTime{} || interval > layer_age_max;
    if (!first && interval > base::Duration{})
        rate.interval = rate.interval == base::Duration{} ? interval : (rate.interval * 7 + interval) / 8;
    rate.newest = std::max(rate.newest, sent_at);
}

bool Thinner::sends(std::size_t layer, base::ConferenceTime now) const {
    return layers_[layer].newest != base::ConferenceTime{} && now - layers_[layer].newest <= layer_age_max;
}

std::size_t Thinner::top_layer(base::ConferenceTime now) const {
    std::int64_t sum = 0;
    for (std::size_t layer = 0; layer < layers_max; ++layer) {
        if (sends(layer, now)) sum += milli_hz(layers_[layer].interval);
        if (sum * same_den > std::int64_t{rate_hz_} * 1000 * same_num) return layer == 0 ? 0 : layer - 1;
    }
    return layers_max - 1;
}

bool Thinner::take_slot(base::ConferenceTime sent_at) {
    const auto period = second / rate_hz_;
    const auto interval = std::min(layers_[0].interval, period);
    // A message that is a little early stands for its slot; the next one would come later than wanted.
    if (sent_at + interval / 5 < due_) return false;
    // Slots whose messages were lost are not made up for: that would be a burst. Pictures are spaced evenly, at the
    // cost of some rate: one that comes early now and then looks like a stumble.
    const bool slot_missed = due_ + interval < sent_at;
    due_ = (slot_missed || stream_ == Stream::layered ? sent_at : due_) + period;
    return true;
}

} // namespace plenum::tag
