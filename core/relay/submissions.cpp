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

struct Gift {
    base::TokenId token;
    /// 0: nobody held it.
    base::MemberIndex from;
    base::MemberIndex to;
};

/// Nullopt for an operation that gives nothing.
std::optional<Gift> gift_in(const log::Operation& operation) {
    if (const auto* grant = std::get_if<token::GrantToken>(&operation)) return Gift{grant->token, {}, grant->member};
    if (const auto* transfer = std::get_if<token::TransferToken>(&operation))
        return Gift{transfer->token, transfer->from, transfer->to};
    if (const auto* copy = std::get_if<token::CopyToken>(&operation)) return Gift{copy->token, copy->from, copy->to};
    return std::nullopt;
}

bool asks_for(const log::SignedOperation& said, base::TokenId token) {
    const auto operation = wire::decode_choice<log::Operation>(said.operation);
    const auto* request = operation ? std::get_if<token::RequestToken>(&*operation) : nullptr;
    return request != nullptr && request->token == token;
}

/// An arbiter that is no moderator gives a token to somebody who has asked since the last entry that it had seen, and
/// others come first by now. It decided on an earlier request, which is over.
bool passes_over_others(const log::SignedOperation& decision, const log::Operation& content,
                        RelayConference& conference) {
    const auto gift = gift_in(content);
    const auto& state = conference.state();
    const auto* token = gift ? state.tokens.find(gift->token) : nullptr;
    const auto* arbiter = state.find(decision.author_exchange);
    const auto* asker = gift ? state.find(gift->to) : nullptr;
    if (token == nullptr || arbiter == nullptr || asker == nullptr) return false;
    const bool by_style = !token->settings.style.empty() && token->settings.arbiter == arbiter->index &&
                          gift->from != arbiter->index && arbiter->role != base::MemberRole::moderator;
    const auto* request = token->find_request(asker->index);
    if (!by_style || request == nullptr || request == &token->requests.front()) return false;
    // An older head is refused by the log.
    const auto size = state.size.value();
    auto at = std::max(decision.head_position.next(), conference.sequencer().log().first());
    if (at.value() + log::recent_heads_max < size) return false;
    for (const auto& log = conference.sequencer().log(); at < log.size(); at = at.next()) {
        const auto entry = wire::decode<log::Entry>(log.at(at));
        const auto said = entry ? wire::decode<log::SignedOperation>(entry->signed_operation)
                                : std::unexpected{wire::DecodeError::unknown};
        if (said && said->author_exchange == asker->exchange && asks_for(*said, token->id)) return true;
    }
    return false;
}

std::string_view operation_in(const log::SignedOperation& operation) {
    const auto content = wire::decode_choice<log::Operation>(operation.operation);
    return content ? log::name_of(*content) : std::string_view{};
}

bool is_own(const RelaySession& session, const log::SignedOperation& operation) {
    return operation.author == *session.peer.identity && operation.author_exchange == session.peer.exchange;
}

/// Who was turned away by one moderator, or went, is not let in by another who did not know.
bool admits_gone(const log::Operation& content, RelayConference& conference) {
    if (!std::holds_alternative<log::Admit>(content)) return false;
    return std::ranges::any_of(log::joins_in(content), [&](const log::SignedOperation& join) {
        return !conference.admission().queue().find(join.author_exchange);
    });
}

} // namespace

std::optional<log::Refusal> Submissions::wrong_with(const log::SignedOperation& operation,
                                                    RelayConference& conference) const {
    const auto content = wire::decode_choice<log::Operation>(operation.operation);
    if (!content) return std::nullopt;
    if (admits_gone(*content, conference) || passes_over_others(operation, *content, conference))
        return log::Refusal::no_such_request;
    const auto* change = std::get_if<log::ChangeLink>(&*content);
    const bool taken =
        change != nullptr && registry_.use_of(change->door, conference.handle()) != ConferenceRegistry::HandleUse::free;
    return taken ? std::optional{log::Refusal::unknown_author} : std::nullopt;
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
    else if (const auto wrong = own ? wrong_with(*operation, *conference) : std::nullopt)
        submitted = std::unexpected{*wrong};
    else if (own)
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
