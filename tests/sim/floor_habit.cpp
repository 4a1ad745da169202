// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/floor_habit.h"

#include "tests/sim/odds.h"

#include "tests/sim/floor_edit.h"
#include "tests/sim/flow_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace plenum::sim {
namespace {

constexpr base::Duration floor_wish_min = std::chrono::milliseconds{200};
constexpr base::Duration floor_wish_max = std::chrono::seconds{6};
constexpr std::size_t tokens_most = 6;

bool is_holder(const token::Token& token, base::MemberIndex member) { return token.find_holder(member) != nullptr; }

} // namespace

FloorHabit::FloorHabit(const Scenario& scenario, base::Random random)
    : plan_{scenario.floor},
      random_{random},
      edits_{scenario.floor ? scenario.floor->edits_seed : 0} {
    for (const auto& flow : scenario.flows) {
        if (plan_ && !flow.token.empty()) loads_[flow.token].push_back(&flow);
    }
}

base::Duration FloorHabit::draw_around(base::Random& random, base::Duration mean) const {
    return base::Duration{random.between(mean.count() / 4, 7 * mean.count() / 4)};
}

void FloorHabit::begin(const std::map<base::FlowId, base::FlowSpec>& declared, bool declares, VirtualTime now) {
    if (!plan_) return;
    inside_ = true;
    host_ = host_ || declares;
    act_at_ = now + draw_around(random_, plan_->act_min);
    edit_at_ = next_edit(now);
    std::uint16_t number = 0;
    std::set<base::FlowId> taken;
    for (const auto& [name, loads] : loads_) {
        token::DeclareToken declaration{base::TokenId{++number}, name, {}, {}};
        for (const auto* load : loads) {
            const auto flow = choose_flow(*load, declared);
            if (flow && taken.insert(*flow).second) declaration.flows.push_back(*flow);
        }
        declaration.settings.style = "queue";
        if (declares) to_say_.push_back(node::ActOnToken{declaration});
    }
    appoint();
}

void FloorHabit::end() {
    inside_ = false;
    self_ = {};
    members_.clear();
    tokens_.clear();
    wishes_.clear();
    groups_.clear();
    to_say_.clear();
}

/// The same for everyone, so that those who edit do at once.
VirtualTime FloorHabit::next_edit(VirtualTime now) {
    auto at = edit_at_;
    while (at <= now)
        at += draw_around(edits_, plan_->edit_min);
    return at;
}

bool FloorHabit::moderates() const {
    const auto self = members_.find(self_);
    return self != members_.end() && self->second == base::MemberRole::moderator;
}

/// Whoever made the conference sees to it that there are as many moderators as planned.
void FloorHabit::appoint() {
    if (!inside_ || !host_ || !moderates()) return;
    auto missing = std::int64_t{plan_->moderators} -
                   std::ranges::count(members_, base::MemberRole::moderator, [](auto& each) { return each.second; });
    for (const auto& [member, role] : members_) {
        if (missing <= 0 || role == base::MemberRole::moderator) continue;
        --missing;
        to_say_.push_back(node::SetRole{member, base::MemberRole::moderator});
    }
}

void FloorHabit::handle(const node::Event& event) {
    if (!plan_) return;
    if (const auto* joined = std::get_if<node::MemberJoined>(&event)) {
        members_[joined->member] = joined->role;
        if (joined->self) self_ = joined->member;
        if (!stopping_) appoint();
    } else if (const auto* left = std::get_if<node::MemberLeft>(&event)) {
        members_.erase(left->member);
    } else if (const auto* role = std::get_if<node::MemberRoleChanged>(&event)) {
        members_[role->member] = role->role;
    } else if (const auto* changed = std::get_if<node::TokenChanged>(&event)) {
        auto& seen = tokens_[changed->token->id];
        seen.token = *changed->token;
        seen.position = changed->position;
    } else {
        note_groups(event);
    }
}

void FloorHabit::note_groups(const node::Event& event) {
    if (const auto* changed = std::get_if<node::ConversationChanged>(&event)) {
        if (changed->conversation > log::plenary) groups_[changed->conversation].open = changed->open;
    } else if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        if (declared->conversation > log::plenary) groups_[declared->conversation].flows.push_back(declared->flow);
    } else if (const auto* placed = std::get_if<node::MembersPlaced>(&event)) {
        for (const auto member : placed->members) {
            for (auto& [id, group] : groups_)
                group.members.erase(member);
            if (placed->conversation > log::plenary) groups_[placed->conversation].members.insert(member);
        }
    }
}

bool FloorHabit::concerns_self(const Seen& seen, const Wish& wish) const {
    return wish.wanted || is_holder(seen.token, self_) || seen.token.find_request(self_) != nullptr;
}

VirtualTime FloorHabit::next_action() const {
    if (!plan_ || !inside_) return VirtualTime::max();
    if (stopping_) {
        const bool due = std::ranges::any_of(tokens_, [&](const auto& item) {
            const auto wish = wishes_.find(item.first);
            return item.second.given_back_at != item.second.position &&
                   concerns_self(item.second, wish == wishes_.end() ? Wish{} : wish->second);
        });
        return due ? VirtualTime::min() : VirtualTime::max();
    }
    if (!to_say_.empty()) return VirtualTime::min();
    auto next = std::min(act_at_, edit_at_);
    for (const auto& [id, seen] : tokens_) {
        const auto wish = wishes_.find(id);
        next = std::min(next, wish == wishes_.end() ? VirtualTime::min() : wish->second.change_at);
    }
    return next;
}

std::optional<node::Command> FloorHabit::act(VirtualTime now) {
    if (!plan_ || !inside_) return std::nullopt;
    if (stopping_) return give_back();
    if (!to_say_.empty()) {
        auto command = std::move(to_say_.front());
        to_say_.pop_front();
        return command;
    }
    if (auto command = change_wish(now)) return command;
    while (act_at_ <= now) {
        act_at_ = now + draw_around(random_, plan_->act_min);
        if (auto command = draw_act()) return command;
    }
    if (edit_at_ <= now) {
        edit_at_ = next_edit(now);
        if (auto command = draw_edit()) return command;
    }
    return std::nullopt;
}

std::optional<node::Command> FloorHabit::give_back() {
    to_say_.clear();
    for (auto& [id, seen] : tokens_) {
        auto& wish = wishes_[id];
        if (!concerns_self(seen, wish) || seen.given_back_at == seen.position) continue;
        wish.wanted = false;
        seen.given_back_at = seen.position;
        return node::WantToken{id, false};
    }
    return std::nullopt;
}

std::optional<node::Command> FloorHabit::change_wish(VirtualTime now) {
    for (const auto& [id, seen] : tokens_) {
        const auto [found, first] = wishes_.try_emplace(id);
        auto& wish = found->second;
        if (first) wish.change_at = now + base::Duration{random_.between(0, floor_wish_max.count())};
        if (wish.change_at > now) continue;
        wish.change_at = now + base::Duration{random_.between(floor_wish_min.count(), floor_wish_max.count())};
        wish.wanted = !wish.wanted;
        node::WantToken want{id, wish.wanted};
        if (wish.wanted && plan_->has(FloorAction::point_of_order) && random_.chance(seldom_ppm))
            want.priority = token::RequestClass::point_of_order;
        else if (wish.wanted && moderates() && plan_->has(FloorAction::priority) && random_.chance(seldom_ppm))
            want.priority = token::RequestClass::priority;
        return want;
    }
    return std::nullopt;
}

base::MemberIndex FloorHabit::any_member() {
    if (members_.empty()) return self_;
    return std::next(members_.begin(), static_cast<std::ptrdiff_t>(random_.below(members_.size())))->first;
}

FloorHabit::Seen* FloorHabit::any_token() {
    if (tokens_.empty()) return nullptr;
    return &std::next(tokens_.begin(), static_cast<std::ptrdiff_t>(random_.below(tokens_.size())))->second;
}

std::optional<node::Command> FloorHabit::draw_act() {
    std::vector<FloorAction> actions;
    for (const auto action : plan_->actions) {
        const bool holders = action >= FloorAction::transfer && action <= FloorAction::delete_copy;
        const bool moderators = action >= FloorAction::grant && action <= FloorAction::recall;
        const bool decides = moderators || action == FloorAction::mute;
        const bool anybody = action == FloorAction::group || action == FloorAction::record;
        if (holders || anybody || (decides && moderates())) actions.push_back(action);
    }
    if (actions.empty()) return std::nullopt;
    const auto action = actions[random_.below(actions.size())];
    if (action == FloorAction::group) return draw_on_group();
    if (action == FloorAction::mute)
        return node::AskMute{random_.chance(half_ppm) ? base::MemberIndex{} : any_member()};
    if (action == FloorAction::record) return node::Record{random_.chance(half_ppm)};
    const auto* seen = any_token();
    if (seen == nullptr) return std::nullopt;
    const auto operation = operation_of(action, seen->token);
    return operation ? std::optional<node::Command>{node::ActOnToken{*operation}} : std::nullopt;
}

std::optional<token::Operation> FloorHabit::hand_on(const token::Token& token, bool copy) {
    auto from = self_;
    if (!is_holder(token, self_)) {
        if (!moderates() || token.holders.empty()) return std::nullopt;
        from = token.holders[random_.below(token.holders.size())].member;
    }
    auto to = any_member();
    if (!token.requests.empty() && random_.chance(half_ppm))
        to = token.requests[random_.below(token.requests.size())].member;
    if (to == from) return std::nullopt;
    if (copy) return token::CopyToken{token.id, from, to};
    return token::TransferToken{token.id, from, to};
}

std::optional<token::Operation> FloorHabit::operation_of(FloorAction action, const token::Token& token) {
    const auto asker = [&] {
        return token.requests.empty() ? any_member() : token.requests[random_.below(token.requests.size())].member;
    };
    const auto holder = [&] {
        return token.holders.empty() ? any_member() : token.holders[random_.below(token.holders.size())].member;
    };
    switch (action) {
    case FloorAction::transfer: return hand_on(token, false);
    case FloorAction::copy: return hand_on(token, true);
    case FloorAction::delete_copy:
        for (const auto& each : token.holders) {
            if (each.giver == self_ || (moderates() && each.giver.value() != 0))
                return token::DeleteCopy{token.id, each.member};
        }
        return std::nullopt;
    case FloorAction::grant: return token::GrantToken{token.id, random_.chance(half_ppm) ? asker() : any_member()};
    case FloorAction::revoke: return token::RevokeToken{token.id, holder(), token::RevokeReason::decided};
    case FloorAction::deny: return token::EndRequest{token.id, asker(), token::RequestEnd::denied};
    case FloorAction::place:
        return token::PlaceRequest{token.id, asker(),
                                   static_cast<std::uint16_t>(random_.below(token.requests.size() + 1))};
    case FloorAction::distribute: return token::DistributeToken{token.id};
    case FloorAction::recall: return token::DeleteCopy{token.id, {}};
    default: return std::nullopt;
    }
}

std::optional<node::Command> FloorHabit::draw_edit() {
    auto* seen = moderates() ? any_token() : nullptr;
    if (seen == nullptr) return std::nullopt;
    std::vector<base::MemberIndex> members;
    for (const auto& [member, role] : members_)
        members.push_back(member);
    auto settings = edited(seen->token.settings, *plan_, members, random_);
    if (settings == seen->token.settings) return std::nullopt;
    return node::ActOnToken{token::ConfigureToken{seen->token.id, std::move(settings)}};
}

std::optional<node::Command> FloorHabit::draw_on_group() {
    std::vector<base::ConversationId> open;
    for (const auto& [id, group] : groups_) {
        if (group.open) open.push_back(id);
    }
    const auto draw = random_.below(10);
    if (open.empty() || (moderates() && draw == 0 && open.size() < plan_->groups)) {
        if (!moderates() || open.size() >= plan_->groups) return std::nullopt;
        log::ConversationSettings settings;
        settings.open = random_.chance(half_ppm);
        // Two moderators may think of one name at the same time.
        constexpr std::array names{"red", "green", "blue", "white"};
        return node::OpenGroup{names.at(random_.below(names.size())), settings};
    }
    const auto id = open[random_.below(open.size())];
    const auto& group = groups_[id];
    if (!moderates()) {
        const bool back = group.members.contains(self_);
        return node::ActOnConversation{log::PlaceMembers{back ? base::ConversationId{} : id, {self_}}};
    }
    if (draw == 1) return node::ActOnConversation{log::CloseConversation{id}};
    if (draw <= 4 && !group.flows.empty() && tokens_.size() < tokens_most) {
        token::DeclareToken declaration{tokens_.empty() ? base::TokenId{100} : tokens_.rbegin()->first.next(),
                                        "voice",
                                        {group.flows[random_.below(group.flows.size())]},
                                        {}};
        declaration.settings.style = "queue";
        return node::ActOnToken{declaration};
    }
    log::PlaceMembers placing{random_.chance(seldom_ppm) ? base::ConversationId{} : id, {}};
    for (const auto& [member, role] : members_) {
        if (random_.chance(half_ppm)) placing.members.push_back(member);
    }
    if (placing.members.empty()) return std::nullopt;
    return node::ActOnConversation{placing};
}

} // namespace plenum::sim
