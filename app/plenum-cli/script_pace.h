// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum-cli/line_reader.h"
#include "app/plenum-cli/shell_command.h"
#include "core/client/conference_view.h"

#include <optional>
#include <string>

namespace plenum::cli {

/// When the next line of the shell's input can be carried out, and when the shell may leave after the last one.
class ScriptPace {
  public:
    void handle(const node::Event& event);
    /// The next line that can be carried out now. A script goes on when it can; a person reads at once why a line was
    /// refused.
    [[nodiscard]] std::optional<std::string> next(LineReader& lines, const client::ConferenceView& view);
    void note(const ShellCommand& command, base::LocalTime now);
    /// After the last line. `settled`: the relay has what was said. Before the relay has answered, the session finds
    /// out by itself that nobody does.
    [[nodiscard]] bool may_leave(bool settled, base::LocalTime now);

  private:
    [[nodiscard]] bool is_early(const std::string& line, const client::ConferenceView& view) const;

    /// A line that was read and waits for the conference.
    std::optional<std::string> early_line_;
    /// The relay lets us in, or tells us to wait.
    bool answered_{false};
    bool joined_{false};
    std::optional<base::LocalTime> leave_by_;
    base::LocalTime may_be_refused_until_{};
};

} // namespace plenum::cli
