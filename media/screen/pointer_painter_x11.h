// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/screen/window_grabber_x11.h"

#include <vector>

/// Private to media.
namespace plenum::media::x11 {

/// Draws the mouse pointer into grabbed pixels, and takes it out again.
class PointerPainter {
  public:
    /// `connection` outlives this.
    explicit PointerPainter(const Connection& connection) : connection_{connection} {}

    /// Where the pointer is now and how it looks; true where that is otherwise than before.
    [[nodiscard]] bool look();
    /// The grabber's pixels are new: nothing of the pointer is in them.
    void forget() { covered_.clear(); }
    void draw(const WindowGrabber& grabber);
    /// The pixels as they were before `draw`.
    void remove(const WindowGrabber& grabber);

  private:
    struct Covered {
        std::size_t at;
        std::uint32_t pixel;
    };
    const Connection& connection_;
    /// Of the picture, on the root window.
    Rectangle area_;
    std::uint32_t serial_{0};
    /// Alpha, red, green, blue; the colours are multiplied with the alpha.
    std::vector<std::uint32_t> pixels_;
    std::vector<Covered> covered_;
};

} // namespace plenum::media::x11
