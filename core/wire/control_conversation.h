// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/wire/choice.h"

/// Messages of the control stream about the order of conversations (docs/conversations.md).
namespace plenum::wire {

/// Member to relay, about once a second: how long after they were sent nearly all live messages of this conversation
/// arrived lately.
struct DelayReport {
    static constexpr std::string_view name = "delay_report";
    static constexpr std::uint8_t type = 24;
    base::ConversationId conversation{};
    base::Duration delay{};

    static constexpr auto fields() {
        using T = DelayReport;
        return Fields{
            Field<&T::conversation, U16>{"conversation", "whose messages"},
            Field<&T::delay, Varint>{"delay", "µs"},
        };
    }
    friend bool operator==(const DelayReport&, const DelayReport&) = default;
};

/// Relay to members: the longest of these, but of those who are out of any Δ's reach.
struct DelayAdvice {
    static constexpr std::string_view name = "delay_advice";
    static constexpr std::uint8_t type = 25;
    base::ConversationId conversation{};
    base::Duration delay{};

    static constexpr auto fields() {
        using T = DelayAdvice;
        return Fields{
            Field<&T::conversation, U16>{"conversation", "whose messages"},
            Field<&T::delay, Varint>{"delay", "µs; what Δ should cover"},
        };
    }
    friend bool operator==(const DelayAdvice&, const DelayAdvice&) = default;
};

/// Sender to relay, and relay to members: these messages of a conversation will not come, since there was no room or no
/// time for them; nobody need wait.
struct Gap {
    static constexpr std::string_view name = "gap";
    static constexpr std::uint8_t type = 26;
    base::FlowId flow{};
    base::MemberIndex sender{};
    std::uint8_t count{1};
    base::Bytes context;

    static constexpr auto fields() {
        using T = Gap;
        return Fields{
            Field<&T::flow, U16>{"flow", "on which they were sent"},
            Field<&T::sender, Varint>{"sender", "member index"},
            Field<&T::count, U8>{"count", "messages of a bundle, numbered from the context's ordinal on; from 1"},
            Field<&T::context, Blob<512>>{"context", "of the first, as its header has it"},
        };
    }
    friend bool operator==(const Gap&, const Gap&) = default;
};

/// Author to relay, before `submit`, and relay to members, before the `log_entry` that came of it: what was said
/// before, and is to be heard before anyone is told of the entry. Goes to those in the conversation.
struct Causes {
    static constexpr std::string_view name = "causes";
    static constexpr std::uint8_t type = 28;
    base::ConversationId conversation{};
    base::ConferenceTime sent_at{};
    base::Bytes context;

    static constexpr auto fields() {
        using T = Causes;
        return Fields{
            Field<&T::conversation, U16>{"conversation", "in which it was said"},
            Field<&T::sent_at, U64>{"sent_at", "µs of conference time, when the author said it"},
            Field<&T::context, Blob<512>>{"context", "as the header of a message has it that its author sent instead"},
        };
    }
    friend bool operator==(const Causes&, const Causes&) = default;
};

} // namespace plenum::wire
