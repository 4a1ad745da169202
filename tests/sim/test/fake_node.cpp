// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/test/fake_node.h"

#include "tests/sim/checkers/checker.h"
#include "tests/sim/test/fake_channel.h"

#include <algorithm>
#include <span>

namespace plenum::sim {

namespace {

using namespace base;
using Kind = FakeMessage::Kind;

constexpr Duration ping_period = 500ms;
constexpr Duration silence_max = 3s;

Hash hash_of(std::uint64_t position, std::uint64_t what) {
    Hash hash;
    for (std::size_t index = 0; index < 8; ++index) {
        hash.bytes[index] = static_cast<std::uint8_t>(position >> 8 * index);
        hash.bytes[index + 8] = static_cast<std::uint8_t>(what >> 8 * index);
    }
    return hash;
}

class FakeBase : public NodeUnderTest {
  public:
    explicit FakeBase(const FakeFaults& faults) : faults_{faults} {}

    node::Output poll() override {
        if (out_.empty()) return node::Wake{wake_at()};
        auto output = std::move(out_.front());
        out_.pop_front();
        return output;
    }

  protected:
    [[nodiscard]] virtual LocalTime wake_at() const = 0;

    [[nodiscard]] FakeChannel::Send to(const Address& peer) {
        return [this, peer](Bytes bytes) { out_.emplace_back(node::Transmit{peer, std::move(bytes)}); };
    }
    /// Of a relay's log, or of the own copy.
    void trace_entry(const FakeMessage& entry, std::optional<base::ConferenceHandle> of) {
        TraceEvent event;
        event.kind = TraceEvent::Kind::log;
        event.conference = of;
        event.position = LogPosition{entry.a};
        event.hash = hash_of(entry.a, entry.b);
        event.entry = entry.c == 0 ? "join" : "leave";
        out_.emplace_back(std::move(event));
    }

    FakeFaults faults_;
    std::deque<node::Output> out_;
};

std::span<const node::DatagramReceived> datagrams_of(const node::Input& input) {
    if (const auto* one = std::get_if<node::DatagramReceived>(&input)) return {one, 1};
    const auto* several = std::get_if<node::DatagramsReceived>(&input);
    return several == nullptr ? std::span<const node::DatagramReceived>{} : several->datagrams;
}

/// Log entries are (position, nonce of who joins, 0) or (position, nonce, 1 for who leaves).
class FakeRelay final : public FakeBase {
  public:
    using FakeBase::FakeBase;

    std::expected<void, node::ContractError> handle(const node::Input& input, LocalTime now) override {
        if (ping_at_ == LocalTime{}) ping_at_ = now;
        for (const auto& datagram : datagrams_of(input)) {
            auto& peer = peers_[datagram.from];
            for (const auto& message : peer.channel.receive(datagram.bytes, now, to(datagram.from))) {
                take(datagram.from, message, now);
            }
        }
        drop_the_silent(now);
        for (auto& [address, peer] : peers_) {
            if (now >= ping_at_ && peer.member) peer.channel.push({}, now, to(address));
            peer.channel.resend(now, to(address));
        }
        if (now >= ping_at_) ping_at_ = now + ping_period;
        return {};
    }
    node::NodeLoad load() const override {
        node::NodeLoad load;
        load.sessions = peers_.size();
        for (const auto& [address, peer] : peers_)
            load.queued_packets += peer.channel.queued();
        return load;
    }

  private:
    struct Peer {
        FakeChannel channel;
        bool member{false};
        std::uint64_t nonce{0};
    };

    LocalTime wake_at() const override {
        auto at = ping_at_;
        for (const auto& [address, peer] : peers_)
            at = std::min(at, peer.channel.wake_at());
        return at;
    }
    void take(const Address& from, const FakeMessage& message, LocalTime now) {
        if (message.kind == Kind::join) {
            if (faults_.ignore_joins && log_.size() > 2) return;
            auto& peer = peers_[from];
            peer.nonce = message.a;
            peer.member = true;
            for (const auto& entry : log_)
                peer.channel.push(entry, now, to(from));
            append_entry(message.a, 0, now);
            return;
        }
        if (message.kind == Kind::chat && faults_.swallow_every != 0 && ++relayed_ % faults_.swallow_every == 0) return;
        for (auto& [address, peer] : peers_) {
            if (!peer.member || address == from) continue;
            if (message.kind == Kind::chat) peer.channel.push(message, now, to(address));
            if (message.kind == Kind::voice) to(address)(FakeChannel::once(message));
        }
    }
    void append_entry(std::uint64_t nonce, std::uint64_t what, LocalTime now) {
        FakeMessage entry{Kind::entry, log_.size(), nonce, what, {}};
        if (log_.empty()) out_.emplace_back(node::StoreConference{});
        out_.emplace_back(node::StoreEntry{{}, LogPosition{entry.a}, entry.encode()});
        trace_entry(entry, base::ConferenceHandle{});
        for (auto& [address, peer] : peers_) {
            if (!peer.member) continue;
            auto told = entry;
            if (faults_.fork_at != 0 && told.a == faults_.fork_at) told.b ^= peer.nonce;
            peer.channel.push(told, now, to(address));
        }
        log_.push_back(entry);
    }
    void drop_the_silent(LocalTime now) {
        for (auto each = peers_.begin(); each != peers_.end();) {
            if (each->second.channel.silence(now) < silence_max) {
                ++each;
                continue;
            }
            const auto nonce = each->second.nonce;
            each = peers_.erase(each);
            append_entry(nonce, 1, now);
        }
    }

    std::map<Address, Peer> peers_;
    std::vector<FakeMessage> log_;
    LocalTime ping_at_{};
    std::uint64_t relayed_{0};
};

class FakeEndpoint final : public FakeBase {
  public:
    FakeEndpoint(const FakeFaults& faults, std::uint64_t nonce) : FakeBase{faults}, nonce_{nonce} {}

    std::expected<void, node::ContractError> handle(const node::Input& input, LocalTime now) override {
        now_ = now;
        if (const auto* command = std::get_if<node::Command>(&input)) {
            carry_out_any(*command);
        } else if (const auto* given = std::get_if<node::CommandsGiven>(&input)) {
            for (const auto& each : given->commands)
                carry_out_any(each);
        }
        for (const auto& datagram : datagrams_of(input))
            for (auto& message : channel_.receive(datagram.bytes, now, to(relay_)))
                take(message);
        while (!held_.empty() && now - held_.front().received_at >= faults_.hold_voice) {
            out_.emplace_back(node::Event{held_.front()});
            held_.pop_front();
        }
        channel_.resend(now, to(relay_));
        return {};
    }
    node::NodeLoad load() const override {
        node::NodeLoad load;
        load.queued_packets = channel_.queued();
        return load;
    }

  private:
    LocalTime wake_at() const override { return faults_.spin ? now_ : channel_.wake_at(); }

    void carry_out_any(const node::Command& command) {
        std::visit([&](const auto& each) { carry_out(each); }, command);
    }
    void carry_out(const node::CreateConference& create) {
        node::ConferenceLink link;
        link.host = create.host;
        out_.emplace_back(node::Event{node::ConferenceCreated{link}});
    }
    void carry_out(const node::JoinConference& join) {
        relay_ = join.relay;
        channel_.push({Kind::join, nonce_, 0, 0, {}}, now_, to(relay_));
    }
    void carry_out(const node::Publish& publish) {
        FakeMessage message{Kind::chat, self_.value(), ++sequences_[publish.flow],
                            static_cast<std::uint64_t>(now_.time_since_epoch().count()), publish.body};
        out_.emplace_back(node::Event{node::MessagePublished{publish.flow, SequenceNumber{message.b}, {}}});
        if (publish.flow == fake_chat) return channel_.push(message, now_, to(relay_));
        message.kind = Kind::voice;
        to(relay_)(FakeChannel::once(message));
    }
    template <class Other>
    void carry_out(const Other&) {}

    void take(FakeMessage& message) {
        if (message.kind == Kind::entry) return apply(message);
        if (message.kind == Kind::ping) return;
        const auto flow = message.kind == Kind::chat ? fake_chat : fake_voice;
        const LocalTime sent_at{Duration{static_cast<std::int64_t>(message.c)}};
        auto& newest = newest_[{flow, message.a}];
        if (message.b <= newest) return;
        newest = message.b;
        if (flow == fake_voice && now_ - sent_at > fake_voice_loss_delay) {
            TraceEvent event;
            event.kind = TraceEvent::Kind::discard;
            out_.emplace_back(std::move(event));
            return;
        }
        ++received_;
        if (faults_.alter_every != 0 && received_ % faults_.alter_every == 0) message.body[0] ^= 1U;
        const node::MessageReceived received{flow,
                                             MemberIndex{static_cast<std::uint32_t>(message.a)},
                                             SequenceNumber{message.b},
                                             ConferenceTime{sent_at.time_since_epoch()},
                                             now_,
                                             {},
                                             message.body};
        if (flow == fake_voice && faults_.hold_voice > Duration{}) return held_.push_back(received);
        out_.emplace_back(node::Event{received});
        const bool repeat = faults_.repeat_every != 0 && received_ % faults_.repeat_every == 0;
        if (repeat) out_.emplace_back(node::Event{received});
    }
    void apply(const FakeMessage& entry) {
        trace_entry(entry, std::nullopt);
        if (entry.c == 1) {
            const auto found = std::ranges::find(members_, entry.b);
            const auto member = static_cast<std::uint32_t>(found - members_.begin() + 1);
            out_.emplace_back(node::Event{node::MemberLeft{MemberIndex{member}, LeaveReason::lost}});
            return;
        }
        members_.push_back(entry.b);
        const MemberIndex member{static_cast<std::uint32_t>(members_.size())};
        const bool self = entry.b == nonce_;
        out_.emplace_back(node::Event{node::MemberJoined{member, "", {}, {}, self, true}});
        if (!self) {
            if (self_.value() != 0) out_.emplace_back(node::Event{node::EpochChanged{KeyEpoch{member.value()}}});
            return;
        }
        self_ = member;
        FlowSpec spec;
        spec.message_bytes_max = 1000;
        out_.emplace_back(node::Event{node::FlowDeclared{fake_chat, "chat", spec}});
        spec.loss_delay = fake_voice_loss_delay;
        out_.emplace_back(node::Event{node::FlowDeclared{fake_voice, "voice", spec}});
        out_.emplace_back(node::Event{node::EpochChanged{KeyEpoch{member.value()}}});
        out_.emplace_back(node::Event{node::PhaseChanged{node::Phase::joined}});
    }

    std::uint64_t nonce_;
    LocalTime now_{};
    Address relay_;
    FakeChannel channel_;
    MemberIndex self_{};
    std::map<FlowId, std::uint64_t> sequences_;
    std::map<std::pair<FlowId, std::uint64_t>, std::uint64_t> newest_;
    /// Nonces in order of joining.
    std::vector<std::uint64_t> members_;
    std::uint64_t received_{0};
    std::deque<node::MessageReceived> held_;
};

} // namespace

NodeFactory fake_nodes(const FakeFaults& faults) {
    return [faults](const node::NodeOptions& options) -> std::unique_ptr<NodeUnderTest> {
        if (options.relay) return std::make_unique<FakeRelay>(faults);
        return std::make_unique<FakeEndpoint>(faults, checksum_of(options.seed.view()));
    };
}

} // namespace plenum::sim
