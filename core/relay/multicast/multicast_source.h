// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/edge/edge_path.h"
#include "core/relay/multicast/tree_router.h"
#include "core/tree/stream/stream_source.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace plenum::node {

/// The home of a conference as a source: messages of members' streams that several sessions behind edges need. Each
/// goes once down the tree of relays, as a body, and sessions get references to it (docs/relays.md).
class MulticastSource {
  public:
    /// Bodies that may still be referred to. An edge keeps more.
    static constexpr std::size_t bytes_max = 256 * 1024;
    static constexpr std::size_t bodies_max = 1024;
    static constexpr std::size_t body_bytes_max = 60 * 1024;
    /// Data packets that an edge may be behind. What finds no room goes to each session by itself.
    static constexpr std::uint64_t window = 256;
    /// A session of the multicast service ends after so long without a body.
    static constexpr base::Duration idle_max = std::chrono::seconds{15};

    /// `run`: drawn by this run of the relay.
    explicit MulticastSource(std::uint64_t run) : run_{run} {}

    /// The reference for a session behind that edge, if it was there when the body was sent. Not for a body that says
    /// anything but `message`.
    [[nodiscard]] std::optional<wire::BodyReference> find(const BodyKey& key, base::ByteView message,
                                                          std::uint64_t edge) const;
    /// Makes a body of the message. Nullopt, with nothing changed, where there is no room. `edges`: all that are there.
    [[nodiscard]] std::optional<wire::BodyReference> share(const BodyKey& key, base::ByteView message,
                                                           const std::set<std::uint64_t>& edges, base::LocalTime now);

    /// Edges may have come that were not there.
    void announce(base::LocalTime now) {
        if (source_) source_->hasten_setup(now);
    }
    /// Packets of the tree, from and to `home_node`.
    void handle(base::ByteView packet, base::LocalTime now);
    [[nodiscard]] std::optional<base::Bytes> poll(base::LocalTime now);
    void handle_wakeup(base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;

    struct Counts {
        std::uint64_t bodies{0};
        std::uint64_t bytes{0};
        std::uint64_t references{0};
    };
    [[nodiscard]] const Counts& counts() const { return counts_; }
    void note_reference() { ++counts_.references; }
    /// Null where nothing was shared lately.
    [[nodiscard]] const tree::StreamSource* source() const { return source_.get(); }
    [[nodiscard]] const tree::SessionKey& session() const { return session_; }

  private:
    struct Body {
        wire::BodyReference reference;
        base::Bytes message;
    };
    void begin(base::LocalTime now);
    void end();
    void meet(const std::set<std::uint64_t>& edges, base::LocalTime now);
    void bound();

    std::uint64_t run_;
    std::unique_ptr<tree::StreamSource> source_;
    tree::SessionKey session_;
    base::LocalTime shared_at_{};
    std::map<BodyKey, Body> bodies_;
    /// In the order in which they were sent.
    std::deque<BodyKey> order_;
    std::size_t bytes_{0};
    /// The first packet that was sent to each edge.
    std::map<std::uint64_t, std::uint64_t> edges_;
    Counts counts_;
};

} // namespace plenum::node
