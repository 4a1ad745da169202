// SPDX-License-Identifier: Apache-2.0
// An acceptor, several dialers and a path that alters, repeats, mixes and misdirects. A session is made of two ends
// that hold the same keys or not at all; one confirmation makes one session; nothing altered answers with more than
// silence or a cookie; no answer is larger than its request.
#include "core/base/check.h"
#include "core/base/random.h"
#include "core/crypto/initialise.h"
#include "core/link/acceptor.h"
#include "core/link/dialer.h"
#include "core/link/handshake_rules.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <deque>
#include <map>
#include <set>

namespace plenum::fuzz {
namespace {

base::Seed seed(std::uint64_t number) {
    base::Seed made;
    for (std::size_t i = 0; i < 8; ++i)
        made.bytes[i] = static_cast<std::uint8_t>(number >> 8 * i);
    return made;
}
crypto::SecretKey key(std::uint8_t fill) {
    base::SecretKey made;
    made.bytes.fill(fill);
    return crypto::SecretKey{made};
}

constexpr base::ConferenceHandle conference{{1, 2, 3}};
constexpr std::size_t dialers_max = 4;
constexpr auto elsewhere = base::Address::v4(198, 51, 100, 7, 6000);

base::Address address_of(std::size_t dialer) {
    return base::Address::v4(192, 0, 2, static_cast<std::uint8_t>(1 + dialer), 5000);
}

class Host : public link::AcceptorHost {
  public:
    const crypto::SecretKey* access_key(wire::HandshakePattern pattern, const base::ConferenceHandle& handle) override {
        if (pattern == wire::HandshakePattern::open) return &open;
        if (pattern == wire::HandshakePattern::relays) return &shared;
        return pattern == wire::HandshakePattern::known_relay && handle == conference ? &access : nullptr;
    }
    const base::ExchangeKey* relay_key(const base::ConferenceHandle& handle) override;
    /// Not always another.
    base::SessionIndex draw_index() override { return base::SessionIndex{++drawn / 2}; }
    base::Seed draw_seed() override { return seed(1'000'000 + ++seeds); }

    crypto::SecretKey access{key(11)};
    crypto::SecretKey open{key(12)};
    crypto::SecretKey shared{key(13)};
    std::uint32_t drawn{2};
    std::uint64_t seeds{0};
};

struct Letter {
    base::Bytes bytes;
    std::size_t dialer;
};

/// Static keys cost curve arithmetic, and are the same in each run.
const crypto::ExchangeKeyPair& keys_of(std::size_t who) {
    static const std::array<crypto::ExchangeKeyPair, 3> pairs{crypto::ExchangeKeyPair::from_seed(seed(100)),
                                                              crypto::ExchangeKeyPair::from_seed(seed(101)),
                                                              crypto::ExchangeKeyPair::from_seed(seed(102))};
    return pairs[who];
}

/// The second dialer's is known here, the first one's is not.
const base::ExchangeKey* Host::relay_key(const base::ConferenceHandle& handle) {
    static const auto known = link::relay_handle(keys_of(2).public_key);
    return handle == known ? &keys_of(2).public_key : nullptr;
}

std::uint8_t psk_of(wire::HandshakePattern pattern) {
    return pattern == wire::HandshakePattern::open ? 12 : pattern == wire::HandshakePattern::relays ? 13 : 11;
}

class Run {
  public:
    Run(bool loaded, bool slow) {
        link::AcceptorOptions options;
        static const bool ready = crypto::initialise(); // or libsodium does not know what the machine has
        options.ciphers = link::available_ciphers(slow && ready);
        // So few that a network is told to wait.
        if (slow) options.buckets = options.open_buckets = {.per_second = 1, .burst = 2, .networks_max = 2};
        options.static_keys = keys_of(0).copy();
        options.half_open_max = 3;
        // From the first request on, or never in so short a time.
        options.load.rate_enter = loaded ? 1 : 1000;
        options.load.half_open_enter = 100;
        acceptor_.emplace(std::move(options), host_);
    }
    void dial(wire::HandshakePattern pattern, bool right_key) {
        if (dialers_.size() >= dialers_max) return;
        const auto number = dialers_.size();
        link::DialOptions options;
        options.pattern = pattern;
        options.static_keys = keys_of(1 + number % 2).copy();
        options.remote_static = keys_of(0).public_key;
        if (pattern == wire::HandshakePattern::known_relay) options.conference = conference;
        if (pattern == wire::HandshakePattern::relays)
            options.conference = link::relay_handle(options.static_keys.public_key);
        options.psk = key(right_key ? psk_of(pattern) : std::uint8_t{99});
        options.ciphers = link::available_ciphers(number % 2 == 0);
        options.local = base::SessionIndex{static_cast<std::uint32_t>(5000 + number)};
        options.ephemeral_seed = seed(number + 1);
        options.now = now;
        dialers_.push_back({link::Dialer{std::move(options)}, right_key, {}});
        pump();
    }
    void pass(base::Duration time) {
        now += time;
        pump();
    }
    [[nodiscard]] std::size_t up() const { return up_.size(); }
    [[nodiscard]] std::size_t down() const { return down_.size(); }

    /// A letter to the acceptor, altered or as it is, from its sender or from elsewhere.
    void to_acceptor(std::size_t which, Input& steps) {
        auto letter = up_[which];
        const auto original = letter.bytes;
        if (steps.rarely(2)) alter(letter.bytes, steps);
        const bool moved = steps.rarely(6);
        const auto from = moved ? elsewhere : address_of(letter.dialer);
        if (letter.bytes.empty()) return;
        if (letter.bytes.front() == 1) {
            const auto before = acceptor_->stats();
            const auto answer = acceptor_->handle_init(from, letter.bytes, now);
            if (!answer) return;
            CHECK(answer->size() <= letter.bytes.size());
            const bool cookie = answer->front() == 5;
            // What is before mac2 proves the key, so it is as it was sent; mac2 itself may be anything.
            CHECK(std::equal(original.begin(), original.end() - 16, letter.bytes.begin(), letter.bytes.end() - 16));
            CHECK(dialers_[letter.dialer].right_key);
            CHECK(cookie ||
                  acceptor_->stats().answered + acceptor_->stats().repeated == before.answered + before.repeated + 1);
            if (!moved) down_.push_back({{answer->begin(), answer->end()}, letter.dialer});
        } else if (auto session = acceptor_->handle_final(from, letter.bytes, now)) {
            CHECK(letter.bytes == original && !moved && dialers_[letter.dialer].right_key);
            // One confirmation, one session.
            CHECK(accepted_.insert(original).second);
            CHECK(session->remote == base::SessionIndex{static_cast<std::uint32_t>(5000 + letter.dialer)});
            check_pair(*session, letter.dialer);
        }
        CHECK(acceptor_->size() <= 3);
    }
    void to_dialer(std::size_t which, Input& steps) {
        auto letter = down_[which];
        const auto original = letter.bytes;
        if (steps.rarely(2)) alter(letter.bytes, steps);
        auto to = letter.dialer;
        if (steps.rarely(6)) to = steps.below(dialers_.size());
        auto& dialer = dialers_[to];
        const auto state = dialer.dialer.state();
        if (letter.bytes.empty()) return;
        if (letter.bytes.front() == 5) {
            const bool taken = dialer.dialer.handle_cookie(letter.bytes, now);
            if (taken) CHECK(letter.bytes == original && to == letter.dialer);
        } else if (auto session = dialer.dialer.handle_response(letter.bytes, now)) {
            CHECK(letter.bytes == original && to == letter.dialer && !dialer.session);
            CHECK(state == link::Dialer::State::calling && session->remote_static == keys_of(0).public_key);
            dialer.session = std::move(session);
        } else {
            CHECK(dialer.dialer.state() == state);
        }
        pump();
    }

    base::LocalTime now{std::chrono::seconds{100}};

  private:
    struct Caller {
        link::Dialer dialer;
        bool right_key;
        std::optional<link::Session> session;
    };

    static void alter(base::Bytes& bytes, Input& steps) {
        const auto place = steps.below(bytes.size());
        switch (steps.below(4)) {
        case 0: bytes[place] = static_cast<std::uint8_t>(bytes[place] ^ (1U << steps.below(8))); break;
        case 1: bytes.resize(place); break;
        case 2: bytes.insert(bytes.end(), steps.between(1, 9), steps.byte()); break;
        default: {
            const auto over = steps.bytes(48);
            for (std::size_t i = 0; i < over.size() && place + i < bytes.size(); ++i)
                bytes[place + i] = over[i];
            break;
        }
        }
    }
    void check_pair(const link::Session& accepted, std::size_t dialer) const {
        const auto& dialled = dialers_[dialer].session;
        CHECK(dialled && dialled->handshake_hash == accepted.handshake_hash);
        CHECK(dialled->keys.send.expose() == accepted.keys.receive.expose());
        CHECK(dialled->keys.receive.expose() == accepted.keys.send.expose());
        CHECK(dialled->cipher == accepted.cipher);
        CHECK(dialled->remote == accepted.local && dialled->local == accepted.remote);
        CHECK(accepted.remote_static == keys_of(1 + dialer % 2).public_key && accepted.address == address_of(dialer));
    }
    void pump() {
        for (std::size_t i = 0; i < dialers_.size(); ++i) {
            int made = 0;
            while (auto datagram = dialers_[i].dialer.poll_datagram(now)) {
                CHECK(++made < 4);
                up_.push_back({std::move(*datagram), i});
            }
        }
        while (up_.size() > 32)
            up_.pop_front();
        while (down_.size() > 32)
            down_.pop_front();
    }

    Host host_;
    std::optional<link::Acceptor> acceptor_;
    std::vector<Caller> dialers_;
    std::deque<Letter> up_;
    std::deque<Letter> down_;
    std::set<base::Bytes> accepted_;
};

} // namespace

void run_handshakes(base::ByteView input) {
    Input steps{input};
    const bool loaded = steps.flip();
    Run run{loaded, steps.rarely(3)};
    run.dial(wire::HandshakePattern::known_relay, true);
    for (int i = 0; i < 40 && steps.more(); ++i) {
        switch (steps.below(8)) {
        case 0: run.dial(static_cast<wire::HandshakePattern>(steps.between(1, 3)), !steps.rarely(4)); break;
        case 1: run.pass(std::chrono::milliseconds{static_cast<int>(steps.below(1500))}); break;
        case 2:
        case 3:
        case 4:
            if (run.up() > 0) run.to_acceptor(run.up() - 1 - steps.below(run.up()), steps);
            break;
        default:
            if (run.down() > 0) run.to_dialer(run.down() - 1 - steps.below(run.down()), steps);
            break;
        }
    }
}

} // namespace plenum::fuzz
