// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/wire/choice.h"

#include <string>
#include <vector>

/// Messages between a relay and members about its standby (docs/replication.md).
namespace plenum::wire {

using AddressBytes = base::FixedBytes<struct PlaceAddressTag, 16>;

/// Where a relay can be reached.
struct RelayPlace {
    static constexpr std::string_view name = "relay_place";
    /// As it stands in links.
    std::string host;
    AddressBytes address{};
    std::uint16_t port{0};

    static constexpr auto fields() {
        using T = RelayPlace;
        return Fields{
            Field<&T::host, Text<64>>{"host", "as links name it"},
            Field<&T::address, Fixed<16>>{"address", "IPv6, or IPv4 mapped into it"},
            Field<&T::port, U16>{"port", "UDP; not 0"},
        };
    }
    friend bool operator==(const RelayPlace&, const RelayPlace&) = default;
};

/// Relay to members: where it comes back, with the keys that it has, if its machine is lost.
struct Standby {
    static constexpr std::string_view name = "standby";
    static constexpr std::uint8_t type = 27;
    static constexpr std::size_t places_max = 4;
    std::vector<RelayPlace> places;
    /// Of an appointed standby; a later one replaces an earlier one.
    base::ConferenceTime fence{};
    /// Whose program it is.
    base::MemberIndex member{};

    static constexpr auto fields() {
        using T = Standby;
        return Fields{
            Field<&T::places, List<Nested<RelayPlace>, places_max>>{"places", "in this order"},
            Field<&T::fence, U64>{"fence",
                                  "µs of conference time, rises with each appointment; 0: not appointed, takes "
                                  "over without witnesses"},
            Field<&T::member, Varint>{"member", "whose program it is; 0: a server's, or none"},
        };
    }
    friend bool operator==(const Standby&, const Standby&) = default;
};

/// Member to relay: this program can stand by for it.
struct StandbyOffer {
    static constexpr std::string_view name = "standby_offer";
    static constexpr std::uint8_t type = 42;
    std::vector<RelayPlace> places;

    static constexpr auto fields() {
        using T = StandbyOffer;
        return Fields{Field<&T::places, List<Nested<RelayPlace>, Standby::places_max>>{
            "places", "where its own machine has it; the relay takes the one that the session comes from"}};
    }
    friend bool operator==(const StandbyOffer&, const StandbyOffer&) = default;
};

/// Relay to a member that offered: stand by, with my keys.
struct StandbyAppointed {
    static constexpr std::string_view name = "standby_appointed";
    static constexpr std::uint8_t type = 43;
    base::SecretKey identity{};
    RelayPlace place;
    /// Who dials to replicate must know it: former standbys have the keys, but not this.
    base::SecretKey secret{};

    static constexpr auto fields() {
        using T = StandbyAppointed;
        return Fields{
            Field<&T::identity, Fixed<32>>{"identity", "seed of the relay's keys"},
            Field<&T::place, Nested<RelayPlace>>{"place", "of those offered"},
            Field<&T::secret, Fixed<32>>{"secret", "drawn for this appointment; access key of its replication"},
        };
    }
    friend bool operator==(const StandbyAppointed&, const StandbyAppointed&) = default;
};

/// Relay to members: may I go on without the standby? Member to relay: yes, it bears no witness at this fence any more;
/// or no, it has done so, and the relay should draw another fence.
struct StandbyRemoval {
    static constexpr std::string_view name = "standby_removal";
    static constexpr std::uint8_t type = 44;
    base::ConferenceTime fence{};
    bool agreed{false};

    static constexpr auto fields() {
        using T = StandbyRemoval;
        return Fields{
            Field<&T::fence, U64>{"fence", "as in `standby`"},
            Field<&T::agreed, U8>{"agreed", "1: the member agrees; 0: it does not, or the relay asks"},
        };
    }
    friend bool operator==(const StandbyRemoval&, const StandbyRemoval&) = default;
};

} // namespace plenum::wire
