// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"
#include "tests/sim/checkers/flow_book.h"

#include <map>
#include <set>
#include <vector>

namespace plenum::sim {

/// Lines and entries that people were told of, and what the relay's disk had of them after each start.
struct ToldAndKept {
    /// Own lines that senders were told are kept; entries of the log that some member had.
    std::uint64_t lines{0};
    std::uint64_t entries{0};
    /// Looked for after starts, each as often as there were starts.
    std::uint64_t lines_looked_for{0};
    std::uint64_t entries_looked_for{0};
    /// Not there, since the disk had lost what it had said is durable.
    std::uint64_t lines_lost_by_disk{0};
    std::uint64_t entries_lost_by_disk{0};
    /// Told while the disk took nothing, which the relay's operator was told, and not there.
    std::uint64_t entries_unkept{0};
    friend bool operator==(const ToldAndKept&, const ToldAndKept&) = default;
};

/// S2: whenever a relay's program starts, its disk has every line of which a sender had been told that it is kept, and
/// every entry of the log that a member had heard of: from what people were told, whatever store and relay think of
/// it. Excused, and counted apart, is what a disk lost that rots, lies about its syncs or cannot be read, until it is
/// surely there again; and entries that were told while the disk took nothing, if a notice said so.
class ToldStays final : public Checker {
  public:
    ToldStays(std::uint32_t relays, ToldAndKept& counts) : relays_{relays}, counts_{&counts} {}

    [[nodiscard]] std::string_view name() const override { return "S2 what was told is on the disk"; }
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_event(Session session, const node::Event& event, VirtualTime at) override;
    void on_trace(Session session, const base::TraceEvent& event, VirtualTime at) override;
    void on_forgotten(base::FlowId flow, base::MemberIndex sender, base::SequenceNumber first) override;
    void on_restored(Session session, const Restored& restored) override;

  private:
    struct Stream {
        /// The last line of which its sender was told.
        std::uint64_t told{0};
        /// Those before are too old to be kept.
        std::uint64_t first{1};
        /// Those that a disk lost, somewhere between. Nobody is told of them again, whoever gives them back.
        std::set<std::uint64_t> lost{};
    };
    void look_for_lines(Session session, const Restored& restored);
    void look_for_entries(Session session, const Restored& restored);

    std::uint32_t relays_;
    ToldAndKept* counts_;
    std::map<Session, base::MemberIndex> members_;
    std::map<StreamKey, Stream> streams_;
    /// Those that members heard of, by position.
    std::vector<std::optional<base::Hash>> entries_;
    /// Those that a disk did not have when it was last looked into; what was on its way is heard after that.
    std::vector<std::optional<base::Hash>> lost_entries_;
    VirtualTime latest_{};
    /// When a disk was last found to have lost lines.
    std::optional<VirtualTime> lost_at_;
    VirtualTime entries_lost_at_{};
    static constexpr base::Duration on_its_way_max = std::chrono::seconds{5};
};

} // namespace plenum::sim
