// SPDX-License-Identifier: Apache-2.0
#include "core/link/acceptor.h"

#include "core/base/check.h"
#include "core/crypto/hash.h"
#include "core/link/handshake_rules.h"

namespace plenum::link {

namespace {

/// An index that is half open already is drawn again; of 2^32 a second clash in a row is next to impossible.
constexpr int index_draws_max = 8;

} // namespace

Acceptor::Acceptor(AcceptorOptions options, AcceptorHost& host)
    : options_{std::move(options)},
      host_{host},
      ring_(options_.half_open_max) {
    CHECK(options_.half_open_max > 0);
}

std::optional<wire::HandshakeInit> Acceptor::check_init(base::ByteView datagram) {
    const auto init = wire::decode<wire::HandshakeInit>(datagram);
    if (!init || init->datagram_type != wire::DatagramType::handshake_init || !init->padding.is_zero() ||
        !init->mac2.is_zero()) {
        ++stats_.malformed;
        return std::nullopt;
    }
    const auto* access = host_.access_key(init->pattern, init->conference);
    if (access == nullptr) {
        ++stats_.unknown_conference;
        return std::nullopt;
    }
    const auto expected = mac1(mac1_key(*access, init->pattern, options_.static_keys.public_key), datagram);
    if (!crypto::equal_in_constant_time(expected.view(), init->mac1.view())) {
        ++stats_.wrong_mac;
        return std::nullopt;
    }
    return *init;
}

std::optional<base::Bytes> Acceptor::handle_init(const base::Address& from, base::ByteView datagram,
                                                 base::LocalTime now) {
    expire(now);
    const auto init = check_init(datagram);
    if (!init) return std::nullopt;
    const RequestKey key{from, init->sender, init->noise};
    if (const auto known = by_request_.find(key); known != by_request_.end()) {
        ++stats_.repeated;
        return ring_[known->second].response;
    }
    return open(*init, key, now);
}

std::optional<base::Bytes> Acceptor::open(const wire::HandshakeInit& init, RequestKey key, base::LocalTime now) {
    crypto::HandshakeOptions keys;
    keys.static_keys = options_.static_keys.copy();
    keys.ephemeral_keys = crypto::ExchangeKeyPair::from_seed(host_.draw_seed());
    const auto* access = host_.access_key(init.pattern, init.conference);
    if (access == nullptr) return std::nullopt;
    keys.psk = noise_psk(*access);
    crypto::Handshake handshake{noise_pattern(init.pattern), crypto::Role::responder,
                                prologue(init.pattern, init.conference, init.sender), std::move(keys)};
    auto local = host_.draw_index();
    for (int draws = 1; by_index_.contains(local) && draws < index_draws_max; ++draws)
        local = host_.draw_index();
    if (by_index_.contains(local)) return std::nullopt;
    if (!handshake.read_message(init.noise.view())) {
        ++stats_.forged;
        return std::nullopt;
    }
    const auto noise = handshake.write_message(wire::encode(wire::ResponsePayload{local}));
    if (!noise) {
        ++stats_.forged;
        return std::nullopt;
    }
    wire::HandshakeResponse response;
    response.receiver = init.sender;
    response.noise = *noise;

    auto& slot = claim_slot();
    const auto at = static_cast<std::size_t>(&slot - ring_.data());
    slot = HalfOpen{key, init.pattern, init.conference, local, now, wire::encode(response), std::move(handshake)};
    CHECK(slot.response.size() <= wire::handshake_init_bytes);
    by_request_.emplace(slot.key, at);
    by_index_.emplace(local, at);
    ++stats_.answered;
    return slot.response;
}

std::optional<Session> Acceptor::handle_final(const base::Address& from, base::ByteView datagram, base::LocalTime now) {
    expire(now);
    const auto last = wire::decode<wire::HandshakeFinal>(datagram);
    if (!last || last->datagram_type != wire::DatagramType::handshake_final) {
        ++stats_.malformed;
        return std::nullopt;
    }
    const auto known = by_index_.find(last->receiver);
    if (known == by_index_.end() || ring_[known->second].key.from != from || !ring_[known->second].handshake) {
        ++stats_.unknown_final;
        return std::nullopt;
    }
    auto& slot = ring_[known->second];
    if (!slot.handshake->read_message(last->noise.view())) {
        ++stats_.forged;
        return std::nullopt;
    }
    auto keys = slot.handshake->split();
    CHECK(keys.has_value());
    Session session{.pattern = slot.pattern,
                    .initiator = false,
                    .conference = slot.conference,
                    .address = from,
                    .local = slot.local,
                    .remote = slot.key.sender,
                    .keys = std::move(*keys),
                    .remote_static = slot.handshake->remote_static().value_or(base::ExchangeKey{}),
                    .handshake_hash = slot.handshake->handshake_hash()};
    slot.handshake.reset();
    ++stats_.established;
    return session;
}

Acceptor::HalfOpen& Acceptor::claim_slot() {
    if (count_ == ring_.size()) {
        forget_oldest();
        ++stats_.evicted;
    }
    return ring_[(oldest_ + count_++) % ring_.size()];
}

void Acceptor::forget_oldest() {
    auto& slot = ring_[oldest_];
    by_request_.erase(slot.key);
    by_index_.erase(slot.local);
    slot.handshake.reset();
    oldest_ = (oldest_ + 1) % ring_.size();
    --count_;
}

void Acceptor::expire(base::LocalTime now) {
    while (count_ > 0 && now - ring_[oldest_].began >= options_.half_open_age_max) {
        if (ring_[oldest_].handshake) ++stats_.expired;
        forget_oldest();
    }
}

base::LocalTime Acceptor::next_wakeup() const {
    return count_ == 0 ? base::local_time_max : ring_[oldest_].began + options_.half_open_age_max;
}

} // namespace plenum::link
