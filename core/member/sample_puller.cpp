// SPDX-License-Identifier: Apache-2.0
#include "core/member/sample_puller.h"

#include "core/flow/bundle.h"
#include "core/flow/stream_id.h"
#include "core/peer/hello.h"
#include "core/peer/message_parts.h"
#include "core/peer/pull_messages.h"

#include <algorithm>

namespace plenum::node {

using tag::ProxyPlace;
using tag::PullError;

bool SamplePuller::is_live(base::FlowId id) const {
    const auto* flow = roster_.state().find_open(id);
    return flow != nullptr && flow->loss_delay && id != log::pulse_flow_id;
}

void SamplePuller::handle(const Pull& pull, link::Link* link, base::LocalTime now) {
    const bool own = pull.sender == roster_.self();
    if (!is_live(pull.flow) || (!own && roster_.people().find(pull.sender) == nullptr))
        return fail(pull, PullError::wrong);
    if (pull.place == ProxyPlace::subscriber || (own && pull.place == ProxyPlace::publisher))
        return answer_here(pull, now);
    if (asked_.size() >= base::limits::pulls_max) return fail(pull, PullError::busy);
    const auto number = std::exchange(next_, next_.next());
    wire::PullRequest request{number, pull.flow, pull.sender, static_cast<std::uint8_t>(pull.place)};
    set_pull(request, pull.what);
    if (link == nullptr || !send_control(*link, request)) return fail(pull, PullError::unreachable);
    asked_.emplace(number, Asked{pull, now});
}

void SamplePuller::answer_here(const Pull& pull, base::LocalTime now) {
    const bool own = pull.sender == roster_.self();
    const auto found =
        own ? own_.pull(pull.flow, pull.what, now) : received_.pull({pull.flow, pull.sender}, pull.what, now);
    if (!found) return fail(pull, found.error());
    for (const auto* sample : found->samples) {
        const bool last = sample == found->samples.back();
        if (!own)
            tell(pull, {sample->sequence, sample->sent_at, sample->flags, sample->bytes, true, last}, now);
        else if (!give(pull, {sample->bytes, found->only, last}, now))
            return fail(pull, PullError::bad_answer);
    }
}

void SamplePuller::handle(const wire::PullRefused& refused, base::LocalTime now) {
    const auto found = asked_.find(refused.request);
    if (found == asked_.end()) return;
    answered_at_ = now;
    fail(found->second.pull, base::to_enum<PullError>(refused.why).value_or(PullError::bad_answer));
    asked_.erase(found);
}

void SamplePuller::handle_part(base::ByteView message, base::LocalTime now) {
    const auto part = wire::decode<wire::PulledPart>(message);
    const auto found = part ? asked_.find(part->request) : asked_.end();
    if (found == asked_.end()) return;
    answered_at_ = now;
    auto& asked = found->second;
    asked.bytes += part->data.size();
    ++asked.parts;
    bool good = asked.bytes <= base::limits::pull_answer_bytes_max && asked.parts <= pull_parts_max;
    if (good) base::append(asked.message, part->data);
    const bool whole = part->bytes_left == 0;
    const bool last = whole && part->samples_left == 0;
    if (good && whole) good = give(asked.pull, {std::exchange(asked.message, {}), part->only, last}, now);
    if (!good) fail(asked.pull, PullError::bad_answer);
    if (!good || last) asked_.erase(found);
}

bool SamplePuller::is_sound(const Pull& pull, const wire::MessageHeader& header, base::SequenceNumber only) const {
    const auto* flow = roster_.state().find(pull.flow);
    const base::SequenceNumber last{header.sequence.value() + header.count - 1U};
    const bool same = flow != nullptr && header.flow == pull.flow && header.sender == pull.sender &&
                      flow::is_sound(header.sequence) && fits(roster_.state(), *flow, header);
    if (!same || (only.value() != 0 && (only < header.sequence || only > last))) return false;
    const auto* number = std::get_if<tag::PullNumber>(&pull.what);
    const auto* range = std::get_if<tag::PullRange>(&pull.what);
    if (number != nullptr && number->sequence != only) return false;
    return (range == nullptr || header.sent_at <= range->to) && (range != nullptr || only.value() != 0);
}

/// A publisher that has not heard of the end of its grant also gives what nobody else accepted.
bool SamplePuller::is_heard(const wire::MessageHeader& header) const {
    const auto& tenures = roster_.state().archive.tenures;
    const bool free = header.token_epoch.value() == 0 && !tenures.demands(header.flow);
    return free || tenures.judge(said_in(header), roster_.state().size).heard();
}

bool SamplePuller::give(const Pull& pull, const Arrived& arrived, base::LocalTime now) {
    const auto parts = parse_message(arrived.message);
    if (!parts || !is_sound(pull, parts->header, arrived.only)) return false;
    const auto& header = parts->header;
    const auto all = arrived.only.value() == 0;
    Told told{all ? header.sequence : arrived.only, header.sent_at, header.flags.alone(), {}, true, arrived.last};
    if (!is_heard(header)) {
        told.readable = false;
        tell(pull, told, now);
        return true;
    }
    const auto body = sealer_.open_pulled(header, parts->header_bytes, arrived.message);
    if (!body) {
        told.readable = false;
        const bool closed =
            body.error() == KeyRing::OpenError::no_key || body.error() == KeyRing::OpenError::key_to_come;
        if (closed) tell(pull, told, now);
        return closed;
    }
    const auto size_max = roster_.state().message_bytes_most(*roster_.state().find(header.flow));
    std::vector<base::ByteView> bodies{*body};
    const bool sound =
        header.count == 1 ? body->size() <= size_max : flow::split_bundle(*body, header.count, size_max, bodies);
    if (!sound) return false;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        told.sequence = base::SequenceNumber{header.sequence.value() + i};
        told.body = bodies[i];
        told.last = arrived.last && (!all || i + 1 == bodies.size());
        if (all || told.sequence == arrived.only) tell(pull, told, now);
    }
    return true;
}

void SamplePuller::tell(const Pull& pull, const Told& told, base::LocalTime now) {
    SamplePulled event{pull.request,
                       pull.flow,
                       pull.sender,
                       told.sequence,
                       told.sent_at,
                       told.flags,
                       {told.body.begin(), told.body.end()},
                       told.readable,
                       std::nullopt,
                       told.last};
    if (const auto& clock = clock_.offset())
        event.age_max = std::max(base::Duration{}, clock->to_conference(now) - told.sent_at + clock->error_max);
    outbox_.event(std::move(event));
}

void SamplePuller::fail(const Pull& pull, PullError why) {
    outbox_.event(PullFailed{pull.request, pull.flow, pull.sender, why});
}

void SamplePuller::handle_lost() {
    for (const auto& [number, asked] : std::exchange(asked_, {}))
        fail(asked.pull, PullError::unreachable);
}

void SamplePuller::forget_closed() {
    received_.forget_if([this](const auto& source) { return roster_.state().find_open(source.first) == nullptr; });
}

base::LocalTime SamplePuller::fails_at(const Asked& asked) const {
    return std::max(asked.at, answered_at_) + base::limits::pull_patience;
}

void SamplePuller::expire(base::LocalTime now) {
    for (auto item = asked_.begin(); item != asked_.end();) {
        if (now < fails_at(item->second)) {
            ++item;
            continue;
        }
        fail(item->second.pull, PullError::no_answer);
        item = asked_.erase(item);
    }
}

base::LocalTime SamplePuller::next_wakeup() const {
    auto at = base::local_time_max;
    for (const auto& [number, asked] : asked_)
        at = std::min(at, fails_at(asked));
    return at;
}

} // namespace plenum::node
