// SPDX-License-Identifier: Apache-2.0
#include "core/peer/pull_messages.h"

#include "core/base/overloaded.h"
#include "core/peer/hello.h"

#include <algorithm>
#include <limits>

namespace plenum::node {
namespace {

/// Of a part: its header, and its length before it.
constexpr std::size_t part_overhead_max = 32;
constexpr std::size_t answer_on_link_max = base::limits::pull_answer_bytes_max + pull_parts_max * part_overhead_max;
static_assert(answer_on_link_max < base::limits::stream_buffer_bytes_max);

enum class Which : std::uint8_t { latest = 1, number = 2, range = 3 };

void send_sample(link::Link& link, wire::PulledPart& part, base::ByteView bytes) {
    do {
        const auto piece = bytes.first(std::min(bytes.size(), wire::PulledPart::bytes_max));
        bytes = bytes.subspan(piece.size());
        part.bytes_left = static_cast<std::uint32_t>(bytes.size());
        part.data.assign(piece.begin(), piece.end());
        std::ignore = link.send_stream(base::PriorityClass::bulk, wire::encode(part));
    } while (!bytes.empty());
}

} // namespace

void set_pull(wire::PullRequest& request, const tag::Pull& what) {
    const auto set = [&](Which which) { request.which = static_cast<std::uint8_t>(which); };
    const base::Overloaded choose{
        [&](const tag::PullLatest& latest) {
            set(Which::latest);
            request.number = latest.before;
        },
        [&](const tag::PullNumber& number) {
            set(Which::number);
            request.number = number.sequence.value();
        },
        [&](const tag::PullRange& range) {
            set(Which::range);
            request.from = range.from;
            request.to = range.to;
        },
    };
    std::visit(choose, what);
}

std::optional<tag::Pull> pull_of(const wire::PullRequest& request) {
    const auto which = base::to_enum<Which>(request.which);
    if (!which) return std::nullopt;
    switch (*which) {
    case Which::latest:
        if (request.number > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
        return tag::PullLatest{static_cast<std::uint32_t>(request.number)};
    case Which::number: return tag::PullNumber{base::SequenceNumber{request.number}};
    case Which::range: return tag::PullRange{request.from, request.to};
    }
    return std::nullopt;
}

bool has_room_for_answer(const link::Link& link) {
    const auto progress = link.stream_progress(base::PriorityClass::bulk);
    return progress.written - progress.acknowledged + answer_on_link_max <= base::limits::stream_buffer_bytes_max;
}

void send_answer(link::Link& link, base::PullId request, const tag::Selected& answer) {
    if (!answer) return send_refusal(link, request, answer.error());
    wire::PulledPart part;
    part.request = request;
    part.only = answer->only;
    part.samples_left = static_cast<std::uint32_t>(answer->samples.size());
    for (const auto* sample : answer->samples) {
        --part.samples_left;
        send_sample(link, part, sample->bytes);
    }
}

void send_refusal(link::Link& link, base::PullId request, tag::PullError why) {
    std::ignore = send_control(link, wire::PullRefused{request, static_cast<std::uint8_t>(why)});
}

} // namespace plenum::node
