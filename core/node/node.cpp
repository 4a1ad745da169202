// SPDX-License-Identifier: Apache-2.0
#include "core/node/node.h"

#include "core/crypto/keys.h"
#include "core/link/handshake_rules.h"
#include "core/member/endpoint.h"
#include "core/node/pipeline.h"
#include "core/relay/relay.h"

#include <algorithm>
#include <utility>

namespace plenum::node {

struct Node::Impl {
    explicit Impl(const NodeOptions& options)
        : self{options.self},
          ciphers{link::available_ciphers(options.aes)},
          random{options.seed},
          outbox{options.trace} {
        if (options.relay) relay = std::make_unique<Relay>(*options.relay, ciphers, random.split(), outbox);
        if (!options.endpoint) return;
        floor_styles = options.endpoint->floor_styles;
        endpoint = std::make_unique<Endpoint>(*options.endpoint, ciphers, random.split(), outbox);
    }

    void handle_datagram(const base::Address& from, base::ByteView bytes);
    [[nodiscard]] std::optional<link::DatagramResult> handle_sealed(const wire::SealedHeader& header,
                                                                    const base::Address& from, base::ByteView bytes);
    void count(std::optional<link::DatagramResult> result);
    void count_sent(base::ByteView datagram);
    void handle_command(const Command& command);
    [[nodiscard]] bool load(const ConferenceStored& stored);
    void stand_by(const wire::StandbyAppointed& appointed);
    void wake();
    /// Makes more outputs; false if nothing was left to do.
    [[nodiscard]] bool flush();
    [[nodiscard]] base::LocalTime next_wakeup() const;

    std::optional<base::Address> self;
    wire::CipherSet ciphers;
    std::span<const base::PluginDescriptor> floor_styles;
    crypto::SeededRandom random;
    Outbox outbox;
    std::unique_ptr<Relay> relay;
    std::unique_ptr<Endpoint> endpoint;
    DatagramCounters datagrams;
    ClassTraffic received;
    ClassTraffic sent;
    base::LocalTime now{base::LocalTime::min()};
    bool polled{true};
    /// Something came for the endpoint since it was last asked what it has to send.
    bool endpoint_due{false};
};

void Node::Impl::handle_datagram(const base::Address& from, base::ByteView bytes) {
    const auto way = route(bytes);
    if (!way) {
        ++datagrams.strange;
        return;
    }
    switch (way->type) {
    case wire::DatagramType::sealed: {
        const auto result = handle_sealed(way->header, from, bytes);
        if (relay && result == link::DatagramResult::accepted) received.add(way->header.priority, bytes.size());
        return count(result);
    }
    case wire::DatagramType::handshake_init:
        if (relay) relay->acceptor().handle_init(from, bytes, now);
        break;
    case wire::DatagramType::handshake_final:
        if (relay) relay->acceptor().handle_final(from, bytes, now);
        break;
    case wire::DatagramType::handshake_response:
    case wire::DatagramType::cookie_reply:
        if (endpoint) endpoint->handle_response(way->receiver, bytes, now);
        if (relay) relay->handle_response(way->receiver, bytes, now);
        break;
    }
    ++datagrams.handshakes;
}

std::optional<link::DatagramResult> Node::Impl::handle_sealed(const wire::SealedHeader& header,
                                                              const base::Address& from, base::ByteView bytes) {
    if (endpoint) {
        if (const auto result = endpoint->handle_sealed(header, bytes, now)) return result;
    }
    return relay ? relay->handle_sealed(header, bytes, from, now) : std::nullopt;
}

void Node::Impl::count(std::optional<link::DatagramResult> result) {
    switch (result.value_or(link::DatagramResult::ignored)) {
    case link::DatagramResult::accepted: ++datagrams.opened; break;
    case link::DatagramResult::replayed: ++datagrams.replayed; break;
    case link::DatagramResult::forged: ++datagrams.forged; break;
    case link::DatagramResult::malformed: ++datagrams.malformed; break;
    case link::DatagramResult::ignored: ++datagrams.strange; break;
    }
}

void Node::Impl::count_sent(base::ByteView datagram) {
    if (const auto priority = class_of_sealed(datagram)) sent.add(*priority, datagram.size());
}

void Node::Impl::handle_command(const Command& command) {
    const auto* close = std::get_if<CloseRelay>(&command);
    const auto* limits = std::get_if<SetRelayLimits>(&command);
    const auto* answer = std::get_if<AnswerAssignment>(&command);
    const auto* peers = std::get_if<SetPeers>(&command);
    if (close != nullptr && relay)
        relay->close(close->how, now);
    else if (limits != nullptr && relay)
        relay->set_limits(limits->limits, now);
    else if (answer != nullptr && relay)
        relay->handle(*answer, now);
    else if (peers != nullptr && relay)
        relay->handle(*peers, now);
    else if (endpoint)
        endpoint->handle_command(command, now);
    else
        outbox.event(CommandRefused{CommandKind{command}, CommandError::wrong_state});
}

bool Node::Impl::load(const ConferenceStored& stored) {
    if (!relay) return false;
    const auto loaded = relay->registry().load(stored, now);
    return loaded.has_value();
}

/// A member's node becomes a relay beside its endpoint. It makes no conferences of its own.
void Node::Impl::stand_by(const wire::StandbyAppointed& appointed) {
    base::Seed identity;
    identity.bytes = appointed.identity.bytes;
    base::Seed secret;
    secret.bytes = appointed.secret.bytes;
    if (relay && relay->key() == crypto::ExchangeKeyPair::from_seed(identity).public_key)
        relay->acceptor().stand_by(secret);
    if (relay) return;
    RelayOptions options;
    options.identity = identity;
    options.appointment = secret;
    options.create_secret = base::to_hex(random.draw<base::Seed>().view());
    options.floor_styles = floor_styles;
    options.succession = true;
    options.limits.conferences = 1;
    relay = std::make_unique<Relay>(options, ciphers, random.split(), outbox);
    self = base::Address{appointed.place.address.bytes, appointed.place.port};
    relay->handle_wakeup(now);
}

void Node::Impl::wake() {
    if (endpoint) endpoint->handle_wakeup(now);
    if (relay) relay->handle_wakeup(now);
}

/// A session at a time, so that what a relay sends to many is never in memory all at once.
bool Node::Impl::flush() {
    if (endpoint && std::exchange(endpoint_due, false)) {
        endpoint->flush(now);
        if (const auto appointed = endpoint->take_appointment()) stand_by(*appointed);
        // A program stands by for the conference of its member.
        if (relay && !endpoint->attends()) relay->acceptor().resign();
    }
    while (outbox.empty() && relay && relay->flush_one(now)) {
    }
    return !outbox.empty();
}

base::LocalTime Node::Impl::next_wakeup() const {
    auto at = base::local_time_max;
    if (endpoint) at = std::min(at, endpoint->next_wakeup());
    if (relay) at = std::min(at, relay->next_wakeup());
    return at;
}

Node::Node(const NodeOptions& options) : impl_{std::make_unique<Impl>(options)} {}
Node::~Node() = default;
Node::Node(Node&&) noexcept = default;
Node& Node::operator=(Node&&) noexcept = default;

std::expected<void, ContractError> Node::handle(const Input& input, base::LocalTime now) {
    if (!impl_->polled) return std::unexpected{ContractError::not_polled};
    if (now < impl_->now) return std::unexpected{ContractError::time_went_back};
    impl_->now = now;
    impl_->polled = false;
    impl_->endpoint_due = true;
    if (const auto* datagram = std::get_if<DatagramReceived>(&input)) {
        impl_->handle_datagram(datagram->from, datagram->bytes);
    } else if (const auto* several = std::get_if<DatagramsReceived>(&input)) {
        for (const auto& each : several->datagrams)
            impl_->handle_datagram(each.from, each.bytes);
    } else if (const auto* command = std::get_if<Command>(&input)) {
        impl_->handle_command(*command);
    } else if (const auto* given = std::get_if<CommandsGiven>(&input)) {
        for (const auto& each : given->commands)
            impl_->handle_command(each);
    } else if (const auto* stored = std::get_if<ConferenceStored>(&input)) {
        if (!impl_->load(*stored)) return std::unexpected{ContractError::stored_invalid};
    } else if (const auto* kept = std::get_if<ConferenceKept>(&input)) {
        if (impl_->relay) impl_->relay->handle(*kept, now);
    } else if (const auto* left_out = std::get_if<ConferenceLeftOut>(&input)) {
        if (impl_->relay) impl_->relay->registry().handle(*left_out, now);
    } else {
        impl_->wake();
    }
    return {};
}

Output Node::poll() {
    for (;;) {
        if (impl_->outbox.empty() && !impl_->flush()) {
            impl_->polled = true;
            return Wake{impl_->next_wakeup()};
        }
        const auto* transmit = std::get_if<Transmit>(&impl_->outbox.front());
        if (transmit == nullptr) return impl_->outbox.pop();
        if (!impl_->self || transmit->to != *impl_->self) {
            if (impl_->relay) impl_->count_sent(transmit->datagram);
            return impl_->outbox.pop();
        }
        // Both roles in one node: the datagram never leaves it.
        auto inside = std::get<Transmit>(impl_->outbox.pop());
        impl_->handle_datagram(*impl_->self, inside.datagram);
        impl_->endpoint_due = true;
        impl_->outbox.reuse(std::move(inside.datagram));
    }
}

bool Node::takes(base::SessionIndex index) const {
    return (impl_->endpoint && impl_->endpoint->takes(index)) || (impl_->relay && impl_->relay->takes(index));
}

void Node::reuse(base::Bytes datagram) { impl_->outbox.reuse(std::move(datagram)); }

NodeLoad Node::load() const {
    NodeLoad load;
    if (impl_->endpoint) impl_->endpoint->add_load(load);
    if (impl_->relay) impl_->relay->add_load(load);
    return load;
}

const Node::DatagramCounters& Node::datagrams() const { return impl_->datagrams; }

RelayStatistics Node::relay_statistics() const {
    if (!impl_->relay) return {};
    auto result = impl_->relay->statistics();
    result.received = impl_->received;
    result.sent = impl_->sent;
    return result;
}

std::vector<RelayRepairs> Node::relay_repairs() const {
    return impl_->relay ? impl_->relay->repairs() : std::vector<RelayRepairs>{};
}

base::ExchangeKey Node::relay_key() const { return impl_->relay ? impl_->relay->key() : base::ExchangeKey{}; }

} // namespace plenum::node
