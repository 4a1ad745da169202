// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/metrics/http_responder.h"

#include "core/runtime/net/socket_address.h"

#include <asio/buffer.hpp>
#include <asio/completion_condition.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/read_until.hpp>
#include <asio/steady_timer.hpp>
#include <asio/write.hpp>

#include <algorithm>
#include <deque>
#include <utility>

namespace plenum::runtime {

namespace {

using asio::ip::tcp;

tcp::endpoint to_endpoint(const base::Address& where) {
    if (is_v4(where)) {
        asio::ip::address_v4::bytes_type bytes{};
        std::copy(where.ip.end() - 4, where.ip.end(), bytes.begin());
        return {asio::ip::address_v4{bytes}, where.port};
    }
    asio::ip::address_v6::bytes_type bytes{};
    std::copy(where.ip.begin(), where.ip.end(), bytes.begin());
    return {asio::ip::address_v6{bytes}, where.port};
}

std::string response(std::string_view status, const HttpResponder::Page& page, bool with_body,
                     std::string_view also = {}) {
    std::string text = "HTTP/1.1 " + std::string{status} + "\r\nContent-Type: " + page.content_type +
                       "\r\nContent-Length: " + std::to_string(page.body.size()) + "\r\n" + std::string{also} +
                       "Connection: close\r\nCache-Control: no-store\r\n\r\n";
    return with_body ? text + page.body : text;
}

/// RFC 9110 §9.3.2: to HEAD nothing but the head, whatever the answer.
std::string failure(std::string_view status, bool with_body = true, std::string_view also = {}) {
    return response(status, {"text/plain", std::string{status} + "\n"}, with_body, also);
}

/// `request`: at least its first line.
std::string answer_to(std::string_view request, const HttpResponder::Find& find) {
    const auto line = request.substr(0, request.find("\r\n"));
    const auto first = line.find(' ');
    const auto second = first == std::string_view::npos ? first : line.find(' ', first + 1);
    if (second == std::string_view::npos || !line.substr(second + 1).starts_with("HTTP/1."))
        return failure("400 Bad Request");
    const auto method = line.substr(0, first);
    if (method != "GET" && method != "HEAD")
        return failure("405 Method Not Allowed", true, "Allow: GET, HEAD\r\n"); // RFC 9110 §15.5.6
    const auto target = line.substr(first + 1, second - first - 1);
    const auto page = find(target.substr(0, target.find('?')));
    return page ? response("200 OK", *page, method == "GET") : failure("404 Not Found", method == "GET");
}

} // namespace

/// One request and its answer; lives as long as something of it waits in the context.
class HttpExchange : public std::enable_shared_from_this<HttpExchange> {
  public:
    HttpExchange(tcp::socket socket, HttpResponder::Find find, std::function<void()> over)
        : socket_{std::move(socket)},
          deadline_{socket_.get_executor()},
          find_{std::move(find)},
          over_{std::move(over)} {}
    ~HttpExchange() { tell_over(); }
    HttpExchange(const HttpExchange&) = delete;
    HttpExchange& operator=(const HttpExchange&) = delete;

    void begin() {
        close_after(HttpResponder::request_patience);
        asio::async_read_until(socket_, asio::dynamic_buffer(request_, HttpResponder::request_bytes_max), "\r\n\r\n",
                               [self = shared_from_this()](const std::error_code& error, std::size_t) {
                                   if (error == asio::error::not_found)
                                       return self->answer(failure("431 Request Header Fields Too Large"));
                                   if (!error) self->answer(answer_to(self->request_, self->find_));
                               });
    }

    /// Its request has not come.
    [[nodiscard]] bool waits() const { return response_.empty() && socket_.is_open(); }
    void close() {
        std::error_code ignored;
        socket_.close(ignored);
        tell_over();
    }

  private:
    void answer(std::string text) {
        response_ = std::move(text);
        close_after(HttpResponder::patience);
        asio::async_write(socket_, asio::buffer(response_),
                          [self = shared_from_this()](const std::error_code&, std::size_t) {
                              std::error_code ignored;
                              self->socket_.shutdown(tcp::socket::shutdown_send, ignored);
                          });
    }
    void close_after(base::Duration patience) {
        deadline_.expires_after(patience);
        deadline_.async_wait([self = weak_from_this()](const std::error_code& error) {
            const auto alive = self.lock();
            // A wait that ended just before a new deadline was set has no error.
            if (alive && !error && alive->deadline_.expiry() <= std::chrono::steady_clock::now()) alive->close();
        });
    }
    void tell_over() {
        if (const auto over = std::exchange(over_, nullptr)) over();
    }

    tcp::socket socket_;
    asio::steady_timer deadline_;
    HttpResponder::Find find_;
    std::function<void()> over_;
    std::string request_;
    std::string response_;
};

struct HttpResponder::Impl : std::enable_shared_from_this<Impl> {
    Impl(asio::io_context& context, Find taken) : acceptor{context}, pause{context}, find{std::move(taken)} {}

    void accept();
    void accept_later();
    /// Makes room for a connection where there is none, if an older one has sent no request.
    void make_room();

    tcp::acceptor acceptor;
    asio::steady_timer pause;
    Find find;
    std::size_t connections{0};
    /// In the order in which they came; some may have sent their request since the last came.
    std::deque<std::weak_ptr<HttpExchange>> waiting;
};

void HttpResponder::Impl::accept() {
    acceptor.async_accept([self = weak_from_this()](const std::error_code& error, tcp::socket socket) {
        const auto alive = self.lock();
        if (!alive || error == asio::error::operation_aborted) return;
        if (error) return alive->accept_later();
        alive->make_room();
        if (alive->connections < connections_max) {
            ++alive->connections;
            const auto over = [self] {
                if (const auto owner = self.lock()) --owner->connections;
            };
            const auto exchange = std::make_shared<HttpExchange>(std::move(socket), alive->find, over);
            exchange->begin();
            alive->waiting.push_back(exchange);
        }
        alive->accept();
    });
}

void HttpResponder::Impl::make_room() {
    std::erase_if(waiting, [](const auto& each) {
        const auto exchange = each.lock();
        return !exchange || !exchange->waits();
    });
    if (connections < connections_max || waiting.empty()) return;
    // Alive: it was just looked at.
    waiting.front().lock()->close();
    waiting.pop_front();
}

/// Where no descriptor is left, who waits to be accepted still waits, and at once would be over and over.
void HttpResponder::Impl::accept_later() {
    pause.expires_after(accept_pause);
    pause.async_wait([self = weak_from_this()](const std::error_code& error) {
        if (const auto alive = self.lock(); alive && !error) alive->accept();
    });
}

HttpResponder::HttpResponder(std::shared_ptr<Impl> impl) : impl_{std::move(impl)} {}
HttpResponder::HttpResponder(HttpResponder&&) noexcept = default;
HttpResponder& HttpResponder::operator=(HttpResponder&&) noexcept = default;
HttpResponder::~HttpResponder() = default;

std::expected<HttpResponder, std::string> HttpResponder::open(asio::io_context& context, const base::Address& where,
                                                              Find find) {
    auto impl = std::make_shared<Impl>(context, std::move(find));
    const auto endpoint = to_endpoint(where);
    std::error_code error;
    impl->acceptor.open(endpoint.protocol(), error);
    if (!error) impl->acceptor.set_option(tcp::acceptor::reuse_address{true}, error);
    if (!error) impl->acceptor.bind(endpoint, error);
    if (!error) impl->acceptor.listen(static_cast<int>(backlog_max), error);
    if (error) return std::unexpected(to_text(where) + " (TCP) cannot be listened at: " + error.message() + ".");
    impl->accept();
    return HttpResponder{std::move(impl)};
}

base::Address HttpResponder::local() const {
    std::error_code error;
    const auto endpoint = impl_->acceptor.local_endpoint(error);
    return from_socket_address(endpoint.data()).value_or(base::Address{});
}

} // namespace plenum::runtime
