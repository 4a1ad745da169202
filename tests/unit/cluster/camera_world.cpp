// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/cluster/camera_world.h"

#include "core/cluster/flow_shares.h"

#include <algorithm>

namespace plenum::cluster {
namespace {

constexpr std::size_t tcp_payload = sim::TcpFlow::packet_bytes - 40;
constexpr std::size_t tcp_buffer = 256 * 1024;
/// Which reports the cameras ask for.
constexpr std::size_t bandwidth_report = 0;
constexpr std::size_t rtt_report = 1;
constexpr std::size_t number_report = 2;
constexpr std::size_t weight_report = 3;
constexpr Address weight_address = general(0);
constexpr std::size_t weight_unit = 128;

Cell weight_of(std::size_t bytes) { return Cell{std::min<std::uint64_t>(bytes / weight_unit + 1, limits::weight_max)}; }

} // namespace

CameraWorld::CameraWorld(const CameraWorldOptions& options, std::uint64_t seed) : options_{options}, random_{seed} {
    const bool coordinated = options.transport == CameraWorldOptions::Transport::coordinated;
    std::uint64_t flows = 0;
    for (std::size_t i = 0; i < options.cameras; ++i) {
        const FlowNumber flow{static_cast<std::uint8_t>(i)};
        flows |= Ensembles::camera(flow);
        auto camera = std::make_unique<Camera>(
            Camera{flow, FrameSender{{base::ByteRate{64'000}, 50ms}}, {}, CellExchange{ApplicationId{1}, flow}});
        camera->cells.watch(bandwidth_report, {network, offset_of(NetworkStatistic::bandwidth)});
        camera->cells.watch(rtt_report, {network, offset_of(NetworkStatistic::rtt)});
        camera->cells.watch(number_report, {flow_figures, offset_of(FlowStatistic::number)});
        camera->cells.watch(weight_report, {weight_address, offset_of(Aggregate::sum)});
        if (coordinated) cameras_.push_back(std::move(camera));
    }
    const auto add = [&](std::size_t count, Stream::Kind kind) {
        for (std::size_t i = 0; i < count; ++i)
            streams_.emplace_back().kind = kind;
    };
    if (!coordinated) add(options.cameras, Stream::Kind::camera);
    add(options.others, Stream::Kind::greedy);
    add(options.browsers, Stream::Kind::browser);
    ensembles_.set_cameras(flows);
}

/// Near enough to a normal distribution: the sum of twelve uniform ones.
std::size_t CameraWorld::draw_frame_size() {
    std::int64_t sum = 0;
    for (int i = 0; i < 12; ++i)
        sum += random_.between(-500, 500);
    const auto mean = static_cast<std::int64_t>(options_.frame_bytes);
    const auto size = mean + mean * sum / 1000 * options_.deviation_percent / 100;
    return static_cast<std::size_t>(std::max<std::int64_t>(size, 1000));
}

bool CameraWorld::all_ready() const {
    const bool senders = std::ranges::all_of(cameras_, [](const auto& each) { return each->sender.is_ready(); });
    return senders && std::ranges::all_of(streams_, [](const Stream& each) {
               return each.kind != Stream::Kind::camera || (each.written - each.contiguous) * tcp_payload <= tcp_buffer;
           });
}

void CameraWorld::capture() {
    ++captured_;
    const EnsembleId id{{1, base::MemberIndex{1}}, base::SequenceNumber{captured_}};
    for (auto& camera : cameras_) {
        const CapturedFrame frame{id, base::ConferenceTime{now_.time_since_epoch()}, base::Bytes(draw_frame_size())};
        (void)camera->sender.push(id, encode(frame));
        if (options_.weighted) camera->weight = weight_of(camera->sender.buffered());
        camera->cells.assign(weight_address, camera->weight);
    }
    for (auto& stream : streams_) {
        if (stream.kind != Stream::Kind::camera) continue;
        CapturedFrame frame{id, base::ConferenceTime{now_.time_since_epoch()}, base::Bytes(draw_frame_size())};
        stream.written += (frame.bytes.size() + tcp_payload - 1) / tcp_payload;
        stream.frames.emplace(stream.written, std::move(frame));
    }
}

std::optional<base::LocalTime> CameraWorld::travel(std::size_t bytes) {
    const auto wait = std::max(free_at_, now_) - now_;
    if (wait > options_.queue_max || random_.chance(options_.loss_ppm)) return std::nullopt;
    free_at_ = now_ + wait + base::Duration{static_cast<std::int64_t>(bytes * 1'000'000'000 / options_.capacity)};
    return free_at_ + options_.delay;
}

void CameraWorld::pump() {
    while (all_ready())
        capture();
    for (auto& camera : cameras_)
        pump_camera(*camera);
    for (std::size_t i = 0; i < streams_.size(); ++i)
        pump_stream(i);
}

void CameraWorld::pump_camera(Camera& camera) {
    while (const auto datagram = camera.sender.poll_datagram(now_)) {
        const auto bytes = datagram->size() + base::limits::datagram_overhead;
        // At the aggregation point of the cameras.
        point_.handle_outbound(camera.cells.poll_shim(now_), bytes, now_);
        link_.handle_sent({now_, bytes, true});
        const auto arrives = travel(bytes);
        const auto sent_at = now_;
        if (!arrives) {
            at(now_ + 2 * options_.delay * 5 / 4,
               [this, sent_at, bytes] { link_.handle_lost({now_, sent_at, bytes}); });
            continue;
        }
        at(*arrives, [this, &camera, datagram = *datagram] { arrive(camera, datagram); });
        at(*arrives + options_.delay, [this, sent_at, bytes, arrived = *arrives] {
            const auto rtt = now_ - sent_at;
            link_.handle_acknowledged({now_, sent_at, bytes});
            const auto stamp = static_cast<std::uint32_t>(base::to_us(arrived.time_since_epoch()));
            link_.handle_feedback({now_, sent_at, rtt, rtt, stamp, false});
            link_.expire(now_);
        });
    }
    while (const auto ack = camera.receiver.poll_ack(now_)) {
        if (random_.chance(options_.loss_ppm)) continue;
        at(now_ + options_.delay, [this, &camera, ack = *ack] {
            camera.cells.handle_shim(point_.report(camera.flow, now_), now_);
            use_reports(camera);
            camera.sender.handle_ack(ack, now_);
        });
    }
}

void CameraWorld::use_reports(Camera& camera) {
    const auto bandwidth = camera.cells.value(bandwidth_report, now_);
    const auto rtt = camera.cells.value(rtt_report, now_);
    const auto number = camera.cells.value(number_report, now_);
    const auto sum = camera.cells.value(weight_report, now_);
    if (!bandwidth || !rtt || !number || !sum) return;
    auto rate = rate_from(*bandwidth);
    if (options_.weighted) rate = own_share({rate, number->value(), camera.weight, *sum});
    camera.sender.set_path({rate, duration_from(*rtt)});
}

void CameraWorld::arrive(Camera& camera, const base::Bytes& datagram) {
    auto message = decode_frame_message(datagram);
    camera.receiver.handle_piece(std::get<FramePiece>(*std::move(message)), now_);
    if (now_ >= measured_from_) own_bytes_ += datagram.size() + base::limits::datagram_overhead;
    while (const auto frame = camera.receiver.poll_frame())
        complete(camera.flow, *decode_captured_frame(*frame));
}

void CameraWorld::pump_stream(std::size_t which) {
    auto& stream = streams_[which];
    if (stream.kind == Stream::Kind::browser) browse(which);
    stream.tcp.handle_wakeup(virtual_now());
    while (const auto number = poll_packet(stream))
        if (const auto arrives = travel(sim::TcpFlow::packet_bytes))
            at(*arrives, [this, which, number = *number] { arrive(which, number); });
}

/// TCP gives a packet that was lost, or the next one. Where the next one was not written yet, a copy is asked first.
std::optional<std::uint64_t> CameraWorld::poll_packet(Stream& stream) const {
    if (stream.kind != Stream::Kind::greedy && stream.sent >= stream.written) {
        auto copy = stream.tcp;
        const auto next = copy.poll_packet(virtual_now());
        if (!next || *next >= stream.written) return std::nullopt;
    }
    const auto number = stream.tcp.poll_packet(virtual_now());
    if (number) stream.sent = std::max(stream.sent, *number + 1);
    return number;
}

/// Pages of 2 to 400 packets, few of them large: each doubling is half as likely.
void CameraWorld::browse(std::size_t which) {
    auto& stream = streams_[which];
    if (stream.pausing || stream.contiguous < stream.written) return;
    stream.pausing = true;
    at(now_ + 1ms * random_.between(100, 2000), [this, which] {
        auto& browser = streams_[which];
        browser.pausing = false;
        browser.written += 800 / (2 + random_.below(400));
    });
}

void CameraWorld::arrive(std::size_t which, std::uint64_t number) {
    auto& stream = streams_[which];
    if (now_ >= measured_from_ && stream.kind != Stream::Kind::browser)
        (stream.kind == Stream::Kind::greedy ? others_bytes_ : own_bytes_) += sim::TcpFlow::packet_bytes;
    if (!random_.chance(options_.loss_ppm))
        at(now_ + options_.delay,
           [this, which, number] { streams_[which].tcp.handle_acknowledged(number, virtual_now()); });
    if (number >= stream.contiguous) stream.ahead.insert(number);
    while (!stream.ahead.empty() && *stream.ahead.begin() == stream.contiguous) {
        stream.ahead.erase(stream.ahead.begin());
        ++stream.contiguous;
    }
    while (!stream.frames.empty() && stream.frames.begin()->first <= stream.contiguous)
        complete(FlowNumber{static_cast<std::uint8_t>(which)}, stream.frames.extract(stream.frames.begin()).mapped());
}

void CameraWorld::complete(FlowNumber flow, CapturedFrame frame) {
    (void)ensembles_.handle_frame(flow, std::move(frame), now_);
    while (const auto ensemble = ensembles_.poll(now_)) {
        if (now_ < measured_from_) continue;
        ++(ensemble->complete ? complete_ : partial_);
        asynchrony_sum_ += ensemble->asynchrony();
        metrics_.handle_complete(ensemble->asynchrony(), now_);
    }
}

base::LocalTime CameraWorld::next_wakeup() const {
    auto time = actions_.empty() ? base::local_time_max : actions_.begin()->first;
    for (const auto& camera : cameras_)
        time = std::min({time, camera->sender.next_wakeup(), camera->receiver.next_wakeup()});
    for (const auto& stream : streams_)
        if (const auto wakeup = stream.tcp.next_wakeup())
            time = std::min(time, base::LocalTime{wakeup->time_since_epoch()});
    return time;
}

CameraWorldResult CameraWorld::run() {
    constexpr base::Duration length = 45s;
    const auto end = now_ + length;
    measured_from_ = now_ + length / 3;
    for (;;) {
        pump();
        now_ = std::max(now_, next_wakeup());
        if (now_ >= end) break;
        while (!actions_.empty() && actions_.begin()->first <= now_)
            actions_.extract(actions_.begin()).mapped()();
    }
    CameraWorldResult result;
    const auto measured_s = static_cast<std::uint64_t>((end - measured_from_) / 1s);
    result.complete = complete_;
    result.partial = partial_;
    result.rate_mhz = complete_ * 1000 / measured_s;
    if (complete_ > 0) result.asynchrony = asynchrony_sum_ / static_cast<std::int64_t>(complete_ + partial_);
    result.asynchrony_max = metrics_.asynchrony_max();
    result.flowshare = normalised_flowshare(
        {base::ByteRate{own_bytes_ / measured_s}, options_.cameras},
        {base::ByteRate{(own_bytes_ + others_bytes_) / measured_s}, options_.cameras + options_.others});
    return result;
}

} // namespace plenum::cluster
