// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/state.h"
#include "core/token/table.h"

namespace plenum::log {

/// What the log says of an operation that the table of tokens refuses.
[[nodiscard]] inline Refusal refusal_of(token::Refusal refusal) {
    switch (refusal) {
    case token::Refusal::not_permitted: return Refusal::not_permitted;
    case token::Refusal::no_such_token: return Refusal::no_such_token;
    case token::Refusal::no_such_request: return Refusal::no_such_request;
    case token::Refusal::not_holder: return Refusal::not_holder;
    case token::Refusal::no_change: return Refusal::no_change;
    case token::Refusal::full: return Refusal::full;
    case token::Refusal::malformed: break;
    }
    return Refusal::malformed;
}

} // namespace plenum::log
