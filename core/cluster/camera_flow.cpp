// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/camera_flow.h"

#include "core/cluster/aggregate.h"
#include "core/cluster/statistics.h"

namespace plenum::cluster {
namespace {

/// Until something is reported.
constexpr FrameSender::Path path_first{base::ByteRate{64'000}, std::chrono::milliseconds{50}};
/// What a datagram has besides a piece: headers of datagram, fragment and message, shim, and two tags. The reported
/// bandwidth is that of datagrams.
constexpr std::uint64_t sealed_overhead_bytes = 130;
constexpr std::size_t bandwidth_report = 0;
constexpr std::size_t number_report = 1;
constexpr std::size_t weight_report = 2;
constexpr std::size_t turning_report = 3;
constexpr base::Duration turn = std::chrono::milliseconds{400};

constexpr Address weight_address = general(0);
/// Number of the newest ensemble that was begun, its lower 24 bits.
constexpr Address begun_address = general(1);
constexpr std::uint64_t cell_values = std::uint64_t{limits::cell_value_max} + 1;

} // namespace

CameraFlow::CameraFlow(ApplicationId application, FlowNumber flow) : sender_{path_first}, cells_{application, flow} {
    cells_.watch(bandwidth_report, {network, offset_of(NetworkStatistic::bandwidth)});
    cells_.watch(number_report, {flow_figures, offset_of(FlowStatistic::number)});
    cells_.watch(weight_report, {weight_address, offset_of(Aggregate::sum)});
    cells_.watch(turning_report, {network, offset_of(NetworkStatistic::rtt)});
    set_weight(weight_);
    figures_.share = figures_.bandwidth = path_first.rate;
    figures_.rtt = path_first.rtt;
}

std::size_t CameraFlow::drop(const DropOrder& drops) {
    return sender_.drop_waiting([&](EnsembleId ensemble) { return drops.drops(ensemble); });
}

void CameraFlow::set_weight(Cell weight) {
    weight_ = std::min(weight, Cell{limits::weight_max});
    cells_.assign(weight_address, weight_);
}

void CameraFlow::handle_reports(const InboundShim& shim, base::LocalTime now) {
    if (!cells_.handle_shim(shim, now)) return;
    const auto bandwidth = cells_.value(bandwidth_report, now);
    const auto number = cells_.value(number_report, now);
    const auto weights = cells_.value(weight_report, now);
    if (const auto turning = cells_.value(turning_report, now)) {
        if (watches_begun_) {
            // Of ensembles that lie up to 2^23 from ours.
            const auto own = sender_.newest_begun().number.value();
            const auto ahead = (turning->value() + cell_values - own % cell_values) % cell_values;
            newest_begun_ = base::SequenceNumber{ahead < cell_values / 2 ? own + ahead : own};
        } else {
            figures_.rtt = duration_from(*turning);
        }
        watch_next(now);
    }
    if (!bandwidth || !number || !weights) return;
    figures_.bandwidth = rate_from(*bandwidth);
    figures_.flows = std::max<std::size_t>(number->value(), 1);
    figures_.weight_sum = *weights;
    figures_.reported = true;
    use_figures();
}

void CameraFlow::watch_next(base::LocalTime now) {
    if (now - watched_since_ < turn) return;
    watched_since_ = now;
    watches_begun_ = !watches_begun_;
    cells_.watch(turning_report, watches_begun_ ? CellPlace{begun_address, offset_of(Aggregate::maximum)}
                                                : CellPlace{network, offset_of(NetworkStatistic::rtt)});
}

void CameraFlow::use_figures() {
    figures_.share = own_share({figures_.bandwidth, figures_.flows, weight_, figures_.weight_sum});
    const auto payload =
        figures_.share.value() * limits::piece_bytes_max / (limits::piece_bytes_max + sealed_overhead_bytes);
    sender_.set_path({base::ByteRate{payload}, figures_.rtt});
}

bool CameraFlow::handle_message(base::ByteView message, base::LocalTime now) {
    const auto decoded = decode_frame_message(message);
    const auto* ack = decoded ? std::get_if<FrameAck>(&*decoded) : nullptr;
    return ack != nullptr && sender_.handle_ack(*ack, now);
}

std::optional<CameraFlow::Datagram> CameraFlow::poll_datagram(base::LocalTime now) {
    auto message = sender_.poll_datagram(now);
    if (!message) return std::nullopt;
    cells_.assign(begun_address, Cell{sender_.newest_begun().number.value() % cell_values});
    return Datagram{*std::move(message), cells_.poll_shim(now)};
}

} // namespace plenum::cluster
