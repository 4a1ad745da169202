// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_incoming_video.h"

namespace plenum::ui {

void SimulatedIncomingVideo::set_share(base::MemberIndex index, std::optional<VideoShare> share) {
    if (share)
        world_.wishes.video_shares[index.value()] = *share;
    else
        world_.wishes.video_shares.remove(index.value());
    hide_unwanted();
}

void SimulatedIncomingVideo::set_share_of_all(VideoShare share) {
    world_.wishes.video_share_of_all = share;
    hide_unwanted();
}

void SimulatedIncomingVideo::set_small_enough(base::MemberIndex index, bool small_enough) {
    if (small_enough)
        small_enough_.insert(index.value());
    else
        small_enough_.remove(index.value());
}

void SimulatedIncomingVideo::hide_unwanted() {
    QMetaObject::invokeMethod(
        this,
        [this] {
            for (const auto& [index, person] : world_.people)
                if (world_.video_share(index) == VideoShare::none) emit hidden(index);
        },
        Qt::QueuedConnection);
}

void SimulatedIncomingVideo::tell_rates() {
    QList<VideoRate> rates;
    for (const auto& [index, person] : world_.people) {
        if (!person.member.camera_on) continue;
        const std::uint64_t full = 78'000 + 9'000 * (index.value() % 4);
        VideoRate rate{.index = index, .now = {}, .expected = {}};
        rate.expected = {
            {VideoShare::everything, base::ByteRate{full}},       {VideoShare::half, base::ByteRate{full * 7 / 10}},
            {VideoShare::low, base::ByteRate{full * 45 / 100}},   {VideoShare::small, base::ByteRate{full / 8}},
            {VideoShare::stills, base::ByteRate{full * 6 / 100}}, {VideoShare::none, base::ByteRate{}}};
        const bool there = person.member.presence == Presence::present;
        rate.now = there ? rate.expected.value(world_.video_share(index)) : base::ByteRate{};
        rates.append(rate);
    }
    emit rates_changed(rates);
}

} // namespace plenum::ui
