// SPDX-License-Identifier: Apache-2.0
#include "core/peer/relay_dialer.h"

namespace plenum::node {
namespace {

/// A dialer gives up after this and another begins, with a new ephemeral key.
constexpr base::Duration dial_age_max = std::chrono::seconds{10};

} // namespace

void RelayDialer::begin(const link::Link* old, std::optional<base::SessionIndex> continues, base::LocalTime now) {
    dial_at_.reset();
    link::DialOptions dial;
    dial.pattern = options_.pattern;
    dial.conference = options_.conference;
    dial.static_keys = options_.exchange.copy();
    dial.remote_static = options_.relay_key;
    dial.psk = options_.psk.copy();
    dial.ciphers = options_.ciphers;
    dial.continues = continues;
    do
        dial.local = base::SessionIndex{(random_.next_u32() & ~(options_.loop.count - 1)) | options_.loop.number};
    while (old != nullptr && old->takes(dial.local));
    dial.ephemeral_seed = random_.draw<base::Seed>();
    dial.jitter_seed = random_.next_u64();
    dial.now = now;
    dial.give_up_after = dial_age_max;
    dialer_.emplace(std::move(dial));
    places_.note_dialed(now);
}

void RelayDialer::dial_after(const link::Link& old, base::LocalTime began, base::LocalTime now) {
    if (now - began >= session_time_short) {
        wait_ = {};
        return dial(&old, now);
    }
    stop();
    wait_ = std::clamp(2 * wait_, wait_min, wait_max);
    dial_at_ = now + wait_;
}

std::optional<link::Session> RelayDialer::handle_response(base::SessionIndex receiver, base::ByteView datagram,
                                                          base::LocalTime now) {
    if (!dials(receiver) || dialer_->handle_cookie(datagram, now)) return std::nullopt;
    return dialer_->handle_response(datagram, now);
}

void RelayDialer::handle_wakeup(const link::Link* old, base::LocalTime now) {
    if (dial_at_ && now >= *dial_at_) dial(old, now);
    if (now < turns_at()) return;
    places_.turn();
    dial(old, now);
}

void RelayDialer::flush(Outbox& outbox, base::LocalTime now) {
    if (!dialer_) return;
    while (auto datagram = dialer_->poll_datagram(now))
        outbox.transmit(places_.current(), std::move(*datagram));
}

base::LocalTime RelayDialer::next_wakeup() const {
    const auto at = dialer_ ? dialer_->next_wakeup() : base::local_time_max;
    return std::min({at, turns_at(), dial_at_.value_or(base::local_time_max)});
}

void RelayDialer::change_door(const base::ConferenceHandle& door, const crypto::SecretKey& access) {
    if (options_.conference == door) return;
    options_.conference = door;
    options_.psk = access.copy();
}

} // namespace plenum::node
