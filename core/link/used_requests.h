// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <utility>

namespace plenum::link {

/// Requests whose handshakes were finished, each by a digest under a key of this process: whoever overheard one and
/// plays it again, from wherever, gets silence. At least the last half of `most` are known; memory grows with them.
class UsedRequests {
  public:
    explicit UsedRequests(std::size_t most) : half_{most / 2} {}

    void add(std::uint64_t digest) {
        newer_.insert(digest);
        if (newer_.size() < half_) return;
        older_ = std::exchange(newer_, {});
    }
    [[nodiscard]] bool contains(std::uint64_t digest) const {
        return newer_.contains(digest) || older_.contains(digest);
    }

  private:
    std::size_t half_;
    std::unordered_set<std::uint64_t> newer_;
    std::unordered_set<std::uint64_t> older_;
};

} // namespace plenum::link
