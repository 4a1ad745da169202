// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/script_pace.h"

#include <utility>

namespace plenum::cli {
namespace {

using namespace std::chrono_literals;

/// How long leaving at the end of the input waits for the relay to have what was said.
constexpr base::Duration confirmation_time_max = 10s;
/// So long the last command may be refused before leaving at the end of the input.
constexpr base::Duration refusal_time_max = 1s;

} // namespace

void ScriptPace::handle(const node::Event& event) {
    const auto* phase = std::get_if<node::PhaseChanged>(&event);
    if (phase == nullptr) return;
    joined_ = joined_ || phase->phase == node::Phase::joined;
    answered_ = answered_ || joined_ || phase->phase == node::Phase::lobby;
}

bool ScriptPace::is_early(const std::string& line, const client::ConferenceView& view) const {
    if (joined_ && view.own(base::FlowKind::chat).value() != 0) return false;
    const auto command = parse_command(line);
    return command && *command && needs_conference(**command);
}

std::optional<std::string> ScriptPace::next(LineReader& lines, const client::ConferenceView& view) {
    auto line = early_line_ ? std::exchange(early_line_, std::nullopt) : lines.next(0ms);
    if (!line || lines.is_terminal() || !is_early(*line, view)) return line;
    early_line_ = std::move(line);
    return std::nullopt;
}

void ScriptPace::note(const ShellCommand& command, base::LocalTime now) {
    if (needs_conference(command)) may_be_refused_until_ = now + refusal_time_max;
}

bool ScriptPace::may_leave(bool settled, base::LocalTime now) {
    if (!answered_ || early_line_) return false;
    if (!leave_by_) leave_by_ = now + confirmation_time_max;
    return now >= *leave_by_ || (settled && now >= may_be_refused_until_);
}

} // namespace plenum::cli
