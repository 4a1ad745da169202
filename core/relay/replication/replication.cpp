// SPDX-License-Identifier: Apache-2.0
#include "core/relay/replication/replication.h"

#include "core/base/home.h"
#include "core/peer/hello.h"

#include <algorithm>

namespace plenum::node {
namespace {

constexpr base::Duration silence_max = std::chrono::seconds{5};
/// Where members or a register may remove it.
constexpr base::Duration silence_max_removed = std::chrono::seconds{3};
/// A standby that answers and acknowledges nothing holds up as much as a silent one. One that has nothing told yet
/// holds up nothing, and may have a large log to take first.
constexpr base::Duration stall_max = std::chrono::seconds{5};
constexpr base::Duration stall_max_unsynced = std::chrono::seconds{30};
/// A new conference waits so long for its first copy: some attempts to reach the standby over a bad link.
constexpr base::Duration first_copy_patience = std::chrono::seconds{3};
/// Between two fences of one session.
constexpr base::Duration fence_interval = std::chrono::seconds{2};
constexpr base::Duration redial_pause = std::chrono::seconds{5};
/// A standby is dialled as long as the relay runs.
constexpr base::Duration patience = std::chrono::hours{24} * 365 * 10;

/// Whether the standby's log is the beginning of ours.
bool fits(RelayConference& conference, const wire::ReplicaState& state) {
    const auto size = conference.state().size;
    if (state.log_size > size) return false;
    if (state.log_size.value() == 0) return true;
    if (state.log_size == size) return state.head == conference.state().head;
    const auto& log = conference.sequencer().log();
    const auto next = log.holds(state.log_size) ? wire::decode<log::Entry>(log.at(state.log_size))
                                                : std::unexpected{wire::DecodeError::unknown};
    return next && next->previous == state.head;
}

} // namespace

Replication::Replication(Options options, RelayConference& conference, ConferenceRole role, crypto::SeededRandom random,
                         base::LocalTime now)
    : conference_{conference},
      options_{std::move(options)},
      role_{role},
      random_{std::move(random)},
      silence_{now, std::nullopt, false} {
    if (conference.archive().durability().held()) sync_.held_until = now + first_copy_patience;
    dial(now);
}

void Replication::dial(base::LocalTime now) {
    redial_at_.reset();
    connection_.emplace(options_.relay.to(options_.places.front(), conference_.handle(), patience), random_.split(),
                        now);
    connection_->set_others({options_.places.begin() + 1, options_.places.end()});
}

/// Later than all before, so that what members promised at those binds nobody.
base::ConferenceTime Replication::next_fence(base::LocalTime now) {
    if (!options_.appointed) return {};
    fence_.sent_at = now;
    fence_.acknowledged = fence_.due = false;
    // As exact as the wire.
    const auto at = std::chrono::ceil<std::chrono::microseconds>(conference_.sequencer().clock().to_conference(now));
    return std::max(fence_.number + std::chrono::microseconds{1}, base::ConferenceTime{at});
}

void Replication::ask(bool anew, base::LocalTime now) {
    auto* link = connection_->link();
    if (link == nullptr) return;
    cursor_.reset();
    sync_.at.reset();
    sync_.caught_up_told = false;
    wire::Replicate request;
    request.conference = conference_.handle();
    request.access = conference_.admission().access().expose();
    request.log_size = conference_.state().size;
    request.takes_entries = conference_.recovery().may_be_given();
    request.anew = anew;
    request.replicated = conference_.archive().durability().replicated();
    request.draw = options_.draw;
    request.fence = fence_.number = next_fence(now);
    request.reign = options_.reign;
    request.assignment = options_.assignment;
    sync_.in_step = false;
    if (!silence_.waits_from) silence_.waits_from = now;
    asked_ = Asked{{}, {}, {}, false};
    asked_->had_entries = request.log_size;
    for (const auto& [stream, history] : conference_.archive().history().streams()) {
        asked_->had_words[stream] = history.next();
        if (request.positions.size() < wire::stream_positions_max)
            request.positions.push_back({stream.first, stream.second, history.next()});
    }
    std::ignore = send_control(*link, request);
}

void Replication::handle(const wire::ControlMessage& message, base::LocalTime now) {
    if (const auto* state = std::get_if<wire::ReplicaState>(&message)) return handle(*state, now);
    if (const auto* acknowledged = std::get_if<wire::ReplicaAcknowledged>(&message))
        return handle_acknowledged(acknowledged->number, now);
    if (std::holds_alternative<wire::ReplicaResigned>(message) && options_.appointed)
        return events_.push_back(Resigned{});
    if (!asked_ || !asked_->answered || cursor_) return;
    if (const auto* entry = std::get_if<wire::LogEntry>(&message)) {
        if (conference_.recovery().may_be_given()) std::ignore = conference_.recovery().give(entry->entry, now);
    } else if (const auto* word = std::get_if<wire::GivenWord>(&message)) {
        handle(*word);
    } else if (std::holds_alternative<wire::WordsGiven>(message)) {
        begin_to_copy(now);
    }
}

void Replication::handle(const wire::ReplicaState& state, base::LocalTime now) {
    if (!asked_ || asked_->answered) return;
    if (state.status == wire::ReplicaStatus::leads) return events_.push_back(Deposed{});
    if (state.status != wire::ReplicaStatus::behind && state.status != wire::ReplicaStatus::synced)
        return connection_->close(wire::CloseReason::leaving, now);
    asked_->answered = true;
    asked_->standby_size = state.log_size;
    const bool gives_more = state.log_size > asked_->had_entries && conference_.recovery().may_be_given();
    if (!gives_more && !fits(conference_, state)) return ask(true, now);
    asked_->had_entries = std::min(asked_->had_entries, state.log_size);
    for (auto& [stream, next] : asked_->had_words) {
        const auto same = [&](const auto& each) { return each.flow == stream.first && each.sender == stream.second; };
        const auto found = std::ranges::find_if(state.positions, same);
        next = found == state.positions.end() ? base::SequenceNumber{1} : std::min(next, found->next);
    }
    if (state.status == wire::ReplicaStatus::behind || role_ == ConferenceRole::primary)
        sync_.at = conference_.archive().durability().number();
    else
        sync_.in_step = true;
}

/// The standby has it, so people may have been told of it, by a run of ours whose disk lost it.
void Replication::handle(const wire::GivenWord& word) {
    if (flow::is_sound(word.sequence) && word.log_size <= conference_.state().size)
        conference_.archive().copy({word.flow, word.sender, word.sequence, word.log_size, word.sealed},
                                   conference_.state());
}

void Replication::begin_to_copy(base::LocalTime now) {
    // What it gave does not follow ours.
    if (asked_->standby_size > conference_.state().size) return ask(true, now);
    cursor_ = Cursor{LogSender{asked_->had_entries}, std::move(asked_->had_words)};
    conference_.recovery().handle_standby_heard();
    marks_.sent.reset();
    marks_.acknowledged.reset();
}

void Replication::handle_acknowledged(std::uint64_t number, base::LocalTime now) {
    if (!cursor_ || !marks_.sent || number > *marks_.sent) return;
    // The same number again is progress where it has another fence.
    const bool nothing_new = fence_.acknowledged && marks_.acknowledged && number <= *marks_.acknowledged;
    if (!nothing_new) {
        const bool stalled = now >= stalls_at();
        silence_.waits_from = number < *marks_.sent ? std::optional{now} : std::nullopt;
        if (stalled && std::exchange(silence_.told, false)) renew_fence();
    }
    marks_.acknowledged = number;
    if (!std::exchange(fence_.acknowledged, true) && options_.appointed) events_.push_back(Fenced{fence_.number});
    if (role_ == ConferenceRole::primary) {
        // What was told so far did not wait for the standby. It has all of that once it has this.
        role_ = ConferenceRole::primary_replicated;
        sync_.held_until = base::local_time_max;
        sync_.at = conference_.archive().require_standby();
    }
    events_.push_back(Acknowledged{number});
}

/// Of a standby that fell so far behind that the log no longer has what it lacks, the copy begins anew.
bool Replication::copy_entries(link::Link& link, base::LocalTime now) {
    const auto progress = cursor_->log.pump(conference_.sequencer().log(), link);
    if (progress == LogSender::Progress::gone) ask(true, now);
    return progress == LogSender::Progress::all;
}

bool Replication::copy_words(link::Link& link) {
    for (const auto& [stream, history] : conference_.archive().history().streams()) {
        auto& next = cursor_->next_word.try_emplace(stream, base::SequenceNumber{1}).first->second;
        for (const auto& item : history.from(next)) {
            if (!link.stream_progress(base::PriorityClass::control).has_room) return false;
            const wire::GivenWord word{stream.first, stream.second, item.sequence, item.log_size, item.sealed};
            if (!send_control(link, word)) return false;
            next = item.sequence.next();
        }
    }
    return true;
}

/// A new fence waits until everything is acknowledged, so that the next acknowledgement is of its own mark.
void Replication::mark(link::Link& link, base::LocalTime now) {
    const auto number = conference_.archive().durability().number();
    const bool renews = now >= renews_fence_at();
    if (marks_.sent && number <= *marks_.sent && !renews) return;
    if (renews) fence_.number = next_fence(now);
    const auto at = conference_.sequencer().clock().to_conference(now);
    if (!send_control(link, wire::ReplicaMark{number, at, fence_.number})) return;
    marks_.sent = number;
    if (!silence_.waits_from) silence_.waits_from = now;
}

base::LocalTime Replication::renews_fence_at() const {
    const bool ready = cursor_ && marks_.sent && marks_.acknowledged == marks_.sent;
    return fence_.due && ready ? fence_.sent_at + fence_interval : base::local_time_max;
}

void Replication::copy(base::LocalTime now) {
    auto* link = connection_->link();
    if (link == nullptr || !cursor_ || !copy_entries(*link, now) || !copy_words(*link)) return;
    mark(*link, now);
    const auto& keeping = conference_.archive().durability();
    const bool all_there = sync_.at && keeping.replicated() && marks_.acknowledged &&
                           *marks_.acknowledged >= *sync_.at && keeping.released() >= *sync_.at;
    if (!all_there) return;
    if (options_.clustered) {
        if (!std::exchange(sync_.caught_up_told, true)) events_.push_back(CaughtUp{});
        return;
    }
    if (!send_control(*link, wire::ReplicaSynced{})) return;
    sync_.at.reset();
    sync_.in_step = true;
    events_.push_back(Synced{});
}

void Replication::confirm(std::uint64_t revision) {
    options_.assignment = revision;
    auto* link = connection_->link();
    const bool due = sync_.at && sync_.caught_up_told && link != nullptr;
    if (!due || !send_control(*link, wire::ReplicaSynced{revision})) return;
    sync_.at.reset();
    sync_.in_step = true;
    events_.push_back(Synced{});
}

bool Replication::hand_over() {
    auto* link = connection_->link();
    return link != nullptr && sync_.in_step && send_control(*link, wire::ReplicaHandedOver{});
}

void Replication::handle(const Connection::Event& event, base::LocalTime now) {
    if (const auto* connected = std::get_if<Connection::Connected>(&event)) {
        if (connected->relay_identity == options_.relay.keys->identity.public_key) return ask(false, now);
        return connection_->close(wire::CloseReason::leaving, now);
    }
    if (const auto* control = std::get_if<Connection::ControlReceived>(&event)) return handle(control->message, now);
    asked_.reset();
    cursor_.reset();
    sync_.in_step = false;
    if (std::holds_alternative<Connection::Over>(event)) redial_at_ = now + redial_pause;
}

std::vector<Replication::Event> Replication::flush(Outbox& outbox, base::LocalTime now) {
    do {
        while (auto event = connection_->poll_event(now))
            handle(*event, now);
        copy(now);
        connection_->flush(outbox, now);
    } while (connection_->has_event());
    if (now >= silent_at()) {
        silence_.told = true;
        events_.push_back(Silent{});
    }
    if (now >= sync_.held_until) {
        sync_.held_until = base::local_time_max;
        events_.push_back(NoCopy{});
    }
    return std::exchange(events_, {});
}

void Replication::forget(Outbox& outbox, base::LocalTime now) {
    if (auto* link = connection_->link()) std::ignore = send_control(*link, wire::ReplicaForgotten{});
    connection_->flush(outbox, now);
}

void Replication::close(wire::CloseReason reason, Outbox& outbox, base::LocalTime now) {
    connection_->close(reason, now);
    connection_->flush(outbox, now);
}

void Replication::handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now) {
    connection_->handle_response(receiver, datagram, now);
}

std::optional<link::DatagramResult> Replication::handle_sealed(const wire::SealedHeader& header,
                                                               base::ByteView datagram, base::LocalTime now) {
    const auto result = connection_->handle_sealed(header, datagram, now);
    if (result == link::DatagramResult::accepted) {
        silence_.heard_at = now;
        // Members may have agreed to a removal meanwhile.
        if (now < stalls_at() && std::exchange(silence_.told, false)) renew_fence();
    }
    return result;
}

base::LocalTime Replication::stalls_at() const {
    if (!(options_.appointed || options_.clustered) || !silence_.waits_from) return base::local_time_max;
    const bool holds_up = conference_.archive().durability().replicated();
    return *silence_.waits_from + (holds_up ? stall_max : stall_max_unsynced);
}

base::LocalTime Replication::silent_at() const {
    if (silence_.told) return base::local_time_max;
    if (options_.appointed || options_.clustered) return std::min(silence_.heard_at + silence_max_removed, stalls_at());
    return role_ == ConferenceRole::primary_replicated ? silence_.heard_at + silence_max : base::local_time_max;
}

void Replication::handle_wakeup(base::LocalTime now) {
    if (redial_at_ && now >= *redial_at_)
        dial(now);
    else
        connection_->handle_wakeup(now);
}

base::LocalTime Replication::next_wakeup() const {
    return std::min({connection_->next_wakeup(), silent_at(), renews_fence_at(), sync_.held_until,
                     redial_at_.value_or(base::local_time_max)});
}

} // namespace plenum::node
