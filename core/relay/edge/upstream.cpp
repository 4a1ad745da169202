// SPDX-License-Identifier: Apache-2.0
#include "core/relay/edge/upstream.h"

#include "core/peer/hello.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// The home sends no more before marks come back.
constexpr std::size_t marks_max = 1024;
/// Nodes of the tree have repaired a body by then, or do not.
constexpr base::Duration repair_wait_max = std::chrono::seconds{1};
/// For an edge that the tree has not reached yet.
constexpr base::Duration tree_wait_max = std::chrono::milliseconds{100};

} // namespace

void Upstream::handle_connected() {
    auto* link = connection_.link();
    greeted_ = link != nullptr && send_control(*link, member_);
}

bool Upstream::send_up(base::PriorityClass stream, base::Bytes message) {
    const bool fits = up_.add(stream, std::move(message));
    if (auto* link = connection_.link(); link != nullptr && greeted_) up_.move_to(*link);
    return fits;
}

bool Upstream::send_down(base::PriorityClass stream, base::Bytes message, link::Link& member) {
    const bool fits = down_.add(stream, std::move(message));
    down_.move_to(member);
    return fits;
}

void Upstream::add_mark(std::uint64_t number, const link::Link& member) {
    // The last one then stands for both.
    if (marks_.size() >= marks_max) marks_.pop_back();
    marks_.push_back({number, down_.added(), {}});
    resolve_marks(member);
}

bool Upstream::take_bodies(const MulticastReceiver& bodies, link::Link& member, base::LocalTime now) {
    bool fits = down_.fits();
    for (auto& hole : down_.holes()) {
        // One body may be that of many references.
        if (!fits) break;
        hole.late_at = hole.since + (bodies.has_begun(hole.reference) ? repair_wait_max : tree_wait_max);
        if (auto body = bodies.find(hole.reference); !body.empty()) {
            fits = down_.fill(hole, std::move(body));
        } else if (!hole.asked && (now >= hole.late_at || bodies.is_lost(hole.reference))) {
            hole.asked = true;
            fits = send_up(wire::BodyWanted{hole.reference});
        }
    }
    down_.forget_filled();
    down_.move_to(member);
    resolve_marks(member);
    return fits;
}

void Upstream::take_body(const wire::BodyGiven& given, link::Link& member) {
    const auto hole = std::ranges::find_if(
        down_.holes(), [&](const auto& each) { return each.asked && each.reference == given.body; });
    if (hole == down_.holes().end()) return;
    // `take_bodies` comes next, and tells where too much waits.
    std::ignore = down_.fill(*hole, given.message);
    down_.forget_filled();
    down_.move_to(member);
    resolve_marks(member);
}

base::LocalTime Upstream::body_late_at() const {
    auto at = base::local_time_max;
    for (const auto& hole : down_.holes())
        if (!hole.asked) at = std::min(at, hole.late_at);
    return at;
}

void Upstream::resolve_marks(const link::Link& member) {
    for (auto& mark : marks_) {
        if (mark.written) continue;
        const auto moved = [&](base::PriorityClass stream) { return down_.moved()[stream] >= mark.before[stream]; };
        if (!std::ranges::all_of(base::enum_values<base::PriorityClass>, moved)) return;
        mark.written.emplace();
        for (const auto stream : base::enum_values<base::PriorityClass>)
            (*mark.written)[stream] = member.stream_progress(stream).written;
    }
}

void Upstream::pump(link::Link& member) {
    down_.move_to(member);
    resolve_marks(member);
    const auto arrived = [&](const Mark& mark) {
        return mark.written &&
               std::ranges::all_of(base::enum_values<base::PriorityClass>, [&](base::PriorityClass stream) {
                   return member.stream_progress(stream).acknowledged >= (*mark.written)[stream];
               });
    };
    while (!marks_.empty() && arrived(marks_.front())) {
        std::ignore = send_up(wire::DeliveryMark{marks_.front().number});
        marks_.pop_front();
    }
    if (auto* link = connection_.link(); link != nullptr && greeted_) up_.move_to(*link);
}

base::LocalTime Upstream::lost_at(base::LocalTime now) const {
    const auto* link = connection_.link();
    return link != nullptr && link->silent() ? link->peer_there_until(now) + silence_max : base::local_time_max;
}

} // namespace plenum::node
