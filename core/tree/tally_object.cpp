// SPDX-License-Identifier: Apache-2.0
#include "core/tree/tally_object.h"

#include "core/base/enums.h"

#include <algorithm>

namespace plenum::tree {
namespace {

/// Numbers of the object's deadlines; a child's is its id behind them.
constexpr std::uint64_t hold_over = 0;
constexpr std::uint64_t refresh_due = 1;
constexpr std::uint64_t round_learnt = 2;
constexpr std::uint64_t ask_again_due = 3;
constexpr std::uint64_t first_child = 4;

std::uint64_t version_at(base::LocalTime now) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(1, base::to_us(now.time_since_epoch())));
}

std::optional<base::Duration> duration_of(std::uint64_t us) {
    if (us == 0 || us > static_cast<std::uint64_t>(base::to_us(limits::object_lifetime_max))) return std::nullopt;
    return base::from_us(static_cast<std::int64_t>(us));
}

} // namespace

bool TallyVariables::set(std::span<const Variable> variables) {
    if (std::ranges::any_of(variables, [](const Variable& each) { return each.variable >= first_column; }))
        columns.clear();
    for (const auto& [variable, value] : variables) {
        if (variable == round) {
            if (value > 0xffff'ffff) return false;
            number = static_cast<std::uint32_t>(value);
        } else if (variable == hold || variable == report_age) {
            const auto duration = duration_of(value);
            if (!duration) return false;
            if (variable == hold)
                hold_time = std::max(*duration, limits::tally_hold_min);
            else
                report_age_max = std::max(*duration, limits::report_age_min);
        } else if (variable == receiver_sum) {
            receiver_sum_max = value;
        } else {
            const auto combine = base::to_enum<Combine>(value);
            const auto column = static_cast<std::size_t>(variable.value() - first_column.value());
            if (variable < first_column || column >= limits::columns_max || !combine) return false;
            if (column > columns.size()) return false;
            if (column == columns.size()) columns.emplace_back();
            columns[column] = *combine;
        }
    }
    return true;
}

bool TallyObject::set_variables(std::span<const Variable> variables, base::LocalTime now) {
    auto changed = variables_;
    if (!changed.set(variables)) return false;
    const bool starts = changed.number != variables_.number || changed.columns != variables_.columns;
    variables_ = std::move(changed);
    if (starts) start(now);
    return true;
}

void TallyObject::start(base::LocalTime now) {
    table_.start(variables_.number, variables_.columns);
    completed_ = false;
    holding_ = false;
    timer_.clear(hold_over);
    sent_.answered = 0;
    sent_.columns.clear();
    unheard_.start(now);
    schedule_repetition();
    timer_.set(round_learnt, now);
}

CallResult TallyObject::invoke(const Call& call, Reinvocations& reinvocations) {
    if (call.method != TallyReport::method) return CallResult::malformed;
    const auto report = decode_tally_report(call.parameters);
    if (!report) return CallResult::malformed;
    if (report->round != variables_.number) return CallResult::refused;
    if (report->answered > 0 && report->columns.size() != variables_.columns.size()) return CallResult::refused;
    if (call.from_receiver && !is_within_receivers_share(*report)) return CallResult::refused;
    if (!table_.contains(call.sender) && !cells_.resize(0, cells_per_child)) return CallResult::no_resources;
    const auto taken = table_.take(call.sender, *report);
    // An older version is of a packet that was overtaken, or of a child that forgot its own. It keeps no child alive.
    if (taken != TallyTable::Taken::old)
        timer_.set(first_child + call.sender.value(), call.now + variables_.report_age_max);
    if (taken != TallyTable::Taken::refused) {
        unheard_.hear(call.sender, call.arrival, call.now);
        schedule_repetition();
    }
    if (taken == TallyTable::Taken::changed) note_change(call.now, reinvocations);
    return CallResult::done;
}

void TallyObject::handle_gone(NodeId child, base::LocalTime now) {
    if (table_.contains(child)) timer_.set(first_child + child.value(), now);
}

void TallyObject::handle_timer(std::uint64_t number, base::LocalTime now, Reinvocations& reinvocations) {
    if (number == hold_over) {
        holding_ = false;
        if (table_.total() != sent_) send(now, reinvocations);
    } else if (number == refresh_due || number == round_learnt) {
        send(now, reinvocations);
    } else if (number == ask_again_due) {
        reinvocations.setup_again = unheard_.take_due(now);
        schedule_repetition();
    } else if (table_.remove(NodeId{number - first_child})) {
        cells_.give_back(cells_per_child);
        unheard_.remove(NodeId{number - first_child});
        schedule_repetition();
        note_change(now, reinvocations);
    }
}

void TallyObject::schedule_repetition() {
    if (unheard_.due() == base::local_time_max)
        timer_.clear(ask_again_due);
    else
        timer_.set(ask_again_due, unheard_.due());
}

bool TallyObject::is_within_receivers_share(const TallyReport& report) const {
    if (report.members != 1) return false;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < report.columns.size(); ++i)
        sum += variables_.columns[i] == Combine::sum ? report.columns[i] : 0;
    return sum <= variables_.receiver_sum_max;
}

void TallyObject::note_change(base::LocalTime now, Reinvocations& reinvocations) {
    if (table_.is_complete() && !completed_) {
        send(now, reinvocations);
    } else if (!holding_) {
        holding_ = true;
        timer_.set(hold_over, now + variables_.hold_time);
    }
}

void TallyObject::send(base::LocalTime now, Reinvocations& reinvocations) {
    auto total = table_.total();
    completed_ = completed_ || total.is_complete();
    holding_ = false;
    timer_.clear(hold_over);
    // Above those of an object that was here before, unless the clock began again.
    if (total != sent_ || version_ == 0) version_ = std::max(version_ + 1, version_at(now));
    reinvocations.upward.push_back(
        {TallyReport::method,
         wire::encode(TallyReport{variables_.number, version_, total.members, total.answered, total.columns}), true});
    sent_ = std::move(total);
    if (table_.size() > 0) timer_.set(refresh_due, now + variables_.refresh());
}

} // namespace plenum::tree
