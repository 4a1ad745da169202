// SPDX-License-Identifier: Apache-2.0
#include "core/member/relay_places.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace plenum::node {
namespace {

base::Address address_of(const wire::RelayPlace& place) { return {place.address.bytes, place.port}; }

/// It goes into the text of links.
bool is_host(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char letter) {
        const bool word =
            (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
        return word || letter == '.' || letter == ':' || letter == '-';
    });
}

} // namespace

RelayPlaces::RelayPlaces(base::Address relay, const std::vector<wire::RelayPlace>& standby, Roster& roster,
                         Connection& connection)
    : relay_{relay},
      roster_{roster},
      connection_{connection} {
    if (!standby.empty()) handle({standby});
}

void RelayPlaces::handle(const wire::Standby& standby) {
    standby_ = standby.places;
    successor_ = standby.member;
    std::erase_if(standby_, [](const auto& place) { return place.port == 0 || !is_host(place.host); });
    // Where it is now it can come back as well.
    if (std::ranges::find(standby_, relay_, address_of) == standby_.end())
        standby_.push_back({roster_.own().link.host, {relay_.ip}, relay_.port});
    std::vector<base::Address> places;
    std::ranges::transform(standby_, std::back_inserter(places), address_of);
    connection_.set_others(std::move(places));
}

RelayStandby RelayPlaces::told(const wire::Standby& standby) const {
    RelayStandby event{standby.member, {}, roster_.state().conference, standby.fence};
    for (const auto& place : standby.places)
        if (is_host(place.host) && place.port != 0) event.places.push_back({place.host, address_of(place)});
    return event;
}

void RelayPlaces::handle_connected() {
    const auto& at = connection_.place();
    if (at == relay_) return;
    const auto found = std::ranges::find(standby_, at, address_of);
    if (found == standby_.end()) return;
    relay_ = at;
    const auto to = found == standby_.begin() ? successor_ : base::MemberIndex{};
    // At a server's standby nobody's program is the relay.
    if (successor_.value() != 0) moved_ = RelayMoved{std::exchange(owner_, to), to, handed_over_};
    roster_.handle_moved(found->host, found->port);
}

} // namespace plenum::node
