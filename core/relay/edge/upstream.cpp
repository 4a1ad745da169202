// SPDX-License-Identifier: Apache-2.0
#include "core/relay/edge/upstream.h"

#include "core/peer/hello.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// The home sends no more before marks come back.
constexpr std::size_t marks_max = 1024;

} // namespace

bool Upstream::Waiting::add(base::PriorityClass stream, base::Bytes message) {
    bytes += message.size();
    streams[stream].push_back(std::move(message));
    return bytes <= waiting_bytes_max;
}

void Upstream::Waiting::move_to(link::Link& link) {
    for (const auto stream : base::enum_values<base::PriorityClass>) {
        auto& messages = streams[stream];
        while (!messages.empty() && link.send_stream(stream, messages.front())) {
            bytes -= messages.front().size();
            messages.pop_front();
        }
    }
}

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
    marks_.push_back({number, {}});
    resolve_marks(member);
}

void Upstream::resolve_marks(const link::Link& member) {
    if (down_.bytes > 0) return;
    for (auto& mark : marks_) {
        if (mark.written) continue;
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
