// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/driver.h"

#include "core/base/check.h"
#include "core/base/overloaded.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace plenum::runtime {

Driver::Driver(Core& core, Store* store, std::unique_ptr<StoreWriter> writer, Sink& sink)
    : core_{core},
      store_{store},
      sink_{sink},
      writer_{std::move(writer)} {}

void Driver::keep(StoreItem item, base::LocalTime now) {
    if (writer_) writer_->put(std::move(item), now);
}

std::expected<void, node::ContractError> Driver::take(const node::Input& input, base::LocalTime now,
                                                      UdpSocket* socket) {
    const auto taken = core_.handle(input, now);
    drain(now, socket);
    return taken;
}

void Driver::drain(base::LocalTime now, UdpSocket* socket) {
    bool more = true;
    const base::Overloaded sort{
        [&](node::Transmit& output) {
            outgoing_.push_back({output.to, std::move(output.datagram)});
            if (socket != nullptr && turn_full()) send(*socket);
        },
        [&](node::Event& output) { events_.push_back(std::move(output)); },
        [](base::TraceEvent&) {},
        [&](node::Wake& output) {
            wake_ = output.at;
            more = false;
        },
        [&](auto& kept) { keep(std::move(kept), now); },
    };
    while (more) {
        auto output = core_.poll();
        std::visit(sort, output);
    }
}

void Driver::restore(base::ConferenceHandle conference, base::LocalTime now) {
    auto loaded = store_->load(conference);
    if (!loaded) {
        // What could not be read today may well be read tomorrow.
        const bool damaged = loaded.error().kind == DatabaseError::Kind::damaged;
        if (damaged) return sink_.handle_notice(store_->set_aside(conference, loaded.error().text));
        std::ignore = take(node::ConferenceLeftOut{conference}, now);
        return sink_.handle_notice(store_->leave_out(conference, loaded.error().text));
    }
    if (give_back(std::move(*loaded), now)) return;
    sink_.handle_notice(store_->set_aside(conference, "its entries do not belong together or to this relay's key"));
}

bool Driver::give_back(Store::Loaded loaded, base::LocalTime now) {
    for (auto& notice : loaded.notices)
        sink_.handle_notice(std::move(notice));
    return take(std::move(loaded.stored), now).has_value();
}

void Driver::restore(base::LocalTime now) {
    // It may want to know when it began.
    drain(now, nullptr);
    if (store_ == nullptr) return;
    for (const auto conference : store_->conferences())
        restore(conference, now);
    if (writer_) writer_->begin();
}

void Driver::handle(const node::Input& input, base::LocalTime now) {
    // The other contract errors are ours alone to make: time comes from one clock, and every handle is polled out.
    CHECK(take(input, now).has_value());
}

void Driver::handle(const node::Input& input, base::LocalTime now, UdpSocket& socket) {
    CHECK(take(input, now, &socket).has_value());
}

void Driver::handle_kept(base::LocalTime now) {
    if (!writer_) return;
    auto report = writer_->take(now);
    for (auto& loaded : report.loaded) {
        const auto conference = loaded.stored.conference;
        if (!give_back(std::move(loaded), now)) writer_->refuse(conference);
    }
    for (const auto& kept : report.kept)
        handle(kept, now);
    for (auto& notice : report.notices)
        sink_.handle_notice(std::move(notice));
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

void Driver::finish_turn(UdpSocket& socket, base::LocalTime) {
    send(socket);
    // Taken out first: what the application does about an event may begin the next turn.
    auto told = std::exchange(told_, {});
    std::swap(told, events_);
    for (auto& event : told)
        sink_.handle_event(std::move(event));
    told.clear();
    told_ = std::move(told);
}

base::LocalTime Driver::wake() const { return writer_ ? std::min(wake_, writer_->stalls_at()) : wake_; }

} // namespace plenum::runtime
