// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

namespace plenum::runtime {

/// First in, first out, between threads, bounded in items and in the bytes their owner says they hold.
template <class T>
class Mailbox {
  public:
    Mailbox(std::size_t items_max, std::size_t bytes_max) : items_max_{items_max}, bytes_max_{bytes_max} {}

    enum class Posted : unsigned char {
        first = 1,  ///< the box was empty: whoever empties it must be woken
        behind = 2, ///< others wait too
        full = 3,   ///< not taken
    };
    [[nodiscard]] Posted post(T item, std::size_t bytes) {
        const std::lock_guard lock{mutex_};
        if (items_.size() >= items_max_ || bytes > bytes_max_ - bytes_) return Posted::full;
        const auto first = items_.empty();
        items_.push_back(std::move(item));
        bytes_ += bytes;
        return first ? Posted::first : Posted::behind;
    }
    /// Everything there is; the next `post` is the first again.
    [[nodiscard]] std::vector<T> take_all() {
        std::vector<T> taken;
        take_all(taken);
        return taken;
    }
    /// The same in place of what is in `into`, whose memory what comes next has.
    void take_all(std::vector<T>& into) {
        into.clear();
        const std::lock_guard lock{mutex_};
        bytes_ = 0;
        std::swap(into, items_);
    }

  private:
    std::size_t items_max_;
    std::size_t bytes_max_;
    std::mutex mutex_;
    std::vector<T> items_;
    std::size_t bytes_{0};
};

} // namespace plenum::runtime
