// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/video_shares.h"

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

struct LayerRate {
    double pictures_hz{0};
    double bytes_hz{0};
};
using LayerRates = std::array<LayerRate, 4>;

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
    return result;
}

} // namespace

std::optional<std::uint32_t> rate_of(VideoShare share, std::uint32_t declared_hz) {
    switch (share) {
    case VideoShare::everything: return std::nullopt;
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

std::map<VideoShares::Source, VideoShares::Rate> VideoShares::wanted(const client::ConferenceView& view) const {
    std::map<Source, Rate> result;
    for (const auto& [id, flow] : view.flows()) {
        if (flow.spec.kind != base::FlowKind::video) continue;
        if (all_ != VideoShare::everything) result[{id, {}}] = rate_of(all_, flow.spec.rate_hz);
        for (const auto& [member, joined] : view.members())
            if (!joined.self && shares_.contains(joined.identity))
                result[{id, member}] = rate_of(of(joined.identity), flow.spec.rate_hz);
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
    for (const auto& [source, rate] : wanted_now) {
        const auto told = told_.find(source);
        if (told == told_.end() || told->second != rate) result.push_back({source.first, source.second, {rate, {}}});
    }
    for (const auto& [source, rate] : told_)
        if (!wanted_now.contains(source)) result.push_back({source.first, source.second, {}});
    for (auto& subscription : result)
        subscription.wanted.place = tag::ProxyPlace::relay;
    return result;
}

void VideoShares::note_told(const node::Subscribe& subscription) {
    const Source source{subscription.flow, subscription.sender};
    // To all without a rate is none.
    if (subscription.sender.value() == 0 && !subscription.wanted.rate_hz)
        told_.erase(source);
    else
        told_[source] = subscription.wanted.rate_hz;
}

void VideoShares::tell_again() {
    // What is wanted no more must be taken back too.
    for (auto& [source, rate] : told_)
        rate = never_wanted_hz;
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
    const auto share_before = std::exchange(known.share, share);
    if (is_new || past < look_interval_min) return rate;
    LayerRates layers;
    double bytes = 0;
    const auto seconds = base::to_ms(past) / 1000;
    for (std::size_t at = 0; at < layers.size(); ++at) {
        layers[at] = {static_cast<double>(reception.layers[at].messages - before[at].messages) / seconds,
                      static_cast<double>(reception.layers[at].bytes - before[at].bytes) / seconds};
        bytes += layers[at].bytes_hz;
    }
    rate.now = base::ByteRate{static_cast<std::uint64_t>(bytes)};
    const bool whole = share == VideoShare::everything && share_before == VideoShare::everything;
    if (whole && bytes > 0) rate.expected = known.expected = expected_of(layers);
    return rate;
}

} // namespace plenum::app
