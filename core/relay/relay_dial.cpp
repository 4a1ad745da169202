// SPDX-License-Identifier: Apache-2.0
#include "core/relay/relay_dial.h"

#include "core/base/home.h"
#include "core/peer/hello.h"

namespace plenum::node {

Connection::Options RelayDial::to(const base::Address& relay, const base::ConferenceHandle& conference,
                                  base::Duration give_up_after) const {
    Connection::Options options;
    options.relay = relay;
    options.pattern = wire::HandshakePattern::open;
    options.conference = base::at_home_of(conference, replication_door());
    options.psk = key.copy();
    options.exchange = keys->exchange.copy();
    options.identity = keys->identity.copy();
    options.ciphers = ciphers;
    options.loop = loop;
    options.give_up_after = give_up_after;
    return options;
}

} // namespace plenum::node
