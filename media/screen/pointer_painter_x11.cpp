// SPDX-License-Identifier: Apache-2.0
#include "media/screen/pointer_painter_x11.h"

#include <algorithm>
#include <cstring>
#include <xcb/xfixes.h>

namespace plenum::media::x11 {
namespace {

/// Both as blue, green, red in memory, which is this order of bits.
std::uint32_t blend(std::uint32_t below, std::uint32_t above) {
    const auto rest = 255 - (above >> 24);
    std::uint32_t mixed = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        const auto part = (above >> shift & 0xff) + (below >> shift & 0xff) * rest / 255;
        mixed |= std::min<std::uint32_t>(part, 255) << shift;
    }
    return mixed;
}

} // namespace

bool PointerPainter::look() {
    if (!connection_.has_pointer_pictures()) return false;
    auto* raw = connection_.raw();
    const auto reply = own(xcb_xfixes_get_cursor_image_reply(raw, xcb_xfixes_get_cursor_image(raw), nullptr));
    if (!reply) return false;
    const Rectangle area{reply->x - reply->xhot, reply->y - reply->yhot, reply->width, reply->height};
    const auto count = static_cast<std::size_t>(reply->width) * reply->height;
    if (static_cast<std::size_t>(xcb_xfixes_get_cursor_image_cursor_image_length(reply.get())) < count) return false;
    if (area == area_ && reply->cursor_serial == serial_) return false;
    const auto* pixels = xcb_xfixes_get_cursor_image_cursor_image(reply.get());
    pixels_.assign(pixels, pixels + count);
    area_ = area;
    serial_ = reply->cursor_serial;
    return true;
}

void PointerPainter::draw(const WindowGrabber& grabber) {
    const auto to = grabber.pixels();
    const auto& place = grabber.place();
    for (int row = 0; row < area_.height; ++row) {
        for (int column = 0; column < area_.width; ++column) {
            const int x = area_.x - place.x + column;
            const int y = area_.y - place.y + row;
            if (x < 0 || y < 0 || x >= place.width || y >= place.height) continue;
            const auto above = pixels_[static_cast<std::size_t>(row) * static_cast<std::size_t>(area_.width) +
                                       static_cast<std::size_t>(column)];
            if (above >> 24 == 0) continue;
            const auto at =
                4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(place.width) + static_cast<std::size_t>(x));
            std::uint32_t below = 0;
            std::memcpy(&below, &to[at], sizeof below);
            covered_.push_back({at, below});
            const auto mixed = blend(below, above);
            std::memcpy(&to[at], &mixed, sizeof mixed);
        }
    }
}

void PointerPainter::remove(const WindowGrabber& grabber) {
    const auto to = grabber.pixels();
    for (const auto& each : covered_)
        std::memcpy(&to[each.at], &each.pixel, sizeof each.pixel);
    covered_.clear();
}

} // namespace plenum::media::x11
