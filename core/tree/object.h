// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/tree/cell_budget.h"
#include "core/tree/ids.h"
#include "core/tree/method_invocation.h"
#include "core/tree/soft_state_timer.h"
#include "core/tree/state_setup.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// What all types of objects have in common (GMTS §3.2).
namespace plenum::tree {

/// One invocation, as it reaches an object.
struct Call {
    MethodId method;
    base::ByteView parameters;
    InterfaceIndex arrival;
    /// Who sent the packet: the next node below with the objects, or a receiver.
    NodeId sender;
    /// The arrival interface leads to a receiver and nothing else.
    bool from_receiver{false};
    /// The session's branches below the node.
    std::span<const InterfaceIndex> downstream;
    base::LocalTime now;
};

enum class CallResult : std::uint8_t {
    done = 1,         ///< or suppressed, as the method says
    refused = 2,      ///< not in the window, not this round, not from a receiver
    malformed = 3,    ///< parameters that the method cannot have
    no_resources = 4, ///< nothing changed; the packet is to be passed on untouched
};

/// What a method invokes in turn.
struct Reinvocations {
    struct Subcast {
        MethodId method;
        base::Bytes parameters;
        std::vector<InterfaceIndex> interfaces;
    };
    struct Upward {
        MethodId method;
        base::Bytes parameters;
        /// Says all that reports of the object before it say: those need not be sent again.
        bool supersedes{false};
    };
    std::vector<Upward> upward;
    std::vector<Subcast> subcasts;
    /// Branches that are to get the session's SSP again.
    std::vector<InterfaceIndex> setup_again;
};

class Object {
  public:
    Object() = default;
    Object(const Object&) = delete;
    Object& operator=(const Object&) = delete;
    virtual ~Object() = default;

    /// All of them or, if one is unknown or out of its range, none, and false.
    [[nodiscard]] virtual bool set_variables(std::span<const Variable> variables, base::LocalTime now) = 0;
    [[nodiscard]] virtual CallResult invoke(const Call& call, Reinvocations& reinvocations) = 0;
    /// Nobody of that name is below any more.
    virtual void handle_gone(NodeId /*child*/, base::LocalTime /*now*/) {}
    /// A deadline that the object set.
    virtual void handle_timer(std::uint64_t number, base::LocalTime now, Reinvocations& reinvocations) = 0;
};

} // namespace plenum::tree
