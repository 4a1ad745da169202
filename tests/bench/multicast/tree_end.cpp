// SPDX-License-Identifier: Apache-2.0
/// multicast-tree ROLE …: a source, a node or a receiver of core/tree over UDP, one process each, hop by hop.

#include "core/tree/stream/stream_receiver.h"
#include "core/tree/stream/stream_source.h"
#include "core/tree/tree_node.h"
#include "tests/bench/multicast/code.h"
#include "tests/bench/multicast/ends.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cstdio>
#include <memory>
#include <netinet/in.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace plenum;
using namespace plenum::bench::multicast;

constexpr std::uint16_t port = 7800;

sockaddr_in endpoint(const std::string& address) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    if (inet_pton(AF_INET, address.c_str(), &to.sin_addr) != 1) throw CLI::ValidationError{"no IPv4 address", address};
    return to;
}

/// Everyone is named by its address.
tree::NodeId name_of(const sockaddr_in& at) { return tree::NodeId{ntohl(at.sin_addr.s_addr)}; }

class Socket {
  public:
    explicit Socket(const sockaddr_in& own) : descriptor_{socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0)} {
        const int bytes = 4 << 20;
        setsockopt(descriptor_, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
        if (bind(descriptor_, reinterpret_cast<const sockaddr*>(&own), sizeof own) != 0) {
            std::perror("bind");
            std::exit(1);
        }
    }
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;
    ~Socket() { close(descriptor_); }

    [[nodiscard]] int descriptor() const { return descriptor_; }
    void send(const sockaddr_in& to, base::ByteView packet) const {
        (void)sendto(descriptor_, packet.data(), packet.size(), 0, reinterpret_cast<const sockaddr*>(&to), sizeof to);
    }
    /// All datagrams that are there.
    template <class Take>
    void receive(Take take) const {
        std::array<std::uint8_t, 2048> buffer;
        sockaddr_in from{};
        for (;;) {
            socklen_t length = sizeof from;
            const auto got =
                recvfrom(descriptor_, buffer.data(), buffer.size(), 0, reinterpret_cast<sockaddr*>(&from), &length);
            if (got < 0) return;
            take(base::ByteView{buffer}.first(static_cast<std::size_t>(got)), from);
        }
    }

  private:
    int descriptor_;
};

struct Options {
    std::string self;
    std::string up;
    std::vector<std::string> nodes;
    std::vector<std::string> receivers;
    std::string source;
    std::uint64_t messages{2223};
    std::uint64_t members{50};
    double rate{2e6};
    std::size_t block{0};
    std::uint32_t spare{0};
    std::int64_t repair_delay_ms{20};

    [[nodiscard]] tree::SessionKey session() const {
        return {name_of(endpoint(source)), tree::GroupId{1}, tree::SessionId{1}};
    }
};

std::unique_ptr<tree::ErasureCode> code_of(const Options& options) {
    if (options.block == 0) return nullptr;
    auto code = make_code(options.block);
    if (code == nullptr) throw CLI::ValidationError{"no erasure code for such blocks", std::to_string(options.block)};
    return code;
}

void run_source(const Options& options) {
    const auto code = code_of(options);
    tree::StreamSourceOptions stream;
    stream.session = options.session();
    stream.window = 1024;
    stream.repair_delay = std::chrono::milliseconds{options.repair_delay_ms};
    stream.code = code.get();
    tree::StreamSource source{stream};
    const Socket socket{endpoint(options.self)};
    std::vector<sockaddr_in> children;
    for (const auto& node : options.nodes)
        children.push_back(endpoint(node));
    std::uint64_t pushed = 0;
    std::uint64_t request_packets = 0;
    std::optional<Pace> pace;
    base::LocalTime due = base::local_time_max;
    while (wait(socket.descriptor(), std::min(source.next_wakeup(), due))) {
        socket.receive([&](base::ByteView packet, const sockaddr_in&) {
            const auto before = source.counts().requests;
            source.handle(packet, clock_now());
            if (source.counts().requests != before) ++request_packets;
        });
        const auto now = clock_now();
        if (!pace && source.reception().receivers == options.members) {
            pace.emplace(options.rate, now);
            tell({{"started_at", seconds(now)}});
        }
        while (pace && pushed < options.messages && pace->due(pushed) <= now && source.push(make_message(pushed), now))
            ++pushed;
        // While the window is full, acknowledgements make room.
        const bool full = pace && pace->due(pushed) <= now;
        due = !pace || pushed == options.messages || full ? base::local_time_max : pace->due(pushed);
        while (const auto packet = source.poll(now)) {
            for (const auto& child : children)
                socket.send(child, *packet);
        }
    }
    const auto& counts = source.counts();
    auto line = usage();
    line["naks"] = request_packets;
    line["numbers_asked"] = counts.requests;
    line["repairs"] = counts.repairs;
    line["abandoned"] = counts.abandoned;
    tell(line);
}

void run_node(const Options& options) {
    struct Neighbour {
        sockaddr_in at;
        std::optional<tree::NodeId> receiver;
    };
    std::vector<Neighbour> neighbours{{endpoint(options.up), std::nullopt}};
    for (const auto& node : options.nodes)
        neighbours.push_back({endpoint(node), std::nullopt});
    for (const auto& receiver : options.receivers)
        neighbours.push_back({endpoint(receiver), name_of(endpoint(receiver))});
    std::vector<tree::InterfaceIndex> downstream;
    std::map<tree::NodeId, std::uint16_t> interfaces;
    for (std::uint16_t i = 0; i < neighbours.size(); ++i) {
        interfaces[name_of(neighbours[i].at)] = i;
        if (i > 0) downstream.emplace_back(i);
    }
    const auto own = endpoint(options.self);
    const Socket socket{own};
    tree::TreeNode node{name_of(own)};
    tell({{"ready", true}});
    while (wait(socket.descriptor(), node.next_wakeup())) {
        socket.receive([&](base::ByteView packet, const sockaddr_in& from) {
            const auto found = interfaces.find(name_of(from));
            if (found == interfaces.end()) return;
            node.handle(packet, {tree::InterfaceIndex{found->second}, neighbours[found->second].receiver},
                        {tree::InterfaceIndex{}, downstream}, clock_now());
        });
        node.handle_wakeup(clock_now());
        while (const auto transmission = node.poll()) {
            for (const auto interface : transmission->interfaces)
                socket.send(neighbours[interface.value()].at, transmission->packet);
        }
    }
    tell(usage());
}

void run_receiver(const Options& options) {
    const auto code = code_of(options);
    const auto own = endpoint(options.self);
    const auto up = endpoint(options.up);
    tree::StreamReceiverOptions stream;
    stream.self = name_of(own);
    stream.session = options.session();
    stream.code = code.get();
    stream.spare_symbols = options.spare;
    tree::StreamReceiver receiver{stream};
    Reception reception{options.messages};
    const Socket socket{own};
    bool told = false;
    tell({{"ready", true}});
    while (wait(socket.descriptor(), receiver.next_wakeup())) {
        socket.receive([&](base::ByteView packet, const sockaddr_in&) { receiver.handle(packet, clock_now()); });
        receiver.handle_wakeup(clock_now());
        while (const auto packet = receiver.poll())
            socket.send(up, *packet);
        while (const auto event = receiver.poll_event()) {
            if (const auto* message = std::get_if<tree::StreamMessage>(&*event))
                reception.take(message->payload);
            else
                reception.lose(std::get<tree::StreamGap>(*event).last - std::get<tree::StreamGap>(*event).first + 1);
        }
        if (reception.is_over() && !told) {
            told = true;
            tell(reception.told());
        }
    }
    auto line = usage();
    line["missed"] = receiver.counts().missed;
    line["repairs"] = receiver.counts().repairs;
    line["repairs_unneeded"] = receiver.counts().repairs_unneeded;
    tell(line);
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app{"One end or node of a reliable multicast stream over relays (core/tree), over UDP."};
    Options options;
    const auto add = [&](const char* name, const char* what, void (*run)(const Options&)) {
        auto* role = app.add_subcommand(name, what);
        role->add_option("--self", options.self, "own IPv4 address")->required();
        role->add_option("--up", options.up, "the next node upstream");
        role->add_option("--nodes", options.nodes, "nodes below")->delimiter(',');
        role->add_option("--receivers", options.receivers, "receivers below")->delimiter(',');
        role->add_option("--source", options.source, "the source")->required();
        role->add_option("--messages", options.messages, "messages of 900 bytes");
        role->add_option("--members", options.members, "the source begins when so many have registered");
        role->add_option("--rate", options.rate, "bits of messages a second");
        role->add_option("--block", options.block, "packets of a block of the erasure code; 0: none");
        role->add_option("--spare", options.spare, "repair symbols that are asked for beyond those that are missing");
        role->add_option("--repair-delay", options.repair_delay_ms, "ms before each repair of the source");
        role->callback([&options, run] { run(options); });
    };
    add("source", "sends when all have registered", run_source);
    add("node", "passes on, merges and repairs", run_node);
    add("receiver", "receives and checks", run_receiver);
    app.require_subcommand(1);
    CLI11_PARSE(app, argc, argv);
    return 0;
}
