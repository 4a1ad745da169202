// SPDX-License-Identifier: Apache-2.0
#include "media/screen/window_grabber_x11.h"

#include <algorithm>
#include <cstring>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <utility>
#include <xcb/composite.h>
#include <xcb/damage.h>
#include <xcb/shm.h>

namespace plenum::media::x11 {
namespace {

/// The largest screen that is shared.
constexpr int side_max = 16'384;
constexpr std::uint32_t all_planes = ~std::uint32_t{0};

std::size_t bytes_of(const Rectangle& area) {
    return std::size_t{4} * static_cast<std::size_t>(area.width) * static_cast<std::size_t>(area.height);
}

} // namespace

WindowGrabber::WindowGrabber(const Connection& connection, xcb_window_t window, const Rectangle& part)
    : connection_{connection},
      window_{window},
      part_{part} {
    auto* raw = connection_.raw();
    if (window_ != 0 && connection_.has_composite())
        xcb_composite_redirect_window(raw, window_, XCB_COMPOSITE_REDIRECT_AUTOMATIC);
    if (connection_.damage_event() != 0) {
        damage_ = xcb_generate_id(raw);
        xcb_damage_create(raw, damage_, window_ != 0 ? window_ : connection_.screen().root,
                          XCB_DAMAGE_REPORT_LEVEL_NON_EMPTY);
    }
}

/// The server frees what belongs to the connection; it may be used for another window.
WindowGrabber::~WindowGrabber() {
    auto* raw = connection_.raw();
    release_memory();
    if (pixmap_ != 0) xcb_free_pixmap(raw, pixmap_);
    if (damage_ != 0) xcb_damage_destroy(raw, damage_);
    if (window_ != 0 && connection_.has_composite())
        xcb_composite_unredirect_window(raw, window_, XCB_COMPOSITE_REDIRECT_AUTOMATIC);
    xcb_flush(raw);
}

std::span<std::uint8_t> WindowGrabber::pixels() const {
    auto* first = shared_ != nullptr ? shared_ : const_cast<std::uint8_t*>(copied_.data());
    return {first, bytes_of(place_)};
}

/// Where the window is now; an outcome where there is nothing to take.
std::optional<WindowGrabber::Outcome> WindowGrabber::look() {
    auto* raw = connection_.raw();
    if (connection_.broken()) return Outcome::gone;
    const auto root = connection_.screen().root;
    const auto window = window_ != 0 ? window_ : root;
    const auto geometry = own(xcb_get_geometry_reply(raw, xcb_get_geometry(raw, window), nullptr));
    if (!geometry) return Outcome::gone;
    Rectangle place{0, 0, geometry->width, geometry->height};
    border_ = geometry->border_width;
    if (window_ == 0) {
        // A screen that shrank has less to show.
        place = {std::clamp(part_.x, 0, place.width - 1), std::clamp(part_.y, 0, place.height - 1), place.width,
                 place.height};
        place.width = std::min(part_.width, place.width - place.x);
        place.height = std::min(part_.height, place.height - place.y);
    } else {
        const auto attributes =
            own(xcb_get_window_attributes_reply(raw, xcb_get_window_attributes(raw, window), nullptr));
        if (!attributes) return Outcome::gone;
        if (attributes->map_state != XCB_MAP_STATE_VIEWABLE) {
            fresh_ = true;
            return Outcome::hidden;
        }
        const auto moved =
            own(xcb_translate_coordinates_reply(raw, xcb_translate_coordinates(raw, window, root, 0, 0), nullptr));
        if (moved) place.x = moved->dst_x, place.y = moved->dst_y;
    }
    if (place.width < 2 || place.height < 2 || place.width > side_max || place.height > side_max)
        return Outcome::hidden;
    if (place.width != place_.width || place.height != place_.height) fresh_ = true;
    place_ = place;
    return std::nullopt;
}

bool WindowGrabber::is_damaged() {
    if (damage_ == 0) return true;
    bool damaged = false;
    while (const auto event = own(xcb_poll_for_event(connection_.raw())))
        damaged |= (event->response_type & 0x7f) == connection_.damage_event();
    // Before the pixels are taken: what is drawn meanwhile is told again.
    if (damaged) xcb_damage_subtract(connection_.raw(), damage_, XCB_NONE, XCB_NONE);
    return damaged;
}

/// A new size, or a window that was hidden, comes with another pixmap.
void WindowGrabber::name_pixmap() {
    if (window_ == 0 || !connection_.has_composite()) return;
    auto* raw = connection_.raw();
    if (pixmap_ != 0) xcb_free_pixmap(raw, std::exchange(pixmap_, 0));
    const auto named = xcb_generate_id(raw);
    const auto asked = xcb_composite_name_window_pixmap_checked(raw, window_, named);
    if (!own(xcb_request_check(raw, asked))) pixmap_ = named;
}

bool WindowGrabber::prepare_memory() {
    const auto needed = bytes_of(place_);
    if (shared_ != nullptr && shared_bytes_ >= needed) return true;
    release_memory();
    if (!connection_.has_shared_memory()) return false;
    const int id = shmget(IPC_PRIVATE, needed, IPC_CREAT | 0600);
    if (id < 0) return false;
    auto* memory = shmat(id, nullptr, 0);
    bool attached = false;
    if (memory != reinterpret_cast<void*>(-1)) { // as shmat tells its failure
        shared_ = static_cast<std::uint8_t*>(memory);
        shared_bytes_ = needed;
        segment_ = xcb_generate_id(connection_.raw());
        const auto asked = xcb_shm_attach_checked(connection_.raw(), segment_, static_cast<std::uint32_t>(id), 0);
        attached = !own(xcb_request_check(connection_.raw(), asked));
    }
    // It goes with the last who uses it, also where this program is killed.
    shmctl(id, IPC_RMID, nullptr);
    if (attached) return true;
    segment_ = 0;
    release_memory();
    return false;
}

void WindowGrabber::release_memory() {
    if (segment_ != 0) xcb_shm_detach(connection_.raw(), std::exchange(segment_, 0));
    if (shared_ != nullptr) shmdt(std::exchange(shared_, nullptr));
    shared_bytes_ = 0;
}

bool WindowGrabber::copy_pixels(xcb_drawable_t drawable, const Rectangle& part) {
    auto* raw = connection_.raw();
    const auto x = static_cast<std::int16_t>(part.x);
    const auto y = static_cast<std::int16_t>(part.y);
    const auto width = static_cast<std::uint16_t>(part.width);
    const auto height = static_cast<std::uint16_t>(part.height);
    if (prepare_memory()) {
        const auto asked =
            xcb_shm_get_image(raw, drawable, x, y, width, height, all_planes, XCB_IMAGE_FORMAT_Z_PIXMAP, segment_, 0);
        return own(xcb_shm_get_image_reply(raw, asked, nullptr)) != nullptr;
    }
    const auto asked = xcb_get_image(raw, XCB_IMAGE_FORMAT_Z_PIXMAP, drawable, x, y, width, height, all_planes);
    const auto reply = own(xcb_get_image_reply(raw, asked, nullptr));
    if (!reply || static_cast<std::size_t>(xcb_get_image_data_length(reply.get())) < bytes_of(part)) return false;
    const auto* data = xcb_get_image_data(reply.get());
    copied_.assign(data, data + bytes_of(part));
    return true;
}

WindowGrabber::Outcome WindowGrabber::grab() {
    if (const auto nothing = look()) return *nothing;
    const bool damaged = is_damaged();
    if (!damaged && !fresh_) return Outcome::unchanged;
    if (fresh_) name_pixmap();
    const bool own_pixels = pixmap_ != 0;
    const auto drawable = own_pixels ? pixmap_ : window_ != 0 ? window_ : connection_.screen().root;
    const int left = own_pixels ? border_ : 0;
    const Rectangle part{window_ == 0 ? place_.x : left, window_ == 0 ? place_.y : left, place_.width, place_.height};
    if (!copy_pixels(drawable, part)) {
        // Closed or resized meanwhile; the next look tells which.
        fresh_ = true;
        return connection_.broken() ? Outcome::gone : Outcome::hidden;
    }
    fresh_ = false;
    return Outcome::taken;
}

} // namespace plenum::media::x11
