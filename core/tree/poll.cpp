// SPDX-License-Identifier: Apache-2.0
#include "core/tree/poll.h"

#include "core/tree/type_registry.h"

#include <algorithm>

namespace plenum::tree {
namespace {

std::uint64_t in_microseconds(base::Duration duration) { return static_cast<std::uint64_t>(base::to_us(duration)); }

} // namespace

Poll::Poll(PollOptions options)
    : options_{options},
      session_{{options.session, options.setup_interval}},
      unheard_{options.repeat_after} {
    table_.start(round_, {Combine::sum});
    declare();
}

bool Poll::ask(Choices choices, base::LocalTime now) {
    if (choices.count == 0 || choices.count > limits::columns_max) return false;
    choices_ = choices.count;
    former_.reset();
    ++round_;
    reports_ = 0;
    table_.start(round_, std::vector<Combine>(choices_, Combine::sum));
    declare();
    session_.hasten_setup(now);
    unheard_.start(now);
    return true;
}

void Poll::handle(base::ByteView packet, base::LocalTime now) {
    for (const auto& [sender, entry] : session_.handle(packet, now)) {
        if (entry.object != poll_tally || entry.method != TallyReport::method) continue;
        const auto report = decode_tally_report(entry.parameters);
        if (!report || (!table_.contains(sender) && table_.size() == limits::cells_per_object_max)) continue;
        const auto taken = table_.take(sender, *report);
        if (taken == TallyTable::Taken::refused) continue;
        unheard_.hear(sender, InterfaceIndex{}, now);
        if (taken == TallyTable::Taken::changed && report->answered > 0) ++reports_;
    }
}

void Poll::handle_moved(base::LocalTime now) {
    former_ = result();
    former_until_ = now + options_.report_age;
    session_.forget_senders();
    table_.forget_versions();
    session_.hasten_setup(now);
}

std::optional<base::Bytes> Poll::poll(base::LocalTime now) {
    if (former_ && (now >= former_until_ || counted().members >= former_->members)) former_.reset();
    if (!unheard_.take_due(now).empty()) session_.hasten_setup(now);
    return session_.poll(now);
}

PollResult Poll::result() const {
    auto now = counted();
    return former_ && now.members < former_->members ? *former_ : now;
}

PollResult Poll::counted() const {
    auto total = table_.total();
    total.columns.resize(choices_);
    return {total.members, total.answered, std::move(total.columns)};
}

void Poll::declare() {
    std::vector<Variable> variables{{TallyVariables::round, round_},
                                    {TallyVariables::hold, in_microseconds(options_.hold)},
                                    {TallyVariables::report_age, in_microseconds(options_.report_age)},
                                    {TallyVariables::receiver_sum, 1}};
    for (std::size_t i = 0; i < choices_; ++i)
        variables.push_back({VariableId{static_cast<std::uint8_t>(TallyVariables::first_column.value() + i)},
                             static_cast<std::uint64_t>(Combine::sum)});
    session_.declare({poll_tally, types::tally, {}, options_.object_lifetime, {}, std::move(variables)});
}

void PollMember::handle(base::ByteView bytes, base::LocalTime now) {
    auto packet = decode_packet(bytes);
    if (!packet) return;
    (void)session_.handle(*std::move(packet), now);
    const auto* declared = session_.find(poll_tally);
    TallyVariables variables;
    if (declared == nullptr || !variables.set(declared->variables)) return;
    // With other columns it is another question, whatever its number: what was answered may have no column there.
    const bool asked = variables.number != variables_.number || variables.columns != variables_.columns;
    variables_ = std::move(variables);
    if (asked) {
        answer_.reset();
        session_.cancel(poll_tally);
        // So that the question is not sent again, unless the answer comes first.
        refresh_due_ = now;
    }
    if (registered_) return;
    registered_ = true;
    report(now);
}

void PollMember::handle_wakeup(base::LocalTime now) {
    session_.handle_wakeup(now);
    if (refresh_due_ <= now) report(now);
}

base::LocalTime PollMember::next_wakeup() const { return std::min(session_.next_wakeup(), refresh_due_); }

std::optional<std::uint32_t> PollMember::question() const {
    if (variables_.number == 0) return std::nullopt;
    return variables_.number;
}

bool PollMember::answer(PollAnswer answer, base::LocalTime now) {
    if (!question() || (answer.choice && *answer.choice >= variables_.columns.size())) return false;
    answer_ = answer;
    report(now);
    return true;
}

bool PollMember::withdraw(base::LocalTime now) {
    if (!question()) return false;
    answer_.reset();
    report(now);
    return true;
}

void PollMember::report(base::LocalTime now) {
    const auto us = static_cast<std::uint64_t>(std::max<std::int64_t>(1, base::to_us(now.time_since_epoch())));
    version_ = std::max(version_ + 1, us);
    TallyReport report{variables_.number, version_, 1, answer_ ? 1U : 0U, {}};
    if (answer_) report.columns.resize(variables_.columns.size());
    if (answer_ && answer_->choice) report.columns[*answer_->choice] = 1;
    session_.call_reliably(invocation_of(poll_tally, report), now);
    refresh_due_ = now + variables_.refresh();
}

} // namespace plenum::tree
