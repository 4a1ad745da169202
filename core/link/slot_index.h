// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/check.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace plenum::link {

/// Finds slots of a fixed table by a 64-bit key: a hash table with chains whose memory is all there from the beginning.
/// Keys must be spread evenly and be nobody else's choice (random, or a SipHash under a key of this process).
class SlotIndex {
  public:
    static constexpr std::size_t none = SIZE_MAX;

    explicit SlotIndex(std::size_t slots) : heads_(std::bit_ceil(slots) * 2, empty), links_(slots) {
        CHECK(slots > 0 && slots < empty);
    }

    /// Precondition: the slot is in the index under no key.
    void insert(std::uint64_t key, std::size_t slot) {
        auto& head = heads_[bucket(key)];
        links_[slot] = {key, head};
        head = static_cast<std::uint32_t>(slot);
    }
    /// A slot with that key, or `none`.
    [[nodiscard]] std::size_t find(std::uint64_t key) const {
        for (auto at = heads_[bucket(key)]; at != empty; at = links_[at].next) {
            if (links_[at].key == key) return at;
        }
        return none;
    }
    /// Nothing happens where it is not in.
    void erase(std::size_t slot) {
        for (auto* at = &heads_[bucket(links_[slot].key)]; *at != empty; at = &links_[*at].next) {
            if (*at != slot) continue;
            *at = links_[slot].next;
            return;
        }
    }

  private:
    static constexpr std::uint32_t empty = UINT32_MAX;
    struct Link {
        std::uint64_t key{0};
        std::uint32_t next{empty};
    };

    [[nodiscard]] std::size_t bucket(std::uint64_t key) const { return key & (heads_.size() - 1); }

    std::vector<std::uint32_t> heads_;
    std::vector<Link> links_;
};

} // namespace plenum::link
