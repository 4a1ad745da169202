// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/driver.h"

#include "core/base/check.h"
#include "core/runtime/clock.h"

#include <algorithm>
#include <utility>

namespace plenum::runtime {

namespace {

template <class... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};

} // namespace

Driver::Driver(Core& core, Store* store, Sink& sink) : core_{core}, store_{store}, sink_{sink} {}

std::expected<void, node::ContractError> Driver::take(const node::Input& input, base::LocalTime now,
                                                      UdpSocket* socket) {
    const auto taken = core_.handle(input, now);
    bool more = true;
    const Overloaded sort{
        [&](node::Transmit& output) {
            outgoing_.push_back({output.to, std::move(output.datagram)});
            if (socket != nullptr && turn_full() && (store_ == nullptr || !store_->dirty())) send(*socket);
        },
        [&](node::Event& output) { events_.push_back(std::move(output)); },
        [&](const node::StoreConference& output) {
            if (store_ != nullptr) store_->put(output);
        },
        [&](node::StoreEntry& output) {
            if (store_ != nullptr) store_->put(std::move(output));
        },
        [&](node::ForgetConference& output) {
            if (store_ != nullptr) store_->put(output);
        },
        [](base::TraceEvent&) {},
        [&](node::Wake& output) {
            wake_ = output.at;
            more = false;
        },
    };
    while (more) {
        auto output = core_.poll();
        std::visit(sort, output);
    }
    return taken;
}

void Driver::restore(base::LocalTime now) {
    if (store_ == nullptr) return;
    for (const auto conference : store_->conferences()) {
        const auto stored = store_->load(conference);
        if (!stored) {
            // What could not be read today may well be read tomorrow.
            const bool damaged = stored.error().kind == DatabaseError::Kind::damaged;
            if (damaged)
                sink_.handle_notice(store_->set_aside(conference, stored.error().text));
            else
                sink_.handle_notice({StoreNotice::Kind::left_out,
                                     "A conference could not be loaded and is left out until the next start: " +
                                         stored.error().text + "."});
            continue;
        }
        if (take(*stored, now)) continue;
        sink_.handle_notice(store_->set_aside(conference, "its entries do not belong together or to this relay's key"));
    }
}

void Driver::handle(const node::Input& input, base::LocalTime now) {
    // The other contract errors are ours alone to make: time comes from one clock, and every handle is polled out.
    CHECK(take(input, now).has_value());
}

void Driver::handle(const node::Input& input, base::LocalTime now, UdpSocket& socket) {
    CHECK(take(input, now, &socket).has_value());
}

/// What left gives its memory back to the node.
void Driver::send(UdpSocket& socket) {
    for (auto& datagram : outgoing_)
        socket.send(std::move(datagram));
    outgoing_.clear();
    (void)socket.flush();
    for (auto& memory : socket.spent())
        core_.reuse(std::move(memory));
    socket.spent().clear();
}

void Driver::commit(base::LocalTime now) {
    if (store_ == nullptr || (!store_->dirty() && store_->wake() > now)) return;
    const auto began = runtime::now();
    auto notices = store_->commit(now);
    commits_.add(runtime::now() - began);
    for (auto& notice : notices)
        sink_.handle_notice(std::move(notice));
}

void Driver::finish_turn(UdpSocket& socket, base::LocalTime now) {
    commit(now);
    send(socket);
    // Taken out first: what the application does about an event may begin the next turn.
    for (auto& event : std::exchange(events_, {}))
        sink_.handle_event(std::move(event));
}

base::LocalTime Driver::wake() const { return store_ == nullptr ? wake_ : std::min(wake_, store_->wake()); }

} // namespace plenum::runtime
