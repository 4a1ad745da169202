// SPDX-License-Identifier: Apache-2.0
#include "core/member/traffic.h"

#include "core/flow/bundle.h"
#include "core/flow/fragment.h"
#include "core/member/group_fence.h"
#include "core/peer/message_parts.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// Live messages sealed in an epoch still to come wait this long for its entry.
constexpr base::Duration key_wait_max = std::chrono::milliseconds{300};
/// And those sent by a grant still to come as long as they are worth anything, and no longer than this.
constexpr base::Duration grant_wait_max = std::chrono::seconds{2};

/// Headers, signature and tag of a message.
constexpr std::size_t overhead_usual = 160;

constexpr std::string_view message_context = "plenum-message-v1";

base::Bytes signed_part(base::ByteView associated, base::ByteView body) {
    base::Bytes bytes{associated.begin(), associated.end()};
    base::append(bytes, body);
    return bytes;
}

bool is_captured(const Publish& message, base::LocalTime now) {
    return message.captured_at > base::LocalTime{} && message.captured_at <= now;
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
        if (header.token_epoch.value() != 0) event.epoch = header.token_epoch;
        const bool handed_over = kind == base::TraceEvent::Kind::deliver || kind == base::TraceEvent::Kind::force ||
                                 kind == base::TraceEvent::Kind::late;
        // The entry by which its sender was heard: the grant.
        if (event.epoch && handed_over) event.position = base::LogPosition{event.epoch->value()};
        event.why = why;
        name_in_conversation(event, header, sequence);
        return event;
    });
}

std::expected<void, CommandError> Traffic::publish(const Publish& message, link::Link* link, base::LocalTime now) {
    if (!roster_.keys().can_seal()) return std::unexpected{CommandError::wrong_state};
    const auto* declaration = roster_.state().find(message.flow);
    const bool known = declaration != nullptr && message.flow != log::pulse_flow_id;
    if (!known) return std::unexpected{CommandError::unknown_flow};
    const auto spec = declaration->spec();
    if (const auto permitted = may_publish(message, *declaration); !permitted) return permitted;
    // What was held back goes first.
    const bool wait = must_wait(now) || (spec.reliable() && !held_.empty());
    if (wait && spec.reliable()) {
        held_.push_back(message);
        sent_.defer(message.flow);
    } else {
        publish_sealed(message, *declaration, wait ? nullptr : link, now);
    }
    return {};
}

std::expected<void, CommandError> Traffic::may_send(const log::FlowDeclaration& flow) const {
    const auto* self = roster_.self_member();
    if (self == nullptr || !roster_.state().reaches(flow, *self)) return std::unexpected{CommandError::not_in_group};
    if (!epoch_for(flow.flow)) return std::unexpected{CommandError::no_token};
    return {};
}

std::expected<void, CommandError> Traffic::may_publish(const Publish& message,
                                                       const log::FlowDeclaration& declaration) {
    const auto spec = declaration.spec();
    if (message.body.size() > spec.message_bytes_max) return std::unexpected{CommandError::too_large};
    if (const auto may = may_send(declaration); !may) return may;
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
    header.token_epoch = stamp.token_epoch;
    return header;
}

std::optional<base::TokenEpoch> Traffic::epoch_for(base::FlowId flow) const {
    const auto* token = roster_.state().tokens.find(flow);
    if (token == nullptr) return base::TokenEpoch{};
    const auto epoch = token->epoch_of(roster_.self());
    return epoch && sent_.is_closed(token->id, *epoch) ? std::nullopt : epoch;
}

void Traffic::publish_sealed(const Publish& message, const log::FlowDeclaration& declaration, link::Link* link,
                             base::LocalTime now) {
    const bool clock = read_clock(link, now);
    const Stamp stamp{sent_.take_number(message.flow), send_time(message, now), message.flags.alone(),
                      epoch_for(message.flow).value_or(base::TokenEpoch{}), is_captured(message, now)};
    outbox_.event(MessagePublished{message.flow, stamp.sequence});
    const auto spec = declaration.spec();
    if (!spec.reliable()) {
        // Live messages say when they were sent, or are worth nothing.
        if (clock) publish_live(message, stamp, declaration, *link, now);
        return;
    }
    send_bundles_before(declaration, link, now);
    auto header = header_of(message.flow, spec, stamp);
    if (auto* order = order_of(declaration)) order->stamp(header, stamp.captured, clock_.at(now));
    trace(base::TraceEvent::Kind::send, header);
    renew(own_[message.flow]);
    base::Bytes sealed;
    seal(header, message.body, now, sealed);
    keep_reliable(message, header, std::move(sealed));
    if (link != nullptr) pump(*link);
}

base::ConferenceTime Traffic::send_time(const Publish& message, base::LocalTime now) const {
    const auto at = is_captured(message, now) ? message.captured_at : now;
    return clock_.at(at);
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

bool Traffic::past_loss_delay(base::ConferenceTime sent_at, base::Duration loss_delay, base::LocalTime now) const {
    if (sent_at == base::ConferenceTime{}) return false;
    // Who cannot tell how old it is gets nothing that may be too old.
    if (!clock_.offset()) return true;
    return clock_.offset()->to_conference(now) + clock_.doubt() > sent_at + loss_delay;
}

void Traffic::handle_fragment(wire::FragmentFrame& fragment, link::Link* link, base::LocalTime now) {
    const auto* declaration = roster_.state().find(fragment.flow);
    const bool stranger = roster_.state().find(fragment.sender) == nullptr || fragment.sender == roster_.self();
    if (declaration == nullptr || !declaration->loss_delay || stranger) {
        ++counters_.refused;
        return;
    }
    read_clock(link, now);
    // What programs confirm to each other is worth as much a moment later: only what is too old for certain goes.
    const bool of_programs = fragment.flow == log::pulse_flow_id && clock_.offset();
    const auto grace = of_programs ? clock_.offset()->error_max + clock_.doubt() : base::Duration{};
    const bool late = past_loss_delay(fragment.sent_at, *declaration->loss_delay + grace, now);
    const auto whole = reassemblers_[fragment.sender].add(fragment, now);
    if (!whole || !*whole) return;
    auto parts = parse_message(fragment.data);
    if (!parts || !same_message(fragment, parts->header) || !fits(*declaration, parts->header)) {
        ++counters_.refused;
        return;
    }
    if (late) {
        counters_.discarded += parts->header.count;
        return trace(base::TraceEvent::Kind::discard, parts->header, "past loss delay");
    }
    trace(base::TraceEvent::Kind::receive, parts->header);
    LiveMessage live{std::move(parts->header), parts->header_bytes, std::move(fragment.data), now};
    take_live(live, now);
    if (link != nullptr && live.message.capacity() > 0) link->reuse(std::move(live.message));
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

void Traffic::deliver(const wire::MessageHeader& header, base::SequenceNumber sequence, const Arrival& arrival,
                      base::Bytes body) {
    ++counters_.received;
    trace(arrival.kind, header, sequence, {});
    outbox_.event(MessageReceived{header.flow, header.sender, sequence, header.sent_at, arrival.received_at,
                                  header.flags.alone(), std::move(body), arrival.delivery, arrival.missing});
}

void Traffic::deliver_all(const wire::MessageHeader& header, const Arrival& arrival, base::Bytes plaintext) {
    roster_.introduce(header.sender);
    if (header.count == 1) return deliver(header, header.sequence, arrival, std::move(plaintext));
    auto sequence = header.sequence;
    for (const auto body : bodies_) {
        deliver(header, sequence, arrival, {body.begin(), body.end()});
        sequence = sequence.next();
    }
}

void Traffic::take_live(LiveMessage& live, base::LocalTime now) {
    if (live.plaintext) return take_opened(live, now);
    const auto& header = live.header;
    auto body = open(header, live.header_bytes, live.message);
    if (body && header.flow == log::pulse_flow_id) return pulse_.handle(header, *body, live.received_at);
    if (body) {
        pulse_.handle_received(header, live.message, live.received_at);
        live.plaintext = std::move(*body);
        take_opened(live, now);
    } else if (body.error() == KeyRing::OpenError::key_to_come) {
        const bool grant_to_come = header.token_epoch.value() >= roster_.state().size.value();
        wait_for_entry(std::move(live), grant_to_come ? grant_wait_max : key_wait_max, now);
    } else {
        refuse(header, body.error());
    }
}

void Traffic::take_opened(LiveMessage& live, base::LocalTime now) {
    const auto& state = roster_.state();
    const auto* flow = state.find(live.header.flow);
    const bool ahead = live.header.token_epoch.value() >= state.size.value();
    if (ahead || is_of_outsider(state, flow, live.header.sender))
        return wait_for_entry(std::move(live), grant_wait_max, now);
    if (!permits(live.header)) return pass_over(live.header, now);
    auto plaintext = std::move(*live.plaintext);
    const bool sound =
        flow != nullptr &&
        (live.header.count == 1 || flow::split_bundle(plaintext, live.header.count, flow->message_bytes_max, bodies_));
    if (sound) take_in_order({std::move(live.header), live.received_at, std::move(plaintext), state.size}, now);
}

bool Traffic::take_signature(const wire::MessageHeader& header, base::ByteView associated, base::Bytes& body) {
    const auto* sender = roster_.find(header.sender);
    if (sender == nullptr || body.size() < base::Signature::size) return false;
    const auto signature = *base::Signature::from(base::ByteView{body}.first(base::Signature::size));
    body.erase(body.begin(), body.begin() + base::Signature::size);
    return crypto::verify(sender->identity, message_context, signed_part(associated, body), signature);
}

bool Traffic::permits(const wire::MessageHeader& header) {
    const bool free = header.token_epoch.value() == 0 && !roster_.tenures().demands(header.flow);
    if (free) return true;
    const auto judgement = roster_.tenures().judge(said_in(header), roster_.state().size);
    if (judgement.heard()) return true;
    counters_.refused += header.count;
    trace(base::TraceEvent::Kind::reject, header, token::name_of(judgement.hearing));
    return false;
}

void Traffic::pass_over(const wire::MessageHeader& header, base::LocalTime now) {
    const auto* flow = header.context.empty() ? nullptr : roster_.state().find(header.flow);
    const auto order = flow == nullptr || !flow->is_ordered() ? orders_.end() : orders_.find(flow->conversation);
    if (order == orders_.end() || !clock_.offset()) return;
    order->second.handle_gap({header.flow, header.sender, header.count, header.context}, now);
    deliver_ready(flow->conversation, order->second, now);
}

void Traffic::wait_for_entry(LiveMessage live, base::Duration patience, base::LocalTime now) {
    // A message that is worth nothing by then is discarded.
    const auto until = live.received_at + std::min(live.header.lifetime, patience);
    if (const auto out = waiting_.add(std::move(live), until)) give_up(out->header, now);
}

void Traffic::give_up(const wire::MessageHeader& header, base::LocalTime now) {
    const bool no_grant = header.token_epoch.value() >= roster_.state().size.value();
    (no_grant ? counters_.refused : counters_.undecryptable) += header.count;
    trace(no_grant ? base::TraceEvent::Kind::reject : base::TraceEvent::Kind::discard, header,
          no_grant ? token::name_of(token::Hearing::ahead) : "no key");
    pass_over(header, now);
}

void Traffic::handle_entry(const std::optional<wire::Causes>& causes, const link::Link* link, base::LocalTime now) {
    if (causes) read_clock(link, now);
    std::erase_if(reassemblers_, [&](const auto& item) { return roster_.state().find(item.first) == nullptr; });
    pulse_.handle_entry(now);
    follow_log();
    take_entry(causes, now);
    expire(now);
    auto waiting = waiting_.take_all();
    for (auto& item : waiting) {
        if (past_loss_delay(item.header.sent_at, item.header.lifetime, now)) {
            counters_.discarded += item.header.count;
            trace(base::TraceEvent::Kind::discard, item.header, "past loss delay");
        } else {
            take_live(item, now);
        }
    }
}

bool Traffic::must_wait(base::LocalTime now) const { return roster_.must_wait_for_keys(now) || pulse_.suspended(); }

void Traffic::publish_held(base::LocalTime now) {
    if (held_.empty() || must_wait(now)) return;
    sent_.handle_deferred();
    for (const auto& message : std::exchange(held_, {})) {
        const auto* flow = roster_.state().find(message.flow);
        const auto may = flow == nullptr ? std::unexpected{CommandError::unknown_flow} : may_send(*flow);
        if (may)
            publish_sealed(message, *flow, nullptr, now);
        else
            outbox_.event(CommandRefused{Command{message}.index(), may.error(), message.flow, {}});
    }
}

void Traffic::expire(base::LocalTime now) {
    for (const auto& live : waiting_.take_expired(now))
        give_up(live.header, now);
}

base::LocalTime Traffic::next_wakeup() const {
    auto at = waiting_.next_wakeup();
    for (const auto& [id, order] : orders_) {
        if (const auto due = order.next_wakeup()) at = std::min(at, *due);
    }
    return at;
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
