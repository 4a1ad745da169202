// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/client/session.h"

#include <filesystem>
#include <string>

namespace plenum::cli {

struct ShellOptions {
    std::string link;
    std::string name;
    /// Of this run alone, unless a file is told.
    client::Identity identity{client::Identity::Kind::ephemeral, {}};
    /// Commands from a file instead of standard input.
    std::filesystem::path script;
};

/// Every primitive of the core from a prompt or a script, one command a line; answers and events as JSON lines on
/// standard output. Returns the exit status: 1 if a command failed or the conference ended otherwise than asked.
int run_shell(const ShellOptions& options);

} // namespace plenum::cli
