// SPDX-License-Identifier: Apache-2.0
#include "core/board/exchange/replica.h"

#include "core/board/envelope.h"
#include "core/board/exchange/person.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace plenum::board {

bool Replica::handle(const node::Event& event, base::LocalTime now) {
    asker_.handle(event, now);
    giver_.handle(event);
    authority_.handle(event);
    // What is left from before, if we were somebody else in between, becomes open: `become` takes it along.
    if (const auto* joined = std::get_if<node::MemberJoined>(&event); joined != nullptr && joined->self) say_again();
    bool changed = settle(event);
    if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        if (declared->owner.value() == 0 && declared->name == flow_name_) flow_ = declared->flow;
    } else if (const auto* former = std::get_if<node::FormerMember>(&event)) {
        people_[former->member] = person_of(former->identity);
    } else if (const auto* joined = std::get_if<node::MemberJoined>(&event)) {
        changed = handle(*joined) || changed;
    } else if (const auto* received = std::get_if<node::MessageReceived>(&event)) {
        changed = handle(*received) || changed;
    }
    return merge_copy() || changed;
}

bool Replica::handle(const node::MemberJoined& event) {
    people_[event.member] = person_of(event.identity);
    if (!event.self || event.member == self()) return false;
    unsent_ = journal_.become({event.member, person_of(event.identity)});
    return true;
}

bool Replica::handle(const node::MessageReceived& event) {
    const auto person = people_.find(event.sender);
    if (event.flow != flow_ || event.sender == self() || person == people_.end()) return false;
    const auto message = open_envelope(event.sender, event.body);
    return message && journal_.receive({event.sender, person->second}, *message, event.flags.authority());
}

bool Replica::settle(const node::Event& event) {
    bool changed = false;
    for (const auto& [publication, accepted] : outbox_.handle(event, flow_)) {
        if (accepted)
            journal_.settle(publication);
        else
            changed = journal_.withdraw(publication) > 0 || changed;
    }
    return changed;
}

bool Replica::merge_copy() {
    const auto bytes = asker_.take();
    auto copy = bytes ? decode_copy(*bytes) : std::nullopt;
    const bool merged = copy && journal_.merge(*std::move(copy));
    asker_.note_gaps(journal_.misses_some());
    if (asker_.is_asked()) asker_.request(journal_.frontier());
    return merged;
}

std::expected<Changes, Refusal> Replica::publish(const base::Bytes& message, bool handed_over) {
    last_ = last_.next();
    auto published = journal_.publish(last_, message, handed_over ? Authority::manage : authority_.value());
    if (!published) return std::unexpected{published.error()};
    outbox_.push(last_, published->authority, enclose(self(), message));
    if (handed_over) outbox_.note_handed_over();
    return std::move(published->changes);
}

std::optional<Refusal> Replica::act(const EditResult& edit) {
    if (!edit) return edit.error();
    for (const auto& message : edit->messages) {
        const auto changes = publish(message, false);
        if (!changes) return changes.error();
        if (!changes->refused.empty()) return changes->refused.front().reason;
    }
    return std::nullopt;
}

void Replica::note_published(const base::Bytes& message) {
    while (const auto again = unsent_.next()) {
        if (*again == message) {
            unsent_.take();
            break;
        }
        unsent_.leave_out();
    }
    std::ignore = publish(message, true);
}

void Replica::say_again() {
    while (const auto message = unsent_.next()) {
        if (publish(*message, false))
            unsent_.take();
        else
            unsent_.leave_out();
    }
}

std::optional<ExchangeCommand> Replica::next(base::LocalTime now) {
    say_again();
    if (auto message = now >= send_at_ ? outbox_.next(flow_) : std::nullopt) {
        outbox_.note_handed_over();
        send_at_ = now + Outbox::pace;
        return *std::move(message);
    }
    if (const auto* request = giver_.asked()) {
        const bool behind = journal_.is_behind(request->seen);
        if (behind) asker_.note_more(request->by);
        giver_.give(journal_.copy_beyond(request->seen), complete() && !behind);
    }
    if (auto piece = giver_.next()) return *std::move(piece);
    return asker_.act(now);
}

base::LocalTime Replica::due() const {
    if (!unsent_.empty() || giver_.has_next() || giver_.asked() != nullptr) return {};
    const auto send_at = outbox_.has_next() ? send_at_ : base::local_time_max;
    return std::min(send_at, asker_.due());
}

} // namespace plenum::board
