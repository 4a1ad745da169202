// SPDX-License-Identifier: Apache-2.0
#include "core/client/relay_lookup.h"

#include <mutex>
#include <utility>

namespace plenum::client {

/// Through which an answer of a name server finds the loop, if it is still there.
struct RelayLookup::Port {
    std::mutex mutex;
    runtime::EventLoop* loop{nullptr};
    std::function<void(runtime::Resolved)> done;

    void handle(runtime::Resolved resolved) {
        const std::lock_guard lock{mutex};
        if (loop == nullptr) return;
        // A loop at its beginning has room.
        std::ignore = loop->run_soon([call = done, answer = std::move(resolved)] { call(answer); });
    }
};

RelayLookup::RelayLookup() : port_{std::make_shared<Port>()} {}

void RelayLookup::begin(const runtime::HostPort& where, runtime::EventLoop& loop,
                        std::function<void(runtime::Resolved)> done) {
    port_->loop = &loop;
    port_->done = std::move(done);
    runtime::resolve_async(where, [port = port_](runtime::Resolved resolved) { port->handle(std::move(resolved)); });
}

void RelayLookup::stop() {
    const std::lock_guard lock{port_->mutex};
    port_->loop = nullptr;
}

} // namespace plenum::client
