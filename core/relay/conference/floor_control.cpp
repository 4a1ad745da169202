// SPDX-License-Identifier: Apache-2.0
#include "core/relay/conference/floor_control.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// A style that finds something to do for ever is asked again only after a while.
constexpr int floor_steps_max = 1024;
constexpr base::Duration floor_pause = std::chrono::milliseconds{100};
/// And where styles have spent the relay's share of the log.
constexpr base::Duration floor_pause_spent = std::chrono::seconds{10};

} // namespace

token::Arbiter::Person* FloorControl::find(base::MemberIndex member) {
    const auto person = std::ranges::lower_bound(people_, member, {}, &token::Arbiter::Person::member);
    return person == people_.end() || person->member != member ? nullptr : &*person;
}

void FloorControl::note_people(base::ConferenceTime at, base::LocalTime now) {
    const auto& state = parts_.sequencer.state();
    const auto to_conference = [&](base::LocalTime seen) { return at - std::min(now - seen, at.time_since_epoch()); };
    people_.clear();
    for (const auto& [index, member] : state.members) {
        const auto seen = parts_.presence.seen_until(index);
        const auto heard_at = seen ? to_conference(*seen) : base::ConferenceTime{};
        people_.push_back({index, member.present, state.moderates(member, at), heard_at, {}});
    }
    for (const auto* session : parts_.fan_out.entered()) {
        auto* person = session->attached ? find(session->member) : nullptr;
        if (person != nullptr) person->heard_at = std::max(person->heard_at, to_conference(session->there_until(now)));
    }
}

void FloorControl::note_voices(const token::Token& token, base::ConferenceTime at, base::LocalTime now) {
    for (auto& person : people_) {
        const auto spoke = spoke_.find({token.id, person.member});
        person.spoke_at = spoke == spoke_.end() ? base::ConferenceTime{} : at - (now - spoke->second);
    }
    for (const auto* session : parts_.fan_out.entered()) {
        auto* person = session->attached ? find(session->member) : nullptr;
        if (person != nullptr && is_arriving(token, session->link)) person->spoke_at = at;
    }
    const auto since = at - std::min(now - listens_since_.value_or(now), at.time_since_epoch());
    for (const auto& holder : token.holders) {
        auto* person = find(holder.member);
        if (person != nullptr && holder.since < since) person->spoke_at = std::max(person->spoke_at, since);
    }
}

/// What is sent again on a link that loses is no silence of its sender.
bool FloorControl::is_arriving(const token::Token& token, const link::Link& link) const {
    return std::ranges::any_of(token.flows, [&](base::FlowId id) {
        const auto* flow = parts_.sequencer.state().find(id);
        return flow != nullptr && !flow->loss_delay && link.stream_progress(flow->priority).arriving;
    });
}

void FloorControl::run(base::ConferenceTime at, base::LocalTime now) {
    if (!parts_.sequencer.may_grow()) return;
    const auto& state = parts_.sequencer.state();
    if (!listens_since_) listens_since_ = now;
    run_at_ = base::local_time_max;
    if (state.tokens.tokens.empty() || state.ended) return;
    if (!parts_.sequencer.quota().budget().allows(relay_, std::max(at, state.at))) {
        run_at_ = now + floor_pause_spent;
        return;
    }
    auto steps = 0;
    note_people(at, now);
    for (const auto& [id, token] : state.tokens.tokens) {
        note_voices(token, at, now);
        while (steps < floor_steps_max) {
            const auto operation = runner_.decide(state, id, people_, at);
            if (!operation) break;
            if (!parts_.sequencer.submit_own(*operation, at)) return;
            ++steps;
        }
        const auto next = runner_.next_wakeup(id);
        if (next < base::ConferenceTime::max()) run_at_ = std::min(run_at_, now + (next - at));
    }
    if (steps == floor_steps_max) run_at_ = now + floor_pause;
}

std::expected<void, log::Refusal> FloorControl::check(const log::SignedOperation& operation) const {
    const auto content = wire::decode_choice<log::Operation>(operation.operation);
    if (!content) return std::unexpected{log::Refusal::malformed};
    // Whoever the arbiter is: this relay stands in for them.
    if (const auto* declaration = std::get_if<token::DeclareToken>(&*content))
        return runner_.check(declaration->settings);
    const auto* configuration = std::get_if<token::ConfigureToken>(&*content);
    const auto* token = configuration == nullptr ? nullptr : parts_.sequencer.state().tokens.find(configuration->token);
    if (token == nullptr) return {};
    const auto settings = configuration->change.applied_to(token->settings);
    const bool same = settings.style == token->settings.style && settings.parameters == token->settings.parameters;
    return same ? std::expected<void, log::Refusal>{} : runner_.check(settings);
}

void FloorControl::note_voice(base::FlowId flow, base::MemberIndex member, base::LocalTime now) {
    const auto* token = parts_.sequencer.state().tokens.find(flow);
    if (token != nullptr) spoke_[{token->id, member}] = now;
}

void FloorControl::forget(base::MemberIndex member) {
    std::erase_if(spoke_, [member](const auto& item) { return item.first.second == member; });
}

} // namespace plenum::node
