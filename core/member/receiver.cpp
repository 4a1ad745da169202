// SPDX-License-Identifier: Apache-2.0
#include "core/member/receiver.h"

#include "core/flow/bundle.h"
#include "core/member/group_fence.h"
#include "core/peer/context_book.h"
#include "core/peer/message_parts.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// Live messages sealed in an epoch still to come wait this long for its entry.
constexpr base::Duration key_wait_max = std::chrono::milliseconds{300};
/// And those sent by a grant still to come as long as they are worth anything, and no longer than this.
constexpr base::Duration grant_wait_max = std::chrono::seconds{2};

constexpr std::string_view not_in_group = "not in group";
constexpr std::string_view closed = "flow closed";
constexpr std::string_view no_authority = "beyond the sender's authority";

bool same_message(const wire::FragmentFrame& fragment, const wire::MessageHeader& header) {
    // A bundle is in one piece.
    return (header.count == 1 || fragment.count == 1) && fragment.flow == header.flow &&
           fragment.sender == header.sender && fragment.sequence == header.sequence &&
           fragment.sent_at == header.sent_at && fragment.flags == header.flags;
}

} // namespace

void Receiver::handle_fragment(wire::FragmentFrame& fragment, link::Link* link, base::LocalTime now) {
    const auto* declaration = roster_.state().find(fragment.flow);
    const bool stranger = roster_.state().find(fragment.sender) == nullptr || fragment.sender == roster_.self();
    const bool for_others = is_of_two_others(roster_.state(), fragment.flow, roster_.self());
    if (declaration == nullptr || !declaration->loss_delay || stranger || for_others) {
        ++counters_.refused;
        return;
    }
    scheduler_.read_clock(link, now);
    const auto& clock = scheduler_.clock();
    // What programs confirm to each other is worth as much a moment later: only what is too old for certain goes.
    const bool of_programs = fragment.flow == log::pulse_flow_id && clock.offset();
    const auto grace = of_programs ? clock.offset()->error_max + clock.doubt() : base::Duration{};
    const bool late = clock.may_be_over(fragment.sent_at, *roster_.state().loss_delay_most(*declaration) + grace, now);
    const auto whole = reassemblers_[fragment.sender].add(fragment, now);
    if (!whole || !*whole) return;
    auto parts = parse_message(fragment.data);
    if (!parts || !same_message(fragment, parts->header) || !fits(roster_.state(), *declaration, parts->header)) {
        ++counters_.refused;
        return;
    }
    if (late) return discard_late(parts->header);
    tracer_.trace(base::TraceEvent::Kind::receive, parts->header);
    LiveMessage live{std::move(parts->header), parts->header_bytes, std::move(fragment.data), now};
    take_live(live, now);
    if (link != nullptr && live.message.capacity() > 0) link->reuse(std::move(live.message));
}

std::expected<base::Bytes, KeyRing::OpenError> Receiver::open(const wire::MessageHeader& header,
                                                              std::size_t header_bytes, base::ByteView message) {
    auto body = sealer_.open(header, header_bytes, message);
    if (!body) return body;
    const auto* flow = roster_.state().find(header.flow);
    const auto bytes_max = flow == nullptr ? 0 : roster_.state().message_bytes_most(*flow);
    const bool sound =
        flow != nullptr &&
        (header.count == 1 ? body->size() <= bytes_max : flow::split_bundle(*body, header.count, bytes_max, bodies_));
    if (!sound) return std::unexpected{KeyRing::OpenError::malformed};
    return body;
}

void Receiver::discard_late(const wire::MessageHeader& header) {
    counters_.discarded += header.count;
    tracer_.trace(base::TraceEvent::Kind::discard, header, "past loss delay");
}

void Receiver::refuse(const wire::MessageHeader& header, KeyRing::OpenError error) {
    if (error == KeyRing::OpenError::no_key) {
        counters_.undecryptable += header.count;
        return tracer_.trace(base::TraceEvent::Kind::discard, header, "no key");
    }
    ++counters_.refused;
    const bool outsider = error == KeyRing::OpenError::not_in_group;
    tracer_.trace(base::TraceEvent::Kind::reject, header, outsider ? not_in_group : "not authentic");
}

void Receiver::take_live(LiveMessage& live, base::LocalTime now) {
    if (live.plaintext) return take_opened(live, now);
    const auto& header = live.header;
    auto body = open(header, live.header_bytes, live.message);
    if (body && header.flow == log::pulse_flow_id) return pulse_.handle(header, *body, live.received_at);
    if (body) {
        const auto* flow = roster_.state().find(header.flow);
        // Between two, who have a key of their own.
        const bool attested = flow == nullptr || flow->kind != base::FlowKind::capture;
        if (attested) pulse_.handle_received(header, live.message, live.received_at);
        live.plaintext = std::move(*body);
        take_opened(live, now);
    } else if (body.error() == KeyRing::OpenError::key_to_come) {
        const bool grant_to_come = header.token_epoch.value() >= roster_.state().size.value();
        wait_for_entry(std::move(live), grant_to_come ? grant_wait_max : key_wait_max, now);
    } else {
        refuse(header, body.error());
    }
}

void Receiver::take_opened(LiveMessage& live, base::LocalTime now) {
    const auto& state = roster_.state();
    if (is_after_close(state, live.header)) {
        counters_.refused += live.header.count;
        tracer_.trace(base::TraceEvent::Kind::reject, live.header, closed);
        return scheduler_.pass_over(live.header, now);
    }
    const bool ahead = live.header.token_epoch.value() >= state.size.value();
    if (ahead || is_of_outsider(state, state.find(live.header.flow), live.header.sender))
        return wait_for_entry(std::move(live), grant_wait_max, now);
    scheduler_.take({std::move(live.header), live.received_at, std::move(*live.plaintext), state.size}, now);
}

void Receiver::wait_for_entry(LiveMessage live, base::Duration patience, base::LocalTime now) {
    // A message that is worth nothing by then is discarded.
    const auto until = live.received_at + std::min(live.header.lifetime, patience);
    if (const auto out = waiting_.add(std::move(live), until)) give_up(out->header, now);
}

void Receiver::give_up(const wire::MessageHeader& header, base::LocalTime now) {
    const auto& state = roster_.state();
    const bool no_grant = header.token_epoch.value() >= state.size.value();
    const bool refused = no_grant || is_of_outsider(state, state.find(header.flow), header.sender);
    const auto why = no_grant ? token::name_of(token::Hearing::ahead) : refused ? not_in_group : "no key";
    (refused ? counters_.refused : counters_.undecryptable) += header.count;
    tracer_.trace(refused ? base::TraceEvent::Kind::reject : base::TraceEvent::Kind::discard, header, why);
    scheduler_.pass_over(header, now);
}

void Receiver::handle_entry(base::LocalTime now) {
    note_group();
    std::erase_if(reassemblers_, [&](const auto& item) { return roster_.state().find(item.first) == nullptr; });
    expire(now);
    auto waiting = waiting_.take_all();
    for (auto& item : waiting) {
        if (scheduler_.clock().may_be_over(item.header.sent_at, item.header.lifetime, now))
            discard_late(item.header);
        else
            take_live(item, now);
    }
}

/// Of what was said in a group between two stays this member misses nothing that is its own.
void Receiver::note_group() {
    const auto* self = roster_.self_member();
    const auto group = self == nullptr ? base::ConversationId{} : self->group;
    if (std::exchange(group_, group) == group || group.value() == 0) return;
    for (auto& [stream, heard] : heard_) {
        const auto* flow = roster_.state().find(stream.first);
        if (flow != nullptr && flow->conversation == group) heard.readable = false;
    }
}

void Receiver::expire(base::LocalTime now) {
    for (const auto& live : waiting_.take_expired(now))
        give_up(live.header, now);
}

void Receiver::forget_closed() {
    std::erase_if(heard_, [&](const auto& item) { return roster_.state().find(item.first.first) == nullptr; });
}

std::size_t Receiver::reassembly_bytes() const {
    std::size_t bytes = 0;
    for (const auto& [member, reassembler] : reassemblers_)
        bytes += reassembler.bytes();
    return bytes;
}

/// The relay sends no message before the entries that explain it.
bool Receiver::is_sound(const wire::ReliableMessage& message, const wire::MessageHeader& header) const {
    const auto* declaration = roster_.state().find(header.flow);
    return declaration != nullptr && !declaration->loss_delay && fits(roster_.state(), *declaration, header) &&
           header.flow == message.flow && header.sender == message.sender && header.sequence == message.sequence &&
           !is_of_two_others(roster_.state(), message.flow, roster_.self()) && message.sender != roster_.self() &&
           flow::is_sound(message.sequence) && roster_.people().find(message.sender) != nullptr &&
           message.log_size <= roster_.state().size;
}

void Receiver::handle_reliable(base::ByteView bytes, const link::Link* link, base::LocalTime now) {
    scheduler_.read_clock(link, now);
    const auto message = wire::decode<wire::ReliableMessage>(bytes);
    if (message && is_stub(message->sealed)) return skip(*message, now);
    const auto parts = message ? parse_message(message->sealed) : std::nullopt;
    if (!parts || !is_sound(*message, parts->header)) {
        ++counters_.refused;
        return;
    }
    tracer_.trace(base::TraceEvent::Kind::receive, parts->header);
    auto& heard = heard_[{message->flow, message->sender}];
    if (message->sequence < heard.next && heard.readable) return;
    auto body = open(parts->header, parts->header_bytes, message->sealed);
    // Of those who joined after we had the key we hear everything; of the others, and in a group, from then on.
    const bool of_group = roster_.state().find(message->flow)->conversation > log::plenary;
    const bool before_our_time = !heard.readable && (of_group || message->sender < roster_.keys().first_younger());
    if (!body && body.error() == KeyRing::OpenError::no_key && before_our_time)
        heard.next = std::max(heard.next, message->sequence.next());
    if (!body) return refuse(parts->header, body.error());
    if (before_our_time) heard.next = message->sequence;
    advance(parts->header, heard);
    take_reliable(*message, parts->header, std::move(*body), now);
}

void Receiver::take_reliable(const wire::ReliableMessage& message, const wire::MessageHeader& header, base::Bytes body,
                             base::LocalTime now) {
    heard_messages_.keep(message);
    const auto& state = roster_.state();
    const auto* created = state.find_created(header.flow);
    if (created != nullptr && !created->is_open() && message.log_size >= created->closed_size) {
        ++counters_.refused;
        return tracer_.trace(base::TraceEvent::Kind::reject, header, closed);
    }
    // Of earlier messages it is not known who was in the group then.
    const bool judged_now = message.log_size == state.size;
    if (judged_now && is_of_outsider(state, state.find(header.flow), header.sender)) {
        ++counters_.refused;
        return tracer_.trace(base::TraceEvent::Kind::reject, header, not_in_group);
    }
    // Who may act as a moderator is the relay's word, since that goes by its clock.
    if (judged_now && exceeds_authority(state, header, base::ConferenceTime::max())) {
        ++counters_.refused;
        return tracer_.trace(base::TraceEvent::Kind::reject, header, no_authority);
    }
    const bool before = message.log_size < roster_.joined_size();
    scheduler_.take({header, now, std::move(body), message.log_size, before}, now);
}

/// The relay rejected it: what its sender says later does not wait for it. Only where there may be such; and only the
/// next takes the place of a message.
void Receiver::skip(const wire::ReliableMessage& message, base::LocalTime now) {
    const bool sound = roster_.state().find(message.flow) != nullptr && may_have_stubs(roster_.state(), message.flow) &&
                       message.sender != roster_.self() && roster_.people().find(message.sender) != nullptr &&
                       flow::is_sound(message.sequence);
    if (!sound) return;
    auto& heard = heard_[{message.flow, message.sender}];
    if (message.sequence < heard.next) return;
    if (const auto gap = gap_of(message)) scheduler_.handle(*gap, now);
    if (message.sequence > heard.next) return;
    heard.next = message.sequence.next();
    heard_messages_.keep(message);
}

/// Moves past a message that proved authentic: what a relay invents must not stand in the way of what is real.
void Receiver::advance(const wire::MessageHeader& header, Heard& heard) {
    if (header.sequence > heard.next) {
        outbox_.event(
            MessagesMissed{header.flow, header.sender, heard.next, base::SequenceNumber{header.sequence.value() - 1}});
    }
    heard = {header.sequence.next(), true};
}

std::vector<wire::StreamPosition> Receiver::positions() const {
    std::vector<wire::StreamPosition> positions;
    for (const auto& [id, heard] : heard_) {
        // For what does not fit, the relay begins at its first, and duplicates go.
        if (positions.size() >= wire::Attach::positions_max) break;
        if (roster_.state().find(id.second) != nullptr) positions.push_back({id.first, id.second, heard.next});
    }
    return positions;
}

} // namespace plenum::node
