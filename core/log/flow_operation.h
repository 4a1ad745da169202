// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/flow_spec.h"
#include "core/base/units.h"
#include "core/wire/choice.h"

#include <optional>
#include <string>

/// What a control log entry can say of flows: those that a conference or a group begins with, and those that members
/// create, change and close (flow_rules.h).
namespace plenum::log {

using wire::Field;
using wire::Nested;
using wire::U16;
using wire::U8;
using wire::Varint;

inline constexpr std::size_t flow_label_bytes_max = 32;

struct FlowDeclaration {
    static constexpr std::string_view name = "flow_declaration";
    base::FlowId flow{};
    std::string label;
    base::FlowKind kind{base::FlowKind::live};
    base::PriorityClass priority{base::PriorityClass::bulk};
    base::Duration desired_delay{};
    std::optional<base::Duration> loss_delay;
    std::uint32_t rate_hz{1};
    std::uint32_t message_bytes_max{0};
    std::uint16_t error_tolerance_permille{0};
    /// Whose members may hear it, and ask for its token; 0 is none, which is like the plenary.
    base::ConversationId conversation{};
    /// Its messages have a place in the order of cause of that conversation.
    bool ordered{true};

    [[nodiscard]] bool is_ordered() const { return ordered && conversation.value() != 0; }
    [[nodiscard]] base::FlowSpec spec() const {
        return {kind, priority, desired_delay, loss_delay, rate_hz, message_bytes_max, error_tolerance_permille};
    }
    static constexpr auto fields() {
        using T = FlowDeclaration;
        return wire::Fields{
            Field<&T::flow, U16>{"flow", "identifier, from 1"},
            Field<&T::label, wire::Text<flow_label_bytes_max>>{
                "label", "what programs know it by: voice, camera, chat, board, screen"},
            Field<&T::kind, U8>{"kind", "1 audio, 2 video, 3 chat, 4 board, 5 live, 6 bulk, 7 screen, 8 capture"},
            Field<&T::priority, U8>{"class", "priority class"},
            Field<&T::desired_delay, Varint>{"desired_delay", "δ in µs"},
            Field<&T::loss_delay, wire::Optional<Varint>>{"loss_delay", "λ in µs; absent is ∞"},
            Field<&T::rate_hz, Varint>{"rate", "messages a second"},
            Field<&T::message_bytes_max, Varint>{"message_max", "bytes of the largest message"},
            Field<&T::error_tolerance_permille, U16>{"error_tolerance", "per mille that may be lost"},
            Field<&T::conversation, U16>{"conversation", "that it belongs to; 0 is none"},
            Field<&T::ordered, U8>{"ordered", "1: its messages are in the conversation's order of cause"},
        };
    }
    friend bool operator==(const FlowDeclaration&, const FlowDeclaration&) = default;
};

/// By a member: a flow beside those that the conference or a group began with. Its identifier is the next unused one,
/// and its author owns it.
struct CreateFlow {
    static constexpr std::string_view name = "create_flow";
    static constexpr std::uint8_t type = 45;
    FlowDeclaration flow;
    /// Two-party: only this member and the author send and receive it. 0: all whom its conversation reaches.
    base::MemberIndex peer{};

    static constexpr auto fields() {
        using T = CreateFlow;
        return wire::Fields{
            Field<&T::flow, Nested<FlowDeclaration>>{"flow", "with identifier 0; its label is no open flow's"},
            Field<&T::peer, Varint>{"peer", "the one member besides the author who sends and receives it; 0: all"},
        };
    }
    friend bool operator==(const CreateFlow&, const CreateFlow&) = default;
};

/// What can change about a flow. Its kind, its class, and whether it is reliable stay.
struct FlowTerms {
    static constexpr std::string_view name = "flow_terms";
    base::Duration desired_delay{};
    std::optional<base::Duration> loss_delay;
    std::uint32_t rate_hz{1};
    std::uint32_t message_bytes_max{0};
    std::uint16_t error_tolerance_permille{0};

    [[nodiscard]] static FlowTerms of(const FlowDeclaration& flow) {
        return {flow.desired_delay, flow.loss_delay, flow.rate_hz, flow.message_bytes_max,
                flow.error_tolerance_permille};
    }
    [[nodiscard]] FlowDeclaration applied_to(FlowDeclaration flow) const {
        flow.desired_delay = desired_delay;
        flow.loss_delay = loss_delay;
        flow.rate_hz = rate_hz;
        flow.message_bytes_max = message_bytes_max;
        flow.error_tolerance_permille = error_tolerance_permille;
        return flow;
    }
    static constexpr auto fields() {
        using T = FlowTerms;
        return wire::Fields{
            Field<&T::desired_delay, Varint>{"desired_delay", "δ in µs"},
            Field<&T::loss_delay, wire::Optional<Varint>>{"loss_delay", "λ in µs; absent is ∞"},
            Field<&T::rate_hz, Varint>{"rate", "messages a second"},
            Field<&T::message_bytes_max, Varint>{"message_max", "bytes of the largest message"},
            Field<&T::error_tolerance_permille, U16>{"error_tolerance", "per mille that may be lost"},
        };
    }
    friend bool operator==(const FlowTerms&, const FlowTerms&) = default;
};

/// By the owner of a created flow or a moderator.
struct ChangeFlow {
    static constexpr std::string_view name = "change_flow";
    static constexpr std::uint8_t type = 46;
    base::FlowId flow{};
    FlowTerms terms;

    static constexpr auto fields() {
        using T = ChangeFlow;
        return wire::Fields{
            Field<&T::flow, U16>{"flow", "a created one"},
            Field<&T::terms, Nested<FlowTerms>>{"terms", "from here on"},
        };
    }
    friend bool operator==(const ChangeFlow&, const ChangeFlow&) = default;
};

/// By the owner of a created flow or a moderator: the relay accepts nothing more on it. What it accepted before is
/// still handed over.
struct CloseFlow {
    static constexpr std::string_view name = "close_flow";
    static constexpr std::uint8_t type = 47;
    base::FlowId flow{};

    static constexpr auto fields() {
        using T = CloseFlow;
        return wire::Fields{Field<&T::flow, U16>{"flow", "a created one"}};
    }
    friend bool operator==(const CloseFlow&, const CloseFlow&) = default;
};

} // namespace plenum::log
