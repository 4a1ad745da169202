// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/floor_book.h"

#include "app/call/screen_sound.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace plenum::app {
namespace {

using std::chrono::duration_cast;
using std::chrono::seconds;

static_assert(static_cast<int>(ui::RequestClass::normal) == static_cast<int>(token::RequestClass::normal) &&
              static_cast<int>(ui::RequestClass::priority) == static_cast<int>(token::RequestClass::priority) &&
              static_cast<int>(ui::RequestClass::point_of_order) ==
                  static_cast<int>(token::RequestClass::point_of_order));

std::uint16_t count_of(int value) {
    return static_cast<std::uint16_t>(std::clamp<int>(value, 0, std::numeric_limits<std::uint16_t>::max()));
}

std::optional<base::FlowKind> kind_for(ui::FloorPurpose purpose) {
    switch (purpose) {
    case ui::FloorPurpose::voice: return base::FlowKind::audio;
    case ui::FloorPurpose::pen: return base::FlowKind::board;
    case ui::FloorPurpose::screen: return base::FlowKind::screen;
    case ui::FloorPurpose::other: break;
    }
    return std::nullopt;
}

ui::FloorEnd end_of(token::RevokeReason reason) {
    switch (reason) {
    case token::RevokeReason::decided: break;
    case token::RevokeReason::lost: return ui::FloorEnd::lost;
    case token::RevokeReason::time: return ui::FloorEnd::time_over;
    }
    return ui::FloorEnd::revoked;
}

std::optional<ui::FloorEnded> ended_by(const node::TokenChanged::Cause& cause) {
    if (const auto* end = std::get_if<token::EndRequest>(&cause.operation)) {
        if (end->end == token::RequestEnd::denied)
            return ui::FloorEnded{end->member, ui::FloorEnd::refused, cause.author};
    } else if (const auto* revoked = std::get_if<token::RevokeToken>(&cause.operation)) {
        return ui::FloorEnded{revoked->member, end_of(revoked->reason), cause.author};
    } else if (const auto* deleted = std::get_if<token::DeleteCopy>(&cause.operation)) {
        if (deleted->member != base::MemberIndex{})
            return ui::FloorEnded{deleted->member, ui::FloorEnd::revoked, cause.author};
    }
    return std::nullopt;
}

} // namespace

token::Settings settings_of(const ui::FloorSettings& settings, const token::Settings& before) {
    auto result = before;
    result.style = settings.style.toStdString();
    result.parameters = settings.parameters.toStdString();
    result.holders_max = count_of(settings.holders_max);
    result.moderated = settings.moderated;
    result.locked = settings.locked;
    result.may_transfer = settings.may_pass;
    result.may_copy = settings.may_share;
    result.panel.assign(settings.panel.begin(), settings.panel.end());
    result.warned_after = settings.warned_after;
    result.revoked_after = settings.revoked_after;
    return result;
}

ui::FloorSettings settings_of(const token::Settings& settings) {
    ui::FloorSettings result;
    result.style = QString::fromStdString(settings.style);
    result.parameters = QString::fromStdString(settings.parameters);
    result.holders_max = settings.holders_max;
    result.moderated = settings.moderated;
    result.locked = settings.locked;
    result.may_pass = settings.may_transfer;
    result.may_share = settings.may_copy;
    result.panel = {settings.panel.begin(), settings.panel.end()};
    result.warned_after = duration_cast<seconds>(settings.warned_after);
    result.revoked_after = duration_cast<seconds>(settings.revoked_after);
    return result;
}

std::optional<ui::FloorEnded> FloorBook::take(const node::TokenChanged& event) {
    auto& entry = entries_[event.token->id];
    const auto before = std::exchange(entry.token, event.token);
    const auto is_over = [&](const auto& item) {
        const auto& [token, member] = item.first;
        return token == event.token->id && event.token->find_holder(member) == nullptr;
    };
    std::erase_if(silent_, is_over);
    std::erase_if(by_hand_, is_over);
    const auto* copy = event.cause ? std::get_if<token::CopyToken>(&event.cause->operation) : nullptr;
    if (copy != nullptr) by_hand_[{copy->token, copy->to}] = event.cause->author != base::MemberIndex{};
    const bool held = before && before->find_holder(view_.self()) != nullptr;
    if (event.token->find_holder(view_.self()) == nullptr)
        entry.asked = event.token->find_request(view_.self()) != nullptr;
    else if (!held)
        entry.asked = before && before->find_request(view_.self()) != nullptr;
    const bool chosen = event.cause && std::holds_alternative<token::ConfigureToken>(event.cause->operation);
    if (chosen || (before && before->settings != event.token->settings))
        entry.configured_by = chosen ? event.cause->author : base::MemberIndex{};
    return event.cause ? ended_by(*event.cause) : std::nullopt;
}

base::ConversationId FloorBook::speaking() const {
    return to_all_ ? log::plenary : std::max(view_.own_group(), log::plenary);
}

bool FloorBook::concerns(base::TokenId id) const {
    const auto found = entries_.find(id);
    if (found == entries_.end() || found->second.token->over) return false;
    return std::ranges::none_of(found->second.token->flows, [&](base::FlowId flow) {
        const auto* of = view_.find(flow);
        return of == nullptr || (of->conversation > log::plenary && of->conversation != view_.own_group());
    });
}

base::ConversationId FloorBook::group_of(base::TokenId id) const {
    const auto& flows = entries_.at(id).token->flows;
    const auto* of = flows.empty() ? nullptr : view_.find(flows.front());
    return of == nullptr ? log::plenary : client::ConferenceView::conversation_of(*of);
}

void FloorBook::take(const node::HolderSilent& event, const QDateTime& now) {
    const std::pair holding{event.token, event.member};
    if (event.returns_in)
        silent_[holding] = now.addMSecs(duration_cast<std::chrono::milliseconds>(*event.returns_in).count());
    else
        silent_.erase(holding);
}

std::vector<base::TokenId> FloorBook::ids() const {
    std::vector<base::TokenId> result;
    for (const auto& [id, entry] : entries_)
        result.push_back(id);
    return result;
}

/// Of flows on which we are heard, in the plenary or the group.
bool FloorBook::demands(const token::Token& token, base::FlowKind kind) const {
    const auto ours = flows_of(kind, speaking());
    return std::ranges::find_first_of(token.flows, ours) != token.flows.end();
}

const FloorBook::Entry* FloorBook::demanded_by(base::FlowKind kind) const {
    const auto found =
        std::ranges::find_if(entries_, [&](const auto& item) { return demands(*item.second.token, kind); });
    return found == entries_.end() ? nullptr : &found->second;
}

bool FloorBook::may_send(base::FlowKind kind) const {
    const auto* entry = demanded_by(kind);
    return entry == nullptr || view_.holds(*entry->token);
}

bool FloorBook::asked_for(base::FlowKind kind) const {
    const auto* entry = demanded_by(kind);
    return entry != nullptr && entry->asked && entry->token->find_holder(view_.self()) != nullptr;
}

QDateTime FloorBook::silent_until(const std::pair<base::TokenId, base::MemberIndex>& holding) const {
    const auto found = silent_.find(holding);
    return found == silent_.end() ? QDateTime{} : found->second;
}

ui::Floor FloorBook::shown(base::TokenId id, const WallTime& wall_time) const {
    const auto& token = *entries_.at(id).token;
    ui::Floor floor;
    floor.id = id;
    floor.label = QString::fromStdString(token.label);
    floor.demands_microphone = demands(token, base::FlowKind::audio);
    floor.demands_camera = demands(token, base::FlowKind::video);
    floor.demands_chat = demands(token, base::FlowKind::chat);
    for (const auto& holder : token.holders) {
        const auto seen = by_hand_.find({id, holder.member});
        const bool by_hand = seen != by_hand_.end() ? seen->second : token.settings.may_copy;
        floor.holders.append({holder.member, wall_time(holder.since), holder.giver, silent_until({id, holder.member}),
                              by_hand || holder.giver == base::MemberIndex{}});
    }
    for (const auto& request : token.requests)
        // Both count alike from 1.
        floor.requests.append({request.member, static_cast<ui::RequestClass>(request.priority), request.accepted,
                               wall_time(request.since)});
    floor.everyone = token.everyone.has_value();
    floor.out_of_reach = view_.lease_over() && token.find_holder(view_.self()) != nullptr;
    floor.settings = settings_of(token.settings);
    floor.settings_by = entries_.at(id).configured_by;
    return floor;
}

std::vector<base::FlowId> FloorBook::flows_of(base::FlowKind kind, base::ConversationId conversation) const {
    std::vector<base::FlowId> result;
    // It is of kind audio, and nobody's voice.
    const auto screen_sound = ScreenSound::find(view_);
    for (const auto& [id, flow] : view_.flows())
        if (id != screen_sound && flow.spec.kind == kind &&
            client::ConferenceView::conversation_of(flow) == conversation)
            result.push_back(id);
    return result;
}

std::vector<base::FlowId> FloorBook::ungoverned(ui::FloorPurpose purpose) const {
    const auto kind = kind_for(purpose);
    if (!kind) return {};
    auto flows = flows_of(*kind, speaking());
    if (flows.empty()) flows = flows_of(*kind, log::plenary);
    const auto demanded = [&](base::FlowId flow) {
        return std::ranges::any_of(
            entries_, [&](const auto& item) { return std::ranges::count(item.second.token->flows, flow) > 0; });
    };
    if (std::ranges::any_of(flows, demanded)) return {};
    const auto screen_sound = ScreenSound::find(view_);
    const bool goes_along = purpose == ui::FloorPurpose::screen && !flows.empty() && screen_sound.value() != 0;
    if (goes_along && !demanded(screen_sound)) flows.push_back(screen_sound);
    return flows;
}

std::optional<token::Operation> FloorBook::operation_of(const ui::FloorAct& act) const {
    using Result = std::optional<token::Operation>;
    struct Translate {
        const FloorBook& book;

        Result operator()(const ui::GrantFloor& a) const { return token::GrantToken{a.floor, a.member}; }
        Result operator()(const ui::PassFloor& a) const { return token::TransferToken{a.floor, a.from, a.to}; }
        Result operator()(const ui::ShareFloor& a) const { return token::CopyToken{a.floor, a.from, a.to}; }
        Result operator()(const ui::TakeBackFloor& a) const { return token::DeleteCopy{a.floor, a.member}; }
        Result operator()(const ui::RevokeFloor& a) const {
            return token::RevokeToken{a.floor, a.member, token::RevokeReason::decided};
        }
        Result operator()(const ui::RefuseRequest& a) const {
            return token::EndRequest{a.floor, a.member, token::RequestEnd::denied};
        }
        Result operator()(const ui::PlaceRequest& a) const {
            return token::PlaceRequest{a.floor, a.member, count_of(a.place)};
        }
        Result operator()(const ui::ConfigureFloor& a) const {
            const auto found = book.entries_.find(a.floor);
            if (found == book.entries_.end()) return std::nullopt;
            const auto& now = found->second.token->settings;
            const auto before = a.before ? settings_of(*a.before, now) : now;
            return token::ConfigureToken{a.floor, token::SettingsChange::between(before, settings_of(a.settings, now))};
        }
        Result operator()(const ui::OpenFloor& a) const { return token::DistributeToken{a.floor}; }
        Result operator()(const ui::CreateFloor& a) const {
            const auto flows = book.ungoverned(a.purpose);
            if (flows.empty()) return std::nullopt;
            const auto label = ui::label_of(a.purpose).toStdString();
            // The node gives it a number.
            return token::DeclareToken{{}, label, flows, settings_of(a.settings)};
        }
    };
    return std::visit(Translate{*this}, act);
}

} // namespace plenum::app
