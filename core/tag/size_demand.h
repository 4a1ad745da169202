// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/picture_size.h"
#include "core/base/time.h"

#include <array>
#include <optional>

namespace plenum::tag {

/// Which sizes of a camera its publisher is to send: what anybody wants is told at once, and what nobody wants any more
/// after some seconds, since each beginning costs a key frame. Where nobody wants any, the large one goes on: nobody is
/// there to say, and whoever comes next has pictures at once.
class SizeDemand {
  public:
    /// How long a size is sent after the last one who wanted it.
    static constexpr base::Duration linger = std::chrono::seconds{5};
    /// How often to ask what is wanted.
    static constexpr base::Duration interval = std::chrono::milliseconds{100};

    /// Whether it is time to call `update`; if so, not again for `interval`.
    [[nodiscard]] bool is_due(base::LocalTime now) {
        if (now < due_) return false;
        due_ = now + interval;
        return true;
    }
    /// What receivers want now, together. Gives what the publisher is to be told, if that is new.
    [[nodiscard]] std::optional<base::PictureSizes> update(base::PictureSizes wanted, base::LocalTime now) {
        if (!wanted.small) wanted.large = true;
        const base::PictureSizes sizes{lingers(0, wanted.large, told_.large, now),
                                       lingers(1, wanted.small, told_.small, now)};
        if (sizes == told_) return std::nullopt;
        told_ = sizes;
        return told_;
    }
    [[nodiscard]] base::PictureSizes told() const { return told_; }

  private:
    [[nodiscard]] bool lingers(std::size_t which, bool wanted, bool told, base::LocalTime now) {
        if (wanted) wanted_at_[which] = now;
        return wanted || (told && now - wanted_at_[which] < linger);
    }

    base::PictureSizes told_{true, false};
    /// Of the large size, and of the small one.
    std::array<base::LocalTime, 2> wanted_at_{};
    base::LocalTime due_{};
};

} // namespace plenum::tag
