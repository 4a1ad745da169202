// SPDX-License-Identifier: Apache-2.0
#include "core/sched/intake.h"

#include "core/base/limits.h"
#include "core/wire/datagram.h"

#include <utility>

namespace plenum::sched {

namespace {

/// Beside a datagram's bytes: its slot in the queue.
constexpr std::size_t slot_bytes = 128;
static_assert(Intake::bytes_max + Intake::items_max * slot_bytes <= std::size_t{1024} * 1024,
              "what waits stays within 1 MiB");

/// Type and the index that follows it in the shortest that names one.
constexpr std::size_t handshake_bytes_min = 5;

} // namespace

base::Duration Intake::patience(base::PriorityClass priority) {
    switch (priority) {
    case base::PriorityClass::audio: return std::chrono::milliseconds{200};
    case base::PriorityClass::live: return std::chrono::milliseconds{250};
    case base::PriorityClass::video: return std::chrono::milliseconds{400};
    default: return std::chrono::seconds{1};
    }
}

Intake::Intake(Takes takes) : takes_{std::move(takes)} {}

std::optional<Intake::Seen> Intake::look(base::ByteView bytes, base::LocalTime now) const {
    if (bytes.size() < handshake_bytes_min || bytes.size() > base::limits::datagram_bytes_top) return std::nullopt;
    const auto type = base::to_enum<wire::DatagramType>(bytes.front());
    if (!type) return std::nullopt;
    switch (*type) {
    case wire::DatagramType::sealed: {
        if (bytes.size() < base::limits::datagram_overhead) return std::nullopt;
        wire::Reader from{bytes};
        wire::SealedHeader header;
        wire::get(from, header);
        if (!from.ok()) return std::nullopt;
        return Seen{{header.priority, now + patience(header.priority), bytes.size(), false}, header.receiver};
    }
    case wire::DatagramType::handshake_init:
        if (bytes.size() != wire::handshake_init_bytes) return std::nullopt;
        break;
    case wire::DatagramType::handshake_response:
    case wire::DatagramType::handshake_final:
    case wire::DatagramType::cookie_reply: break;
    }
    return Seen{{base::PriorityClass::bulk, now + patience(base::PriorityClass::bulk), bytes.size(), true}, {}};
}

void Intake::push(const Datagram& datagram, base::LocalTime now) {
    given_.clear();
    const auto seen = look(datagram.bytes, now);
    if (!seen) return refuse(IntakeRefusal::malformed);
    Place place;
    if (seen->session) {
        if (!takes_(*seen->session)) return refuse(IntakeRefusal::strange);
        auto& count = (*shares_)[seen->session->value() % shares];
        if (count >= share_max) return refuse(IntakeRefusal::crowded);
        ++count;
        place.reset(&count);
    }
    // What is dropped is counted there, and gives its place back.
    std::ignore = queue_.push({datagram.from, datagram.bytes, std::move(place), {}}, seen->rank, now);
}

void Intake::keep() {
    queue_.for_each([](Waiting& waiting) {
        if (!waiting.kept.empty()) return;
        waiting.kept.assign(waiting.bytes.begin(), waiting.bytes.end());
        waiting.bytes = waiting.kept;
    });
}

std::size_t Intake::take(std::span<Datagram> into, base::LocalTime now) {
    given_.clear();
    while (given_.size() < into.size()) {
        auto entry = queue_.pop(now);
        if (!entry) break;
        auto& waiting = given_.emplace_back(std::move(entry->item));
        waiting.place.reset();
        into[given_.size() - 1] = {waiting.from, waiting.bytes};
    }
    return given_.size();
}

bool Intake::has_room(std::size_t datagrams) const {
    return queue_.size() + datagrams <= items_max &&
           queue_.bytes() + datagrams * base::limits::datagram_bytes_max <= bytes_max;
}

} // namespace plenum::sched
