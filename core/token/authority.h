// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/token/table.h"

namespace plenum::token {

/// What an author may decide about a token.
struct Authority {
    const Token& token;
    const Author& author;

    [[nodiscard]] bool is(base::MemberIndex member) const { return author.member == member; }
    [[nodiscard]] bool is_relay() const { return author.member == base::MemberIndex{}; }
    /// Only where a style decides.
    [[nodiscard]] bool is_arbiter() const {
        return !token.settings.style.empty() && (is(token.settings.arbiter) || (is_relay() && author.stands_in));
    }
    [[nodiscard]] bool decides() const { return author.moderates || is_arbiter(); }
    /// An arbiter that moderates nothing gives to those whom moderators named, and to those whose request is accepted.
    [[nodiscard]] bool may_give(base::MemberIndex to) const {
        if (author.moderates) return true;
        const auto* request = token.find_request(to);
        return is_arbiter() && (token.on_panel(to) || (request != nullptr && request->accepted));
    }
};

} // namespace plenum::token
