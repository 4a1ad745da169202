// SPDX-License-Identifier: Apache-2.0
#include "core/base/check.h"
#include "core/runtime/clock.h"
#include "tests/bench/fan_out.h"
#include "tests/bench/peers/janus_api.h"
#include "tests/bench/peers/peers.h"
#include "tests/bench/peers/webrtc_subscriber.h"
#include "tests/bench/process.h"

#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <deque>
#include <fstream>

/// Janus' streaming plug-in: RTP of a camera comes in over UDP, and goes to subscribers who are let in over its API
/// (janus.conf.meetecho.com, "Streaming plugin").
namespace plenum::bench {

namespace {

using Json = nlohmann::json;
using namespace nlohmann::literals;

constexpr auto not_installed = "not installed (Debian package janus)";
constexpr auto plugin = "janus.plugin.streaming";
constexpr std::size_t rtp_header_bytes = 12;
/// Pictures before those that count: every subscriber must have had of them.
constexpr std::size_t pictures_first = pictures_per_second / 2;
constexpr base::Duration settle_time = std::chrono::milliseconds{300};
/// Of what was sent, the least that must arrive; else the subscribers were too slow, and the figure is not Janus'.
constexpr double arrived_min = 0.99;

/// Nothing but what is measured is loaded; others would open ports. One event loop serves all subscribers, which costs
/// Janus less than the thread for each that it has by default.
constexpr auto general_configuration = R"(
general: { debug_level = 2; session_timeout = 0; event_loops = 1 }
nat: { ice_lite = true }
plugins: {
    disable = "libjanus_audiobridge.so,libjanus_duktape.so,libjanus_echotest.so,libjanus_lua.so,libjanus_nosip.so,"
              "libjanus_recordplay.so,libjanus_sip.so,libjanus_textroom.so,libjanus_videocall.so,"
              "libjanus_videoroom.so,libjanus_voicemail.so"
}
transports: {
    disable = "libjanus_http.so,libjanus_mqtt.so,libjanus_nanomsg.so,libjanus_pfunix.so,libjanus_rabbitmq.so"
}
loggers: { disable = "libjanus_jsonlog.so" }
)";

std::filesystem::path api_of(const ScratchFolder& folder) { return folder.path() / "api"; }

void configure(const ScratchFolder& folder) {
    std::ofstream{folder.path() / "janus.jcfg"} << general_configuration;
    std::ofstream{folder.path() / "janus.transport.websockets.jcfg"}
        << fmt::format("general: {{ ws = true; ws_unix = \"{}\" }}\n", api_of(folder).string());
}

/// A camera whose pictures go to Janus, and those who watch it.
class Audience {
  public:
    /// What failed; empty if all receive the camera.
    std::string assemble(const std::filesystem::path& path, std::size_t receivers) {
        if (!api_.open(path)) return "Janus did not start";
        const auto handle = api_.attach(plugin);
        const auto made = api_.message(handle, {{"request", "create"},
                                                {"type", "rtp"},
                                                {"id", 1},
                                                {"media", Json::array({{{"type", "video"},
                                                                        {"mid", "v"},
                                                                        {"codec", "vp8"},
                                                                        {"pt", payload_type},
                                                                        {"iface", "127.0.0.1"},
                                                                        {"port", 0}}})}});
        const auto port = made.value("/plugindata/data/stream/ports/0/port"_json_pointer, std::uint16_t{0});
        if (port == 0) return "Janus made no mountpoint";
        dial(port);
        for (std::size_t i = 0; i < receivers; ++i) {
            if (!add()) return fmt::format("Janus did not take subscriber {}", i + 1);
        }
        show(pictures_first);
        const auto some = [](const WebrtcSubscriber& subscriber) { return subscriber.received() > 0; };
        return std::ranges::all_of(subscribers_, some) ? "" : "Janus sends nothing to some subscribers";
    }
    /// Sends pictures in time; all that is under way has come when it returns.
    void show(std::size_t pictures) {
        auto at = runtime::now();
        for (std::size_t picture = 0; picture < pictures; ++picture) {
            if (picture % pictures_per_second == 0) std::ranges::for_each(subscribers_, &WebrtcSubscriber::report);
            for (std::size_t i = 0; i < datagrams_per_picture; ++i)
                send(i + 1 == datagrams_per_picture);
            timestamp_ += ticks_per_picture;
            take_until(at += picture_interval);
        }
        take_until(runtime::now() + settle_time);
    }
    [[nodiscard]] std::uint64_t received() const {
        std::uint64_t sum = 0;
        for (const auto& subscriber : subscribers_)
            sum += subscriber.received();
        return sum;
    }

  private:
    void dial(std::uint16_t port) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        address.sin_port = htons(port);
        CHECK(::connect(camera_.value(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    }
    bool add() {
        const auto handle = api_.attach(plugin);
        const auto offer = api_.message(handle, {{"request", "watch"}, {"id", 1}});
        auto& subscriber = subscribers_.emplace_back(identity_);
        const auto answer = subscriber.answer(offer.value("/jsep/sdp"_json_pointer, ""));
        if (answer.empty()) return false;
        (void)api_.message(handle, {{"request", "start"}}, {{"type", "answer"}, {"sdp", answer}});
        waited_.push_back({subscriber.descriptor(), POLLIN, 0});
        return subscriber.connect();
    }
    /// The camera's next datagram: version, marker at a picture's end, sequence, time, source (RFC 3550 §5.1).
    void send(bool last) {
        std::array<std::uint8_t, rtp_header_bytes + datagram_payload_bytes> bytes{};
        bytes[0] = 0x80;
        bytes[1] = payload_type | (last ? 0x80 : 0);
        bytes[2] = static_cast<std::uint8_t>(sequence_ >> 8);
        bytes[3] = static_cast<std::uint8_t>(sequence_++);
        for (std::size_t i = 0; i < 4; ++i)
            bytes[4 + i] = static_cast<std::uint8_t>(timestamp_ >> (24 - 8 * i));
        bytes[11] = 1;
        (void)::send(camera_.value(), bytes.data(), bytes.size(), 0);
    }
    void take_until(base::LocalTime until) {
        while (runtime::now() < until) {
            if (::poll(waited_.data(), waited_.size(), 1) <= 0) continue;
            for (std::size_t i = 0; i < waited_.size(); ++i) {
                if (waited_[i].revents != 0) subscribers_[i].take();
            }
        }
    }

    static constexpr std::uint8_t payload_type = 96;
    /// Video's clock has 90 kHz (RFC 7741 §4.1).
    static constexpr std::uint32_t ticks_per_picture = 90'000 / pictures_per_second;

    JanusApi api_;
    WebrtcIdentity identity_;
    runtime::Descriptor camera_{::socket(AF_INET, SOCK_DGRAM, 0)};
    std::deque<WebrtcSubscriber> subscribers_;
    std::vector<pollfd> waited_;
    std::uint32_t sequence_{0};
    std::uint32_t timestamp_{0};
};

void watch(const Teller& teller, const std::filesystem::path& path, std::size_t receivers) {
    Audience audience;
    const auto failure = audience.assemble(path, receivers);
    teller.line(failure);
    if (!failure.empty()) return;
    const auto before = audience.received();
    audience.show(pictures_per_run);
    teller.line(std::to_string(audience.received() - before));
}

} // namespace

Run janus_fan_out(std::size_t receivers) {
    const auto program = find_program("janus");
    if (!program) return std::unexpected(not_installed);
    const ScratchFolder folder;
    configure(folder);
    const auto janus = Process::execute(core_first, {*program, "--configs-folder", folder.path().string()});
    auto audience = Process::fork(core_second, [&](const Teller& teller) { watch(teller, api_of(folder), receivers); });
    const auto failure = audience.line();
    if (!failure || !failure->empty())
        return std::unexpected(failure.value_or("the subscribers did not come together"));
    const auto before = janus.processor_time();
    const auto told = audience.line();
    const std::chrono::duration<double, std::micro> spent = janus.processor_time() - before;
    const auto arrived = told ? std::stod(*told) : 0;
    const auto sent = static_cast<double>(receivers * pictures_per_run * datagrams_per_picture);
    if (arrived < arrived_min * sent)
        return std::unexpected(fmt::format("of {:.0f} datagrams only {:.0f} reached subscribers", sent, arrived));
    return Samples{spent.count() / arrived};
}

} // namespace plenum::bench
