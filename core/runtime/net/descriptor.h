// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <utility>

namespace plenum::runtime {

/// A file descriptor that is closed with its owner.
class Descriptor {
  public:
    Descriptor() = default;
    explicit Descriptor(int value) : value_{value} {}
    Descriptor(Descriptor&& other) noexcept : value_{std::exchange(other.value_, -1)} {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        if (this != &other) {
            close();
            value_ = std::exchange(other.value_, -1);
        }
        return *this;
    }
    ~Descriptor() { close(); }

    [[nodiscard]] int value() const { return value_; }
    [[nodiscard]] bool valid() const { return value_ >= 0; }
    /// Gives up ownership.
    [[nodiscard]] int release() { return std::exchange(value_, -1); }

  private:
    void close() {
        if (value_ >= 0) ::close(value_);
        value_ = -1;
    }
    int value_{-1};
};

} // namespace plenum::runtime
