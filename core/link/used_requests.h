// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace plenum::link {

/// Requests whose handshakes were finished, each by a digest under a key of this process: whoever overheard one and
/// plays it again, from wherever, gets silence. At least the last half of `most` are known; where as many were finished
/// again, the older half is forgotten. Memory grows with them, to 16 bytes for each of `most`.
class UsedRequests {
  public:
    explicit UsedRequests(std::size_t most) : half_{most / 2} {}

    void add(std::uint64_t digest) {
        newer_.insert(digest);
        if (newer_.size() < half_) return;
        std::swap(newer_, older_);
        newer_.clear();
    }
    [[nodiscard]] bool contains(std::uint64_t digest) const {
        return newer_.contains(digest) || older_.contains(digest);
    }

  private:
    /// Open addressing, at most half full; digests are spread evenly. One of 2^64 is taken for another.
    class Table {
      public:
        [[nodiscard]] std::size_t size() const { return size_; }
        [[nodiscard]] bool contains(std::uint64_t digest) const { return size_ > 0 && at(named(digest)) != empty; }
        void insert(std::uint64_t digest) {
            if (2 * (size_ + 1) > slots_.size()) grow();
            auto& slot = at(named(digest));
            size_ += slot == empty ? 1 : 0;
            slot = named(digest);
        }
        /// Keeps its memory.
        void clear() {
            slots_.assign(slots_.size(), empty);
            size_ = 0;
        }

      private:
        static constexpr std::uint64_t empty = 0;
        static constexpr std::size_t first_slots = 256;

        static std::uint64_t named(std::uint64_t digest) { return digest == empty ? 1 : digest; }
        /// Where it is, or would be. Precondition: there are slots, and one of them is empty.
        [[nodiscard]] const std::uint64_t& at(std::uint64_t digest) const {
            auto place = digest & (slots_.size() - 1);
            while (slots_[place] != empty && slots_[place] != digest)
                place = (place + 1) & (slots_.size() - 1);
            return slots_[place];
        }
        [[nodiscard]] std::uint64_t& at(std::uint64_t digest) {
            return const_cast<std::uint64_t&>(std::as_const(*this).at(digest));
        }
        void grow() {
            const auto old =
                std::exchange(slots_, std::vector(slots_.empty() ? first_slots : 2 * slots_.size(), empty));
            for (const auto digest : old)
                if (digest != empty) at(digest) = digest;
        }

        std::vector<std::uint64_t> slots_;
        std::size_t size_{0};
    };

    std::size_t half_;
    Table newer_;
    Table older_;
};

} // namespace plenum::link
