// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"
#include "tests/sim/checkers/flow_book.h"

#include <map>
#include <set>
#include <tuple>

namespace plenum::sim {

/// R2: what a program published once on a reliable flow reaches no member twice, though its sender may have been
/// written out of the conference in between and published it again as someone new.
///
/// Requests and pieces of files are said again on purpose, in the same words.
///
/// Only bodies of eight bytes and more tell one message from another; and a relay whose disk lost something cannot say
/// what it had taken before.
class SaidOnce final : public Checker {
  public:
    [[nodiscard]] std::string_view name() const override { return "R2 what is said once is heard once"; }
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_restored(Session session, const Restored& restored) override;
    void on_publication(Session session, const Publication& publication, VirtualTime at) override;
    void on_event(Session session, const node::Event& event, VirtualTime at) override;

  private:
    static constexpr std::size_t unique_bytes_min = 8;

    bool disk_lost_{false};
    FlowBook flows_;
    std::set<base::FlowId> of_files_;
    std::map<StreamKey, NodeIndex> nodes_;
    /// Flow, node and body.
    using Words = std::tuple<base::FlowId, NodeIndex, std::uint64_t>;
    /// What each stay heard, and as which message.
    std::map<Session, std::map<Words, std::pair<base::MemberIndex, base::SequenceNumber>>> heard_;
};

} // namespace plenum::sim
