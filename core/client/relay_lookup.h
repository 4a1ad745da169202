// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"
#include "core/runtime/net/event_loop.h"
#include "core/runtime/net/resolver.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace plenum::client {

/// The addresses of a session's relay: looked up while the loop goes on, and tried one after the other. The loop's
/// thread, but for `stop`.
class RelayLookup {
  public:
    RelayLookup();
    RelayLookup(const RelayLookup&) = delete;
    RelayLookup& operator=(const RelayLookup&) = delete;
    ~RelayLookup() { stop(); }

    /// `done` is called on the loop's thread, unless `stop` comes first.
    void begin(const runtime::HostPort& where, runtime::EventLoop& loop, std::function<void(runtime::Resolved)> done);
    /// Before the loop is gone.
    void stop();

    /// Those to try, in their order.
    void take(std::vector<base::Address> addresses) { addresses_ = std::move(addresses); }
    [[nodiscard]] bool has_next() const { return tried_ < addresses_.size(); }
    /// Precondition: `has_next`.
    [[nodiscard]] base::Address next() { return addresses_[tried_++]; }

  private:
    struct Port;

    std::shared_ptr<Port> port_;
    std::vector<base::Address> addresses_;
    std::size_t tried_{0};
};

} // namespace plenum::client
