// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/crash_watch.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace plenum::app {

/// What the command line asks for. Empty strings: not given.
struct Options {
    std::string link;
    std::string name;
    bool host{false};
    std::string title;
    /// Where the conference of `host` is to run; empty: as chosen last.
    std::string relay;
    /// "open", "lobby" or "closed".
    std::string admission{"open"};
    /// Past the pre-join screen at once.
    bool join{false};
    bool offline_demo{false};
    /// A recording to be played, in place of any call; empty: none.
    std::filesystem::path replay_file;
    /// Cluster of cameras to be received once in the call; empty: none.
    std::string capture;
    /// Of that cluster, or of a recording of one.
    std::filesystem::path calibration_file;
    /// Set where the program was started again after a crash.
    std::optional<CrashWatch::Crash> crash;
    bool muted{false};
    bool no_camera{false};

    /// As `microphone_of`, `loudspeaker_of` and `camera_of` read them (device_choice.h).
    std::string microphone;
    std::string loudspeaker;
    std::string camera;
    /// Microphone, loudspeaker and their processing as they are, without echo cancellation, noise suppression and gain.
    bool plain_sound{false};

    std::uint16_t port{7700};
    std::string address;

    /// Files of strangers' floor styles, beside those in the person's own folder.
    std::vector<std::filesystem::path> plugins{};

    int width{0};
    int height{0};
    std::string theme;
    std::filesystem::path config_folder;
    /// Of this device's key, and where to read it.
    std::optional<int> passphrase_fd;
    std::optional<std::string> passphrase;

    std::filesystem::path report_file;
    int report_interval_ms{2000};
    std::filesystem::path link_file;
    std::filesystem::path screenshot_file;
    double screenshot_after_s{3};
    std::optional<double> quit_after_s;
};

/// The options, or the exit status where there is nothing left to do; the words about it are printed.
[[nodiscard]] std::variant<Options, int> parse_options(int argc, char** argv);

} // namespace plenum::app
