// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/read.hpp>
#include <asio/read_until.hpp>
#include <asio/write.hpp>

#include <atomic>
#include <charconv>
#include <map>
#include <string>
#include <string_view>
#include <thread>

namespace plenum::runtime {

/// An HTTP server that gives the same answer to each POST at a path, "{}" where it has none.
class CannedHttp {
  public:
    explicit CannedHttp(std::map<std::string, std::string> answers)
        : answers_{std::move(answers)},
          acceptor_{context_, {asio::ip::address_v4::loopback(), 0}},
          thread_{[this] { run(); }} {}
    ~CannedHttp() {
        over_ = true;
        asio::ip::tcp::socket last{context_};
        std::error_code ignored;
        last.connect(acceptor_.local_endpoint(), ignored);
        thread_.join();
    }
    CannedHttp(const CannedHttp&) = delete;
    CannedHttp& operator=(const CannedHttp&) = delete;
    /// Of 127.0.0.1.
    [[nodiscard]] std::uint16_t port() const { return acceptor_.local_endpoint().port(); }

  private:
    void run() {
        while (!over_) {
            asio::ip::tcp::socket socket{context_};
            std::error_code error;
            acceptor_.accept(socket, error);
            if (!error && !over_) answer(socket);
        }
    }
    void answer(asio::ip::tcp::socket& socket) const {
        constexpr std::string_view length_head{"Content-Length: "};
        std::error_code error;
        std::string request;
        const auto head = asio::read_until(socket, asio::dynamic_buffer(request), "\r\n\r\n", error);
        const auto at = request.find(length_head);
        if (error || at == std::string::npos) return;
        std::size_t length = 0;
        std::from_chars(request.data() + at + length_head.size(), request.data() + head, length);
        while (request.size() < head + length && !error)
            asio::read(socket, asio::dynamic_buffer(request), asio::transfer_at_least(1), error);
        const auto begin = request.find(' ') + 1;
        const auto found = answers_.find(request.substr(begin, request.find(' ', begin) - begin));
        const std::string body = found == answers_.end() ? "{}" : found->second;
        const auto whole = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + std::to_string(body.size()) +
                           "\r\n\r\n" + body;
        asio::write(socket, asio::buffer(whole), error);
    }

    const std::map<std::string, std::string> answers_;
    asio::io_context context_;
    asio::ip::tcp::acceptor acceptor_;
    std::atomic<bool> over_{false};
    std::thread thread_;
};

} // namespace plenum::runtime
