// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/token/table.h"

/// The order of requests: accepted ones before pending ones, and among those that nobody has placed otherwise, the
/// higher class first, then who asked first.
namespace plenum::token {

/// Behind those of its class. Precondition: the member has no request.
void enqueue(std::vector<Request>& requests, const Request& request);
/// Accepts the member's request and puts it at this place, or at the end of the accepted ones. Precondition: there is
/// one.
void place(std::vector<Request>& requests, base::MemberIndex member, std::size_t place);
/// Where it stands among the accepted ones; nullopt for one that is pending, or not there.
[[nodiscard]] std::optional<std::size_t> place_of(const std::vector<Request>& requests, base::MemberIndex member);
[[nodiscard]] std::size_t accepted_count(const std::vector<Request>& requests);

} // namespace plenum::token
