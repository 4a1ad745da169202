// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/mixer_port.h"

#include <QString>

#include <optional>
#include <vector>

namespace plenum::ui {

/// How one of the others, or the computer of one of them, is heard.
struct MixStrip {
    base::MemberIndex index;
    bool computer{false};
    /// For `MixMemory`.
    QString key;
    SoundMix mix{};
    float level{0};
    std::optional<SoundDelay> delay{};

    /// The number of the strip of a member's computer.
    [[nodiscard]] static int computer_of(base::MemberIndex member) { return -1 - static_cast<int>(member.value()); }
    /// The member's index, or `computer_of` it.
    [[nodiscard]] int number() const { return computer ? computer_of(index) : static_cast<int>(index.value()); }
};

/// The strips of the mixing desk: people in the order of their indices, the computer of each below.
class MixStrips {
  public:
    [[nodiscard]] int size() const { return static_cast<int>(strips_.size()); }
    [[nodiscard]] MixStrip& operator[](int row) { return strips_[static_cast<std::size_t>(row)]; }
    [[nodiscard]] const MixStrip& operator[](int row) const { return strips_[static_cast<std::size_t>(row)]; }
    [[nodiscard]] const std::vector<MixStrip>& all() const { return strips_; }
    /// -1 if it is not there.
    [[nodiscard]] int row_of(int number) const;
    /// Where it belongs.
    [[nodiscard]] int place_of(const MixStrip& strip) const;
    /// All others are silent.
    [[nodiscard]] bool is_solo_on() const;

    void insert(int row, MixStrip strip);
    void erase(int row) { strips_.erase(strips_.begin() + row); }
    void clear() { strips_.clear(); }

  private:
    std::vector<MixStrip> strips_;
};

} // namespace plenum::ui
