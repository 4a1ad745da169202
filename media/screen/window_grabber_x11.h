// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "media/screen/x11_connection.h"

#include <optional>
#include <span>

/// Private to media.
namespace plenum::media::x11 {

/// A window that was covered is painted anew once its own pixels are asked for. Until then others' pixels are in it.
inline constexpr base::Duration repaint_time = std::chrono::milliseconds{150};

struct Rectangle {
    int x{0};
    int y{0};
    int width{0};
    int height{0};
    friend bool operator==(const Rectangle&, const Rectangle&) = default;
};

/// Pixels of a part of the root window, or of another window as a whole: four bytes each, blue first, rows without
/// padding. A window's pixels are its own, whatever covers it, where the server can do so.
class WindowGrabber {
  public:
    enum class Outcome : std::uint8_t {
        taken = 1,
        unchanged = 2, ///< nothing was drawn since the last time
        hidden = 3,    ///< minimised: there are no pixels now
        gone = 4,      ///< closed, or the server is gone
    };

    /// `window` 0: `part` of the root window. `connection` outlives this.
    WindowGrabber(const Connection& connection, xcb_window_t window, const Rectangle& part);
    ~WindowGrabber();
    WindowGrabber(const WindowGrabber&) = delete;
    WindowGrabber& operator=(const WindowGrabber&) = delete;

    [[nodiscard]] Outcome grab();
    /// Those of the last that was taken.
    [[nodiscard]] std::span<std::uint8_t> pixels() const;
    [[nodiscard]] int width() const { return place_.width; }
    [[nodiscard]] int height() const { return place_.height; }
    /// On the root window.
    [[nodiscard]] const Rectangle& place() const { return place_; }

  private:
    [[nodiscard]] std::optional<Outcome> look();
    [[nodiscard]] bool is_damaged();
    [[nodiscard]] bool prepare_memory();
    void release_memory();
    void name_pixmap();
    [[nodiscard]] bool copy_pixels(xcb_drawable_t drawable, const Rectangle& part);

    const Connection& connection_;
    xcb_window_t window_;
    /// Of the root window; unused for others.
    Rectangle part_;
    Rectangle place_;
    /// Its own pixels begin with the frame that the server draws around it.
    int border_{0};
    xcb_pixmap_t pixmap_{0};
    std::uint32_t damage_{0};
    std::uint32_t segment_{0};
    std::uint8_t* shared_{nullptr};
    std::size_t shared_bytes_{0};
    /// Where memory cannot be shared with the server.
    base::Bytes copied_;
    bool fresh_{true};
};

} // namespace plenum::media::x11
