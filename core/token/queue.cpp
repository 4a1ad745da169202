// SPDX-License-Identifier: Apache-2.0
#include "core/token/queue.h"

#include <algorithm>

namespace plenum::token {
namespace {

auto begin_of_pending(std::vector<Request>& requests) {
    return std::ranges::find_if(requests, [](const Request& request) { return !request.accepted; });
}

} // namespace

void enqueue(std::vector<Request>& requests, const Request& request) {
    const auto pending = begin_of_pending(requests);
    const auto first = request.accepted ? requests.begin() : pending;
    auto behind = request.accepted ? pending : requests.end();
    while (behind != first && std::prev(behind)->rank() < request.rank())
        --behind;
    requests.insert(behind, request);
}

void place(std::vector<Request>& requests, base::MemberIndex member, std::size_t place) {
    const auto found = std::ranges::find(requests, member, &Request::member);
    auto request = *found;
    requests.erase(found);
    request.accepted = true;
    const auto accepted = accepted_count(requests);
    requests.insert(requests.begin() + static_cast<std::ptrdiff_t>(std::min(place, accepted)), request);
}

std::optional<std::size_t> place_of(const std::vector<Request>& requests, base::MemberIndex member) {
    const auto found = std::ranges::find(requests, member, &Request::member);
    if (found == requests.end() || !found->accepted) return std::nullopt;
    return static_cast<std::size_t>(found - requests.begin());
}

std::size_t accepted_count(const std::vector<Request>& requests) {
    return static_cast<std::size_t>(std::ranges::count(requests, true, &Request::accepted));
}

} // namespace plenum::token
