// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/events.h"
#include "core/base/flow_spec.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

/// What a session tells an application, on two queues: everything but media, and media.
namespace plenum::client {

/// Something is not as it should be, and the session goes on. One sentence for people.
struct Warning {
    std::string sentence;
};

/// Why a session is over where no node was asked or none could answer.
enum class FailReason : std::uint8_t {
    unknown_host = 1, ///< the name in the link has no address, or names cannot be looked up
    not_drained = 2,  ///< the application left more than `events_max` events in the queue
    broken_off = 3,   ///< leaving took longer than `Session::leave_time_max`
    not_begun = 4,    ///< of `make_conference`: what it was given cannot be used, or the system gives no means
};

/// The session is over; the last event of every session, and its only one of this type.
struct Finished {
    std::variant<node::EndReason, FailReason> reason;
    /// What happened, what it means, what to do.
    std::string sentence;
};

/// `node::Event`: all of a node's events in their order, but for messages of audio and video flows and
/// `KeyFrameRequested`, which are on the media queue. `node::Ended` is told by `Finished` instead.
using Event = std::variant<node::Event, Warning, Finished>;

/// Sound and pictures: much, and worth little once there is newer.
[[nodiscard]] constexpr bool is_media(base::FlowKind kind) {
    return kind == base::FlowKind::audio || kind == base::FlowKind::video || kind == base::FlowKind::screen;
}

/// A message of a flow of such a kind.
struct MediaMessage {
    base::FlowKind kind;
    node::MessageReceived message;
};
using MediaEvent = std::variant<MediaMessage, node::KeyFrameRequested>;

/// Bounds of the queues. Control events are never lost: past the bound the session ends and says so. Media messages
/// push the oldest out, counted.
inline constexpr std::size_t events_max = 65'536;
inline constexpr std::size_t event_bytes_max = 64 * 1024 * 1024;
inline constexpr std::size_t media_events_max = 4096;
inline constexpr std::size_t media_bytes_max = 64 * 1024 * 1024;

[[nodiscard]] std::size_t byte_size(const Event& event);
[[nodiscard]] std::size_t byte_size(const MediaEvent& event);

/// For people: what happened, what it means, what to do.
[[nodiscard]] std::string_view explain(node::EndReason reason);
[[nodiscard]] std::string_view explain(node::CommandError error);
/// More exact where the command tells causes apart that share an error.
[[nodiscard]] std::string_view explain(const node::CommandRefused& event);
[[nodiscard]] std::string_view explain(FailReason reason);
[[nodiscard]] std::string_view explain(const node::RelayRestarts& event);

} // namespace plenum::client
