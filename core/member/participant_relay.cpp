// SPDX-License-Identifier: Apache-2.0
#include "core/member/participant.h"

#include <algorithm>
#include <iterator>

/// What a member does about its relay's machine: it may be lost, and the relay come back on another.
namespace plenum::node {
namespace {

base::Address address_of(const wire::RelayPlace& place) { return {place.address.bytes, place.port}; }

wire::RelayPlace place_of(const JoinConference& join) { return {join.link.host, {join.relay.ip}, join.relay.port}; }

/// It goes into the text of links.
bool is_host(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char letter) {
        const bool word =
            (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
        return word || letter == '.' || letter == ':' || letter == '-';
    });
}

} // namespace

/// Whoever is there has the relay's keys, so the relay cannot send anybody to another's.
void Participant::handle_standby(const wire::Standby& standby) {
    standby_ = standby.places;
    std::erase_if(standby_, [](const auto& place) { return place.port == 0 || !is_host(place.host); });
    // Where it is now it can come back as well.
    if (std::ranges::find(standby_, options_.join.relay, address_of) == standby_.end())
        standby_.push_back(place_of(options_.join));
    std::vector<base::Address> places;
    std::ranges::transform(standby_, std::back_inserter(places), address_of);
    connection_.set_others(std::move(places));
}

/// The link that people share from now on leads to where the relay is.
void Participant::note_place() {
    const auto& at = connection_.place();
    if (at == options_.join.relay) return;
    const auto found = std::ranges::find(standby_, at, address_of);
    if (found == standby_.end()) return;
    options_.join.relay = at;
    roster_.handle_moved(found->host, found->port);
    options_.join.link = roster_.own().link;
}

RecoverySession::Options Participant::restoration_at(const base::Address& place) const {
    const auto* first = roster_.keys().links().keys(0);
    const auto access = first == nullptr ? base::SecretKey{} : first->access.expose();
    return {place,
            options_.join.link.relay_key,
            roster_.own().exchange.copy(),
            roster_.own().identity.copy(),
            options_.ciphers,
            wire::Restore{roster_.state().conference, access, roster_.state().size}};
}

void Participant::look_after_relay(base::LocalTime now) {
    const auto* link = connection_.link();
    const bool there = link != nullptr && !link->silent();
    if (there && state_recovery_.idle()) return;
    if (ended_ || must_rejoin_) return state_recovery_.clear();
    const bool member = roster_.self_member() != nullptr && roster_.kept().keeps();
    if (there || !member) return state_recovery_.abandon(outbox_, now);
    if (state_recovery_.due(now)) {
        for (const auto& place : connection_.places())
            state_recovery_.begin(restoration_at(place), roster_.kept().log(), now);
    }
    if (const auto place = state_recovery_.flush(outbox_, now)) {
        connection_.turn_to(*place, now);
        connection_.flush(outbox_, now);
    }
}

} // namespace plenum::node
