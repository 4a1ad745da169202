// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"
#include "core/base/time.h"

#include <asio/io_context.hpp>

#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace plenum::runtime {

/// Hands out a few texts over HTTP (RFC 9112), for machines that watch this one: GET and HEAD, one request a
/// connection, nothing else of the protocol. On the thread of the context that it was given. Everything is bounded: who
/// is slow or says too much is cut off. When all places are taken, the oldest connection whose request has not come
/// makes way for a new one.
class HttpResponder {
  public:
    static constexpr std::size_t connections_max = 16;
    /// Connections that the system holds until they are accepted.
    static constexpr std::size_t backlog_max = 128;
    static constexpr std::size_t request_bytes_max = 4096;
    /// After a connection could not be accepted: a fifth of what who asks waits for its answer.
    static constexpr base::Duration accept_pause = std::chrono::seconds{1};
    /// From connecting to the whole request: longer than another's page may hold up the thread (event_loop.cpp).
    static constexpr base::Duration request_patience = std::chrono::seconds{3};
    /// From the request to having taken the answer.
    static constexpr base::Duration patience = std::chrono::seconds{5};

    struct Page {
        std::string content_type;
        std::string body;
    };
    /// The page at a path; nullopt where there is none.
    using Find = std::function<std::optional<Page>(std::string_view path)>;

    /// Error: one sentence.
    [[nodiscard]] static std::expected<HttpResponder, std::string> open(asio::io_context& context,
                                                                        const base::Address& where, Find find);
    HttpResponder(HttpResponder&&) noexcept;
    HttpResponder& operator=(HttpResponder&&) noexcept;
    ~HttpResponder();

    /// With the port that the system chose.
    [[nodiscard]] base::Address local() const;

  private:
    struct Impl;
    explicit HttpResponder(std::shared_ptr<Impl> impl);
    /// Shared with what waits in the context.
    std::shared_ptr<Impl> impl_;
};

} // namespace plenum::runtime
