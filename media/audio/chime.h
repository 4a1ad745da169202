// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "media/frame.h"

#include <optional>

namespace plenum::media {

/// Three rising notes by which a person hears that a loudspeaker works.
class Chime {
  public:
    static constexpr int notes = 3;
    static constexpr int note_blocks = 60;
    static constexpr base::Duration duration = notes * note_blocks * block_duration;

    /// From the beginning, also while it plays.
    void start() { block_ = 0; }
    /// Nullopt once it is over.
    [[nodiscard]] std::optional<AudioBlock> next();

  private:
    int block_{notes * note_blocks};
};

} // namespace plenum::media
