// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ring.h"
#include "core/link/link.h"

#include <memory>

namespace plenum::link {

/// Fragments encoded for many links into memory of fragments that no link holds any more. Links let go of what was
/// acknowledged, in about the order in which it was sent, so the oldest is looked at and nothing is searched.
class FramePool {
  public:
    /// Fragments remembered: 300 kB. What is in flight beyond them is memory of its own.
    static constexpr std::size_t frames_usual = 256;
    explicit FramePool(std::size_t frames_max = frames_usual) : frames_max_{frames_max} {}

    [[nodiscard]] EncodedFragment encode(const wire::FragmentFrame& fragment);

  private:
    std::size_t frames_max_;
    base::Ring<std::shared_ptr<base::Bytes>> frames_;
};

} // namespace plenum::link
