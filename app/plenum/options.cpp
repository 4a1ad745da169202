// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/options.h"

#include "core/cluster/exchange/cluster_flows.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <iostream>

namespace plenum::app {
namespace {

constexpr int status_usage = 2;
constexpr int side_min = 320;
constexpr int side_max = 16'384;

/// "WIDTHxHEIGHT".
bool parse_size(const std::string& text, Options& options) {
    const auto cross = text.find('x');
    if (cross == std::string::npos) return false;
    const auto number = [](const char* begin, const char* end, int& to) {
        const auto [at, error] = std::from_chars(begin, end, to);
        return error == std::errc{} && at == end && to >= side_min && to <= side_max;
    };
    const auto* begin = text.data();
    return number(begin, begin + cross, options.width) &&
           number(begin + cross + 1, begin + text.size(), options.height);
}

void add_conference(CLI::App& app, Options& options) {
    app.add_option("link", options.link, "Link of the conference to join: plenum://HOST:PORT/CONFERENCE#SECRET");
    app.add_option("--name", options.name, "Your name as others see it; remembered");
    app.add_flag("--host", options.host,
                 "Make a conference, on this machine unless a relay server was chosen, and invite others by its link");
    app.add_option("--relay", options.relay,
                   "Relay server for the conference made by --host: HOST or HOST:PORT, or \"here\" for this machine; "
                   "remembered");
    app.add_option("--title", options.title, "Title of the conference made by --host");
    app.add_option("--admission", options.admission,
                   "Who comes into the conference made by --host: open (whoever has the link), lobby (you decide), "
                   "closed (nobody)")
        ->capture_default_str()
        ->check(CLI::IsMember({"open", "lobby", "closed"}));
    app.add_option("--port", options.port, "Preferred UDP port of --host; if taken, any other")->capture_default_str();
    app.add_option("--address", options.address,
                   "This machine's name or address in the link made by --host; else the one in its own network");
    app.add_option("--plugin", options.plugins,
                   "A stranger's floor style (a shared object), beside those in $XDG_DATA_HOME/plenum/plugins; runs "
                   "with all your rights");
    app.add_flag("--join", options.join, "Skip the pre-join screen");
    app.add_flag("--muted", options.muted, "Join with the microphone off");
    app.add_flag("--no-camera", options.no_camera, "Join with the camera off");
    app.add_option_function<std::string>(
        CrashWatch::argument, [&](const std::string& text) { options.crash = CrashWatch::read(text); },
        "Go back into the call that a crash ended; Plenum says this itself");
    app.add_option("--replay", options.replay_file,
                   "Play this recording of a conference or of cameras, and nothing else");
    app.add_option("--capture", options.capture,
                   "Receive the cluster of cameras of this name once in the conference, and show its workspace");
    app.add_option("--calibration", options.calibration_file,
                   "Calibration of these cameras, for --capture or --replay");
    app.add_flag("--offline-demo", options.offline_demo, "A simulated conference: no network, no devices");
}

void add_devices(CLI::App& app, Options& options) {
    app.add_option("--microphone", options.microphone,
                   "For this run: a device as the settings name it, file:PATH (anything with sound in it, played in a "
                   "loop), tone, or none");
    app.add_option_function<std::string>(
        "--microphone-file", [&](const std::string& path) { options.microphone = "file:" + path; },
        "The same as --microphone file:PATH");
    app.add_option("--loudspeaker", options.loudspeaker, "For this run: a device as the settings name it, or none");
    app.add_option(
        "--camera", options.camera,
        "For this run: a device such as /dev/video0, file:PATH (a film, played in a loop), pattern (a moving "
        "test picture), coded (pictures that carry their number), or none");
    app.add_flag("--plain-sound", options.plain_sound,
                 "For this run: no echo cancellation, noise suppression or gain control");
}

void add_window(CLI::App& app, Options& options, std::string& size) {
    app.add_option("--size", size, "Size of the window: WIDTHxHEIGHT in pixels");
    app.add_option("--theme", options.theme, "Light, dark, or as the system is; remembered")
        ->check(CLI::IsMember({"light", "dark", "system"}));
    app.add_option("--config-dir", options.config_folder,
                   "Folder of settings and this device's key; else $XDG_CONFIG_HOME/plenum");
    app.add_option("--passphrase-fd", options.passphrase_fd,
                   "Descriptor with the passphrase of this device's key, where one keeps it (plenum-cli identity)");
    app.add_option("--link-file", options.link_file, "Write the conference's link to this file once it is known");
    app.add_option(
        "--report", options.report_file,
        "Write who is seen and heard, frame rates and delays to this file as JSON, again and again and on quitting");
    app.add_option("--report-interval", options.report_interval_ms, "Milliseconds between two reports")
        ->capture_default_str()
        ->check(CLI::Range(50, 60'000));
    app.add_option("--screenshot", options.screenshot_file, "Save a picture of the window to this file (PNG)");
    app.add_option("--after", options.screenshot_after_s,
                   "When --screenshot is taken: seconds in the call, or since the start where no call is asked for")
        ->capture_default_str()
        ->check(CLI::NonNegativeNumber);
    app.add_option("--quit-after", options.quit_after_s, "Quit after so many seconds, counted as for --after")
        ->check(CLI::NonNegativeNumber);
}

std::string fault_of(const Options& options) {
    if (!options.replay_file.empty() && (options.host || options.offline_demo || !options.link.empty()))
        return "--replay plays a recording: leave --host, --offline-demo and the link away";
    if (options.host && !options.link.empty()) return "--host makes a conference of its own: leave the link away";
    if (options.offline_demo && (options.host || !options.link.empty()))
        return "--offline-demo has no network: leave --host and the link away";
    if (!options.relay.empty() && !options.host) return "--relay is where --host makes a conference: add --host";
    if (options.capture.size() > cluster::ClusterFlows::name_bytes_max)
        return "--capture takes a name of at most 16 bytes";
    if (options.join && !options.host && !options.offline_demo && options.link.empty())
        return "--join needs a link, or --host";
    return {};
}

} // namespace

std::variant<Options, int> parse_options(int argc, char** argv) {
    Options options;
    std::string size;
    CLI::App app{"Conferences: voice, pictures and chat, encrypted end to end.", "plenum"};
    app.set_version_flag("--version", "plenum " PLENUM_VERSION);
    add_conference(app, options);
    add_devices(app, options);
    add_window(app, options, size);
    app.footer("Exit status: 0 success, 1 failure, 2 wrong usage.");
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& asked) {
        return app.exit(asked);
    } catch (const CLI::ParseError& error) {
        std::cerr << "plenum: " << error.what() << '\n';
        return status_usage;
    }
    auto fault = fault_of(options);
    if (!size.empty() && !parse_size(size, options)) fault = "--size: not WIDTHxHEIGHT from 320 to 16384: " + size;
    if (fault.empty()) return options;
    std::cerr << "plenum: " << fault << '\n';
    return status_usage;
}

} // namespace plenum::app
