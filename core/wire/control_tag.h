// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/picture_size.h"
#include "core/wire/choice.h"

/// Messages of the control stream about tags: who wants how much of a flow (docs/push-pull.md).
namespace plenum::wire {

/// Member to relay: how much of a flow's messages this member wants, until it says otherwise. A new session begins
/// without any, and gets everything.
struct Subscribe {
    static constexpr std::string_view name = "subscribe";
    static constexpr std::uint8_t type = 37;
    base::FlowId flow{};
    base::MemberIndex sender{};
    std::optional<std::uint32_t> rate_hz;
    std::uint8_t place{3};
    bool small{false};

    static constexpr auto fields() {
        using T = Subscribe;
        return Fields{
            Field<&T::flow, U16>{"flow", "flow of the conference"},
            Field<&T::sender, Varint>{"sender", "member index; 0 is every sender"},
            Field<&T::rate_hz, Optional<Varint>>{"rate", "messages a second; 0 is none, absent is all"},
            Field<&T::place, U8>{"place", "where they are thinned: 1 at the subscriber, 2 at the publisher, 3 here"},
            Field<&T::small, Trailing<U8, false>>{"small", "1: of a camera in two sizes, the small one is enough"},
        };
    }
    friend bool operator==(const Subscribe&, const Subscribe&) = default;
};

/// Which sizes of a camera, as a byte: bit 0 the large one, bit 1 the small one.
struct SizeBits {
    static void put(Writer& to, base::PictureSizes value) { to.u8(bits_of(value)); }
    static void get(Reader& from, base::PictureSizes& value) {
        const auto bits = from.u8();
        value = {(bits & 1) != 0, (bits & 2) != 0};
        if (bits != bits_of(value) || bits == 0) from.fail();
    }
    static std::string text() { return "u8 bits"; }

  private:
    static std::uint8_t bits_of(base::PictureSizes value) {
        return static_cast<std::uint8_t>((value.large ? 1 : 0) | (value.small ? 2 : 0));
    }
};

/// As `Trailing`: absent where the large size alone is meant.
struct TrailingSizes {
    static void put(Writer& to, base::PictureSizes value) {
        if (value != large_alone) SizeBits::put(to, value);
    }
    static void get(Reader& from, base::PictureSizes& value) {
        value = large_alone;
        if (from.at_end()) return;
        SizeBits::get(from, value);
        if (value == large_alone) from.fail();
    }
    static std::string text() { return SizeBits::text() + ", absent where they are 1"; }

  private:
    static constexpr base::PictureSizes large_alone{true, false};
};

/// Relay to a sender: the highest rate at which anybody wants its messages of this flow; absent is all. Of a camera in
/// two sizes, also which of them anybody wants.
struct Demand {
    static constexpr std::string_view name = "demand";
    static constexpr std::uint8_t type = 38;
    base::FlowId flow{};
    std::optional<std::uint32_t> rate_hz;
    base::PictureSizes sizes{true, false};

    static constexpr auto fields() {
        using T = Demand;
        return Fields{
            Field<&T::flow, U16>{"flow", "flow of the conference"},
            Field<&T::rate_hz, Optional<Varint>>{"rate", "messages a second; absent is all"},
            Field<&T::sizes, TrailingSizes>{"sizes", "bit 0 the large size is wanted, bit 1 the small one"},
        };
    }
    friend bool operator==(const Demand&, const Demand&) = default;
};

/// Member to relay: this member can send its camera on this flow in two sizes, or no longer. Until it says so, the
/// relay passes what it sends as it is.
struct OfferSizes {
    static constexpr std::string_view name = "offer_sizes";
    static constexpr std::uint8_t type = 55;
    base::FlowId flow{};
    bool two{false};

    static constexpr auto fields() {
        using T = OfferSizes;
        return Fields{
            Field<&T::flow, U16>{"flow", "a video flow"},
            Field<&T::two, U8>{"two", "1: a small size too, if it is wanted"},
        };
    }
    friend bool operator==(const OfferSizes&, const OfferSizes&) = default;
};

/// Relay to a sender: so many of its fragments on this flow went to nobody since the last such message, because they
/// exceed the rate or size that the flow declares.
struct FlowExcess {
    static constexpr std::string_view name = "flow_excess";
    static constexpr std::uint8_t type = 39;
    base::FlowId flow{};
    std::uint64_t dropped{0};

    static constexpr auto fields() {
        using T = FlowExcess;
        return Fields{
            Field<&T::flow, U16>{"flow", "flow of the conference"},
            Field<&T::dropped, Varint>{"dropped", "fragments"},
        };
    }
    friend bool operator==(const FlowExcess&, const FlowExcess&) = default;
};

/// Asks for samples from a history: member to relay, and relay to the publisher where that is to answer.
struct PullRequest {
    static constexpr std::string_view name = "pull_request";
    static constexpr std::uint8_t type = 40;
    base::PullId request{};
    base::FlowId flow{};
    base::MemberIndex sender{};
    std::uint8_t place{3};
    std::uint8_t which{1};
    std::uint64_t number{0};
    base::ConferenceTime from{};
    base::ConferenceTime to{};

    static constexpr auto fields() {
        using T = PullRequest;
        return Fields{
            Field<&T::request, Varint>{"request", "chosen by who asks; the answer has it too"},
            Field<&T::flow, U16>{"flow", "a live flow"},
            Field<&T::sender, Varint>{"sender", "whose samples"},
            Field<&T::place, U8>{"place", "which history: 2 the publisher's, 3 the relay's"},
            Field<&T::which, U8>{"which", "1 counted back from the newest, 2 by number, 3 by time"},
            Field<&T::number, Varint>{"number", "how many back, 0 is the newest; or the sequence number; else 0"},
            Field<&T::from, U64>{"from", "by time: µs of conference time; else 0"},
            Field<&T::to, U64>{"to", "by time: µs of conference time, included; else 0"},
        };
    }
    friend bool operator==(const PullRequest&, const PullRequest&) = default;
};

/// There are no samples for a pull: relay to member, and publisher to relay.
struct PullRefused {
    static constexpr std::string_view name = "pull_refused";
    static constexpr std::uint8_t type = 41;
    base::PullId request{};
    std::uint8_t why{0};

    static constexpr auto fields() {
        using T = PullRefused;
        return Fields{
            Field<&T::request, Varint>{"request", "as in the request"},
            Field<&T::why, U8>{"why", "1 never published, 2 expired, 3 not published yet, 4 did not arrive here, 5 "
                                      "makes no sense, 6 from before this history began, 7 not allowed, 8 too many "
                                      "pulls, 9 publisher is away, 10 publisher did not answer, 11 more than one "
                                      "answer holds"},
        };
    }
    friend bool operator==(const PullRefused&, const PullRefused&) = default;
};

} // namespace plenum::wire
