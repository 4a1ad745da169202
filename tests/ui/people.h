// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

/// Who and what is there in every simulated conference.
namespace plenum::ui {

inline constexpr base::MemberIndex robin{1};
inline constexpr base::MemberIndex ada{2};
inline constexpr base::MemberIndex jonas{3};
inline constexpr base::MemberIndex mei{4};
inline constexpr base::TokenId voice_token{1};
inline constexpr base::TokenId screen_floor{3};

} // namespace plenum::ui
