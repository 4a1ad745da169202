// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum-cli/shell_command.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace plenum::cli {

struct BotOptions {
    std::string link;
    std::string name;
    std::filesystem::path audio;
    /// A file, or "pattern" or "coded".
    std::string video;
    /// Shared as a screen: a film, a picture, or "pattern" or "coded".
    std::string screen;
    std::string chat;
    /// What to draw; empty for nothing.
    std::filesystem::path board;
    int board_pace_ms{200};
    /// Seconds of drawing; 0 is as long as it stays.
    double board_time_s{0};
    std::filesystem::path record;
    /// One file of the whole call, which everybody is told; empty for none.
    std::filesystem::path recording;
    /// Seconds in the conference; 0 is until it ends or a signal comes.
    double duration_s{0};
    int width_max{1280};
    int height_max{720};
    int rate_hz{30};
    /// What it wants to get less of, or elsewhere; all of the rest.
    std::vector<SubscribeCommand> subscriptions;
    bool json{false};
};

/// A headless participant; returns the exit status.
int run_bot(const BotOptions& options);

} // namespace plenum::cli
