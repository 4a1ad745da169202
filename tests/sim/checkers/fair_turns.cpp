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

/// Who had asked and gets it by this; null for nobody.
const token::Request* served_by(const FloorStep& step) {
    return std::visit(
        [&]<class T>(const T& operation) -> const token::Request* {
            if constexpr (std::same_as<T, token::GrantToken>)
                return step.before.find_request(operation.member);
            else if constexpr (std::same_as<T, token::TransferToken> || std::same_as<T, token::CopyToken>)
                return step.before.find_request(operation.to);
            else
                return nullptr;
        },
        step.operation);
}

/// The arbiter, or the relay in its place.
bool is_by_style(const FloorStep& step) {
    return !step.author_moderates && (step.by_arbiter() || step.author == base::MemberIndex{});
}

} // namespace

void FairTurns::on_floor(const FloorStep& step, VirtualTime) {
    auto& queue = queues_[step.after.id];
    const auto& settings = step.before.settings;
    const bool in_turn = settings.style == "queue" && settings.parameters.find("order=shortest") == std::string::npos;
    if (!in_turn || settings != step.after.settings) {
        queue = begin(step.after);
        return;
    }
    if (queue.history != log_->histories()) queue = begin(step.before);
    if (const auto* served = served_by(step)) {
        const bool point = served->priority == RequestClass::point_of_order;
        const bool by_style = is_by_style(step);
        if (point) ++queue.points[served->member];
        if (by_style && std::holds_alternative<token::GrantToken>(step.operation)) judge(queue, step, *served);
        // Moderators may grant as they like; a turn that they gave is one all the same.
        if (!point && (by_style || step.author_moderates)) queue.points.clear();
    }
    follow(queue, step);
}

FairTurns::Queue FairTurns::begin(const token::Token& token) const {
    Queue queue;
    queue.history = log_->histories();
    for (const auto& request : token.requests)
        queue.placed.insert(request.member);
    bound_waits(queue, token);
    return queue;
}

void FairTurns::judge(Queue& queue, const FloorStep& step, const token::Request& served) {
    const auto what = [&](std::string_view how, base::MemberIndex other) {
        fail(fmt::format("token {}: member {} got it {} member {} waits", step.after.id.value(), served.member.value(),
                         how, other.value()));
    };
    const bool point = served.priority == RequestClass::point_of_order;
    const auto points = point ? queue.points.at(served.member) : 0;
    for (const auto& other : step.before.requests) {
        if (other.member == served.member || !other.accepted) continue;
        if (!may_hold(step.before, log_->state(), other.member)) continue;
        const bool placed = queue.placed.contains(other.member) || queue.placed.contains(served.member);
        if (!point && other.priority == served.priority && other.since < served.since && !placed)
            what(fmt::format("({}) out of turn while ({})", describe(served), describe(other)), other.member);
        // One that has no precedence may still be the first who asked, or where a moderator placed it.
        if (points > 1 && !(placed && served.in_line) && other.priority != RequestClass::point_of_order &&
            other.since < served.since)
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
    bound_waits(queue, step.after);
}

void FairTurns::bound_waits(Queue& queue, const token::Token& token) const {
    const auto people = log_->state().members.size();
    for (std::size_t ahead = 0; ahead < token.requests.size(); ++ahead) {
        const auto member = token.requests[ahead].member;
        // Each that is before it, each of their points of order in between, and once more to begin with.
        queue.waits.try_emplace(member, (ahead + 2) * (people + 1), 0);
    }
}

} // namespace plenum::sim
