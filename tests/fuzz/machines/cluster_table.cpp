// SPDX-License-Identifier: Apache-2.0
// The state table beside a plain list of what was set and when: soft state, aggregates and reports.
#include "core/cluster/state_table.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace plenum::fuzz {
namespace {

using namespace cluster;

constexpr base::Duration age_max = std::chrono::seconds{2};

class Model {
  public:
    void assign(FlowNumber flow, const Operation& operation, base::LocalTime now) {
        cells_[{operation.address, flow}] = {operation.value, now, ++order_};
    }
    void remove(FlowNumber flow) {
        std::erase_if(cells_, [&](const auto& each) { return each.first.second == flow; });
    }
    [[nodiscard]] std::optional<Cell> read(CellPlace place, base::LocalTime now) const {
        std::vector<AssignedCell> there;
        for (const auto& [key, cell] : cells_)
            if (key.first == place.address && now - cell.at < age_max)
                there.push_back({key.second, cell.value, cell.order});
        if (const auto function = aggregate_at(place.offset); function && is_general(place.address))
            return evaluate(*function, there);
        const FlowNumber flow{place.offset.value()};
        const auto found = std::ranges::find(there, flow, &AssignedCell::flow);
        return found == there.end() ? std::nullopt : std::optional{found->value};
    }

  private:
    struct Set {
        Cell value;
        base::LocalTime at;
        std::uint64_t order;
    };
    std::map<std::pair<Address, FlowNumber>, Set> cells_;
    std::uint64_t order_{0};
};

class Run {
  public:
    void step(Input& steps) {
        switch (steps.below(8)) {
        case 0: now_ += steps.microseconds(1'500'000); break;
        case 1: table_.expire(now_); break;
        case 2:
            if (steps.rarely(4)) remove(flow(steps));
            break;
        case 3: point(steps); break;
        default: assign(flow(steps), {address(steps), Cell{steps.number(steps.flip() ? 3 : 1)}}); break;
        }
        const CellPlace place{address(steps), Offset{static_cast<std::uint8_t>(steps.below(82))}};
        CHECK(table_.read(place, now_) == expected(place));
        check_reports(flow(steps));
    }

  private:
    [[nodiscard]] static FlowNumber flow(Input& steps) {
        return FlowNumber{static_cast<std::uint8_t>(steps.below(66))};
    }
    [[nodiscard]] static Address address(Input& steps) { return Address{static_cast<std::uint8_t>(steps.below(10))}; }
    [[nodiscard]] static bool is_measured(Address address) { return address == network || address == flow_figures; }

    void assign(FlowNumber which, const Operation& operation) {
        const bool allowed = is_flow(which) && !is_measured(operation.address);
        CHECK(table_.assign(which, operation, now_) == allowed);
        if (allowed) model_.assign(which, operation, now_);
    }
    void remove(FlowNumber which) {
        table_.remove(which);
        model_.remove(which);
    }
    void point(Input& steps) {
        const CellPlace place{address(steps), Offset{static_cast<std::uint8_t>(steps.below(82))}};
        const ReportPointer pointer{place, ValidationId{steps.byte()}};
        assign(flow(steps), {report_pointer(steps.below(4)), pointer.cell()});
    }
    [[nodiscard]] std::optional<Cell> expected(CellPlace place) const {
        return is_measured(place.address) ? std::nullopt : model_.read(place, now_);
    }
    void check_reports(FlowNumber which) {
        const auto reports = table_.report(which, now_);
        for (std::size_t i = 0; i < reports.size(); ++i) {
            const auto cell =
                is_flow(which) ? model_.read({report_pointer(i), Offset{which.value()}}, now_) : std::nullopt;
            const auto pointer = cell ? std::optional{ReportPointer::from(*cell)} : std::nullopt;
            const auto value = pointer ? expected(pointer->place) : std::nullopt;
            CHECK(reports[i].has_value() == value.has_value());
            if (value) CHECK(reports[i]->value == *value && reports[i]->id == pointer->id);
        }
    }

    base::LocalTime now_{std::chrono::seconds{100}};
    StateTable table_{age_max};
    Model model_;
};

} // namespace

void run_cluster_table(base::ByteView input) {
    Input steps{input};
    Run run;
    while (steps.more())
        run.step(steps);
}

} // namespace plenum::fuzz
