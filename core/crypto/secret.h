// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/ids.h"

#include <algorithm>
#include <cstddef>

namespace plenum::crypto {

/// Overwrites with zeros in a way that no compiler removes.
void wipe(base::MutableByteView bytes);

/// `Size` secret bytes: overwritten when destroyed or moved from, copied only by saying so with `copy()`.
/// `expose()` is the one way to the bare value; whoever keeps that keeps a copy that nothing wipes.
template <class Tag, std::size_t Size>
class Secret {
  public:
    using Value = base::FixedBytes<Tag, Size>;
    static constexpr std::size_t size = Size;

    /// All zero, to be filled.
    Secret() = default;
    /// Implicit, so that a bare value can be handed to any function that takes a secret.
    Secret(const Value& value) : value_{value} {} // NOLINT(google-explicit-constructor)
    Secret(const Secret&) = delete;
    Secret& operator=(const Secret&) = delete;
    Secret(Secret&& other) noexcept : value_{other.value_} { other.clear(); }
    Secret& operator=(Secret&& other) noexcept {
        if (this != &other) {
            value_ = other.value_;
            other.clear();
        }
        return *this;
    }
    ~Secret() { clear(); }

    /// `source` must have `Size` bytes, otherwise nullopt.
    [[nodiscard]] static std::optional<Secret> from(base::ByteView source) {
        if (source.size() != Size) return std::nullopt;
        std::optional<Secret> result{std::in_place};
        std::copy(source.begin(), source.end(), result->value_.bytes.begin());
        return result;
    }
    [[nodiscard]] Secret copy() const { return Secret{value_}; }
    [[nodiscard]] const Value& expose() const { return value_; }
    [[nodiscard]] base::ByteView view() const { return value_.bytes; }
    [[nodiscard]] base::MutableByteView mutable_view() { return value_.bytes; }
    void clear() { wipe(value_.bytes); }

  private:
    Value value_{};
};

/// A symmetric key. Takes a `base::SecretKey` implicitly.
using SecretKey = Secret<base::SecretKeyTag, 32>;
/// Output of HMAC-SHA-512 and of the key derivations built on it.
using SecretKey512 = Secret<struct SecretKey512Tag, 64>;

} // namespace plenum::crypto
