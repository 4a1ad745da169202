// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/multicast/tree_router.h"
#include "core/tree/stream/stream_receiver.h"
#include "core/wire/control_edge.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>

namespace plenum::node {

/// An edge as a receiver: bodies that came from the home of a conference, until newer ones take their room
/// (docs/relays.md).
/// An edge may hold some that none of its members may get: references alone say who gets what.
class MulticastReceiver {
  public:
    /// Of one session of the home. The home refers to a quarter of that.
    static constexpr std::size_t packets_max = 1536;
    /// The home that is, and the one before it.
    static constexpr std::size_t sessions_max = 2;
    /// A home that says nothing for so long is no more.
    static constexpr base::Duration silence_max = std::chrono::seconds{20};

    /// `self`: the receiver's name in the tree.
    explicit MulticastReceiver(tree::NodeId self) : self_{self} {}

    /// A packet of the tree whose source is the home.
    void handle(base::ByteView packet, base::LocalTime now);
    void handle_wakeup(base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;
    /// The next packet for the tree, on its way to the home.
    [[nodiscard]] std::optional<base::Bytes> poll();

    /// The home has sent what the reference names: packets that are not there are missing.
    void expect(const wire::BodyReference& reference, base::LocalTime now);
    /// Empty if it is not there.
    [[nodiscard]] base::Bytes find(const wire::BodyReference& reference) const;
    /// Whether the home's session has begun here, so that nodes repair what is missing.
    [[nodiscard]] bool has_begun(const wire::BodyReference& reference) const;
    /// Some of it will not come, or came and had to make room.
    [[nodiscard]] bool is_lost(const wire::BodyReference& reference) const;
    /// Whether something came since the last call.
    [[nodiscard]] bool take_changed() { return std::exchange(changed_, false); }

    /// The home's session of the tree that began last.
    [[nodiscard]] std::optional<tree::SessionKey> newest() const {
        return sessions_.empty() ? std::nullopt : std::optional{sessions_.back().first};
    }
    /// Of that.
    struct Received {
        std::uint64_t packets{0};
        std::uint64_t bytes{0};
        std::uint64_t missed{0};
    };
    [[nodiscard]] Received received() const;

  private:
    struct Session {
        Session(const tree::StreamReceiverOptions& options, base::LocalTime now) : receiver{options}, heard_at{now} {}

        /// Stays where it is in memory.
        tree::StreamReceiver receiver;
        base::LocalTime heard_at;
        std::map<std::uint64_t, base::Bytes> packets;
        std::uint64_t bytes{0};
    };
    using Sessions = std::deque<std::pair<tree::SessionKey, std::unique_ptr<Session>>>;
    [[nodiscard]] const Session* find_session(std::uint64_t session) const;
    [[nodiscard]] Session& session_for(const tree::SessionKey& key, base::LocalTime now);
    void collect(Session& session);

    tree::NodeId self_;
    /// The newest is last.
    Sessions sessions_;
    bool changed_{false};
};

/// Whether the reference can be one of a correct home.
[[nodiscard]] bool is_sound(const wire::BodyReference& reference);

} // namespace plenum::node
