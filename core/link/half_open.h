// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"
#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/crypto/noise.h"
#include "core/link/slot_index.h"
#include "core/wire/datagram.h"

#include <vector>

namespace plenum::link {

/// A handshake that waits for its confirmation: all that is kept of an initiator who has shown nothing but mac1.
struct HalfOpen {
    base::LocalTime began{};
    /// Digest of the Noise message that began it, for `UsedRequests`.
    std::uint64_t noise{0};
    crypto::PausedHandshake handshake;
    base::ConferenceHandle conference{};
    base::Address from{};
    base::SessionIndex local{};
    base::SessionIndex remote{};
    wire::HandshakePattern pattern{wire::HandshakePattern::known_relay};
    /// Confirmed, or given up: kept without its keys, so that a late repetition of the request begins nothing.
    bool finished{false};
    /// Confirmations that cost curve arithmetic and were wrong.
    std::uint8_t wrong_finals{0};
};
static_assert(sizeof(HalfOpen) <= 256, "strangers fill these (docs/security.md, Limits)");

/// A ring of half-open handshakes in order of their beginning. All memory is taken at once.
class HalfOpenRing {
  public:
    explicit HalfOpenRing(std::size_t slots) : ring_(slots), by_request_{slots}, by_index_{slots} {}

    [[nodiscard]] std::size_t size() const { return count_; }
    [[nodiscard]] bool full() const { return count_ == ring_.size(); }
    /// Null where there is none. Good until the next `claim` or `forget_oldest`.
    [[nodiscard]] HalfOpen* find_request(std::uint64_t request) { return at(by_request_.find(request)); }
    [[nodiscard]] HalfOpen* find_local(base::SessionIndex local) { return at(by_index_.find(local.value())); }
    /// Precondition: not empty.
    [[nodiscard]] const HalfOpen& oldest() const { return ring_[oldest_]; }

    /// `request` is the digest of what makes two requests the same: address, sender and Noise message. A stranger who
    /// copies address and index, but not the ephemeral key, makes a request of his own.
    /// Precondition: not full, and neither its request nor its local index is here.
    HalfOpen& add(std::uint64_t request, HalfOpen item);
    /// Precondition: not empty. Its keys are wiped.
    void forget_oldest();

  private:
    [[nodiscard]] HalfOpen* at(std::size_t slot) { return slot == SlotIndex::none ? nullptr : &ring_[slot]; }

    std::vector<HalfOpen> ring_;
    std::size_t oldest_{0};
    std::size_t count_{0};
    SlotIndex by_request_;
    SlotIndex by_index_;
};

} // namespace plenum::link
