// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"
#include "core/base/time.h"
#include "core/crypto/hash.h"
#include "core/link/slot_index.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace plenum::link {

/// The part of an address that one bucket stands for, as a number: an IPv4 /24 or an IPv6 /48, the longest prefixes
/// that are routed by themselves (RFC 7454 §6.1.3). Whoever has one has all addresses in it, so anything longer would
/// give a single host a bucket for each address it can make up: 2^80 of them in a /48.
[[nodiscard]] std::uint64_t prefix_of(const base::Address& address);

struct BucketOptions {
    /// Of one prefix. Too little locks out the last of a crowd behind one address, too much is load that one attacker
    /// may make.
    std::uint32_t per_second{64};
    /// What may come at once after a pause: all that may stand behind one address, and as many again.
    std::uint32_t burst{256};
    /// Prefixes told apart. All others share one bucket of the size of four.
    std::size_t prefixes_max{4096};
};

/// How many handshakes each network may begin. Each bucket is kept as one time (GCRA, ITU-T I.371). All memory is taken
/// at once; a prefix whose bucket is full again is forgotten for the next.
class RateBuckets {
  public:
    RateBuckets(BucketOptions options, crypto::SipKey key);

    /// Takes one out of the bucket of `from`; false if there is none left.
    [[nodiscard]] bool take(const base::Address& from, base::LocalTime now);

  private:
    struct Bucket {
        std::uint64_t place{0};
        /// When it will be full again.
        base::LocalTime full_at{base::LocalTime::min()};
    };
    static constexpr std::uint32_t shared_share = 4;
    /// Slots looked at for one that may be forgotten: bounds the work of a newcomer.
    static constexpr std::size_t looks_max = 16;

    [[nodiscard]] bool take(Bucket& bucket, std::uint32_t share, base::LocalTime now) const;
    [[nodiscard]] Bucket& bucket_of(std::uint64_t place, base::LocalTime now);

    BucketOptions options_;
    crypto::SipKey key_;
    std::vector<Bucket> buckets_;
    SlotIndex index_;
    std::size_t hand_{0};
    Bucket shared_;
};

} // namespace plenum::link
