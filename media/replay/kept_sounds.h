// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/base/units.h"

#include <deque>

namespace plenum::media {

/// One packet of a voice.
struct KeptSound {
    base::FlowId flow{};
    base::SequenceNumber sequence{};
    /// When its first sample was said, by this computer's clock.
    base::LocalTime begins{};
    base::Duration duration{};
    /// No voice is in it.
    bool silent{false};
    base::Bytes bytes{};

    [[nodiscard]] base::LocalTime ends() const { return begins + duration; }
};

/// One sender's packets, each at the time at which it was said.
///
/// The problem: a packet tells when it was sent, and a busy computer sends late, then several at once. Placed by those
/// times alone they would lie upon each other, with a hole before them. The intuition: it was said then or earlier, and
/// before what follows it by number. So what comes later moves the packets before it to where they belong.
class KeptSounds {
  public:
    /// False where it is there already.
    bool insert(KeptSound sound);
    void pop_front() { sounds_.pop_front(); }
    /// In the order in which they were said.
    [[nodiscard]] const std::deque<KeptSound>& all() const { return sounds_; }

  private:
    using Place = std::deque<KeptSound>::iterator;
    [[nodiscard]] Place place_of(const KeptSound& sound);
    [[nodiscard]] bool holds(const KeptSound& sound, Place place) const;
    /// Moves what lies upon the packet at `place` to before it.
    void make_room(Place place);

    std::deque<KeptSound> sounds_;
};

} // namespace plenum::media
