// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tree/object.h"
#include "core/tree/setup_repetition.h"
#include "core/tree/tally.h"

#include <cstdint>
#include <span>
#include <vector>

namespace plenum::tree {

/// Variables of the tally object.
struct TallyVariables {
    static constexpr VariableId round{1};
    /// µs for which a node collects reports before it sends a total that is not complete.
    static constexpr VariableId hold{2};
    /// µs for which a child counts that sends no report.
    static constexpr VariableId report_age{3};
    /// Largest sum over the `sum` columns of one receiver: 1 in a poll of one vote.
    static constexpr VariableId receiver_sum{4};
    /// And following: how each column is combined (`Combine`). Those of one SSP replace all before.
    static constexpr VariableId first_column{16};

    std::uint32_t number{0};
    base::Duration hold_time{std::chrono::milliseconds{100}};
    base::Duration report_age_max{std::chrono::seconds{15}};
    std::uint64_t receiver_sum_max{1};
    std::vector<Combine> columns;

    /// False if a variable is unknown or the whole is out of range; then the value is not to be used.
    [[nodiscard]] bool set(std::span<const Variable> variables);
    /// A node and a receiver send their report again so often.
    [[nodiscard]] base::Duration refresh() const { return report_age_max / 3; }
};

/// Adds up reports of the children below a node, and sends one total upstream.
///
/// The problem: ten thousand members answer within a second, each exactly once, over links that lose and double
/// packets. The intuition: a child reports its total, with a version. The newest replaces the one before, so that
/// repetition does no harm, and the node's own total is the sum over its children. When all members that children
/// announced have answered, the total goes upstream at once; else after `hold`. A node reports at once that it learnt
/// of a round, and sends the SSP again to children that do not. The alternative, the functions of Table 1, has no sum;
/// and counters that add differences count a doubled packet twice.
class TallyObject final : public Object {
  public:
    TallyObject(ObjectTimer timer, CellBudget& budget) : timer_{timer}, cells_{budget} {}

    [[nodiscard]] bool set_variables(std::span<const Variable> variables, base::LocalTime now) override;
    [[nodiscard]] CallResult invoke(const Call& call, Reinvocations& reinvocations) override;
    void handle_gone(NodeId child, base::LocalTime now) override;
    void handle_timer(std::uint64_t number, base::LocalTime now, Reinvocations& reinvocations) override;

    [[nodiscard]] TallyTotal total() const { return table_.total(); }
    [[nodiscard]] std::size_t children() const { return table_.size(); }

  private:
    [[nodiscard]] bool is_within_receivers_share(const TallyReport& report) const;
    static constexpr std::size_t cells_per_child = 3;
    /// For a child's first report.
    static constexpr base::Duration first_wait = std::chrono::milliseconds{100};
    void start(base::LocalTime now);
    void schedule_repetition();
    void note_change(base::LocalTime now, Reinvocations& reinvocations);
    void send(base::LocalTime now, Reinvocations& reinvocations);

    ObjectTimer timer_;
    CellShare cells_;
    TallyVariables variables_;
    TallyTable table_;
    SetupRepetition unheard_{first_wait};
    TallyTotal sent_;
    std::uint64_t version_{0};
    bool holding_{false};
    /// The round's first complete total has been sent.
    bool completed_{false};
};

} // namespace plenum::tree
