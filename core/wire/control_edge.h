// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/ids.h"
#include "core/base/limits.h"
#include "core/wire/choice.h"
#include "core/wire/control_standby.h"

#include <vector>

/// Messages between the relays of one operator, of which some pass sessions on to others (docs/relays.md). They stand
/// first after `hello` in a session at the replication door, or follow `relayed_member`.
namespace plenum::wire {

/// Relays that a session may pass.
inline constexpr std::size_t relay_path_max = 4;

/// Relay to relay: who has the conference behind this door?
struct Locate {
    static constexpr std::string_view name = "locate";
    static constexpr std::uint8_t type = 50;
    base::ConferenceHandle door{};
    /// Whoever does not know it may ask others, who then do not.
    bool onward{false};

    static constexpr auto fields() {
        using T = Locate;
        return Fields{
            Field<&T::door, Fixed<16>>{"door", "as the member's handshake names it"},
            Field<&T::onward, U8>{"onward", "1: a relay that does not know it asks others, with 0"},
        };
    }
    friend bool operator==(const Locate&, const Locate&) = default;
};

/// The answer.
struct Located {
    static constexpr std::string_view name = "located";
    static constexpr std::uint8_t type = 51;
    base::ConferenceHandle door{};
    /// Opens the door.
    base::SecretKey access{};
    /// Runs of the relays that a session passes from here to the conference's home, this one first. Empty: it is not
    /// known here.
    std::vector<std::uint64_t> path;

    static constexpr auto fields() {
        using T = Located;
        return Fields{
            Field<&T::door, Fixed<16>>{"door", "as asked"},
            Field<&T::access, Fixed<32>>{"access", "key of the link behind it; zero where it is not known"},
            Field<&T::path, List<U64, relay_path_max>>{
                "path", "numbers that the relays drew for this run, from this one to the home; empty: not known"},
        };
    }
    friend bool operator==(const Located&, const Located&) = default;
};

/// Edge to home: this session is a member's, who dialled me. What the member says follows, message by message.
struct RelayedMember {
    static constexpr std::string_view name = "relayed_member";
    static constexpr std::uint8_t type = 52;
    base::ConferenceHandle door{};
    base::ExchangeKey exchange{};
    base::IdentityKey identity{};
    AddressBytes address{};
    std::uint16_t port{0};
    std::uint64_t edge{0};
    std::uint32_t slot{0};
    std::uint8_t hops{1};

    static constexpr auto fields() {
        using T = RelayedMember;
        return Fields{
            Field<&T::door, Fixed<16>>{"door", "that the member dialled"},
            Field<&T::exchange, Fixed<32>>{"exchange", "the member's X25519 key, from its handshake"},
            Field<&T::identity, Fixed<32>>{"identity", "the member's Ed25519 key, from its hello"},
            Field<&T::address, Fixed<16>>{"address", "where the member is: IPv6, or IPv4 mapped into it"},
            Field<&T::port, U16>{"port", "UDP"},
            Field<&T::edge, U64>{"edge", "one copy of a fragment goes to all sessions that name the same"},
            Field<&T::slot, Varint>{"slot", "the session's place in `relayed_fragment`; below 512"},
            Field<&T::hops, U8>{"hops", "relays that it has passed with this one; at most 4"},
        };
    }
    friend bool operator==(const RelayedMember&, const RelayedMember&) = default;
};

/// Edge to home: nothing is heard of the member, or something again.
struct RelayedSilence {
    static constexpr std::string_view name = "relayed_silence";
    static constexpr std::uint8_t type = 53;
    bool silent{false};

    static constexpr auto fields() {
        using T = RelayedSilence;
        return Fields{Field<&T::silent, U8>{"silent", "1: for a second or more; 0: heard again"}};
    }
    friend bool operator==(const RelayedSilence&, const RelayedSilence&) = default;
};

/// Home to edge, and back once the member has acknowledged all that came before it.
struct DeliveryMark {
    static constexpr std::string_view name = "delivery_mark";
    static constexpr std::uint8_t type = 54;
    std::uint64_t number{0};

    static constexpr auto fields() {
        using T = DeliveryMark;
        return Fields{Field<&T::number, Varint>{"number", "rises by one"}};
    }
    friend bool operator==(const DeliveryMark&, const DeliveryMark&) = default;
};

/// Home to edge: who the session's member is, by which the edge knows it in trees.
struct RelayedIndex {
    static constexpr std::string_view name = "relayed_index";
    static constexpr std::uint8_t type = 59;
    base::MemberIndex member{};

    static constexpr auto fields() {
        using T = RelayedIndex;
        return Fields{Field<&T::member, Varint>{"member", "index in the log"}};
    }
    friend bool operator==(const RelayedIndex&, const RelayedIndex&) = default;
};

/// Home to edge, on any stream but that of the class bulk, where a message of the stream would be: the message was sent
/// to the edge by multicast. Its bytes are those of `count` data packets of that session of the source `home`.
struct BodyReference {
    static constexpr std::string_view name = "body_reference";
    static constexpr std::uint8_t type = 56;
    /// Packets of the largest message.
    static constexpr std::size_t packets_max = 64;
    base::FlowId no_flow{};
    std::uint64_t session{0};
    std::uint64_t first{0};
    std::uint8_t count{0};

    static constexpr auto fields() {
        using T = BodyReference;
        return Fields{
            Field<&T::no_flow, U16>{"no_flow", "0, where a reliable message names its flow"},
            Field<&T::session, Varint>{"session", "of the multicast service"},
            Field<&T::first, Varint>{"first", "sequence number of the first packet"},
            Field<&T::count, U8>{"count", "packets; 1 to 64"},
        };
    }
    /// Whether this is what a message of a stream other than the control stream is meant to be.
    [[nodiscard]] static bool begins(base::ByteView message) {
        return message.size() >= 2 && message[0] == 0 && message[1] == 0;
    }
    friend auto operator<=>(const BodyReference&, const BodyReference&) = default;
};

/// Edge to home: packets of this message did not come, and the session waits for them.
struct BodyWanted {
    static constexpr std::string_view name = "body_wanted";
    static constexpr std::uint8_t type = 57;
    BodyReference body{};

    static constexpr auto fields() {
        using T = BodyWanted;
        return Fields{Field<&T::body, Nested<BodyReference>>{"body", "as the home named it"}};
    }
    friend bool operator==(const BodyWanted&, const BodyWanted&) = default;
};

/// The answer. A home that has it no longer closes the session: the member comes again, and says what it lacks.
struct BodyGiven {
    static constexpr std::string_view name = "body_given";
    static constexpr std::uint8_t type = 58;
    BodyReference body{};
    base::Bytes message;

    static constexpr auto fields() {
        using T = BodyGiven;
        return Fields{
            Field<&T::body, Nested<BodyReference>>{"body", "as asked"},
            Field<&T::message, Rest<base::limits::control_message_bytes_max>>{"message", "of the stream"},
        };
    }
    friend bool operator==(const BodyGiven&, const BodyGiven&) = default;
};

} // namespace plenum::wire
