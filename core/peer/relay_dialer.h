// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/options.h"
#include "core/crypto/random.h"
#include "core/link/dialer.h"
#include "core/link/link.h"
#include "core/peer/outbox.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace plenum::node {

/// Where a relay may be: the place that is dialled, or was last, and others to dial in turn while none answers.
class DialPlaces {
  public:
    /// How long each place is dialled before the next is: longer each time, since answers may take longer than the
    /// first.
    static constexpr base::Duration patience_min = std::chrono::seconds{1};
    static constexpr base::Duration patience_max = std::chrono::seconds{4};

    explicit DialPlaces(const base::Address& first) : current_{first} {}

    void set_others(std::vector<base::Address> others) {
        std::erase(others, current_);
        others_ = std::move(others);
    }
    [[nodiscard]] const base::Address& current() const { return current_; }
    /// The current one first.
    [[nodiscard]] std::vector<base::Address> all() const {
        auto all = others_;
        all.insert(all.begin(), current_);
        return all;
    }
    /// False where it is none of them.
    bool choose(const base::Address& place) {
        if (place == current_) return true;
        if (std::erase(others_, place) == 0) return false;
        others_.push_back(std::exchange(current_, place));
        return true;
    }

    void note_dialed(base::LocalTime now) { until_ = now + patience_; }
    /// When the next is dialled, if nobody answers at the current one.
    [[nodiscard]] base::LocalTime turns_at() const { return others_.empty() ? base::local_time_max : until_; }
    /// Precondition: there are others.
    void turn() {
        patience_ = std::min(patience_ * 3 / 2, patience_max);
        choose(base::Address{others_.front()});
    }

  private:
    base::Address current_;
    std::vector<base::Address> others_;
    base::LocalTime until_{base::local_time_max};
    base::Duration patience_{patience_min};
};

/// Handshakes with one relay, one at a time: where and when each begins, for a new session or for new keys.
class RelayDialer {
  public:
    struct Options {
        base::Address relay;
        wire::HandshakePattern pattern{wire::HandshakePattern::known_relay};
        base::ConferenceHandle conference;
        std::optional<base::ExchangeKey> relay_key;
        crypto::SecretKey psk;
        crypto::ExchangeKeyPair exchange;
        wire::CipherSet ciphers{};
        /// Of a node with several loops: the one that answers come to.
        LoopShare loop{};
    };

    /// A session that the relay ends so soon would end so again: the next waits, longer each time.
    static constexpr base::Duration session_time_short = std::chrono::seconds{5};
    static constexpr base::Duration wait_min = std::chrono::milliseconds{250};
    static constexpr base::Duration wait_max = std::chrono::seconds{8};

    RelayDialer(Options options, crypto::SeededRandom random)
        : options_{std::move(options)},
          random_{std::move(random)},
          places_{options_.relay} {}

    /// For a session of its own, at an index that `old` does not use, if there is one.
    void dial(const link::Link* old, base::LocalTime now) { begin(old, std::nullopt, now); }
    /// For new keys of that session.
    void renew(const link::Link& link, base::SessionIndex remote, base::LocalTime now) { begin(&link, remote, now); }
    /// After a session that the relay ended, but not for good.
    void dial_after(const link::Link& old, base::LocalTime began, base::LocalTime now);
    /// No dialling any more, until it is begun again.
    void stop() { dialer_.reset(); }
    void confirm(base::SessionIndex local) {
        if (dials(local)) dialer_->confirm();
    }
    /// Whether answers come with that index.
    [[nodiscard]] bool dials(base::SessionIndex index) const { return dialer_ && dialer_->local() == index; }
    /// Of the handshake at work, or of the one that succeeded last.
    [[nodiscard]] std::optional<base::SessionIndex> local() const {
        return dialer_ ? std::optional{dialer_->local()} : std::nullopt;
    }
    [[nodiscard]] bool trying() const { return dialer_ && dialer_->trying(); }
    [[nodiscard]] bool renews() const { return dialer_ && dialer_->continues(); }
    [[nodiscard]] bool gave_up() const { return dialer_ && dialer_->state() == link::Dialer::State::given_up; }

    /// Gives the session, once.
    [[nodiscard]] std::optional<link::Session> handle_response(base::SessionIndex receiver, base::ByteView datagram,
                                                               base::LocalTime now);
    void handle_wakeup(const link::Link* old, base::LocalTime now);
    void flush(Outbox& outbox, base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;

    [[nodiscard]] DialPlaces& places() { return places_; }
    [[nodiscard]] const DialPlaces& places() const { return places_; }
    void change_door(const base::ConferenceHandle& door, const crypto::SecretKey& access);

  private:
    void begin(const link::Link* old, std::optional<base::SessionIndex> continues, base::LocalTime now);
    /// When nobody answered at the current place for long enough, and there are others.
    [[nodiscard]] base::LocalTime turns_at() const {
        return trying() && !renews() ? places_.turns_at() : base::local_time_max;
    }

    Options options_;
    crypto::SeededRandom random_;
    DialPlaces places_;
    std::optional<link::Dialer> dialer_;
    base::Duration wait_{};
    /// Not before then.
    std::optional<base::LocalTime> dial_at_;
};

} // namespace plenum::node
