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
    [[nodiscard]] EncodedFragment encode(const wire::FragmentFrame& fragment);

  private:
    /// Fragments remembered: 300 kB. What is in flight beyond them is memory of its own.
    static constexpr std::size_t frames_max = 256;

    base::Ring<std::shared_ptr<base::Bytes>> frames_;
};

} // namespace plenum::link
