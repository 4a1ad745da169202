// SPDX-License-Identifier: Apache-2.0
#include "core/tag/layer_budget.h"

#include <algorithm>
#include <numeric>

namespace plenum::tag {
namespace {

/// A stream that offered nothing for so many intervals is gone.
constexpr int silent_max = 20;
/// Streams of all members; more are left to the link's queue.
constexpr std::size_t streams_max = 1024;
constexpr double smoothing = 0.5;
/// Room to spare before more passes.
constexpr double headroom = 1.2;
/// The large size of a camera passes from so many layers on.
constexpr std::size_t large_layers_min = 3;
/// What a size takes that was never sent, bytes a second by layer (media/video/vp8_encoder_gst.cpp).
constexpr std::array<double, LayerBudget::layers_max> share{0.3, 0.3, 0.15, 0.25};
constexpr double large_usual = 187'500;
constexpr double small_usual = 18'750;

using base::PictureSize;

} // namespace

void LayerBudget::note(Source source, const Offered& offered) {
    auto found = streams_.find(source);
    if (found == streams_.end()) {
        if (streams_.size() >= streams_max) return;
        found = streams_.try_emplace(source).first;
        found->second.ladder = offered.ladder;
        found->second.rung = top_of(offered.ladder);
    }
    auto& stream = found->second;
    set_ladder(stream, offered.ladder);
    const bool small = offered.ladder != Ladder::one_size && offered.flags.size() == PictureSize::small;
    auto& rates = small ? stream.small : stream.large;
    rates.bytes[offered.flags.layer()] += offered.bytes;
    rates.known = true;
}

std::size_t LayerBudget::top_of(Ladder ladder) {
    return ladder == Ladder::two_sizes ? 2 * layers_max - large_layers_min + 1 : layers_max;
}

LayerBudget::Rung LayerBudget::rung_of(Ladder ladder, std::size_t rung) {
    if (ladder == Ladder::one_size) return {PictureSize::large, rung};
    if (rung <= layers_max) return {PictureSize::small, rung};
    return {PictureSize::large, rung - layers_max + large_layers_min - 1};
}

double LayerBudget::cost(const Stream& stream, std::size_t rung) {
    const auto [size, layers] = rung_of(stream.ladder, rung);
    const auto& rates = size == PictureSize::small ? stream.small : stream.large;
    const auto& each = rates.known ? rates.rate : share;
    const auto unit = rates.known ? 1 : size == PictureSize::small ? small_usual : large_usual;
    return unit * std::accumulate(each.begin(), each.begin() + static_cast<std::ptrdiff_t>(layers), 0.0);
}

/// What passed before goes on passing, as far as it may.
void LayerBudget::set_ladder(Stream& stream, Ladder ladder) {
    const auto before = std::exchange(stream.ladder, ladder);
    if (before == ladder) return;
    if (before == Ladder::one_size && stream.rung > 0)
        stream.rung = std::max(stream.rung + layers_max - large_layers_min + 1, layers_max);
    const bool was_large = rung_of(Ladder::two_sizes, stream.rung).size == PictureSize::large;
    if (ladder == Ladder::one_size && was_large) stream.rung -= layers_max - large_layers_min + 1;
    stream.rung = std::min(stream.rung, top_of(ladder));
    stream.fitted = stream.trial_left = 0;
}

bool LayerBudget::passes(Source source, wire::MessageFlags flags) const {
    if (limited_ == 0) return true;
    const auto found = streams_.find(source);
    if (found == streams_.end()) return true;
    const auto [size, layers] = rung_of(found->second.ladder, found->second.rung);
    if (found->second.ladder == Ladder::one_size || flags.size() == size || layers == 0) return flags.layer() < layers;
    return size == PictureSize::large || flags.layer() == 0;
}

std::optional<PictureSize> LayerBudget::size_of(Source source) const {
    const auto found = streams_.find(source);
    if (found == streams_.end()) return PictureSize::large;
    const auto [size, layers] = rung_of(found->second.ladder, found->second.rung);
    return layers == 0 ? std::nullopt : std::optional{size};
}

void LayerBudget::close_interval() {
    constexpr auto per_second = 1.0 / std::chrono::duration<double>{interval}.count();
    const auto sum = [](const Rates& rates) {
        return std::accumulate(rates.bytes.begin(), rates.bytes.end(), std::size_t{0});
    };
    for (auto& [source, stream] : streams_) {
        const auto offered = sum(stream.large) + sum(stream.small);
        for (auto* rates : {&stream.large, &stream.small}) {
            // A size that pauses while the other is sent costs as much as before when it comes back.
            if (offered > 0 && sum(*rates) == 0) continue;
            for (std::size_t layer = 0; layer < layers_max; ++layer) {
                const auto now = static_cast<double>(std::exchange(rates->bytes[layer], 0)) * per_second;
                rates->rate[layer] += (now - rates->rate[layer]) * smoothing;
            }
        }
        stream.silent = offered > 0 ? 0 : stream.silent + 1;
    }
    std::erase_if(streams_, [](const auto& each) { return each.second.silent > silent_max; });
}

std::map<LayerBudget::Source, std::size_t> LayerBudget::fit(double budget, std::span<const Ranked> ranked) const {
    std::map<Source, std::size_t> fitting;
    for (std::size_t rung = 0; rung < top_of(Ladder::two_sizes); ++rung) {
        for (const auto& each : ranked) {
            const auto& stream = streams_.at(each.source);
            auto& reached = fitting[each.source];
            // A layer without the one below it is worth nothing.
            if (reached < rung || rung >= top_of(stream.ladder)) continue;
            const auto more = cost(stream, rung + 1) - cost(stream, rung);
            if (more > budget) continue;
            budget -= more;
            reached = rung + 1;
        }
    }
    return fitting;
}

void LayerBudget::climb(Stream& stream) {
    if (stream.ladder == Ladder::two_sizes && stream.rung == layers_max) stream.since_climb = 0;
    ++stream.rung;
    stream.fitted = stream.on_rung = 0;
}

void LayerBudget::change(Stream& stream, std::size_t fits_now, std::size_t fits_later, bool dropping) {
    ++stream.on_rung;
    stream.since_climb = std::min(stream.since_climb + 1, settled);
    const bool to_large = stream.ladder == Ladder::two_sizes && stream.rung == layers_max;
    stream.fitted = fits_later > stream.rung ? stream.fitted + 1 : 0;
    stream.trial_left = dropping || fits_now >= stream.rung ? 0 : std::max(0, stream.trial_left - 1);
    if (fits_now < stream.rung && stream.trial_left == 0) {
        const bool to_small = stream.ladder == Ladder::two_sizes && stream.rung > layers_max && fits_now <= layers_max;
        if (to_small && stream.since_climb < settled)
            stream.trial_after = std::min(2 * stream.trial_after, trial_patience_max);
        stream.rung = fits_now;
        stream.on_rung = 0;
    } else if (stream.fitted >= (to_large ? size_patience * stream.trial_after / trial_patience : patience)) {
        // One rung at a time: what it costs is seen before the next.
        climb(stream);
    }
}

void LayerBudget::begin_trial(std::span<const Ranked> ranked) {
    const auto tried = [](const auto& each) { return each.second.trial_left > 0; };
    if (std::ranges::any_of(streams_, tried)) return;
    for (const auto& each : ranked) {
        auto& stream = streams_.at(each.source);
        const bool whole = stream.ladder == Ladder::two_sizes && stream.rung == layers_max;
        if (!whole || std::min(stream.on_rung, calm_) < stream.trial_after) continue;
        climb(stream);
        stream.trial_left = trial_length;
        return;
    }
}

void LayerBudget::choose(base::ByteRate budget, bool dropping, std::vector<Ranked>& ranked) {
    close_interval();
    calm_ = dropping ? 0 : calm_ + 1;
    std::erase_if(ranked, [this](const Ranked& each) { return !streams_.contains(each.source); });
    std::ranges::sort(ranked);
    const auto bytes = static_cast<double>(budget.value());
    const auto now = fit(bytes, ranked);
    const auto later = fit(bytes / headroom, ranked);
    for (auto& [source, stream] : streams_)
        change(stream, now.at(source), later.at(source), dropping);
    begin_trial(ranked);
    const auto is_limited = [](const auto& each) { return each.second.rung < top_of(each.second.ladder); };
    limited_ = static_cast<std::size_t>(std::ranges::count_if(streams_, is_limited));
}

} // namespace plenum::tag
