// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/register.h"

namespace plenum::sim {

std::uint64_t Register::add(Request request) {
    requests_.emplace(++numbers_, std::move(request));
    return numbers_;
}

Register::Request* Register::find(std::uint64_t number) {
    const auto found = requests_.find(number);
    return found == requests_.end() ? nullptr : &found->second;
}

void Register::apply(Request& request) {
    const auto& wanted = request.wanted;
    auto& current = assignments_[wanted.conference];
    const bool replaces = !compares_ || current.revision == wanted.expected;
    if (wanted.writes() && replaces) current = {wanted.home, wanted.standby, ++revision_};
    request.answer = current;
}

void Register::end(const node::AssignmentOver& over) {
    const auto found = assignments_.find(over.conference);
    if (found != assignments_.end() && found->second.home == over.home) assignments_.erase(found);
}

node::Assignment Register::current(const base::ConferenceHandle& conference) const {
    const auto found = assignments_.find(conference);
    return found == assignments_.end() ? node::Assignment{} : found->second;
}

void Register::cut(NodeIndex node, bool off) {
    if (off)
        cut_.insert(node);
    else
        cut_.erase(node);
}

base::Duration Register::draw_time() { return std::chrono::milliseconds{random_.between(1, 40)}; }

} // namespace plenum::sim
