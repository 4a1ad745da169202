// SPDX-License-Identifier: Apache-2.0
// The HTTP port of a relay's figures, over the loopback and in pieces: each request has the answer that RFC 9110 and
// RFC 9112 give it, or none, and it is whole.
#include "core/runtime/metrics/http_responder.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <asio/buffer.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/write.hpp>

#include <charconv>

namespace plenum::fuzz {
namespace {

using asio::ip::tcp;
using runtime::HttpResponder;

constexpr std::string_view page_body = "# HELP plenum_sessions those that are here\nplenum_sessions 3\n";

std::optional<HttpResponder::Page> find(std::string_view path) {
    if (path == "/metrics") return HttpResponder::Page{"text/plain; version=0.0.4", std::string{page_body}};
    if (path == "/empty") return HttpResponder::Page{"text/plain", ""};
    return std::nullopt;
}

class Server {
  public:
    Server() {
        auto opened = HttpResponder::open(context, base::Address::v4(127, 0, 0, 1, 0), find);
        CHECK(opened.has_value());
        responder.emplace(std::move(*opened));
    }

    /// Everything that comes back for a request in pieces of so many bytes.
    std::string ask(base::ByteView request, std::size_t piece) {
        tcp::socket socket{context};
        std::error_code error;
        socket.connect({asio::ip::address_v4::loopback(), responder->local().port}, error);
        CHECK(!error);
        // No port waits after its connection.
        socket.set_option(asio::socket_base::linger{true, 0}, error);
        while (!request.empty() && !error) {
            const auto part = request.first(std::min(piece, request.size()));
            asio::write(socket, asio::buffer(part.data(), part.size()), error);
            request = request.subspan(part.size());
            context.poll();
        }
        // Who has answered may be gone by now; its answer is here.
        error.clear();
        socket.shutdown(tcp::socket::shutdown_send, error);
        socket.non_blocking(true, error);
        return read(socket);
    }

  private:
    std::string read(tcp::socket& socket) {
        std::string text;
        std::array<char, 4096> part;
        constexpr int waits_max = 200;
        for (int waits = 0; waits < waits_max;) {
            std::error_code error;
            const auto size = socket.read_some(asio::buffer(part), error);
            text.append(part.data(), size);
            if (error == asio::error::would_block) {
                ++waits;
                context.run_one_for(std::chrono::milliseconds{20});
            } else if (error) {
                return text;
            }
        }
        CHECK(false && "the connection is closed, with or without an answer");
        return text;
    }

    asio::io_context context{1};
    std::optional<HttpResponder> responder;
};

/// The status that a request should get, empty where it gets no answer, and what follows the head.
struct Wanted {
    std::string status;
    std::string body;
};

Wanted wanted(std::string_view request) {
    const auto failed = [](std::string status) { return Wanted{status, status + "\n"}; };
    const auto end = request.find("\r\n\r\n");
    if (end == std::string_view::npos || end + 4 > HttpResponder::request_bytes_max)
        return request.size() >= HttpResponder::request_bytes_max ? failed("431 Request Header Fields Too Large")
                                                                  : Wanted{};
    const auto line = request.substr(0, request.find("\r\n"));
    std::vector<std::string_view> words{{}};
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == ' ' && words.size() < 3)
            words.push_back(line.substr(i + 1, 0));
        else
            words.back() = line.substr(i + 1 - words.back().size() - 1, words.back().size() + 1);
    }
    if (words.size() != 3 || words[2].substr(0, 7) != "HTTP/1.") return failed("400 Bad Request");
    const bool head = words[0] == "HEAD";
    if (words[0] != "GET" && !head) return failed("405 Method Not Allowed");
    const auto page = find(words[1].substr(0, words[1].find('?')));
    auto answer = page ? Wanted{"200 OK", page->body} : failed("404 Not Found");
    if (head) answer.body.clear(); // RFC 9110 §9.3.2
    return answer;
}

std::optional<std::string> header(std::string_view head, const std::string& name) {
    const auto at = head.find("\r\n" + name + ": ");
    if (at == std::string_view::npos) return std::nullopt;
    const auto from = at + name.size() + 4;
    return std::string{head.substr(from, head.find("\r\n", from) - from)};
}

} // namespace

void run_http(base::ByteView input) {
    static Server server;
    Input from{input};
    const auto piece = static_cast<std::size_t>(from.between(1, 5000));
    const auto request = from.rest();
    const auto answer = server.ask(request, std::max<std::size_t>(piece, request.size() / 8));
    const auto right = wanted(base::to_text(request));
    if (right.status.empty()) {
        CHECK(answer.empty());
        return;
    }
    const auto end = answer.find("\r\n\r\n");
    CHECK(end != std::string::npos && answer.starts_with("HTTP/1.1 " + right.status + "\r\n"));
    const auto head = std::string_view{answer}.substr(0, end + 2);
    CHECK(std::string_view{answer}.substr(end + 4) == right.body);
    CHECK(header(head, "Connection") == "close" && header(head, "Content-Type").has_value());
    // RFC 9110 §15.5.6
    CHECK(header(head, "Allow").has_value() == right.status.starts_with("405"));
    const auto length = header(head, "Content-Length").value_or("");
    if (!right.body.empty()) CHECK(length == std::to_string(right.body.size()));
    CHECK(!length.empty() && length.find_first_not_of("0123456789") == std::string::npos);
}

std::vector<base::Bytes> http_seeds() {
    std::vector<base::Bytes> seeds;
    const std::string large(HttpResponder::request_bytes_max, 'x');
    for (const std::string& text :
         {std::string{"GET /metrics HTTP/1.1\r\nHost: here\r\n\r\n"}, std::string{"HEAD /metrics HTTP/1.0\r\n\r\n"},
          std::string{"GET /metrics?a=b HTTP/1.1\r\n\r\n"}, std::string{"GET /empty HTTP/1.1\r\n\r\nmore"},
          std::string{"HEAD /none HTTP/1.1\r\n\r\n"}, std::string{"GET  HTTP/1.1\r\n\r\n"},
          std::string{"POST /metrics HTTP/1.1\r\nContent-Length: 1\r\n\r\n1"},
          std::string{"GET /metrics HTTP/2\r\n\r\n"}, std::string{"GET /metrics\r\n\r\n"}, std::string{"\r\n\r\n"},
          std::string{"GET /metrics HTTP/1.1\r\n"}, "GET /metrics HTTP/1.1\r\nX: " + large + "\r\n\r\n",
          large.substr(0, large.size() - 4) + "\r\n\r\n"}) {
        for (const auto piece : {std::uint8_t{0}, std::uint8_t{200}}) {
            seeds.emplace_back(2, piece);
            base::append(seeds.back(), base::as_bytes(text));
        }
    }
    return seeds;
}

} // namespace plenum::fuzz
