// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/node/node.h"
#include "tests/sim/virtual_time.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// What watches a run. One invariant is one checker: fed with everything that happens, it remembers what it needs and
/// says when the invariant broke. A checker knows nothing of the world and can be fed by a test.
namespace plenum::sim {

/// One stay of one node in the conference; a restart, or joining anew after being out, begins the next.
struct Session {
    NodeIndex node;
    std::uint32_t number{0};
    friend auto operator<=>(const Session&, const Session&) = default;
};

/// A message that got its number, as its sender's application gave it.
struct Publication {
    base::FlowId flow;
    base::MemberIndex sender;
    base::SequenceNumber sequence;
    std::uint64_t checksum{0};
    std::size_t bytes{0};
};

/// What a relay's store gave back of one conference when its program started.
struct Restored {
    /// Entries that came back; that the store had said were durable; that others may have heard of.
    std::size_t found{0};
    std::size_t saved{0};
    std::size_t promised{0};
    /// Words that the store had said were durable, and how many of these did not come back.
    std::size_t words_saved{0};
    std::size_t words_lost{0};
    /// Not the beginning of what was put.
    bool altered{false};
    /// Bits had flipped on the disk.
    bool rotten{false};
    /// A notice spoke of it.
    bool told{false};
    /// The conference in which people meet, and what came back of it; null: nothing, or another conference.
    bool meeting{false};
    const node::ConferenceStored* contents{nullptr};
};

struct FloorStep;

class Checker {
  public:
    Checker() = default;
    Checker(const Checker&) = delete;
    Checker& operator=(const Checker&) = delete;
    virtual ~Checker() = default;

    /// Short name of the invariant, then the invariant in words.
    [[nodiscard]] virtual std::string_view name() const = 0;

    virtual void on_begin(Session, VirtualTime) {}
    /// Crashed, or told that it is out of the conference.
    virtual void on_end(Session, VirtualTime) {}
    virtual void on_publication(Session, const Publication&, VirtualTime) {}
    virtual void on_event(Session, const node::Event&, VirtualTime) {}
    virtual void on_trace(Session, const base::TraceEvent&, VirtualTime) {}
    virtual void on_load(Session, const node::NodeLoad&) {}
    virtual void on_restored(Session, const Restored&) {}
    /// What a person asked of their node, which took it or refused it.
    virtual void on_command(Session, const node::Command&, VirtualTime) {}
    /// A relay wrote an entry of the log: what it did to a token (floor_log.h), for each; then that it is done.
    virtual void on_floor(const FloorStep&, VirtualTime) {}
    virtual void on_entry(VirtualTime) {}
    /// A relay keeps the stream's messages before this one no longer: too old.
    virtual void on_forgotten(base::FlowId, base::MemberIndex, base::SequenceNumber) {}
    /// The node and its surroundings did not keep the contract of node.h.
    virtual void on_contract_broken(Session, std::string_view) {}

    /// Whether the invariant holds only as long as no disk loses the control log.
    [[nodiscard]] virtual bool stands_on_log() const { return false; }
    /// What is still missing before the conference is whole. Asked only after all faults have ended; must become
    /// nullopt within bounded time.
    [[nodiscard]] virtual std::optional<std::string> unmet() const { return std::nullopt; }

    /// The first break, in words.
    [[nodiscard]] const std::optional<std::string>& broken() const { return broken_; }

  protected:
    void fail(std::string what) {
        if (!broken_) broken_ = std::move(what);
    }

  private:
    std::optional<std::string> broken_;
};

/// After FNV-1a, eight bytes at a time: enough to tell messages apart in a world without attackers.
[[nodiscard]] std::uint64_t checksum_of(base::ByteView bytes);

/// "node 3, session 2", for messages.
[[nodiscard]] std::string to_text(Session session);

} // namespace plenum::sim
