// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/video_beside_bulk.h"

#include "core/base/check.h"
#include "core/base/limits.h"
#include "core/flow/fragment.h"
#include "core/link/rate/fixed_rate.h"
#include "core/runtime/clock.h"

#include <poll.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace plenum::bench {

namespace {

/// Bytes a second that the link may send.
constexpr base::ByteRate link_rate{12'500'000};
constexpr base::Duration frame_interval = std::chrono::milliseconds{100};
constexpr std::size_t frame_bytes = 20'000;
constexpr int frames = 80;
/// Before the first difference counts.
constexpr int frames_first = 5;
/// A greedy stream writes a chunk whenever little of the last is left, as one that copies a file does, so the link
/// never rests.
constexpr std::size_t low_water_fragments = 16;
constexpr std::size_t chunk_fragments = 240;
constexpr std::size_t chunk_bytes = chunk_fragments * base::limits::fragment_bytes_max;
constexpr base::Duration video_patience = std::chrono::milliseconds{800};
constexpr base::FlowId video_flow{1};
constexpr base::FlowId bulk_flow{2};

crypto::SecretKey key(std::uint8_t first) {
    base::SecretKey key;
    key.bytes[0] = first;
    return crypto::SecretKey{key};
}

link::LinkOptions options(std::uint8_t own, std::uint8_t peer, base::LocalTime now) {
    link::LinkOptions options;
    options.local = base::SessionIndex{own};
    options.remote = base::SessionIndex{peer};
    options.keys.send = key(own);
    options.keys.receive = key(peer);
    options.now = now;
    options.rate = {link::make_fixed_rate, link_rate};
    return options;
}

/// A link, over a real socket or none.
struct End {
    End(std::uint8_t own, std::uint8_t other, base::LocalTime now, bool real) : link{options(own, other, now)} {
        if (real) socket = runtime::UdpSocket::open({.bind = base::Address::v4(127, 0, 0, 1, 0)}).value();
    }
    void take(const base::Address& from, base::ByteView bytes, base::LocalTime now) {
        const auto header = wire::decode<wire::SealedHeader>(bytes.first(wire::SealedHeader::size));
        CHECK(header.has_value());
        (void)link.handle_datagram(*header, bytes, from, now);
    }

    std::optional<runtime::UdpSocket> socket;
    link::Link link;
};

class Bench {
  public:
    explicit Bench(const VideoBesideBulk& setting) : setting_{setting} {}

    Samples run() {
        auto next_frame = now() + frame_interval;
        for (int sent = 0; static_cast<int>(handed_.size()) < frames;) {
            if (sent < frames && now() >= next_frame) {
                push(video_flow, frame_bytes);
                next_frame += frame_interval;
                ++sent;
            }
            feed();
            pass(sender_, receiver_);
            while (auto event = receiver_.link.poll_event())
                take(*event);
            pass(receiver_, sender_);
            while (sender_.link.poll_event()) {
            }
            // Every frame lost is a failure, not jitter.
            if (sent == frames && now() > next_frame + std::chrono::seconds{2}) return {};
            wait(next_frame);
        }
        Samples differences;
        for (std::size_t i = frames_first; i < handed_.size(); ++i)
            differences.push_back(base::to_ms(handed_[i] - handed_[i - 1]));
        return differences;
    }

  private:
    [[nodiscard]] bool real() const { return setting_.world == VideoBesideBulk::World::real; }
    [[nodiscard]] base::LocalTime now() const { return real() ? runtime::now() : still_now_; }
    void feed() {
        const auto waiting = sender_.link.load().queued_fragments;
        // Chunks leave one behind the other; what else waits is a frame at most.
        while (written_ > 0 && waiting <= (written_ - 1) * chunk_fragments + low_water_fragments)
            --written_;
        for (; written_ < setting_.greedy_streams; ++written_)
            push(bulk_flow, chunk_bytes);
    }
    void push(base::FlowId flow, std::size_t bytes) {
        wire::FragmentFrame head;
        head.flow = flow;
        head.sender = base::MemberIndex{1};
        head.sequence = sequences_[flow] = sequences_[flow].next();
        const auto at = now();
        const base::Bytes content(bytes, 1);
        const bool ranked = setting_.order == VideoBesideBulk::Order::ours && flow == video_flow;
        for (const auto& fragment : flow::split(head, content)) {
            link::FragmentToSend item;
            item.frame = link::encode_fragment(fragment);
            item.priority = ranked ? base::PriorityClass::video : base::PriorityClass::bulk;
            // Equal deadlines keep the order of coming.
            item.deadline = ranked ? at + video_patience : began_ + std::chrono::hours{1};
            CHECK(sender_.link.send_fragment(std::move(item), at) == sched::PushResult::queued);
        }
    }
    /// What there is from one end to the other.
    void pass(End& from, End& to) {
        while (auto outgoing = poll_datagram(from.link, now())) {
            if (real())
                from.socket->send({to.socket->local(), std::move(outgoing->datagram)});
            else
                to.take({}, outgoing->datagram, now());
        }
        if (!real()) return;
        (void)from.socket->flush();
        for (auto datagrams = to.socket->receive(); !datagrams.empty(); datagrams = to.socket->receive()) {
            for (const auto& datagram : datagrams)
                to.take(datagram.from, datagram.bytes, now());
        }
    }
    void take(const link::LinkEvent& event) {
        const auto* received = std::get_if<link::FragmentReceived>(&event);
        if (received == nullptr || received->fragment.flow != video_flow) return;
        if (++fragments_[received->fragment.sequence] == received->fragment.count) handed_.push_back(now());
    }
    void wait(base::LocalTime next_frame) {
        const auto at = std::min({next_frame, sender_.link.next_wakeup().at, receiver_.link.next_wakeup().at});
        if (!real()) {
            still_now_ = std::max(at, still_now_ + base::Duration{1000});
            return;
        }
        const auto left = std::clamp(base::Duration{at - now()}, base::Duration{}, frame_interval);
        const timespec timeout{0, static_cast<long>(left.count())};
        std::array<pollfd, 2> waited{pollfd{sender_.socket->descriptor(), POLLIN, 0},
                                     pollfd{receiver_.socket->descriptor(), POLLIN, 0}};
        (void)::ppoll(waited.data(), waited.size(), &timeout, nullptr);
    }

    VideoBesideBulk setting_;
    base::LocalTime still_now_{base::Duration{std::chrono::seconds{100}}};
    base::LocalTime began_{now()};
    End sender_{1, 2, now(), real()};
    End receiver_{2, 1, now(), real()};
    std::map<base::FlowId, base::SequenceNumber> sequences_;
    /// Chunks of greedy streams that have not all left.
    std::size_t written_{0};
    std::map<base::SequenceNumber, std::size_t> fragments_;
    std::vector<base::LocalTime> handed_;
};

} // namespace

Samples VideoBesideBulk::run() const { return Bench{*this}.run(); }

double variance(const Samples& samples) {
    const auto count = static_cast<double>(samples.size());
    const auto mean = std::accumulate(samples.begin(), samples.end(), 0.0) / count;
    double sum = 0;
    for (const auto sample : samples)
        sum += (sample - mean) * (sample - mean);
    return sum / count;
}

} // namespace plenum::bench
