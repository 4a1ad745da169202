// SPDX-License-Identifier: Apache-2.0
#include "media/screen/x11_connection.h"

#include <cstring>
#include <xcb/composite.h>
#include <xcb/damage.h>
#include <xcb/shm.h>
#include <xcb/xfixes.h>

namespace plenum::media::x11 {
namespace {

bool is_present(xcb_connection_t* connection, xcb_extension_t* extension) {
    const auto* data = xcb_get_extension_data(connection, extension);
    return data != nullptr && data->present != 0;
}

/// Four bytes a pixel, blue first: what all servers of today have.
bool has_known_pixels(xcb_connection_t* connection, const xcb_screen_t& screen) {
    const auto* setup = xcb_get_setup(connection);
    if (setup->image_byte_order != XCB_IMAGE_ORDER_LSB_FIRST) return false;
    for (auto at = xcb_setup_pixmap_formats_iterator(setup); at.rem > 0; xcb_format_next(&at)) {
        if (at.data->depth == screen.root_depth)
            return at.data->bits_per_pixel == 32 && (screen.root_depth == 24 || screen.root_depth == 32);
    }
    return false;
}

} // namespace

Result<std::unique_ptr<Connection>> Connection::open() {
    std::unique_ptr<Connection> made{new Connection};
    int number = 0;
    made->connection_ = xcb_connect(nullptr, &number);
    if (made->broken()) return media_error(MediaError::Kind::no_device, "There is no X11 screen to share.");
    auto screens = xcb_setup_roots_iterator(xcb_get_setup(made->connection_));
    for (; screens.rem > 1 && number > 0; --number)
        xcb_screen_next(&screens);
    made->screen_ = screens.data;
    if (made->screen_ == nullptr || !has_known_pixels(made->connection_, *made->screen_))
        return media_error(MediaError::Kind::failed, "This screen has a depth of colours that cannot be shared.");
    made->ask_extensions();
    return made;
}

Connection::~Connection() { xcb_disconnect(connection_); }

/// A server wants to be asked for a version before it takes anything else.
void Connection::ask_extensions() {
    if (is_present(connection_, &xcb_composite_id)) {
        const auto reply = own(
            xcb_composite_query_version_reply(connection_, xcb_composite_query_version(connection_, 0, 4), nullptr));
        composite_ = reply && (reply->major_version > 0 || reply->minor_version >= 2);
    }
    if (is_present(connection_, &xcb_shm_id)) {
        const auto reply = own(xcb_shm_query_version_reply(connection_, xcb_shm_query_version(connection_), nullptr));
        shared_memory_ = reply != nullptr;
    }
    if (is_present(connection_, &xcb_xfixes_id)) {
        const auto reply =
            own(xcb_xfixes_query_version_reply(connection_, xcb_xfixes_query_version(connection_, 4, 0), nullptr));
        pointer_pictures_ = reply != nullptr;
    }
    if (is_present(connection_, &xcb_damage_id)) {
        const auto reply =
            own(xcb_damage_query_version_reply(connection_, xcb_damage_query_version(connection_, 1, 1), nullptr));
        if (reply) {
            damage_event_ = static_cast<std::uint8_t>(xcb_get_extension_data(connection_, &xcb_damage_id)->first_event +
                                                      XCB_DAMAGE_NOTIFY);
        }
    }
}

xcb_atom_t Connection::atom(const char* name) const {
    const auto asked = xcb_intern_atom(connection_, 1, static_cast<std::uint16_t>(std::strlen(name)), name);
    const auto reply = own(xcb_intern_atom_reply(connection_, asked, nullptr));
    return reply ? reply->atom : static_cast<xcb_atom_t>(XCB_ATOM_NONE);
}

} // namespace plenum::media::x11
