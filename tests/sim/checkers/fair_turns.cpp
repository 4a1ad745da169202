// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/fair_turns.h"

#include <fmt/format.h>

#include <algorithm>

namespace plenum::sim {

using token::RequestClass;

namespace {

std::string describe(const token::Request& request) {
    return fmt::format("class {}, asked at {} ms", static_cast<int>(request.priority),
                       request.since.time_since_epoch() / std::chrono::milliseconds{1});
}

} // namespace

bool FairTurns::is_present(base::MemberIndex member) const {
    const auto* found = log_->state().find(member);
    return found != nullptr && found->present;
}

void FairTurns::on_floor(const FloorStep& step, VirtualTime) {
    auto& queue = queues_[step.after.id];
    const auto& settings = step.before.settings;
    const bool in_turn = settings.style == "queue" && settings.parameters.find("order=shortest") == std::string::npos;
    if (!in_turn || settings != step.after.settings) {
        queue = {};
        // By whatever rules they came to stand as they do.
        for (const auto& request : step.after.requests)
            queue.placed.insert(request.member);
        return follow(queue, step);
    }
    const auto* grant = std::get_if<token::GrantToken>(&step.operation);
    const auto* served = grant == nullptr ? nullptr : step.before.find_request(grant->member);
    if (served != nullptr && step.by_arbiter()) judge(queue, step, *served);
    // Moderators may grant as they like; a turn that they gave is one all the same.
    const bool point = served != nullptr && served->priority == RequestClass::point_of_order;
    if (served != nullptr && !step.by_arbiter() && !point) queue.points.clear();
    follow(queue, step);
}

void FairTurns::judge(Queue& queue, const FloorStep& step, const token::Request& served) {
    const auto what = [&](std::string_view how, base::MemberIndex other) {
        fail(fmt::format("token {}: member {} got it {} member {} waits", step.after.id.value(), served.member.value(),
                         how, other.value()));
    };
    const bool point = served.priority == RequestClass::point_of_order;
    auto& points = queue.points[served.member];
    points = point ? points + 1 : 0;
    if (!point) queue.points.clear();
    for (const auto& other : step.before.requests) {
        if (other.member == served.member || !other.accepted || !is_present(other.member)) continue;
        const bool placed = queue.placed.contains(other.member) || queue.placed.contains(served.member);
        if (!point && other.priority == served.priority && other.since < served.since && !placed)
            what(fmt::format("({}) out of turn while ({})", describe(served), describe(other)), other.member);
        // One that has no precedence may still be the first who asked.
        if (point && points > 1 && other.priority != RequestClass::point_of_order && other.since < served.since)
            what("for another point of order while", other.member);
        auto& [most, were] = queue.waits[other.member];
        if (++were > most && other.priority == RequestClass::normal && !placed)
            what(fmt::format("as {} others had while", were), other.member);
    }
}

void FairTurns::follow(Queue& queue, const FloorStep& step) {
    const auto* place = std::get_if<token::PlaceRequest>(&step.operation);
    if (place != nullptr && !step.by_arbiter()) {
        // It puts the others elsewhere too.
        for (const auto& request : step.after.requests)
            queue.placed.insert(request.member);
    }
    const auto gone = [&](base::MemberIndex member) { return step.after.find_request(member) == nullptr; };
    std::erase_if(queue.placed, gone);
    std::erase_if(queue.waits, [&](const auto& item) { return gone(item.first); });
    const auto people = log_->state().members.size();
    for (std::size_t ahead = 0; ahead < step.after.requests.size(); ++ahead) {
        const auto member = step.after.requests[ahead].member;
        // Each that is before it, each of their points of order in between, and once more to begin with.
        queue.waits.try_emplace(member, (ahead + 2) * (people + 1), 0);
    }
}

} // namespace plenum::sim
