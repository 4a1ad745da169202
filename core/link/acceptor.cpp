// SPDX-License-Identifier: Apache-2.0
#include "core/link/acceptor.h"

#include "core/base/check.h"
#include "core/crypto/hash.h"
#include "core/crypto/random.h"
#include "core/link/handshake_rules.h"

#include <algorithm>
#include <array>
#include <utility>

namespace plenum::link {

namespace {

/// An index that is half open already is drawn again; of 2^32 a second clash in a row is next to impossible.
constexpr int index_draws_max = 8;

} // namespace

Acceptor::Acceptor(AcceptorOptions options, AcceptorHost& host)
    : options_{std::move(options)},
      host_{host},
      random_{options_.seed},
      request_key_{draw_sip_key(random_)},
      ring_{options_.half_open_max},
      used_{options_.used_requests_max},
      admission_{{options_.load, options_.buckets, options_.open_buckets}, random_} {
    response_.noise.reserve(wire::handshake_response_bytes_max);
    final_.noise.reserve(wire::final_noise_bytes_max);
    answer_.reserve(wire::handshake_init_bytes);
    payload_.reserve(wire::handshake_init_bytes);
}

std::optional<wire::HandshakeInit> Acceptor::check_init(const base::Address& from, base::ByteView datagram,
                                                        base::LocalTime now) {
    const auto init = wire::decode<wire::HandshakeInit>(datagram);
    if (!init || init->datagram_type != wire::DatagramType::handshake_init || !init->padding.is_zero()) {
        ++stats_.malformed;
        return std::nullopt;
    }
    const auto* access = host_.access_key(init->pattern, init->conference);
    if (access == nullptr) {
        ++stats_.unknown_conference;
        if (init->pattern == wire::HandshakePattern::known_relay) host_.handle_unknown(init->conference, from, now);
        return std::nullopt;
    }
    const auto expected = mac1(mac1_key(*access, init->pattern, options_.static_keys.public_key), datagram);
    if (!crypto::equal_in_constant_time(expected.view(), init->mac1.view())) {
        ++stats_.wrong_mac;
        return std::nullopt;
    }
    return *init;
}

RequestDigests Acceptor::digest(const base::Address& from, const wire::HandshakeInit& init) const {
    std::array<std::uint8_t, std::tuple_size_v<AddressBytes> + 4 + wire::InitNoise::size> bytes{};
    auto* to = std::ranges::copy(address_bytes(from), bytes.data()).out;
    for (int shift = 0; shift < 32; shift += 8)
        *to++ = static_cast<std::uint8_t>(init.sender.value() >> shift);
    std::ranges::copy(init.noise.bytes, to);
    return {.request = crypto::sip_hash(request_key_, bytes),
            .noise = crypto::sip_hash(request_key_, init.noise.view())};
}

std::optional<base::ByteView> Acceptor::handle_init(const base::Address& from, base::ByteView datagram,
                                                    base::LocalTime now) {
    expire(now);
    const auto init = check_init(from, datagram, now);
    if (!init) return std::nullopt;
    const auto request = digest(from, *init);
    const auto* known = ring_.find_request(request.request);
    if (used_.contains(request.noise) || (known != nullptr && known->finished)) {
        ++stats_.replayed;
        return std::nullopt;
    }
    const RequestAdmission::Origin origin{from, host_.is_open(init->pattern, init->conference)};
    switch (admission_.judge(*init, datagram, origin, ring_.size(), now)) {
    case RequestAdmission::Verdict::ask_for_cookie: return ask_for_cookie(from, *init, now);
    case RequestAdmission::Verdict::rate_limited: ++stats_.rate_limited; return std::nullopt;
    case RequestAdmission::Verdict::admitted: break;
    }
    return known != nullptr ? answer_again(*known, *init) : open(from, *init, request, now);
}

std::optional<base::ByteView> Acceptor::ask_for_cookie(const base::Address& from, const wire::HandshakeInit& init,
                                                       base::LocalTime now) {
    const auto* access = host_.access_key(init.pattern, init.conference);
    if (access == nullptr) return std::nullopt;
    ++stats_.cookies;
    const auto key = cookie_key(*access, init.pattern, options_.static_keys.public_key);
    answer_.clear();
    wire::Writer to{answer_};
    wire::put(to, admission_.cookie(init, key, from, now));
    return answer_;
}

std::optional<crypto::HandshakeOptions> Acceptor::keys_for(wire::HandshakePattern pattern,
                                                           const base::ConferenceHandle& conference) {
    const auto* access = host_.access_key(pattern, conference);
    if (access == nullptr) return std::nullopt;
    std::optional<crypto::HandshakeOptions> keys{std::in_place};
    keys->static_keys = options_.static_keys.copy();
    keys->psk = noise_psk(*access);
    if (pattern != wire::HandshakePattern::relays) return keys;
    const auto* initiator = host_.relay_key(conference);
    if (initiator == nullptr) return std::nullopt;
    keys->remote_static = *initiator;
    return keys;
}

/// The answer follows from request, ephemeral key and index, so it is made again rather than kept.
std::optional<base::ByteView> Acceptor::answer_again(const HalfOpen& known, const wire::HandshakeInit& init) {
    ++stats_.repeated;
    auto keys = keys_for(known.pattern, known.conference);
    if (!keys) return std::nullopt;
    keys->ephemeral_keys = crypto::ExchangeKeyPair::from_secret(known.handshake.ephemeral.copy());
    crypto::Handshake handshake{noise_pattern(init.pattern), crypto::Role::responder,
                                prologue(init.pattern, init.conference, init.sender), std::move(*keys)};
    if (!respond(handshake, init, known.local)) return std::nullopt;
    return answer_;
}

std::optional<base::SessionIndex> Acceptor::draw_index() {
    for (int draws = 0; draws < index_draws_max; ++draws) {
        const auto index = host_.draw_index();
        if (ring_.find_local(index) == nullptr) return index;
    }
    return std::nullopt;
}

std::optional<base::ByteView> Acceptor::open(const base::Address& from, const wire::HandshakeInit& init,
                                             RequestDigests request, base::LocalTime now) {
    auto keys = keys_for(init.pattern, init.conference);
    const auto local = draw_index();
    if (!keys || !local) return std::nullopt;
    prepare();
    keys->ephemeral_keys = std::exchange(next_ephemeral_, std::nullopt);
    crypto::Handshake handshake{noise_pattern(init.pattern), crypto::Role::responder,
                                prologue(init.pattern, init.conference, init.sender), std::move(*keys)};
    if (!respond(handshake, init, *local)) return std::nullopt;
    make_room();
    ring_.add(request.request, {.began = now,
                                .noise = request.noise,
                                .handshake = handshake.pause(),
                                .conference = init.conference,
                                .from = from,
                                .local = *local,
                                .remote = init.sender,
                                .pattern = init.pattern,
                                .finished = false});
    ++stats_.answered;
    return answer_;
}

/// Reads the request and writes `answer_`; false where the request is no handshake of its pattern.
bool Acceptor::respond(crypto::Handshake& handshake, const wire::HandshakeInit& init, base::SessionIndex local) {
    std::array<std::uint8_t, wire::InitNoise::size> nothing{};
    if (!handshake.read_message(init.noise.view(), nothing)) {
        ++stats_.forged;
        return false;
    }
    payload_.clear();
    wire::Writer payload{payload_};
    wire::put(payload, wire::ResponsePayload{local, options_.ciphers});
    response_.receiver = init.sender;
    response_.noise.resize(handshake.overhead() + payload_.size());
    if (!handshake.write_message(payload_, response_.noise)) {
        ++stats_.forged;
        return false;
    }
    answer_.clear();
    wire::Writer to{answer_};
    wire::put(to, response_);
    CHECK(answer_.size() <= wire::handshake_init_bytes);
    return true;
}

std::optional<Session> Acceptor::handle_final(const base::Address& from, base::ByteView datagram, base::LocalTime now) {
    expire(now);
    wire::Reader reader{datagram};
    wire::get(reader, final_);
    if (!reader.ok() || final_.datagram_type != wire::DatagramType::handshake_final) {
        ++stats_.malformed;
        return std::nullopt;
    }
    auto* known = ring_.find_local(final_.receiver);
    if (known == nullptr || known->from != from || known->finished) {
        ++stats_.unknown_final;
        return std::nullopt;
    }
    return may_try(*known, now) ? finish(*known, final_) : std::nullopt;
}

/// The first costs what its request was let in for; each after a wrong one counts like a request. Whoever names the
/// index received our answer, so the address is theirs.
bool Acceptor::may_try(const HalfOpen& known, base::LocalTime now) {
    if (known.wrong_finals == 0 || admission_.admits_again(known.pattern, known.from, now)) return true;
    ++stats_.rate_limited;
    return false;
}

/// The payload of the initiator's last word, whichever form the pattern gives it.
std::expected<std::size_t, crypto::NoiseError> Acceptor::read_final(crypto::Handshake& handshake, base::ByteView noise,
                                                                    base::MutableByteView out) {
    if (!handshake.finished()) return handshake.read_message(noise, out);
    const auto split = handshake.split();
    const auto size = split ? open_confirmation(*split, noise, out) : std::nullopt;
    if (!size) return std::unexpected{crypto::NoiseError::forged};
    return *size;
}

void Acceptor::handle_forged_final(HalfOpen& known, crypto::NoiseError error) {
    ++stats_.forged;
    // What fails before a key of the other's was read has cost no curve arithmetic.
    const bool costly = error == crypto::NoiseError::forged_end || error == crypto::NoiseError::bad_key;
    if (!costly || ++known.wrong_finals < wrong_finals_max) return;
    known.finished = true;
    known.handshake = {};
}

std::optional<Session> Acceptor::finish(HalfOpen& known, const wire::HandshakeFinal& last) {
    auto options = keys_for(known.pattern, known.conference);
    if (!options) return std::nullopt;
    auto handshake = crypto::Handshake::resume(noise_pattern(known.pattern), crypto::Role::responder, known.handshake,
                                               std::move(*options));
    std::array<std::uint8_t, wire::final_noise_bytes_max> opened{};
    const auto size = read_final(handshake, last.noise, opened);
    if (!size) {
        handle_forged_final(known, size.error());
        return std::nullopt;
    }
    // From here on it is known whose it is: whoever says something else than was offered gets no session.
    const auto payload = wire::decode<wire::FinalPayload>(base::ByteView{opened}.first(*size));
    const auto split = handshake.split();
    CHECK(split.has_value());
    known.finished = true;
    known.handshake = {};
    if (!payload || !options_.ciphers.contains(payload->cipher)) {
        ++stats_.malformed;
        return std::nullopt;
    }
    ++stats_.established;
    used_.add(known.noise);
    return Session{.pattern = known.pattern,
                   .initiator = false,
                   .conference = known.conference,
                   .address = known.from,
                   .local = known.local,
                   .remote = known.remote,
                   .keys = session_keys(*split, payload->cipher),
                   .cipher = payload->cipher,
                   .remote_static = handshake.remote_static().value_or(base::ExchangeKey{}),
                   .continues = payload->continues,
                   .handshake_hash = handshake.handshake_hash()};
}

void Acceptor::make_room() {
    if (!ring_.full()) return;
    ring_.forget_oldest();
    ++stats_.evicted;
}

void Acceptor::prepare() {
    if (!next_ephemeral_) next_ephemeral_ = crypto::ExchangeKeyPair::from_seed(host_.draw_seed());
}

void Acceptor::expire(base::LocalTime now) {
    while (ring_.size() > 0 && now - ring_.oldest().began >= options_.half_open_age_max) {
        if (!ring_.oldest().finished) ++stats_.expired;
        ring_.forget_oldest();
    }
}

base::LocalTime Acceptor::next_wakeup() const {
    return ring_.size() == 0 ? base::local_time_max : ring_.oldest().began + options_.half_open_age_max;
}

} // namespace plenum::link
