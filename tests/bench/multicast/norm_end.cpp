// SPDX-License-Identifier: Apache-2.0
/// multicast-norm ROLE …: a sender or a receiver of NORM (RFC 5740) by NRL's library, one process each.

#include "tests/bench/multicast/ends.h"

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <normApi.h>
#include <string>

namespace {

using namespace plenum;
using namespace plenum::bench::multicast;

constexpr std::uint32_t buffer_bytes = 8 << 20;

struct Options {
    std::string group{"239.77.0.1"};
    std::string device{"eth0"};
    std::uint16_t port{7900};
    std::uint32_t self{1};
    std::uint64_t messages{2223};
    std::uint32_t members{50};
    double rate{2e6};
    /// Of all that the sender sends, repairs included.
    double rate_max{10e6};
    std::uint16_t block{64};
    std::uint16_t parity{16};
    double round_trip{0.01};
};

struct Session {
    NormInstanceHandle instance;
    NormSessionHandle session;
};

Session open(const Options& options) {
    const auto instance = NormCreateInstance();
    const auto session = NormCreateSession(instance, options.group.c_str(), options.port, options.self);
    if (session == NORM_SESSION_INVALID || !NormSetMulticastInterface(session, options.device.c_str())) {
        std::fputs("cannot open the session\n", stderr);
        std::exit(1);
    }
    NormSetGroupSize(session, options.members);
    return {instance, session};
}

void run_source(const Options& options) {
    const auto [instance, session] = open(options);
    NormSetGrttEstimate(session, options.round_trip);
    NormSetTxRate(session, options.rate_max);
    if (!NormStartSender(session, NormGetRandomSessionId(), buffer_bytes, message_bytes, options.block,
                         options.parity)) {
        std::fputs("cannot start the sender\n", stderr);
        std::exit(1);
    }
    // All of it stays there for repairs.
    const auto stream = NormStreamOpen(session, buffer_bytes);
    const Pace pace{options.rate, clock_now()};
    tell({{"started_at", seconds(pace.due(0))}});
    std::uint64_t written = 0;
    std::size_t part = 0;
    auto due = pace.due(0);
    while (wait(NormGetDescriptor(instance), due)) {
        NormEvent event;
        while (NormGetNextEvent(instance, &event, false)) {
        }
        due = base::local_time_max;
        while (written < options.messages && pace.due(written) <= clock_now()) {
            const auto message = make_message(written);
            part += NormStreamWrite(stream, reinterpret_cast<const char*>(message.data()) + part,
                                    static_cast<unsigned>(message.size() - part));
            if (part < message.size()) break;
            part = 0;
            if (++written == options.messages) NormStreamFlush(stream, true, NORM_FLUSH_ACTIVE);
        }
        if (written < options.messages)
            due = std::max(pace.due(written), clock_now() + std::chrono::milliseconds{part > 0 ? 1 : 0});
    }
    auto line = usage();
    line["round_trip"] = NormGetGrttEstimate(session);
    tell(line);
}

void run_receiver(const Options& options) {
    const auto [instance, session] = open(options);
    NormSetDefaultSyncPolicy(session, NORM_SYNC_ALL);
    Reception reception{options.messages};
    base::Bytes message(message_bytes);
    std::size_t part = 0;
    bool told = false;
    if (!NormStartReceiver(session, buffer_bytes)) {
        std::fputs("cannot start the receiver\n", stderr);
        std::exit(1);
    }
    tell({{"ready", true}});
    while (wait(NormGetDescriptor(instance), base::local_time_max)) {
        NormEvent event;
        while (NormGetNextEvent(instance, &event, false)) {
            if (event.type != NORM_RX_OBJECT_UPDATED) continue;
            for (;;) {
                auto bytes = static_cast<unsigned>(message.size() - part);
                // False where a part of the stream is lost for good: what follows no longer fits the messages.
                if (!NormStreamRead(event.object, reinterpret_cast<char*>(message.data()) + part, &bytes)) continue;
                if (bytes == 0) break;
                part += bytes;
                if (part < message.size()) continue;
                part = 0;
                reception.take(message);
            }
        }
        if (reception.is_over() && !told) {
            told = true;
            tell(reception.told());
        }
    }
    tell(usage());
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app{"One end of a NORM stream (RFC 5740), by NRL's library."};
    Options options;
    const auto add = [&](const char* name, const char* what, void (*run)(const Options&)) {
        auto* role = app.add_subcommand(name, what);
        role->add_option("--self", options.self, "own number in the group")->required();
        role->add_option("--messages", options.messages, "messages of 900 bytes");
        role->add_option("--members", options.members, "the size of the group that NORM is told");
        role->add_option("--rate", options.rate, "bits of messages a second");
        role->add_option("--rate-max", options.rate_max, "bits a second of all that is sent");
        role->add_option("--block", options.block, "segments of a block");
        role->add_option("--parity", options.parity, "repair symbols of a block; 0: no erasure code");
        role->add_option("--round-trip", options.round_trip, "seconds that the sender assumes at first");
        role->callback([&options, run] { run(options); });
    };
    add("source", "sends at once", run_source);
    add("receiver", "receives and checks", run_receiver);
    app.require_subcommand(1);
    CLI11_PARSE(app, argc, argv);
    // The library's threads end with the process.
    std::fflush(stdout);
    std::_Exit(0);
}
