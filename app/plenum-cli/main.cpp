// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/bot.h"
#include "app/plenum-cli/capture_options.h"
#include "app/plenum-cli/failure.h"
#include "app/plenum-cli/identity.h"
#include "app/plenum-cli/link_options.h"
#include "app/plenum-cli/recording_list.h"
#include "app/plenum-cli/shell.h"
#include "app/plenum-cli/talk.h"
#include "app/plenum-cli/verify.h"
#include "core/client/session.h"
#include "core/crypto/initialise.h"
#include "core/runtime/files.h"
#include "core/runtime/net/resolver.h"
#include "core/runtime/net/socket_address.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <system_error>

namespace plenum::cli {
namespace {

/// A file given by mistake ends here.
constexpr std::size_t secret_file_bytes_max = 4096;

struct Options {
    client::CreateOptions create;
    std::string create_admission{"open"};
    std::filesystem::path create_secret_file;
    std::optional<int> create_passphrase_fd;
    bool create_json{false};
    IdentityOptions identity;
    BotOptions bot;
    CaptureOptions capture;
    ShellOptions shell;
    std::filesystem::path shell_identity;
    std::optional<int> shell_passphrase_fd;
    bool shell_json{true};
    TalkOptions talk;
    VerifyOptions verify;
    std::filesystem::path recording;
    bool recording_json{true};
    std::filesystem::path link_file;
    std::filesystem::path talk_identity;
    std::optional<int> talk_passphrase_fd;
};

const std::map<std::string, base::Admission> admissions{
    {"open", base::Admission::open}, {"lobby", base::Admission::lobby}, {"closed", base::Admission::closed}};

/// Its only line.
std::expected<std::string, std::string> secret_in(const std::filesystem::path& file) {
    const auto contents = runtime::read_whole(file, secret_file_bytes_max);
    if (!contents) return std::unexpected(contents.error());
    auto secret = base::to_text(*contents);
    for (const auto end : {'\n', '\r'})
        if (secret.ends_with(end)) secret.pop_back();
    return secret;
}

/// The link would name it, and lead each who has it to their own machine.
bool is_nowhere(const runtime::HostPort& where) {
    const auto address = runtime::parse_address(where.host, where.port);
    return address && runtime::is_any(*address);
}

/// With its port, so that complaints name the port that was tried.
std::string to_text(const runtime::HostPort& where) {
    const bool v6 = where.host.find(':') != std::string::npos;
    return fmt::format("{}:{}", v6 ? "[" + where.host + "]" : where.host, where.port);
}

int run_create(Options& options) {
    const auto where = runtime::parse_host_port(options.create.relay);
    if (!where) return fail_usage(where.error());
    if (is_nowhere(*where))
        return fail(options.create.relay + " is where relays listen and no address that others can reach; name the "
                                           "relay as they do.");
    options.create.relay = to_text(*where);
    if (!options.create_secret_file.empty()) {
        auto secret = secret_in(options.create_secret_file);
        if (!secret) return fail(secret.error());
        options.create.create_secret = std::move(*secret);
    }
    options.create.policy.admission = admissions.at(options.create_admission);
    if (const auto unlocked = unlock(options.create.identity, options.create_passphrase_fd); !unlocked)
        return fail(unlocked.error());
    const auto link = client::create_conference(options.create, std::chrono::seconds{10});
    if (!link) return fail(link.error());
    const auto text = node::to_text(*link);
    if (options.create_json)
        fmt::print("{}\n", nlohmann::json{{"link", text}}.dump());
    else
        fmt::print("{}\n", text);
    return 0;
}

/// For those who act with a key of their own, such as a moderator's.
void add_identity_options(CLI::App& command, std::filesystem::path& file, std::optional<int>& passphrase_fd) {
    auto* given =
        command.add_option("--identity", file, "File of the identity to come with (default: one of this run)")
            ->check(CLI::ExistingFile);
    command.add_option("--passphrase-fd", passphrase_fd, "Descriptor with its passphrase; asked for otherwise")
        ->needs(given);
}

void add_create(CLI::App& program, Options& options) {
    auto* command = program.add_subcommand("create", "Make a conference on a relay and print its link");
    command->add_option("--relay", options.create.relay, "The relay, HOST:PORT")->required();
    command->add_option("--name", options.create.title, "Name of the conference")->required()->check(usable_name);
    auto* secret = command->add_option("--create-secret", options.create.create_secret,
                                       "Word that the relay's operator gave out; other users here may see it");
    command->add_option("--create-secret-file", options.create_secret_file, "The same out of a file")->excludes(secret);
    command->add_option("--identity", options.create.identity.file,
                        "File of the identity that will moderate, made if there is none (default: the device's, which "
                        "the client has too)");
    command->add_option("--passphrase-fd", options.create_passphrase_fd,
                        "Descriptor with the passphrase of that file; asked for otherwise, where it has one");
    command
        ->add_option("--admission", options.create_admission,
                     "Who comes in: open (whoever has the link), lobby (a moderator decides), closed (nobody)")
        ->check(CLI::IsMember({"open", "lobby", "closed"}))
        ->capture_default_str();
    command->add_flag("--json", options.create_json, "Print an object with the link");
}

void add_identity(CLI::App& program, Options& options) {
    auto& identity = options.identity;
    auto* command = program.add_subcommand("identity", "The key of this device, and the passphrase that keeps it");
    command->add_option("--identity", identity.file, "File of the key, made if there is none (default: the device's)");
    command->add_option("--passphrase-fd", identity.passphrase_fd,
                        "Descriptor with its present passphrase; asked for otherwise");
    auto* set =
        command->add_flag("--set-passphrase", identity.set_passphrase, "Keep it by a passphrase, or by another");
    command
        ->add_option("--new-passphrase-fd", identity.new_passphrase_fd,
                     "Descriptor with the new one; asked for otherwise")
        ->needs(set);
    command->add_flag("--remove-passphrase", identity.remove_passphrase, "Keep it by none")->excludes(set);
    command->add_flag("--json", identity.json, "Print an object");
}

void add_bot(CLI::App& program, Options& options) {
    auto& bot = options.bot;
    auto* command = program.add_subcommand("bot", "A headless participant that plays and records real files");
    add_link_options(*command, bot.link, options.link_file);
    command->add_option("--name", bot.name, "Name that the others see")->required()->check(usable_name);
    command->add_option("--audio", bot.audio, "Sound file to speak, again and again")->check(CLI::ExistingFile);
    command->add_option("--video", bot.video, "Film to show, again and again; or: pattern, coded");
    command->add_option("--screen", bot.screen, "Film or picture to share as a screen; or: pattern, coded");
    command->add_option("--chat", bot.chat, "Message to write once joined");
    command->add_option("--board", bot.board, "Script to draw, again and again: lines as `board` in the shell")
        ->check(CLI::ExistingFile);
    command->add_option("--board-pace", bot.board_pace_ms, "Milliseconds between two lines of the script")
        ->check(CLI::Range(1, 3'600'000));
    command->add_option("--board-time", bot.board_time_s, "Seconds of drawing; 0, the default: as long as it stays")
        ->check(not_below_zero);
    command->add_option("--record", bot.record, "Folder for what is heard, seen and told");
    command->add_option("--recording", bot.recording, "Matroska file of the whole call; everybody is told");
    command->add_option("--duration", bot.duration_s, "Seconds to stay after joining; 0, the default: until it ends")
        ->check(not_below_zero);
    command->add_option("--width", bot.width_max, "Widest picture to send")->check(CLI::Range(64, 3840));
    command->add_option("--height", bot.height_max, "Highest picture to send")->check(CLI::Range(64, 2160));
    command->add_option("--rate", bot.rate_hz, "Pictures a second at most")->check(CLI::Range(1, 60));
    command
        ->add_option_function<std::vector<std::string>>(
            "--subscribe",
            [&bot](const std::vector<std::string>& all) {
                for (const auto& words : all)
                    bot.subscriptions.push_back(parse_subscription(words).value());
            },
            "What to receive less of, as `subscribe` in the shell, such as: \"camera all 15\"")
        ->check([](const std::string& words) {
            const auto parsed = parse_subscription(words);
            return parsed ? std::string{} : parsed.error();
        });
    command->add_flag("--json", bot.json, "At the end, print what was received");
}

void add_shell(CLI::App& program, Options& options) {
    auto* command = program.add_subcommand("shell", "Every primitive, one command a line; answers as JSON lines");
    command->footer("The command `help` lists the others. Exit status 1 if a command failed, at once or later: "
                    "an answer `error`, or an event `refused`, `message_refused`, `pull_failed` or `file-failed`.");
    add_link_options(*command, options.shell.link, options.link_file);
    command->add_option("--name", options.shell.name, "Name that the others see")->required()->check(usable_name);
    command->add_option("--script", options.shell.script, "Commands from a file")->check(CLI::ExistingFile);
    add_identity_options(*command, options.shell_identity, options.shell_passphrase_fd);
    command->add_flag("--json", options.shell_json, "Accepted; the shell always speaks JSON lines");
}

void add_talk(CLI::App& program, Options& options) {
    auto* command = program.add_subcommand("talk", "A conference in the terminal");
    add_link_options(*command, options.talk.link, options.link_file);
    command->add_option("--name", options.talk.name, "Name that the others see")->required()->check(usable_name);
    add_identity_options(*command, options.talk_identity, options.talk_passphrase_fd);
    command->footer("Each line goes to all. /leave ends, /help tells the rest.");
}

void add_verify(CLI::App& program, Options& options) {
    auto* command = program.add_subcommand("verify", "Check minutes of a conference, without a network");
    command->add_option("FILE", options.verify.file, "As `minutes FILE` of the shell wrote it")->required();
    command->add_flag("--json", options.verify.json, "Print an object");
    command->footer("Prints who had which token when. Exit status 1 if the minutes are not genuine.");
}

void add_recording(CLI::App& program, Options& options) {
    auto* command = program.add_subcommand("recording", "What is in a recording of a conference");
    command->add_option("FILE", options.recording, "As `bot --recording` or the window wrote it")->required();
    command->add_flag("--json", options.recording_json, "Accepted; the list always is JSON lines");
    command->footer("Prints the tracks, then what happened in the order of cause, as JSON lines.");
}

/// With an identity of a file where one is told.
template <class Participant>
int run_as(Participant& participant, const std::filesystem::path& file, std::optional<int> passphrase_fd,
           int (*run)(const Participant&)) {
    if (!file.empty()) {
        participant.identity = {client::Identity::Kind::device, file};
        if (const auto unlocked = unlock(participant.identity, passphrase_fd); !unlocked) return fail(unlocked.error());
    }
    return run(participant);
}

/// The innermost command that was named, for whoever should look into its help.
std::string named(const CLI::App& program) {
    auto name = program.get_name();
    for (const auto* command : program.get_subcommands())
        name += " " + command->get_name();
    return name;
}

int run(int argc, char** argv) {
    CLI::App program{"Plenum from the command line", "plenum-cli"};
    program.set_version_flag("--version", std::string{"plenum-cli "} + PLENUM_VERSION);
    program.require_subcommand(1);
    Options options;
    add_create(program, options);
    add_identity(program, options);
    add_bot(program, options);
    add_capture(program, options.capture, options.link_file);
    add_shell(program, options);
    add_talk(program, options);
    add_verify(program, options);
    add_recording(program, options);
    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const bool asked = error.get_exit_code() == 0;
        if (asked) return program.exit(error);
        const std::string first{argc > 1 ? argv[1] : ""};
        const bool unknown = program.get_subcommands().empty() && !first.empty() && first.front() != '-';
        fmt::print(stderr, "plenum-cli: {}; see {} --help\n",
                   unknown ? "There is no command " + first : std::string{error.what()}, named(program));
        return usage_status;
    }
    if (!crypto::initialise()) return fail("The cryptographic library does not start; nothing can be done safely.");
    if (program.got_subcommand("create")) return run_create(options);
    if (program.got_subcommand("identity")) return run_identity(options.identity);
    if (program.got_subcommand("verify")) return run_verify(options.verify);
    if (program.got_subcommand("recording")) return list_recording(options.recording);
    if (program.got_subcommand("clock")) return run_serve_clock(options.capture.clock);
    if (program.got_subcommand("calibrate")) return run_calibrate(options.capture.calibrate);
    if (!options.link_file.empty()) {
        const auto link = secret_in(options.link_file);
        if (!link) return fail(link.error());
        options.bot.link = options.shell.link = options.talk.link = *link;
        set_link(options.capture, *link);
    }
    for (const auto* link : {&options.bot.link, &options.shell.link, &options.talk.link, &options.capture.camera.link,
                             &options.capture.ensembles.link, &options.capture.scene.link}) {
        if (link->empty()) continue;
        if (const auto parsed = node::parse_link(*link); !parsed)
            return fail_usage(std::string{node::explain(parsed.error())});
    }
    if (program.got_subcommand("bot")) return run_bot(options.bot);
    if (program.got_subcommand("camera")) return run_camera(options.capture.camera);
    if (program.got_subcommand("ensembles")) return run_ensembles(options.capture.ensembles);
    if (program.got_subcommand("scene")) return run_scene(options.capture.scene);
    if (program.got_subcommand("shell"))
        return run_as(options.shell, options.shell_identity, options.shell_passphrase_fd, run_shell);
    return run_as(options.talk, options.talk_identity, options.talk_passphrase_fd, run_talk);
}

/// Else the first file or socket that is opened would take the place of a closed one, and get what is printed.
void open_standard_descriptors() {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(descriptor, F_GETFD) < 0)
            std::ignore = ::open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY);
}

int lost_output() {
    return fail("The output could not be written, so it is missing or incomplete; check where it goes, then run this "
                "again.");
}

/// What is printed counts only once it is written.
int run_and_flush(int argc, char** argv) {
    open_standard_descriptors();
    try {
        const int status = run(argc, argv);
        const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
        if (written) return status;
        const int failed = lost_output();
        return status == 0 ? failed : status;
    } catch (const std::system_error&) {
        if (std::ferror(stdout) == 0) throw;
        // A long output, of which the first part could not be written.
        return lost_output();
    }
}

} // namespace
} // namespace plenum::cli

int main(int argc, char** argv) { return plenum::cli::run_and_flush(argc, argv); }
