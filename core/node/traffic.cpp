// SPDX-License-Identifier: Apache-2.0
#include "core/node/traffic.h"

#include "core/flow/fragment.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// Live messages sealed in an epoch still to come wait this long for its entry.
constexpr base::Duration key_wait_max = std::chrono::milliseconds{300};

/// Headers, signature and tag of a message.
constexpr std::size_t overhead_usual = 160;

constexpr std::string_view message_context = "plenum-message-v1";

base::Bytes signed_part(base::ByteView associated, base::ByteView body) {
    base::Bytes bytes{associated.begin(), associated.end()};
    base::append(bytes, body);
    return bytes;
}

/// Its fields, and where its sealed body begins.
struct Parts {
    wire::MessageHeader header;
    std::size_t header_bytes{0};
};

std::optional<Parts> parse(base::ByteView message) {
    wire::Reader from{message};
    Parts parts;
    wire::get(from, parts.header);
    if (!from.ok()) return std::nullopt;
    parts.header_bytes = message.size() - from.remaining();
    return parts;
}

/// Whether it may be on that flow. Bundles are of live messages alone, and not of members' programs.
bool fits(const log::FlowDeclaration& flow, const wire::MessageHeader& header) {
    const base::SequenceNumber last{header.sequence.value() + header.count - 1};
    const bool bundle_fits =
        header.count == 1 || (flow.loss_delay && header.flow != log::pulse_flow_id && is_sound(last));
    return header.lifetime == flow.loss_delay.value_or(base::Duration{}) && header.priority == flow.priority &&
           bundle_fits;
}

bool same_message(const wire::FragmentFrame& fragment, const wire::MessageHeader& header) {
    // A bundle is in one piece.
    return (header.count == 1 || fragment.count == 1) && fragment.flow == header.flow &&
           fragment.sender == header.sender && fragment.sequence == header.sequence &&
           fragment.sent_at == header.sent_at && fragment.flags == header.flags;
}

} // namespace

void Traffic::trace(base::TraceEvent::Kind kind, const wire::MessageHeader& header, std::string_view why) {
    if (!outbox_.traces() || header.flow == log::pulse_flow_id) return; // of programs, not of people
    for (std::uint64_t i = 0; i < header.count; ++i)
        trace(kind, header, base::SequenceNumber{header.sequence.value() + i}, why);
}

void Traffic::trace(base::TraceEvent::Kind kind, const wire::MessageHeader& header, base::SequenceNumber sequence,
                    std::string_view why) {
    outbox_.trace([&] {
        base::TraceEvent event;
        event.kind = kind;
        event.flow = header.flow;
        event.sender = header.sender;
        event.sequence = sequence;
        event.sent_at = header.sent_at;
        if (header.lifetime > base::Duration{}) event.deadline = header.sent_at + header.lifetime;
        event.why = why;
        return event;
    });
}

std::expected<void, CommandError> Traffic::publish(const Publish& message, link::Link* link, base::LocalTime now) {
    if (!roster_.keys().can_seal()) return std::unexpected{CommandError::wrong_state};
    const auto* declaration = roster_.state().find(message.flow);
    const bool known = declaration != nullptr && message.flow != log::pulse_flow_id;
    if (!known) return std::unexpected{CommandError::unknown_flow};
    const auto spec = declaration->spec();
    if (const auto permitted = may_publish(message, spec); !permitted) return permitted;
    // What was held back goes first.
    const bool wait = must_wait(now) || (spec.reliable() && !held_.empty());
    if (wait && spec.reliable())
        held_.push_back(message);
    else
        publish_sealed(message, spec, wait ? nullptr : link, now);
    return {};
}

std::expected<void, CommandError> Traffic::may_publish(const Publish& message, const base::FlowSpec& spec) {
    if (message.body.size() > spec.message_bytes_max) return std::unexpected{CommandError::too_large};
    if (pulse_.forked()) return std::unexpected{CommandError::suspended};
    if (!spec.reliable()) return {};
    const auto& own = own_[message.flow];
    const auto messages = own.unconfirmed.size() + held_.size() + 1;
    if (!has_room_unconfirmed(messages, own.unconfirmed_bytes + message.body.size()))
        return std::unexpected{CommandError::queue_full};
    return {};
}

wire::MessageHeader Traffic::header_of(base::FlowId flow, const base::FlowSpec& spec, const Stamp& stamp) const {
    wire::MessageHeader header;
    header.flow = flow;
    header.sender = roster_.self();
    header.sequence = stamp.sequence;
    header.sent_at = stamp.sent_at;
    header.flags = stamp.flags;
    header.lifetime = spec.loss_delay.value_or(base::Duration{});
    header.priority = spec.priority;
    return header;
}

void Traffic::publish_sealed(const Publish& message, const base::FlowSpec& spec, link::Link* link,
                             base::LocalTime now) {
    const auto clock = link == nullptr ? std::nullopt : link->clock(now);
    if (clock) last_clock_ = clock;
    auto& flow = flows_[message.flow];
    flow.sequence = flow.sequence.next();
    const Stamp stamp{flow.sequence, send_time(message, now), message.flags.alone()};
    if (outbox_.traces()) trace(base::TraceEvent::Kind::send, header_of(message.flow, spec, stamp));
    outbox_.event(MessagePublished{message.flow, stamp.sequence});
    if (!spec.reliable()) {
        // Live messages say when they were sent, or are worth nothing.
        if (clock) publish_live(message, stamp, spec, flow.draft, *link, now);
        return;
    }
    const auto header = header_of(message.flow, spec, stamp);
    base::Bytes sealed;
    seal(header, message.body, now, sealed);
    keep_reliable(message, header, std::move(sealed));
    if (link != nullptr) pump(*link);
}

base::ConferenceTime Traffic::send_time(const Publish& message, base::LocalTime now) const {
    const bool captured = message.captured_at > base::LocalTime{} && message.captured_at <= now;
    return last_clock_ ? last_clock_->to_conference(captured ? message.captured_at : now) : base::ConferenceTime{};
}

/// What members authenticate with the sealed body: where it belongs and all that a relay may act on.
void Traffic::set_associated(base::ByteView header) {
    const auto conference = roster_.conference().view();
    associated_.resize(conference.size() + header.size());
    const auto behind = std::copy(conference.begin(), conference.end(), associated_.begin());
    std::copy(header.begin(), header.end(), behind);
}

void Traffic::seal(const wire::MessageHeader& header, base::ByteView body, base::LocalTime now, base::Bytes& message) {
    message.clear();
    message.reserve(body.size() + overhead_usual);
    wire::Writer to{message};
    wire::put(to, header);
    set_associated(message);
    const auto seal_as = [&](Chain chain, base::ByteView plaintext) {
        roster_.keys().seal(chain, header.sender, header.flow, header.sequence, associated_, plaintext, now, message);
    };
    const bool reliable = header.lifetime == base::Duration{};
    if (reliable) {
        const auto signature = crypto::sign(roster_.identity(), message_context, signed_part(associated_, body));
        base::Bytes plaintext{signature.bytes.begin(), signature.bytes.end()};
        base::append(plaintext, body);
        seal_as(Chain::history, plaintext);
    } else {
        seal_as(Chain::media, body);
    }
}

bool Traffic::has_room_unconfirmed(std::size_t messages, std::size_t bytes) {
    return messages <= base::limits::history_messages_max / 2 && bytes <= base::limits::history_bytes_max / 4;
}

void Traffic::keep_reliable(const Publish& message, const wire::MessageHeader& header, base::Bytes sealed) {
    auto& own = own_[header.flow];
    own.history.push(header.sequence, std::move(sealed));
    own.unconfirmed.emplace_back(header.sequence, message);
    own.unconfirmed_bytes += message.body.size();
}

void Traffic::pump(link::Link& link) {
    for (auto& [flow, own] : own_) {
        const auto* declaration = roster_.state().find(flow);
        for (const auto& item : own.history.from(own.send_next)) {
            if (declaration == nullptr || !link.stream_has_room(declaration->priority)) break;
            const wire::ReliableMessage message{flow, roster_.self(), item.sequence, item.sealed};
            if (!link.send_stream(declaration->priority, wire::encode(message))) break;
            own.send_next = item.sequence.next();
        }
    }
}

void Traffic::resume(const std::vector<wire::StreamPosition>& relay_has, link::Link& link) {
    for (auto& [flow, own] : own_)
        own.send_next = base::SequenceNumber{1};
    for (const auto& position : relay_has) {
        if (position.sender != roster_.self()) continue;
        own_[position.flow].send_next = position.next;
        // What of it is accepted, and kept, the relay says next.
    }
    pump(link);
}

void Traffic::handle_accepted(const wire::Accepted& accepted) {
    const auto own = own_.find(accepted.flow);
    if (own == own_.end()) return;
    auto& [history, unconfirmed, bytes, send_next, unkept] = own->second;
    while (!unconfirmed.empty() && unconfirmed.front().first < accepted.next) {
        outbox_.event(MessageAccepted{accepted.flow, unconfirmed.front().first, accepted.kept});
        bytes -= unconfirmed.front().second.body.size();
        if (!accepted.kept) unkept = unconfirmed.front().first;
        unconfirmed.pop_front();
    }
    if (!accepted.kept || unkept.value() == 0 || unkept >= accepted.next) return;
    outbox_.event(MessageAccepted{accepted.flow, std::exchange(unkept, {}), true});
}

std::vector<Publish> Traffic::unconfirmed() const {
    std::vector<Publish> messages;
    for (const auto& [flow, own] : own_) {
        for (const auto& [sequence, message] : own.unconfirmed)
            messages.push_back(message);
    }
    messages.insert(messages.end(), held_.begin(), held_.end());
    return messages;
}

bool Traffic::past_loss_delay(base::ConferenceTime sent_at, base::Duration loss_delay, base::LocalTime now) const {
    if (sent_at == base::ConferenceTime{}) return false;
    // Who cannot tell how old it is gets nothing that may be too old.
    if (!last_clock_) return true;
    return last_clock_->to_conference(now) > sent_at + loss_delay + last_clock_->error_max;
}

void Traffic::handle_fragment(wire::FragmentFrame& fragment, link::Link* link, base::LocalTime now) {
    const auto* declaration = roster_.state().find(fragment.flow);
    const bool stranger = roster_.state().find(fragment.sender) == nullptr || fragment.sender == roster_.self();
    if (declaration == nullptr || !declaration->loss_delay || stranger) {
        ++counters_.refused;
        return;
    }
    if (const auto clock = link == nullptr ? std::nullopt : link->clock(now)) last_clock_ = clock;
    const bool late = past_loss_delay(fragment.sent_at, *declaration->loss_delay, now);
    const auto whole = reassemblers_[fragment.sender].add(fragment, now);
    if (!whole || !*whole) return;
    auto parts = parse(fragment.data);
    if (!parts || !same_message(fragment, parts->header) || !fits(*declaration, parts->header)) {
        ++counters_.refused;
        return;
    }
    if (late) {
        counters_.discarded += parts->header.count;
        return trace(base::TraceEvent::Kind::discard, parts->header, "past loss delay");
    }
    trace(base::TraceEvent::Kind::receive, parts->header);
    Live live{std::move(parts->header), parts->header_bytes, std::move(fragment.data), now};
    take_live(live);
    if (link != nullptr && live.message.capacity() > 0) link->reuse(std::move(live.message));
}

void Traffic::handle_reliable(base::ByteView bytes, base::LocalTime now) {
    const auto message = wire::decode<wire::ReliableMessage>(bytes);
    const auto parts = message ? parse(message->sealed) : std::nullopt;
    const auto* declaration = parts ? roster_.state().find(parts->header.flow) : nullptr;
    // The relay sends no message before the entries that explain it.
    const bool sound = declaration != nullptr && !declaration->loss_delay && fits(*declaration, parts->header) &&
                       parts->header.flow == message->flow && parts->header.sender == message->sender &&
                       parts->header.sequence == message->sequence && message->sender != roster_.self() &&
                       is_sound(message->sequence) && roster_.find(message->sender) != nullptr;
    if (!sound) {
        ++counters_.refused;
        return;
    }
    trace(base::TraceEvent::Kind::receive, parts->header);
    auto& heard = heard_[{message->flow, message->sender}];
    if (message->sequence < heard.next && heard.readable) return;
    auto body = open(parts->header, parts->header_bytes, message->sealed);
    // Of those who joined after we had the key we hear everything; of the others from then on.
    const bool before_our_time = !heard.readable && message->sender < roster_.first_younger();
    if (!body && body.error() == KeyRing::OpenError::no_key && before_our_time)
        heard.next = std::max(heard.next, message->sequence.next());
    if (!body) return refuse(parts->header, body.error());
    if (before_our_time) heard.next = message->sequence;
    advance(parts->header, heard);
    words_.keep(*message, roster_.state());
    deliver_all(parts->header, now, std::move(*body));
}

/// Moves past a message that proved authentic: what a relay invents must not stand in the way of what is real.
void Traffic::advance(const wire::MessageHeader& header, Heard& heard) {
    if (header.sequence > heard.next) {
        outbox_.event(
            MessagesMissed{header.flow, header.sender, heard.next, base::SequenceNumber{header.sequence.value() - 1}});
    }
    heard = {header.sequence.next(), true};
}

std::expected<base::Bytes, KeyRing::OpenError> Traffic::open(const wire::MessageHeader& header,
                                                             std::size_t header_bytes, base::ByteView message) {
    set_associated(message.first(header_bytes));
    const auto sealed = message.subspan(header_bytes);
    const bool reliable = header.lifetime == base::Duration{};
    auto body = roster_.keys().open(reliable ? Chain::history : Chain::media, header.sender, header.flow,
                                    {header.sequence, header.count}, associated_, sealed);
    if (body && reliable && !take_signature(header, associated_, *body)) {
        return std::unexpected{KeyRing::OpenError::forged};
    }
    const auto* flow = roster_.state().find(header.flow);
    const bool sound = body && flow != nullptr &&
                       (header.count == 1 ? body->size() <= flow->message_bytes_max
                                          : flow::split_bundle(*body, header.count, flow->message_bytes_max, bodies_));
    if (body && !sound) return std::unexpected{KeyRing::OpenError::malformed};
    return body;
}

void Traffic::refuse(const wire::MessageHeader& header, KeyRing::OpenError error) {
    const bool no_key = error == KeyRing::OpenError::no_key;
    if (no_key)
        counters_.undecryptable += header.count;
    else
        ++counters_.refused;
    trace(no_key ? base::TraceEvent::Kind::discard : base::TraceEvent::Kind::reject, header,
          no_key ? "no key" : "not authentic");
}

void Traffic::deliver(const wire::MessageHeader& header, base::SequenceNumber sequence, base::LocalTime received_at,
                      base::Bytes body) {
    ++counters_.received;
    trace(base::TraceEvent::Kind::deliver, header, sequence, {});
    outbox_.event(MessageReceived{header.flow, header.sender, sequence, header.sent_at, received_at,
                                  header.flags.alone(), std::move(body)});
}

void Traffic::deliver_all(const wire::MessageHeader& header, base::LocalTime received_at, base::Bytes plaintext) {
    roster_.introduce(header.sender);
    if (header.count == 1) return deliver(header, header.sequence, received_at, std::move(plaintext));
    auto sequence = header.sequence;
    for (const auto body : bodies_) {
        deliver(header, sequence, received_at, {body.begin(), body.end()});
        sequence = sequence.next();
    }
}

void Traffic::take_live(Live& live) {
    const auto& header = live.header;
    auto body = open(header, live.header_bytes, live.message);
    if (body && header.flow == log::pulse_flow_id) return pulse_.handle(header, *body, live.received_at);
    if (body) {
        pulse_.handle_received(header, live.message, live.received_at);
        deliver_all(header, live.received_at, std::move(*body));
    } else if (body.error() == KeyRing::OpenError::key_to_come)
        wait_for_key(std::move(live));
    else
        refuse(header, body.error());
}

bool Traffic::take_signature(const wire::MessageHeader& header, base::ByteView associated, base::Bytes& body) {
    const auto* sender = roster_.find(header.sender);
    if (sender == nullptr || body.size() < base::Signature::size) return false;
    const auto signature = *base::Signature::from(base::ByteView{body}.first(base::Signature::size));
    body.erase(body.begin(), body.begin() + base::Signature::size);
    return crypto::verify(sender->identity, message_context, signed_part(associated, body), signature);
}

void Traffic::wait_for_key(Live live) {
    if (waiting_.size() >= base::limits::undecrypted_messages_max) {
        counters_.undecryptable += waiting_.front().header.count;
        trace(base::TraceEvent::Kind::discard, waiting_.front().header, "no key");
        waiting_.pop_front();
    }
    waiting_.push_back(std::move(live));
}

void Traffic::handle_entry(base::LocalTime now) {
    std::erase_if(reassemblers_, [&](const auto& item) { return roster_.state().find(item.first) == nullptr; });
    pulse_.handle_entry(now);
    expire(now);
    auto waiting = std::exchange(waiting_, {});
    for (auto& item : waiting) {
        if (past_loss_delay(item.header.sent_at, item.header.lifetime, now)) {
            counters_.discarded += item.header.count;
            trace(base::TraceEvent::Kind::discard, item.header, "past loss delay");
        } else {
            take_live(item);
        }
    }
}

bool Traffic::must_wait(base::LocalTime now) const { return roster_.must_wait_for_keys(now) || pulse_.suspended(); }

void Traffic::publish_held(base::LocalTime now) {
    if (held_.empty() || must_wait(now)) return;
    for (const auto& message : std::exchange(held_, {}))
        publish_sealed(message, roster_.state().find(message.flow)->spec(), nullptr, now);
}

void Traffic::expire(base::LocalTime now) {
    while (!waiting_.empty() && now - waiting_.front().received_at > key_wait_max) {
        counters_.undecryptable += waiting_.front().header.count;
        trace(base::TraceEvent::Kind::discard, waiting_.front().header, "no key");
        waiting_.pop_front();
    }
}

base::LocalTime Traffic::next_wakeup() const {
    return waiting_.empty() ? base::local_time_max : waiting_.front().received_at + key_wait_max + base::from_us(1);
}

std::vector<wire::StreamPosition> Traffic::positions() const {
    std::vector<wire::StreamPosition> positions;
    for (const auto& [id, heard] : heard_) {
        // For what does not fit, the relay begins at its first, and duplicates go.
        if (positions.size() >= wire::Attach::positions_max) break;
        if (roster_.state().find(id.second) != nullptr) positions.push_back({id.first, id.second, heard.next});
    }
    return positions;
}

std::size_t Traffic::reassembly_bytes() const {
    std::size_t bytes = 0;
    for (const auto& [member, reassembler] : reassemblers_)
        bytes += reassembler.bytes();
    return bytes;
}

std::size_t Traffic::history_bytes() const {
    auto bytes = words_.bytes();
    for (const auto& [flow, own] : own_)
        bytes += own.history.bytes();
    return bytes;
}

} // namespace plenum::node
