// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tree/object.h"

#include <cstdint>
#include <optional>

namespace plenum::tree {

/// What a receiver got with the error bit set.
enum class FaultyPacket : std::uint8_t { state_setup = 1, method_invocation = 2 };

/// report(packet, count): so many receptions of malformed packets.
struct ErrorReport {
    static constexpr MethodId method{1};
    FaultyPacket packet{FaultyPacket::state_setup};
    std::uint64_t count{1};
    friend bool operator==(const ErrorReport&, const ErrorReport&) = default;
    static constexpr auto fields() {
        using T = ErrorReport;
        return wire::Fields{wire::Field<&T::packet, wire::U8>{"packet", "1 SSP, 2 MIP"},
                            wire::Field<&T::count, wire::Varint>{"count", "receptions, at least 1"}};
    }
};

[[nodiscard]] std::optional<ErrorReport> decode_error_report(base::ByteView parameters);

/// The reserved object of each session at each node (GMTS §6). It has no variables and needs no declaration. The first
/// report goes upstream at once; those of the next interval go together as one.
class ErrorObject final : public Object {
  public:
    explicit ErrorObject(ObjectTimer timer) : timer_{timer} {}

    [[nodiscard]] bool set_variables(std::span<const Variable> variables, base::LocalTime now) override;
    [[nodiscard]] CallResult invoke(const Call& call, Reinvocations& reinvocations) override;
    void handle_timer(std::uint64_t number, base::LocalTime now, Reinvocations& reinvocations) override;

  private:
    void flush(base::LocalTime now, Reinvocations& reinvocations);

    ObjectTimer timer_;
    base::EnumArray<FaultyPacket, std::uint64_t> pending_{};
    bool waiting_{false};
};

} // namespace plenum::tree
