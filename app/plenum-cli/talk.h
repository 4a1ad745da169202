// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/client/session.h"

#include <string>

namespace plenum::cli {

struct TalkOptions {
    std::string link;
    std::string name;
    /// Of this run alone, unless a file is told.
    client::Identity identity{client::Identity::Kind::ephemeral, {}};
};

/// A conference in a terminal: what is said scrolls above, what is typed stands in the last line. Without a terminal,
/// lines in and lines out. Returns the exit status.
int run_talk(const TalkOptions& options);

} // namespace plenum::cli
