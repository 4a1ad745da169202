// SPDX-License-Identifier: Apache-2.0
// netem: a star of network namespaces whose links are as bad as told. See the README beside this file.
#include "tests/netem/command.h"
#include "tests/netem/tun.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <string>

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace plenum::netem {

namespace {

/// Packets taken from one port before the others have their turn.
constexpr int packets_per_turn = 64;
constexpr std::size_t packet_bytes_max = 65'536;

LocalTime now() {
    return LocalTime{std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now().time_since_epoch())};
}

void answer(const nlohmann::json& object) {
    std::puts(object.dump().c_str());
    std::fflush(stdout);
}

struct Options {
    std::vector<std::string> ports;
    std::vector<std::string> settings;
    std::uint64_t seed{1};
    int mtu{1500};
};

/// NAME,NAMESPACE,ADDRESS
struct PortOption {
    std::string name;
    std::string network_namespace;
    Ipv4 address;
};

std::optional<PortOption> parse_port(const std::string& text) {
    const auto first = text.find(',');
    const auto second = text.find(',', first + 1);
    if (first == std::string::npos || second == std::string::npos) return std::nullopt;
    PortOption port{text.substr(0, first), text.substr(first + 1, second - first - 1), {}};
    if (inet_pton(AF_INET, text.substr(second + 1).c_str(), port.address.data()) != 1) return std::nullopt;
    return port;
}

class Program {
  public:
    Program(Router router, std::vector<Descriptor> tuns) : router_{std::move(router)}, tuns_{std::move(tuns)} {}

    Router& router() { return router_; }

    int run() {
        answer({{"ready", true}});
        while (!finished_) {
            wait();
            for (std::size_t port = 0; port < tuns_.size(); ++port)
                read_packets(port);
            while (auto delivery = router_.poll(now())) {
                // A full receive queue of the other kernel drops, as a real network card does.
                [[maybe_unused]] const auto written =
                    write(tuns_[delivery->port].get(), delivery->packet.data(), delivery->packet.size());
            }
            read_commands();
        }
        return 0;
    }

  private:
    void wait() const {
        std::vector<pollfd> waiting{{STDIN_FILENO, POLLIN, 0}};
        for (const auto& tun : tuns_)
            waiting.push_back({tun.get(), POLLIN, 0});
        timespec timeout{};
        const timespec* until = nullptr;
        if (const auto wake_up = router_.wake_up()) {
            const auto left = std::max(*wake_up - now(), Duration::zero());
            timeout.tv_sec = left.count() / 1'000'000'000;
            timeout.tv_nsec = left.count() % 1'000'000'000;
            until = &timeout;
        }
        ppoll(waiting.data(), waiting.size(), until, nullptr);
    }

    void read_packets(std::size_t port) {
        for (int count = 0; count < packets_per_turn; ++count) {
            const auto size = read(tuns_[port].get(), packet_.data(), packet_.size());
            if (size <= 0) return;
            router_.handle_packet(port, {packet_.data(), static_cast<std::size_t>(size)}, now());
        }
    }

    void read_commands() {
        std::array<char, 4096> bytes{};
        const auto size = read(STDIN_FILENO, bytes.data(), bytes.size());
        if (size == 0) finished_ = true;
        if (size <= 0) return;
        typed_.append(bytes.data(), static_cast<std::size_t>(size));
        for (auto end = typed_.find('\n'); end != std::string::npos && !finished_; end = typed_.find('\n')) {
            handle_command(typed_.substr(0, end));
            typed_.erase(0, end + 1);
        }
        if (typed_.size() > bytes.size()) typed_.clear();
    }

    void handle_command(const std::string& line) {
        if (line == "quit") {
            finished_ = true;
        } else if (line == "stats") {
            std::puts(to_json(router_).c_str());
            std::fflush(stdout);
        } else if (const auto applied = apply_command(router_, line); applied) {
            answer({{"ok", true}});
        } else {
            answer({{"error", applied.error()}});
        }
    }

    Router router_;
    std::vector<Descriptor> tuns_;
    std::vector<std::uint8_t> packet_ = std::vector<std::uint8_t>(packet_bytes_max);
    std::string typed_;
    bool finished_{false};
};

int fail(const std::string& message, int status) {
    std::fprintf(stderr, "netem: %s\n", message.c_str());
    return status;
}

int run(const Options& options) {
    std::vector<std::pair<std::string, Ipv4>> ports;
    std::vector<Descriptor> tuns;
    for (const auto& text : options.ports) {
        const auto port = parse_port(text);
        if (!port) return fail("--port " + text + ": not NAME,NAMESPACE,ADDRESS", 2);
        auto tun =
            open_tun({.network_namespace = port->network_namespace, .address = port->address, .mtu = options.mtu});
        if (!tun) return fail(tun.error(), 1);
        ports.emplace_back(port->name, port->address);
        tuns.push_back(std::move(*tun));
    }
    Program program{Router{std::move(ports), options.seed}, std::move(tuns)};
    for (const auto& line : options.settings) {
        if (const auto applied = apply_command(program.router(), line); !applied) return fail(applied.error(), 2);
    }
    fcntl(STDIN_FILENO, F_SETFL, fcntl(STDIN_FILENO, F_GETFL) | O_NONBLOCK);
    // The default slack of 50 µs would make every delay that much longer.
    prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    return program.run();
}

} // namespace

} // namespace plenum::netem

int main(int argc, char** argv) {
    CLI::App app{"A star of network namespaces whose links delay, lose, double and hold back packets as told. Reads "
                 "commands from standard input, answers with one JSON object each, and ends with its input."};
    plenum::netem::Options options;
    app.set_version_flag("--version", "netem of Plenum");
    app.add_option("--port", options.ports, "NAME,NAMESPACE,ADDRESS of a node; twice or more")->required();
    app.add_option("--set", options.settings, "a command to begin with, as from standard input");
    app.add_option("--seed", options.seed, "of every random draw (default 1)");
    app.add_option("--mtu", options.mtu, "of every device (default 1500)")->check(CLI::Range(576, 65535));
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    return plenum::netem::run(options);
}
