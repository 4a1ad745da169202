// SPDX-License-Identifier: Apache-2.0
#include "core/base/check.h"
#include "core/runtime/clock.h"
#include "tests/bench/bare_udp.h"
#include "tests/bench/peers/peers.h"
#include "tests/bench/process.h"

#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <deque>
#include <optional>
#include <regex>

/// NATS in its text protocol (docs.nats.io, "Client Protocol"): CONNECT, SUB, PUB and MSG are all that a measure needs.
namespace plenum::bench {

namespace {

constexpr auto not_installed = "not installed (Debian package nats-server)";
/// Messages that leave with one system call in the measure of rates, as its client libraries gather them.
constexpr std::size_t messages_per_write = 256;
constexpr base::Duration rate_time = std::chrono::seconds{2};

class Client {
  public:
    explicit Client(std::uint16_t port) : socket_{::socket(AF_INET, SOCK_STREAM, 0)} {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        address.sin_port = htons(port);
        const int yes = 1;
        CHECK(::setsockopt(socket_.value(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes) == 0);
        CHECK(::connect(socket_.value(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
        write("CONNECT {\"verbose\":false}\r\n");
    }

    void write(std::string_view text) const {
        while (!text.empty()) {
            const auto written = ::send(socket_.value(), text.data(), text.size(), MSG_NOSIGNAL);
            if (written <= 0) std::_Exit(1);
            text.remove_prefix(static_cast<std::size_t>(written));
        }
    }
    /// Everything sent before has reached the server.
    void settle() {
        write("PING\r\n");
        while (next_line() != "PONG") {
        }
    }
    /// Waits for the next message; its body is not looked at.
    void take_message() {
        for (;;) {
            const auto line = next_line();
            if (!line.starts_with("MSG ")) continue;
            std::size_t size = 0;
            const auto length = line.substr(line.rfind(' ') + 1);
            (void)std::from_chars(length.data(), length.data() + length.size(), size);
            skip(size + 2);
            return;
        }
    }

    [[nodiscard]] int descriptor() const { return socket_.value(); }

  private:
    void fill() {
        if (begin_ > 0) buffered_.erase(0, std::exchange(begin_, 0));
        std::array<char, 65536> piece{};
        const auto size = ::recv(socket_.value(), piece.data(), piece.size(), 0);
        if (size <= 0) std::_Exit(1);
        buffered_.append(piece.data(), static_cast<std::size_t>(size));
    }
    /// Valid until the next call.
    std::string_view next_line() {
        auto end = buffered_.find("\r\n", begin_);
        for (; end == std::string::npos; end = buffered_.find("\r\n", begin_))
            fill();
        const auto begin = std::exchange(begin_, end + 2);
        return std::string_view{buffered_}.substr(begin, end - begin);
    }
    void skip(std::size_t count) {
        while (buffered_.size() - begin_ < count)
            fill();
        begin_ += count;
    }

    runtime::Descriptor socket_;
    std::string buffered_;
    std::size_t begin_{0};
};

std::string publication(std::string_view subject, std::size_t bytes = message_bytes) {
    return fmt::format("PUB {} {}\r\n{}\r\n", subject, bytes, std::string(bytes, 'x'));
}

struct Server {
    Process process;
    std::uint16_t port;
};

std::expected<Server, std::string> start(int core) {
    const auto program = find_program("nats-server");
    if (!program) return std::unexpected(not_installed);
    auto process = Process::execute(core, {*program, "-a", "127.0.0.1", "-p", "-1"});
    const std::regex port_text{R"(client connections on 127\.0\.0\.1:(\d+))"};
    std::optional<std::uint16_t> port;
    while (const auto line = process.line()) {
        std::smatch found;
        if (std::regex_search(*line, found, port_text)) port = static_cast<std::uint16_t>(std::stoul(found[1]));
        if (line->find("Server is ready") != std::string::npos) break;
    }
    if (!port) return std::unexpected("nats-server did not start");
    return Server{std::move(process), *port};
}

/// All receive; the last one answers.
void answer(const Teller& teller, std::uint16_t port, const RoundTrip& trip) {
    std::deque<Client> clients;
    const runtime::Descriptor poll{::epoll_create1(EPOLL_CLOEXEC)};
    for (std::size_t i = 0; i < trip.receivers; ++i) {
        auto& client = clients.emplace_back(port);
        client.write("SUB ask 1\r\n");
        client.settle();
        epoll_event wanted{.events = EPOLLIN, .data = {.u64 = i}};
        CHECK(::epoll_ctl(poll.value(), EPOLL_CTL_ADD, client.descriptor(), &wanted) == 0);
    }
    teller.line("ready");
    const auto message = publication("answer", trip.bytes);
    for (;;) {
        std::size_t which = trip.receivers - 1;
        epoll_event ready{};
        // One alone waits in its read, as a plain program does.
        if (trip.receivers > 1 && ::epoll_wait(poll.value(), &ready, 1, -1) == 1) which = ready.data.u64;
        clients[which].take_message();
        if (which + 1 == trip.receivers) clients[which].write(message);
    }
}

void ask(const Teller& teller, std::uint16_t port, const RoundTrip& trip) {
    Client client{port};
    client.write("SUB answer 1\r\n");
    client.settle();
    const auto message = publication("ask", trip.bytes);
    Samples samples;
    for (std::size_t i = 0; i < trip.first() + trip.count; ++i) {
        const auto before = runtime::now();
        client.write(message);
        client.take_message();
        const base::Duration taken = runtime::now() - before;
        if (i >= trip.first()) samples.push_back(static_cast<double>(taken.count()) / 1000);
    }
    teller.samples(samples);
}

void flood(std::uint16_t port) {
    Client client{port};
    std::string batch;
    for (std::size_t i = 0; i < messages_per_write; ++i)
        batch += publication("rate");
    for (;;)
        client.write(batch);
}

void count(const Teller& teller, std::uint16_t port) {
    Client client{port};
    client.write("SUB rate 1\r\n");
    client.settle();
    teller.line("ready");
    client.take_message();
    const auto began = runtime::now();
    std::size_t taken = 0;
    while (runtime::now() - began < rate_time) {
        client.take_message();
        ++taken;
    }
    const std::chrono::duration<double> seconds = runtime::now() - began;
    teller.samples({static_cast<double>(taken) / seconds.count()});
}

} // namespace

Run nats_round_trip(const RoundTrip& trip) {
    const auto server = start(core_first);
    if (!server) return std::unexpected(server.error());
    const auto port = server->port;
    auto far = Process::fork(core_first, [&](const Teller& teller) { answer(teller, port, trip); });
    if (!far.line()) return std::unexpected("the far client did not connect");
    auto near = Process::fork(core_first, [&](const Teller& teller) { ask(teller, port, trip); });
    return near.samples();
}

Run nats_rate() {
    const auto server = start(core_second);
    if (!server) return std::unexpected(server.error());
    const auto port = server->port;
    auto far = Process::fork(core_first, [port](const Teller& teller) { count(teller, port); });
    if (!far.line()) return std::unexpected("the far client did not connect");
    const auto near = Process::fork(core_first, [port](const Teller&) { flood(port); });
    return far.samples();
}

} // namespace plenum::bench
