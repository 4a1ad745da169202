// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/network.h"
#include "core/base/time.h"
#include "core/crypto/hash.h"
#include "core/link/slot_index.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace plenum::link {

struct BucketOptions {
    /// Of one network. Too little locks out the last of a crowd behind one address, too much is load that one attacker
    /// may make.
    std::uint32_t per_second{64};
    /// What may come at once after a pause: all that may stand behind one address, and as many again.
    std::uint32_t burst{256};
    /// Networks told apart. All others share one bucket of the size of four.
    std::size_t networks_max{4096};
};

/// How many handshakes each network may begin: an IPv4 /24, or an IPv6 /64 and, four times as many, the /48 around it.
/// Anything longer would give a single host a bucket for each address that it can make up; the /48 alone would let one
/// household shut out its neighbours. Each bucket is kept as one time (GCRA, ITU-T I.371). All memory is taken at once;
/// a network whose bucket is full again is forgotten for the next.
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

    [[nodiscard]] std::uint64_t place_of(const base::Network& network) const;
    [[nodiscard]] bool take(std::uint64_t place, std::uint32_t share, base::LocalTime now);
    /// When the bucket would be full again with one less in it; nullopt where there is none left.
    [[nodiscard]] std::optional<base::LocalTime> without_one(const Bucket& bucket, std::uint32_t share,
                                                             base::LocalTime now) const;
    [[nodiscard]] bool is_empty(std::uint64_t place, base::LocalTime now) const;
    [[nodiscard]] Bucket& bucket_of(std::uint64_t place, base::LocalTime now);

    BucketOptions options_;
    crypto::SipKey key_;
    std::vector<Bucket> buckets_;
    SlotIndex index_;
    std::size_t hand_{0};
    Bucket shared_;
};

} // namespace plenum::link
