// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/peers/janus_api.h"

#include "core/runtime/clock.h"
#include "tests/bench/process.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <array>

namespace plenum::bench {

namespace {

using Json = nlohmann::json;
using namespace nlohmann::literals;

constexpr int answer_wait_milliseconds = 10'000;
constexpr int dial_interval_milliseconds = 10;

/// RFC 6455 §4.1; the key is of use to caches on the way alone.
constexpr auto upgrade = "GET / HTTP/1.1\r\nHost: janus\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                         "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
                         "Sec-WebSocket-Protocol: janus-protocol\r\n\r\n";
constexpr auto upgraded = "HTTP/1.1 101";
/// RFC 6455 §5.2: the last piece of a text, one from a client, a length in the two bytes that follow.
constexpr std::uint8_t text_frame = 0x81;
constexpr std::uint8_t masked = 0x80;
constexpr std::uint8_t two_bytes_follow = 126;

std::uint8_t low_byte(std::size_t value) { return static_cast<std::uint8_t>(value); }

} // namespace

bool JanusApi::open(const std::filesystem::path& path) {
    const auto deadline = runtime::now() + patience / 2;
    while (!dial(path)) {
        if (runtime::now() > deadline) return false;
        (void)::poll(nullptr, 0, dial_interval_milliseconds);
    }
    session_ = ask({{"janus", "create"}}).value("/data/id"_json_pointer, std::uint64_t{0});
    return session_ != 0;
}

std::uint64_t JanusApi::attach(const std::string& plugin) {
    return ask({{"janus", "attach"}, {"plugin", plugin}}).value("/data/id"_json_pointer, std::uint64_t{0});
}

Json JanusApi::message(std::uint64_t handle, const Json& body, const Json& description) {
    Json request{{"janus", "message"}, {"handle_id", handle}, {"body", body}};
    if (!description.is_null()) request["jsep"] = description;
    return ask(std::move(request));
}

bool JanusApi::dial(const std::filesystem::path& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.string().copy(address.sun_path, sizeof address.sun_path - 1);
    socket_ = runtime::Descriptor{::socket(AF_UNIX, SOCK_STREAM, 0)};
    if (::connect(socket_.value(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return false;
    buffered_.clear();
    send(upgrade);
    auto end = std::string::npos;
    while ((end = buffered_.find("\r\n\r\n")) == std::string::npos) {
        if (!fill(buffered_.size() + 1)) return false;
    }
    const bool accepted = buffered_.starts_with(upgraded);
    buffered_.erase(0, end + 4);
    return accepted;
}

Json JanusApi::ask(Json request) {
    const auto transaction = std::to_string(++asked_);
    request["transaction"] = transaction;
    if (session_ != 0) request["session_id"] = session_;
    const auto text = request.dump();
    // A mask of zeros changes nothing.
    const std::array<std::uint8_t, 8> header{text_frame, masked | two_bytes_follow, low_byte(text.size() >> 8),
                                             low_byte(text.size())};
    send(std::string{header.begin(), header.end()} + text);
    while (const auto next = frame()) {
        auto answer = Json::parse(*next, nullptr, false);
        // Besides answers there are events, and word that an answer will come.
        if (answer.is_object() && answer.value("transaction", "") == transaction && answer.value("janus", "") != "ack")
            return answer;
    }
    return Json::object();
}

void JanusApi::send(const std::string& text) const {
    (void)::send(socket_.value(), text.data(), text.size(), MSG_NOSIGNAL);
}

std::optional<std::string> JanusApi::frame() {
    const auto byte = [&](std::size_t place) { return std::size_t{static_cast<std::uint8_t>(buffered_[place])}; };
    if (!fill(2)) return std::nullopt;
    std::size_t header = 2;
    auto size = byte(1);
    if (size == two_bytes_follow) {
        header = 4;
        if (!fill(header)) return std::nullopt;
        size = byte(2) << 8 | byte(3);
    }
    if (!fill(header + size)) return std::nullopt;
    const bool text = byte(0) == text_frame;
    auto content = buffered_.substr(header, size);
    buffered_.erase(0, header + size);
    return text ? content : std::string{};
}

bool JanusApi::fill(std::size_t count) {
    while (buffered_.size() < count) {
        pollfd waited{socket_.value(), POLLIN, 0};
        if (::poll(&waited, 1, answer_wait_milliseconds) != 1) return false;
        std::array<char, 65536> piece{};
        const auto size = ::recv(socket_.value(), piece.data(), piece.size(), 0);
        if (size <= 0) return false;
        buffered_.append(piece.data(), static_cast<std::size_t>(size));
    }
    return true;
}

} // namespace plenum::bench
