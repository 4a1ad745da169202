// SPDX-License-Identifier: Apache-2.0
#include "core/relay/submissions.h"

#include "core/peer/hello.h"

#include <algorithm>

namespace plenum::node {
namespace {

using Grade = RefusedEntry::Grade;

/// What an honest program would have found out by itself, had it read all of the log, can only be late otherwise.
bool follows_from_log(log::Refusal why) {
    return why != log::Refusal::too_often && why != log::Refusal::full && why != log::Refusal::unknown_style;
}

Grade grade_of(const log::State& state, const log::SignedOperation& operation, bool own, log::Refusal why) {
    if (!own || why == log::Refusal::bad_signature || why == log::Refusal::wrong_conference) return Grade::forged;
    const bool behind = operation.head_position.next() < state.size;
    return behind && follows_from_log(why) ? Grade::late : Grade::refused;
}

std::string_view operation_in(const log::SignedOperation& operation) {
    const auto content = wire::decode_choice<log::Operation>(operation.operation);
    return content ? log::name_of(*content) : std::string_view{};
}

bool is_own(const RelaySession& session, const log::SignedOperation& operation) {
    return operation.author == *session.peer.identity && operation.author_exchange == session.peer.exchange;
}

/// Who was turned away by one moderator, or went, is not let in by another who did not know.
bool admits_gone(const log::SignedOperation& operation, RelayConference& conference) {
    const auto content = wire::decode_choice<log::Operation>(operation.operation);
    if (!content || !std::holds_alternative<log::Admit>(*content)) return false;
    return std::ranges::any_of(log::joins_in(*content), [&](const log::SignedOperation& join) {
        return !conference.admission().queue().find(join.author_exchange);
    });
}

} // namespace

bool Submissions::door_is_taken(const log::SignedOperation& operation, RelayConference& conference) const {
    const auto content = wire::decode_choice<log::Operation>(operation.operation);
    const auto* change = content ? std::get_if<log::ChangeLink>(&*content) : nullptr;
    return change != nullptr && !registry_.is_free(change->door, conference.handle());
}

void Submissions::handle(RelaySession& session, const wire::Submit& submit, base::LocalTime now) {
    auto* conference = session.home;
    const auto operation = wire::decode<log::SignedOperation>(submit.operation);
    if (conference == nullptr || !session.attached || !operation) {
        return session.link.close(wire::CloseReason::protocol_error, now);
    }
    const auto causes = std::exchange(session.limits.causes, std::nullopt);
    const auto position = conference->state().size;
    auto submitted = std::expected<void, log::Refusal>{std::unexpected{log::Refusal::unknown_author}};
    const bool own = is_own(session, *operation);
    if (own && !session.limits.submissions.take(now))
        submitted = std::unexpected{log::Refusal::too_often};
    else if (own && admits_gone(*operation, *conference))
        submitted = std::unexpected{log::Refusal::no_such_request};
    else if (own && !door_is_taken(*operation, *conference))
        submitted = conference->submit(*operation, conference->sequencer().clock().to_conference(now), now);
    if (submitted && causes) conference->order().note_causes(position, *causes);
    if (!submitted) {
        const auto reason = static_cast<std::uint8_t>(submitted.error());
        report_refused(session, *operation, submitted.error());
        std::ignore = send_control(session.link, wire::SubmitRefused{operation->author_sequence, reason});
        return;
    }
    if (const auto* member = conference->state().find(session.peer.exchange)) session.set_member(member->index);
}

void Submissions::report_refused(const RelaySession& session, const log::SignedOperation& operation, log::Refusal why) {
    auto* conference = session.home;
    const auto& state = conference->state();
    outbox_.trace([&] {
        base::TraceEvent trace;
        trace.kind = base::TraceEvent::Kind::refuse;
        trace.conference = conference->handle();
        trace.position = state.size;
        trace.holder = session.member;
        trace.why = log::name_of(why);
        return trace;
    });
    const RefusedEntry refused{grade_of(state, operation, is_own(session, operation), why), conference->handle(),
                               session.member, operation_in(operation), why};
    ++reporter_.counters().entries_refused[why];
    reporter_.counters().entries_forged += refused.grade == Grade::forged ? 1 : 0;
    reporter_.tell(RelayIncident{RelayIncident::Kind::entry_refused,
                                 session.member_address(),
                                 {},
                                 std::make_shared<const RefusedEntry>(refused)});
}

} // namespace plenum::node
