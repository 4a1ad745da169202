// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"
#include "core/base/units.h"

/// The flows that each hall declares, and its first members.
namespace plenum::test {

inline constexpr base::FlowId pulse{0};
inline constexpr base::FlowId voice{1};
inline constexpr base::FlowId camera{2};
inline constexpr base::FlowId chat{3};
inline constexpr base::FlowId board{4};
inline constexpr base::MemberIndex alices{1};
inline constexpr base::MemberIndex bobs{2};
/// Where nobody of the hall is.
inline const auto elsewhere = base::Address::v4(203, 0, 113, 9, 4242);

} // namespace plenum::test
