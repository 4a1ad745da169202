// SPDX-License-Identifier: Apache-2.0
// A link whose peer has the keys and says anything: frames of any bytes, in any order, at any time. Each datagram is
// taken or costs the link, and everything keeps its bounds.
#include "core/base/check.h"
#include "core/crypto/datagram_seal.h"
#include "core/link/link.h"
#include "core/wire/choice.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

namespace plenum::fuzz {
namespace {

crypto::SecretKey key(std::uint8_t fill) {
    base::SecretKey made;
    made.bytes.fill(fill);
    return crypto::SecretKey{made};
}

class Run {
  public:
    Run() {
        link::LinkOptions options;
        options.local = base::SessionIndex{1};
        options.remote = base::SessionIndex{2};
        options.keys = {key(1), key(2)};
        options.now = now;
        link_.emplace(std::move(options));
        drain();
    }
    void say(base::ByteView plaintext, std::uint64_t skip) {
        wire::SealedHeader header;
        header.receiver = base::SessionIndex{1};
        header.number = base::PacketNumber{number_ += 1 + skip};
        auto datagram = wire::encode(header);
        datagram.resize(wire::SealedHeader::size + plaintext.size() + crypto::tag_size);
        const base::MutableByteView bytes{datagram};
        (void)sealer_.seal(bytes.subspan(wire::SealedHeader::size), bytes.first(wire::SealedHeader::size), plaintext,
                           header.number);
        const bool was_closed = link_->closed();
        const auto result = link_->handle_datagram(header, datagram, {}, now);
        using Result = link::DatagramResult;
        if (was_closed)
            CHECK(result == Result::ignored);
        else
            CHECK(result == Result::accepted || (result == Result::malformed && link_->closed()));
        // Once is enough.
        CHECK(link_->handle_datagram(header, datagram, {}, now) != (was_closed ? Result::forged : Result::accepted));
        drain();
    }
    void send(base::PriorityClass priority, std::size_t size) {
        (void)link_->send_stream(priority, base::Bytes(size, 7));
        wire::FragmentFrame fragment;
        fragment.data.assign(size % 1000, 1);
        (void)link_->send_fragment(
            {link::encode_fragment(fragment), priority, now + std::chrono::milliseconds{80}, {}, 0}, now);
        drain();
    }
    void pass(base::Duration time) {
        now += time;
        drain();
    }
    [[nodiscard]] bool over() const { return link_->closed(); }
    [[nodiscard]] std::uint64_t sent() const { return datagrams_; }
    /// Whether this says that something arrived which was never sent.
    [[nodiscard]] bool is_lie(const wire::Frame& frame) const {
        const auto* ack = std::get_if<wire::AckFrame>(&frame);
        return ack != nullptr && (!highest_ || ack->largest.value() > *highest_);
    }

    base::LocalTime now{std::chrono::seconds{50}};

  private:
    void drain() {
        int made = 0;
        while (const auto next = poll_datagram(*link_, now)) {
            ++datagrams_;
            const auto header =
                wire::decode<wire::SealedHeader>(base::ByteView{next->datagram}.first(wire::SealedHeader::size));
            CHECK(header && (!highest_ || header->number.value() > *highest_));
            highest_ = header->number.value();
            CHECK(++made < 5000);
        }
        int events = 0;
        while (const auto event = link_->poll_event()) {
            CHECK(++events <= 4300 && !told_closed_);
            if (const auto* message = std::get_if<link::StreamMessage>(&*event))
                CHECK(message->message.size() <= base::limits::control_message_bytes_max);
            told_closed_ = std::holds_alternative<link::Closed>(*event);
        }
        CHECK(told_closed_ == link_->closed());
        CHECK(link_->closed() || link_->next_wakeup().at != base::local_time_max);
        const auto load = link_->load();
        CHECK(load.sent_packets <= 8192 && load.queued_fragments <= base::limits::send_queue_packets_max);
        if (const auto clock = link_->clock(now)) CHECK(clock->error_max >= base::Duration::zero());
    }

    std::optional<link::Link> link_;
    crypto::DatagramSealer sealer_{key(2)};
    std::uint64_t number_{0};
    std::uint64_t datagrams_{0};
    std::optional<std::uint64_t> highest_;
    bool told_closed_{false};
};

/// One frame as a peer may mean it, with numbers near those that matter.
wire::Frame some_frame(Input& steps, std::uint64_t sent) {
    const auto near = [&] { return sent + 3 - std::min(sent + 3, steps.below(24)); };
    switch (steps.below(8)) {
    case 0: {
        wire::AckFrame ack{base::PacketNumber{near()}, steps.microseconds(40'000), steps.below(4), {}};
        for (auto ranges = steps.below(4); ranges > 0; --ranges)
            ack.ranges.push_back({steps.below(4), steps.below(4)});
        return ack;
    }
    case 1: return wire::PingFrame{};
    case 2: {
        const auto data = steps.bytes(40);
        return wire::StreamFrame{
            static_cast<base::PriorityClass>(steps.between(1, 7)), steps.below(100), {data.begin(), data.end()}};
    }
    case 3: return wire::ClockRequestFrame{base::LocalTime{steps.microseconds(1ULL << 50)}};
    case 4:
        return wire::ClockResponseFrame{base::LocalTime{steps.microseconds(1ULL << 26)},
                                        base::ConferenceTime{steps.microseconds(1ULL << 53)},
                                        base::ConferenceTime{steps.microseconds(1ULL << 53)}};
    case 5: {
        wire::FragmentFrame fragment;
        fragment.sequence = base::SequenceNumber{steps.number(8) & wire::varint_max};
        fragment.index = static_cast<std::uint16_t>(steps.number(2));
        fragment.data.assign(steps.below(1000), 3);
        return fragment;
    }
    case 6: return wire::PathChallengeFrame{steps.number(8)};
    default: return wire::PathResponseFrame{steps.number(8)};
    }
}

} // namespace

void run_link_liar(base::ByteView input) {
    Input steps{input};
    Run run;
    for (int i = 0; i < 300 && steps.more(); ++i) {
        switch (steps.below(6)) {
        case 0: run.say(steps.bytes(200), steps.below(3)); break;
        case 1: run.send(static_cast<base::PriorityClass>(steps.between(1, 7)), steps.below(3000)); break;
        case 2: run.pass(steps.microseconds(300'000)); break;
        default: {
            base::Bytes plaintext;
            wire::Writer to{plaintext};
            bool lie = false;
            for (auto frames = steps.between(1, 3); frames > 0; --frames) {
                const auto frame = some_frame(steps, run.sent());
                lie = lie || (plaintext.empty() && run.is_lie(frame));
                wire::put_choice(to, frame);
            }
            if (plaintext.size() > base::limits::packet_bytes_max) plaintext.resize(base::limits::packet_bytes_max);
            run.say(plaintext, steps.rarely(8) ? steps.number(4) : 0);
            if (lie) CHECK(run.over());
            break;
        }
        }
    }
    run.pass(std::chrono::seconds{30});
    run.pass(std::chrono::seconds{30});
}

} // namespace plenum::fuzz
