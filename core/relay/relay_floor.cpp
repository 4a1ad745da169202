// SPDX-License-Identifier: Apache-2.0
// Tokens at the home relay: it decides where moderators told it to, takes them from who is gone, and lets nobody speak
// without (docs/floor.md).
#include "core/relay/relay_conference.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// A style that finds something to do for ever is asked again only after a while.
constexpr int floor_steps_max = 1024;
constexpr base::Duration floor_pause = std::chrono::milliseconds{100};
/// And where styles have spent the relay's share of the log.
constexpr base::Duration floor_pause_spent = std::chrono::seconds{10};

} // namespace

void RelayConference::note_people(base::ConferenceTime at, base::LocalTime now) {
    const auto to_conference = [&](base::LocalTime seen) { return at - std::min(now - seen, at.time_since_epoch()); };
    people_.clear();
    for (const auto& [index, member] : state_.members) {
        const auto seen = seen_.find(index);
        const auto heard_at = seen == seen_.end() ? base::ConferenceTime{} : to_conference(seen->second);
        people_.push_back({index, member.present, state_.moderates(member, at), heard_at, {}});
    }
    for (const auto* session : entered_) {
        const auto person = std::ranges::lower_bound(people_, session->member, {}, &token::Arbiter::Person::member);
        if (!session->attached || person == people_.end() || person->member != session->member) continue;
        person->heard_at = std::max(person->heard_at, to_conference(session->link.peer_there_until(now)));
    }
}

void RelayConference::note_voices(const token::Token& token, base::ConferenceTime at, base::LocalTime now) {
    for (auto& person : people_) {
        const auto spoke = spoke_.find({token.id, person.member});
        person.spoke_at = spoke == spoke_.end() ? base::ConferenceTime{} : at - (now - spoke->second);
    }
    for (const auto* session : entered_) {
        const auto person = std::ranges::lower_bound(people_, session->member, {}, &token::Arbiter::Person::member);
        if (!session->attached || person == people_.end() || person->member != session->member) continue;
        if (is_arriving(token, session->link)) person->spoke_at = at;
    }
    const auto since = at - std::min(now - listens_since_.value_or(now), at.time_since_epoch());
    for (const auto& holder : token.holders) {
        const auto person = std::ranges::lower_bound(people_, holder.member, {}, &token::Arbiter::Person::member);
        const bool found = person != people_.end() && person->member == holder.member;
        if (found && holder.since < since) person->spoke_at = std::max(person->spoke_at, since);
    }
}

/// What is sent again on a link that loses is no silence of its sender.
bool RelayConference::is_arriving(const token::Token& token, const link::Link& link) const {
    return std::ranges::any_of(token.flows, [&](base::FlowId id) {
        const auto* flow = state_.find(id);
        return flow != nullptr && !flow->loss_delay && link.stream_progress(flow->priority).arriving;
    });
}

void RelayConference::run_floor(base::ConferenceTime at, base::LocalTime now) {
    if (settling()) return;
    if (!listens_since_) listens_since_ = now;
    floor_at_ = base::local_time_max;
    if (state_.tokens.tokens.empty() || state_.ended) return;
    timing_changed_ = true;
    if (!budget_.allows(keys_.identity.public_key, std::max(at, state_.at))) {
        floor_at_ = now + floor_pause_spent;
        return;
    }
    auto steps = 0;
    note_people(at, now);
    for (const auto& [id, token] : state_.tokens.tokens) {
        note_voices(token, at, now);
        while (steps < floor_steps_max) {
            const auto operation = policy_runner_.decide(state_, id, people_, at);
            if (!operation) break;
            if (!submit_own(*operation, at)) return;
            ++steps;
        }
        const auto next = policy_runner_.next_wakeup(id);
        if (next < base::ConferenceTime::max()) floor_at_ = std::min(floor_at_, now + (next - at));
    }
    if (steps == floor_steps_max) floor_at_ = now + floor_pause;
}

std::expected<void, log::Refusal> RelayConference::check_style(const log::SignedOperation& operation) const {
    const auto content = wire::decode_choice<log::Operation>(operation.operation);
    if (!content) return std::unexpected{log::Refusal::malformed};
    // Whoever the arbiter is: this relay stands in for them.
    if (const auto* declaration = std::get_if<token::DeclareToken>(&*content))
        return policy_runner_.check(declaration->settings);
    const auto* configuration = std::get_if<token::ConfigureToken>(&*content);
    const auto* token = configuration == nullptr ? nullptr : state_.tokens.find(configuration->token);
    if (token == nullptr) return {};
    const auto settings = configuration->change.applied_to(token->settings);
    const bool same = settings.style == token->settings.style && settings.parameters == token->settings.parameters;
    return same ? std::expected<void, log::Refusal>{} : policy_runner_.check(settings);
}

void RelayConference::note_voice(base::FlowId flow, base::MemberIndex member, base::LocalTime now) {
    const auto* token = state_.tokens.find(flow);
    if (token != nullptr) spoke_[{token->id, member}] = now;
}

} // namespace plenum::node
