// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/metrics/http_responder.h"

#include <asio/ip/tcp.hpp>
#include <asio/read.hpp>
#include <asio/write.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/resource.h>
#include <thread>
#include <unistd.h>

namespace plenum::runtime {
namespace {

using asio::ip::tcp;
using testing::HasSubstr;
using testing::StartsWith;

class HttpResponderTest : public testing::Test {
  protected:
    void SetUp() override {
        const auto find = [this](std::string_view path) -> std::optional<HttpResponder::Page> {
            ++asked_;
            if (path != "/metrics") return std::nullopt;
            return HttpResponder::Page{"text/plain", std::string(100'000, 'm')};
        };
        auto opened = HttpResponder::open(context_, base::Address::v4(127, 0, 0, 1, 0), find);
        ASSERT_TRUE(opened.has_value()) << opened.error();
        responder_.emplace(std::move(*opened));
        thread_ = std::thread{[this] { context_.run(); }};
    }
    void TearDown() override {
        context_.stop();
        thread_.join();
    }
    tcp::socket connect() {
        tcp::socket socket{clients_};
        socket.connect({asio::ip::address_v4::loopback(), responder_->local().port});
        return socket;
    }
    /// Everything until the other side closes.
    static std::string read(tcp::socket& socket) {
        std::string text;
        std::error_code error;
        asio::read(socket, asio::dynamic_buffer(text), error);
        return text;
    }
    std::string ask(const std::string& request) {
        auto socket = connect();
        std::error_code error;
        asio::write(socket, asio::buffer(request), error);
        return read(socket);
    }

    asio::io_context context_{1};
    asio::io_context clients_;
    std::optional<HttpResponder> responder_;
    std::atomic<int> asked_{0};
    std::thread thread_;
};

TEST_F(HttpResponderTest, gives_what_is_asked_for) {
    const auto answer = ask("GET /metrics?x=1 HTTP/1.1\r\nHost: here\r\n\r\n");
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n"));
    EXPECT_THAT(answer, HasSubstr("Content-Length: 100000\r\n"));
    EXPECT_THAT(answer, testing::EndsWith("\r\n\r\n" + std::string(100'000, 'm')));
}

TEST_F(HttpResponderTest, gives_the_head_alone) {
    const auto answer = ask("HEAD /metrics HTTP/1.0\r\n\r\n");
    EXPECT_THAT(answer, HasSubstr("Content-Length: 100000\r\n"));
    EXPECT_THAT(answer, testing::EndsWith("\r\n\r\n"));
}

TEST_F(HttpResponderTest, refuses_what_it_does_not_do) {
    EXPECT_THAT(ask("GET /secret HTTP/1.1\r\n\r\n"), StartsWith("HTTP/1.1 404 "));
    EXPECT_THAT(ask("POST /metrics HTTP/1.1\r\n\r\n"), StartsWith("HTTP/1.1 405 "));
    for (const auto* junk :
         {"\r\n\r\n", "GET\r\n\r\n", "GET /metrics\r\n\r\n", "GET /metrics FTP/1.0\r\n\r\n", " \r\n\r\n"})
        EXPECT_THAT(ask(junk), StartsWith("HTTP/1.1 400 ")) << junk;
}

TEST_F(HttpResponderTest, says_to_head_what_get_would_hear_and_no_more) {
    const auto answer = ask("HEAD /secret HTTP/1.1\r\n\r\n");
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 404 "));
    EXPECT_THAT(answer, HasSubstr("Content-Length: 14\r\n"));
    EXPECT_THAT(answer, testing::EndsWith("\r\n\r\n"));
}

TEST_F(HttpResponderTest, says_what_is_allowed) {
    EXPECT_THAT(ask("POST /metrics HTTP/1.1\r\n\r\n"), HasSubstr("\r\nAllow: GET, HEAD\r\n"));
    EXPECT_THAT(ask("GET /metrics HTTP/1.1\r\n\r\n"), testing::Not(HasSubstr("Allow")));
}

TEST_F(HttpResponderTest, cuts_off_who_says_too_much) {
    EXPECT_THAT(ask(std::string(HttpResponder::request_bytes_max, 'x')), StartsWith("HTTP/1.1 431 "));
    EXPECT_EQ(asked_, 0);
}

TEST_F(HttpResponderTest, answers_newcomers_while_others_hold_all_places_in_silence) {
    std::vector<tcp::socket> silent;
    for (std::size_t place = 0; place < 4 * HttpResponder::connections_max; ++place)
        silent.push_back(connect());
    const auto began = std::chrono::steady_clock::now();
    EXPECT_THAT(ask("GET /metrics HTTP/1.1\r\n\r\n"), StartsWith("HTTP/1.1 200 "));
    EXPECT_EQ(read(silent.front()), "") << "the oldest makes way";
    asio::write(silent.back(), asio::buffer(std::string{"GET /metrics HTTP/1.1\r\n\r\n"}));
    EXPECT_THAT(read(silent.back()), StartsWith("HTTP/1.1 200 ")) << "the newest keeps its place";
    EXPECT_LT(std::chrono::steady_clock::now() - began, HttpResponder::request_patience) << "not by waiting";
}

TEST_F(HttpResponderTest, waits_so_long_for_a_request_and_no_longer) {
    auto silent = connect();
    const auto began = std::chrono::steady_clock::now();
    EXPECT_EQ(read(silent), "");
    const auto waited = std::chrono::steady_clock::now() - began;
    EXPECT_GE(waited, HttpResponder::request_patience - std::chrono::milliseconds{100});
    EXPECT_LT(waited, 3 * HttpResponder::request_patience);
}

/// No more descriptors for this process while it lives.
class NoDescriptors {
  public:
    NoDescriptors() {
        EXPECT_EQ(::getrlimit(RLIMIT_NOFILE, &before_), 0);
        // The lowest that is free is the first that is too many.
        const int next = ::dup(0);
        EXPECT_GE(next, 0);
        ::close(next);
        const rlimit none{static_cast<rlim_t>(next), before_.rlim_max};
        EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
    }
    ~NoDescriptors() { EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &before_), 0); }
    NoDescriptors(const NoDescriptors&) = delete;
    NoDescriptors& operator=(const NoDescriptors&) = delete;

  private:
    rlimit before_{};
};

TEST(HttpResponder, rests_where_no_descriptor_is_left_and_goes_on_when_one_is) {
    asio::io_context context{1};
    const auto find = [](std::string_view) { return HttpResponder::Page{"text/plain", "here"}; };
    const auto responder = HttpResponder::open(context, base::Address::v4(127, 0, 0, 1, 0), find);
    ASSERT_TRUE(responder.has_value());
    asio::io_context clients;
    tcp::socket client{clients};
    client.connect({asio::ip::address_v4::loopback(), responder->local().port});
    asio::write(client, asio::buffer(std::string{"GET / HTTP/1.1\r\n\r\n"}));
    std::size_t turns = 0;
    {
        const NoDescriptors none;
        turns = context.run_for(HttpResponder::accept_pause * 5 / 2);
    }
    EXPECT_GE(turns, 3U) << "it tries again";
    EXPECT_LE(turns, 8U) << "and not all the time";
    (void)context.run_for(HttpResponder::accept_pause * 3 / 2);
    std::string answer;
    std::error_code error;
    asio::read(client, asio::dynamic_buffer(answer), error);
    EXPECT_THAT(answer, testing::EndsWith("here"));
}

TEST_F(HttpResponderTest, says_why_it_cannot_listen) {
    const auto second = HttpResponder::open(clients_, responder_->local(), {});
    ASSERT_FALSE(second.has_value());
    EXPECT_THAT(second.error(), HasSubstr("cannot be listened at"));
}

} // namespace
} // namespace plenum::runtime
