// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/audio/opus_codec.h"
#include "media/replay/replay_history.h"

#include <vector>

namespace plenum::media {

/// One person's sound from a history, decoded block by block. Packets that follow each other by number are joined
/// without a seam, though their times may differ a little. Not for several threads.
class ReplayVoice {
  public:
    /// `history` outlives this. Begins at `at`.
    ReplayVoice(const ReplayHistory& history, base::MemberIndex sender, base::LocalTime at);

    /// The block that begins at `at`, which is where the last one ended; silence where nothing was said.
    [[nodiscard]] AudioBlock next(base::LocalTime at);

  private:
    /// False where nothing of the history belongs to what is heard at `at`.
    [[nodiscard]] bool decode_next(base::LocalTime at);
    void append(const PacketSamples& sound);

    const ReplayHistory& history_;
    base::MemberIndex sender_;
    OpusSpeechDecoder decoder_;
    std::vector<std::int16_t> ready_;
    /// Of the packet that was taken last.
    base::LocalTime taken_;
    base::FlowId flow_{};
    base::SequenceNumber sequence_{};
    bool begun_{false};
    /// Blocks of a gap that sound as if nothing were missing.
    int concealed_{0};
};

} // namespace plenum::media
