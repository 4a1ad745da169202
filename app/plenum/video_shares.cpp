// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/video_shares.h"

#include "media/video/two_size_encoder.h"

#include <algorithm>
#include <limits>

namespace plenum::app {
namespace {

using ui::VideoShare;

/// Frames of one camera are measured over at least this long.
constexpr base::Duration look_interval_min = base::from_us(500'000);
/// Measured rates within a fifth of the wanted one are the same (core/tag/thinner.cpp).
constexpr double same = 1.2;

constexpr std::uint32_t never_wanted_hz = std::numeric_limits<std::uint32_t>::max();
/// What small pictures take, as long as none came.
constexpr base::ByteRate small_usual{media::TwoSizeEncoder::small_bitrate_max / 8};

struct LayerRate {
    double pictures_hz{0};
    double bytes_hz{0};
};
using LayerRates = std::array<LayerRate, 4>;
using LayerCounts = std::array<CallMedia::LayerCount, 4>;

LayerRates rates_of(const LayerCounts& now, const LayerCounts& before, double seconds) {
    LayerRates rates;
    for (std::size_t at = 0; at < rates.size(); ++at)
        rates[at] = {static_cast<double>(now[at].messages - before[at].messages) / seconds,
                     static_cast<double>(now[at].bytes - before[at].bytes) / seconds};
    return rates;
}

base::ByteRate sum_of(const LayerRates& layers) {
    double bytes = 0;
    for (const auto& layer : layers)
        bytes += layer.bytes_hz;
    return base::ByteRate{static_cast<std::uint64_t>(bytes)};
}

/// As the relay thins: whole layers from the top, then those of layer 0.
base::ByteRate expected_of(const LayerRates& layers, std::optional<std::uint32_t> rate_hz) {
    double pictures = 0;
    double bytes = 0;
    for (const auto& layer : layers) {
        const bool first = &layer == layers.data();
        const bool fits = !rate_hz || pictures + layer.pictures_hz <= *rate_hz * same;
        if (!fits && !first) break;
        pictures += layer.pictures_hz;
        bytes += fits ? layer.bytes_hz : layer.bytes_hz * *rate_hz / layer.pictures_hz;
        if (!fits) break;
    }
    return base::ByteRate{static_cast<std::uint64_t>(bytes)};
}

QHash<VideoShare, base::ByteRate> expected_of(const LayerRates& layers) {
    double pictures = 0;
    for (const auto& layer : layers)
        pictures += layer.pictures_hz;
    const auto camera_hz = static_cast<std::uint32_t>(pictures + 0.5);
    QHash<VideoShare, base::ByteRate> result;
    for (const auto share :
         {VideoShare::everything, VideoShare::half, VideoShare::low, VideoShare::stills, VideoShare::none})
        result[share] = expected_of(layers, rate_of(share, camera_hz));
    result[VideoShare::small] = std::min(small_usual, result.value(VideoShare::everything));
    return result;
}

} // namespace

std::optional<std::uint32_t> rate_of(VideoShare share, std::uint32_t declared_hz) {
    switch (share) {
    case VideoShare::everything:
    case VideoShare::small: return std::nullopt;
    case VideoShare::half: return std::max(1U, (declared_hz + 1) / 2);
    case VideoShare::low: return std::max(1U, (declared_hz + 3) / 4);
    case VideoShare::stills: return 1;
    case VideoShare::none: break;
    }
    return 0;
}

// --- VideoShares ---

void VideoShares::set(const base::IdentityKey& key, std::optional<VideoShare> share) {
    if (share || shares_.contains(key)) shares_[key] = share;
}

VideoShare VideoShares::of(const base::IdentityKey& key) const {
    const auto found = shares_.find(key);
    return found == shares_.end() ? all_ : found->second.value_or(all_);
}

tag::Subscription VideoShares::subscription_for(const base::IdentityKey& key, std::uint32_t declared_hz) const {
    const auto share = of(key);
    const auto small = small_.find(key);
    return {rate_of(share, declared_hz), tag::ProxyPlace::relay,
            share == VideoShare::small || (small != small_.end() && small->second)};
}

std::map<VideoShares::Source, tag::Subscription> VideoShares::wanted(const client::ConferenceView& view) const {
    std::map<Source, tag::Subscription> result;
    for (const auto& [id, flow] : view.flows()) {
        if (flow.spec.kind != base::FlowKind::video) continue;
        if (all_ != VideoShare::everything)
            result[{id, {}}] = {rate_of(all_, flow.spec.rate_hz), tag::ProxyPlace::relay, all_ == VideoShare::small};
        for (const auto& [member, joined] : view.members())
            if (!joined.self && (shares_.contains(joined.identity) || small_.contains(joined.identity)))
                result[{id, member}] = subscription_for(joined.identity, flow.spec.rate_hz);
    }
    return result;
}

std::vector<node::Subscribe> VideoShares::changes(const client::ConferenceView& view) {
    std::erase_if(told_, [&](const auto& item) {
        const auto& [flow, member] = item.first;
        return view.find(flow) == nullptr || (member.value() != 0 && !view.members().contains(member));
    });
    const auto wanted_now = wanted(view);
    std::vector<node::Subscribe> result;
    for (const auto& [source, subscription] : wanted_now) {
        const auto told = told_.find(source);
        if (told == told_.end() || told->second != subscription)
            result.push_back({source.first, source.second, subscription});
    }
    for (const auto& [source, subscription] : told_)
        if (!wanted_now.contains(source)) result.push_back({source.first, source.second, {}});
    return result;
}

void VideoShares::note_told(const node::Subscribe& subscription) {
    const Source source{subscription.flow, subscription.sender};
    // To all without a rate is none.
    if (subscription.sender.value() == 0 && subscription.wanted.is_everything())
        told_.erase(source);
    else
        told_[source] = subscription.wanted;
}

void VideoShares::tell_again() {
    // What is wanted no more must be taken back too.
    for (auto& [source, subscription] : told_)
        subscription.rate_hz = never_wanted_hz;
}

// --- VideoGauge ---

void VideoGauge::clear() {
    known_.clear();
    looked_at_ = {};
}

std::optional<ui::VideoRate> VideoGauge::look(base::MemberIndex member, const CallMedia::Reception& reception,
                                              base::LocalTime now, VideoShare share) {
    if (reception.video_at == base::LocalTime{}) return std::nullopt;
    const auto [place, is_new] = known_.try_emplace(member);
    auto& known = place->second;
    const auto past = now - looked_at_;
    ui::VideoRate rate{.index = member, .now = {}, .expected = known.expected};
    const auto before = std::exchange(known.layers, reception.layers);
    const auto small_before = std::exchange(known.small_layers, reception.small_layers);
    const auto share_before = std::exchange(known.share, share);
    if (is_new || past < look_interval_min) return rate;
    const auto seconds = base::to_ms(past) / 1000;
    const auto layers = rates_of(reception.layers, before, seconds);
    const auto large = sum_of(layers);
    const auto small = sum_of(rates_of(reception.small_layers, small_before, seconds));
    rate.now = base::ByteRate{large.value() + small.value()};
    // Of the other size nothing is known from what comes now, but what came before.
    const bool whole = share == VideoShare::everything && share_before == VideoShare::everything;
    if (whole && large.value() > 0 && small.value() == 0) {
        known.expected = expected_of(layers);
        if (known.small_measured.value() > 0) known.expected[VideoShare::small] = known.small_measured;
    } else if (large.value() == 0 && small.value() > 0 && !rate_of(share, 1)) {
        known.small_measured = small;
        if (known.expected.contains(VideoShare::small)) known.expected[VideoShare::small] = small;
    }
    rate.expected = known.expected;
    return rate;
}

} // namespace plenum::app
