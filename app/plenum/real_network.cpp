// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_network.h"

#include "app/plenum/translate.h"
#include "core/client/probe.h"
#include "core/runtime/net/local_address.h"
#include "core/runtime/net/socket_address.h"

#include <system_error>

namespace plenum::app {
namespace {

ui::AddressScope shown_scope(runtime::AddressScope scope) {
    switch (scope) {
    case runtime::AddressScope::machine:
    case runtime::AddressScope::network: return ui::AddressScope::same_network;
    case runtime::AddressScope::provider: return ui::AddressScope::provider;
    case runtime::AddressScope::global: break;
    }
    return ui::AddressScope::everywhere;
}

} // namespace

ui::OwnNetwork RealNetwork::own_network() const {
    ui::OwnNetwork network;
    for (const auto& address : runtime::local_addresses())
        network.addresses.push_back(
            {QString::fromStdString(runtime::host_text(address)), shown_scope(runtime::scope_of(address))});
    network.port = own_port_.value_or(port_preferred_);
    // As a conference would take it.
    if (own_port_)
        network.port_state = ui::PortState::ours;
    else if (!runtime::is_udp_port_free(port_preferred_))
        network.port_state = ui::PortState::taken;
    return network;
}

void RealNetwork::check_relay(const ui::RelayServer& relay) {
    stop_check();
    const client::ProbeOptions options{.relay = relay.address.toStdString(),
                                       .create_secret = relay.create_secret.toStdString()};
    const auto tell = [this, number = number_](const ui::RelayCheck& check) {
        QMetaObject::invokeMethod(
            this,
            [this, number, check] {
                if (number == number_) emit relay_checked(check);
            },
            Qt::QueuedConnection);
    };
    auto work = [tell, options, address = relay.address](const std::stop_token& stop) {
        const auto answer = client::probe_relay(options, stop);
        if (answer)
            tell({address, ui::RelayAnswer::reached, answer->round_trip});
        else
            tell({address, relay_answer_of(answer.error()), {}});
    };
    try {
        thread_ = std::jthread{std::move(work)};
    } catch (const std::system_error&) {
        tell({relay.address, ui::RelayAnswer::failed, {}});
    }
}

void RealNetwork::stop_check() {
    ++number_;
    thread_.request_stop();
    thread_ = {};
}

} // namespace plenum::app
