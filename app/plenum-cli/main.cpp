// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/bot.h"
#include "app/plenum-cli/identity.h"
#include "app/plenum-cli/shell.h"
#include "app/plenum-cli/talk.h"
#include "core/client/session.h"
#include "core/crypto/initialise.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdio>

namespace plenum::cli {
namespace {

constexpr int usage_error = 2;

struct Options {
    client::CreateOptions create;
    std::optional<int> create_passphrase_fd;
    bool create_json{false};
    IdentityOptions identity;
    BotOptions bot;
    ShellOptions shell;
    bool shell_json{true};
    TalkOptions talk;
};

int run_create(Options& options) {
    if (const auto unlocked = unlock(options.create.identity, options.create_passphrase_fd); !unlocked) {
        fmt::print(stderr, "plenum-cli: {}\n", unlocked.error());
        return 1;
    }
    const auto link = client::create_conference(options.create, std::chrono::seconds{10});
    if (!link) {
        fmt::print(stderr, "plenum-cli: {}\n", link.error());
        return 1;
    }
    const auto text = node::to_text(*link);
    if (options.create_json)
        fmt::print("{}\n", nlohmann::json{{"link", text}}.dump());
    else
        fmt::print("{}\n", text);
    return 0;
}

void add_create(CLI::App& program, Options& options) {
    auto* command = program.add_subcommand("create", "Make a conference on a relay and print its link");
    command->add_option("--relay", options.create.relay, "The relay, HOST:PORT")->required();
    command->add_option("--name", options.create.title, "Name of the conference")->required();
    command->add_option("--create-secret", options.create.create_secret, "Word that the relay's operator gave out");
    command->add_option("--identity", options.create.identity.file, "File of the identity that will moderate");
    command->add_option("--passphrase-fd", options.create_passphrase_fd,
                        "Descriptor with the passphrase of that file; asked for otherwise, where it has one");
    command
        ->add_option("--admission", options.create.policy.admission,
                     "Who comes in: open (whoever has the link), lobby (a moderator decides), closed (nobody)")
        ->transform(CLI::CheckedTransformer(std::map<std::string, base::Admission>{
            {"open", base::Admission::open}, {"lobby", base::Admission::lobby}, {"closed", base::Admission::closed}}));
    command->add_flag("--json", options.create_json, "Print an object with the link");
}

void add_identity(CLI::App& program, Options& options) {
    auto& identity = options.identity;
    auto* command = program.add_subcommand("identity", "The key of this device, and the passphrase that keeps it");
    command->add_option("--identity", identity.file, "File of the key (default: the one that Plenum uses)");
    command->add_option("--passphrase-fd", identity.passphrase_fd, "Descriptor with the passphrase as it is");
    auto* set =
        command->add_flag("--set-passphrase", identity.set_passphrase, "Keep it by a passphrase, or by another");
    command->add_option("--new-passphrase-fd", identity.new_passphrase_fd, "Descriptor with the new one")->needs(set);
    command->add_flag("--remove-passphrase", identity.remove_passphrase, "Keep it by none")->excludes(set);
    command->add_flag("--json", identity.json, "Print an object");
}

void add_bot(CLI::App& program, Options& options) {
    auto& bot = options.bot;
    auto* command = program.add_subcommand("bot", "A headless participant that plays and records real files");
    command->add_option("--link", bot.link, "Link of the conference")->required();
    command->add_option("--name", bot.name, "Name that the others see")->required();
    command->add_option("--audio", bot.audio, "Sound file to speak, again and again")->check(CLI::ExistingFile);
    command->add_option("--video", bot.video, "Film to show, again and again; or: pattern, coded");
    command->add_option("--chat", bot.chat, "Message to write once joined");
    command->add_option("--record", bot.record, "Folder for what is heard, seen and told");
    command->add_option("--duration", bot.duration_s, "Seconds to stay after joining (default: until it ends)")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--width", bot.width_max, "Widest picture to send")->check(CLI::Range(64, 3840));
    command->add_option("--height", bot.height_max, "Highest picture to send")->check(CLI::Range(64, 2160));
    command->add_option("--rate", bot.rate_hz, "Pictures a second at most")->check(CLI::Range(1, 60));
    command->add_flag("--json", bot.json, "At the end, print what was received");
}

void add_shell(CLI::App& program, Options& options) {
    auto* command = program.add_subcommand("shell", "Every primitive, one command a line; answers as JSON lines");
    command->add_option("--link", options.shell.link, "Link of the conference")->required();
    command->add_option("--name", options.shell.name, "Name that the others see")->required();
    command->add_option("--script", options.shell.script, "Commands from a file")->check(CLI::ExistingFile);
    command->add_flag("--json", options.shell_json, "Accepted; the shell always speaks JSON lines");
}

void add_talk(CLI::App& program, Options& options) {
    auto* command = program.add_subcommand("talk", "A conference in the terminal");
    command->add_option("--link", options.talk.link, "Link of the conference")->required();
    command->add_option("--name", options.talk.name, "Name that the others see")->required();
}

int run(int argc, char** argv) {
    CLI::App program{"Plenum from the command line", "plenum-cli"};
    program.set_version_flag("--version", std::string{"plenum-cli "} + PLENUM_VERSION);
    program.require_subcommand(1);
    Options options;
    add_create(program, options);
    add_identity(program, options);
    add_bot(program, options);
    add_shell(program, options);
    add_talk(program, options);
    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const bool asked = error.get_exit_code() == 0;
        if (asked) return program.exit(error);
        fmt::print(stderr, "plenum-cli: {}; see plenum-cli --help\n", error.what());
        return usage_error;
    }
    if (!crypto::initialise()) {
        fmt::print(stderr, "plenum-cli: The cryptographic library does not start; nothing can be done safely.\n");
        return 1;
    }
    if (program.got_subcommand("create")) return run_create(options);
    if (program.got_subcommand("identity")) return run_identity(options.identity);
    if (program.got_subcommand("bot")) return run_bot(options.bot);
    if (program.got_subcommand("shell")) return run_shell(options.shell);
    return run_talk(options.talk);
}

} // namespace
} // namespace plenum::cli

int main(int argc, char** argv) { return plenum::cli::run(argc, argv); }
