// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/error.h"

#include <xcb/xcb.h>

#include <cstdint>
#include <cstdlib>
#include <memory>

/// Private to media.
namespace plenum::media::x11 {

/// What a server gives in answer, freed.
template <class Reply>
using Owned = std::unique_ptr<Reply, decltype(&std::free)>;

template <class Reply>
[[nodiscard]] Owned<Reply> own(Reply* reply) {
    return {reply, &std::free};
}

/// A connection to the X server of the environment. Nobody else reads its events or sees its errors.
class Connection {
  public:
    /// Errors: no_device (no server), failed (pixels of a kind that is not known here).
    [[nodiscard]] static Result<std::unique_ptr<Connection>> open();
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    [[nodiscard]] xcb_connection_t* raw() const { return connection_; }
    [[nodiscard]] const xcb_screen_t& screen() const { return *screen_; }
    [[nodiscard]] bool broken() const { return xcb_connection_has_error(connection_) != 0; }
    /// The windows' own pixels can be had, whatever covers them.
    [[nodiscard]] bool has_composite() const { return composite_; }
    [[nodiscard]] bool has_shared_memory() const { return shared_memory_; }
    /// 0 where the server does not tell damage; else its event's number.
    [[nodiscard]] std::uint8_t damage_event() const { return damage_event_; }
    [[nodiscard]] bool has_pointer_pictures() const { return pointer_pictures_; }
    /// None where there is no such name.
    [[nodiscard]] xcb_atom_t atom(const char* name) const;

  private:
    Connection() = default;
    void ask_extensions();

    xcb_connection_t* connection_{nullptr};
    const xcb_screen_t* screen_{nullptr};
    bool composite_{false};
    bool shared_memory_{false};
    bool pointer_pictures_{false};
    std::uint8_t damage_event_{0};
};

} // namespace plenum::media::x11
