// SPDX-License-Identifier: Apache-2.0
#include "core/board/exchange/copy_asker.h"

#include "core/base/overloaded.h"

#include <algorithm>
#include <utility>

namespace plenum::board {

using namespace std::chrono_literals;

void CopyAsker::handle(const node::Event& event, base::LocalTime now) {
    handle_person(event);
    if (std::holds_alternative<node::MemberJoined>(event)) {
        // Who comes may have what nobody here has.
        rest_ = rest;
        if (!asking_) due_ = unsure_ ? base::LocalTime{} : std::min(due_, now + rest);
    }
    if (const auto* policy = std::get_if<node::PolicyChanged>(&event)) {
        history_readable_ = policy->policy.history_for_newcomers;
    } else if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) {
        if (phase->phase == node::Phase::joined) enter();
    } else if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        const bool ours =
            self_.value() != 0 && declared->owner == self_ && declared->name.starts_with(copy_flow_prefix);
        if (ours) asking_ = Asking{declared->peer, declared->flow};
    } else if (const auto* removed = std::get_if<node::FlowRemoved>(&event)) {
        if (asking_ && asking_->flow == removed->flow) asking_.reset();
    } else if (const auto* refused = std::get_if<node::CommandRefused>(&event)) {
        const bool ours = asking_ && asking_->flow.value() == 0 &&
                          refused->command == node::CommandKind::of<node::CreateFlow>() &&
                          refused->flow_name.starts_with(copy_flow_prefix);
        if (!ours) return;
        asked_.erase(asking_->giver);
        asking_.reset();
        due_ = now + rest;
    } else if (const auto* message = std::get_if<node::MessageReceived>(&event)) {
        handle(*message, now);
    }
}

void CopyAsker::handle_person(const node::Event& event) {
    if (const auto* joined = std::get_if<node::MemberJoined>(&event)) {
        if (joined->self) forget_self(joined->member);
        people_[joined->member] = {joined->present, joined->role == node::MemberRole::moderator};
    } else if (const auto* former = std::get_if<node::FormerMember>(&event)) {
        people_.try_emplace(former->member);
    } else if (const auto* left = std::get_if<node::MemberLeft>(&event)) {
        people_[left->member] = {};
        with_more_.erase(left->member);
    } else if (const auto* presence = std::get_if<node::MemberPresence>(&event)) {
        people_[presence->member].present = presence->present;
    } else if (const auto* role = std::get_if<node::MemberRoleChanged>(&event)) {
        people_[role->member].moderator = role->role == node::MemberRole::moderator;
    }
}

void CopyAsker::enter() {
    const bool anew = !std::exchange(entered_, true);
    // All others may be away, and not be told of before something of theirs comes.
    const bool first_ever = people_.size() <= 1 && self_ <= base::MemberIndex{1};
    unsure_ = unsure_ || (anew && !first_ever);
}

void CopyAsker::note_more(base::MemberIndex member) {
    with_more_.insert(member);
    asked_.erase(member);
    if (!asking_) due_ = {};
}

void CopyAsker::request(const Frontier& seen) {
    if (!is_asked()) return;
    asking_->request_made = true;
    asking_->request = encode(CopyMessage{CopyRequest{seen}});
}

/// Flows that we made under an earlier name are closed with it.
void CopyAsker::forget_self(base::MemberIndex self) {
    if (std::exchange(self_, self) == self) return;
    asking_.reset();
    asked_.clear();
    with_more_.clear();
    entered_ = false;
    due_ = {};
}

void CopyAsker::handle(const node::MessageReceived& message, base::LocalTime now) {
    if (!asking_ || asking_->over || message.flow != asking_->flow || message.sender != asking_->giver) return;
    const auto decoded = decode_copy_message(message.body);
    if (!decoded) return;
    const auto had = asking_->bytes.size();
    handle(*decoded);
    if (asking_->over)
        due_ = now;
    else if (asking_->bytes.size() > had || std::holds_alternative<CopyBegins>(*decoded))
        due_ = now + patience;
}

void CopyAsker::handle(const CopyMessage& message) {
    auto& asking = *asking_;
    std::visit(base::Overloaded{[&](const CopyBegins& begins) {
                                    if (asking.bytes_expected || begins.bytes > copy_bytes_max) return;
                                    asking.bytes_expected = begins.bytes;
                                    asking.complete = begins.complete;
                                },
                                [&](const CopyPiece& piece) {
                                    const bool next = asking.bytes_expected && piece.offset == asking.bytes.size() &&
                                                      piece.bytes.size() <= *asking.bytes_expected - piece.offset;
                                    if (!next) return;
                                    asking.bytes.insert(asking.bytes.end(), piece.bytes.begin(), piece.bytes.end());
                                },
                                [&](const CopyRefused&) { asking.over = true; }, [](const auto&) {}},
               message);
    if (asking.over || asking.bytes_expected != asking.bytes.size()) return;
    asking.over = true;
    if (asking.complete) unsure_ = false;
    copy_ = std::move(asking.bytes);
}

std::optional<base::Bytes> CopyAsker::take() { return std::exchange(copy_, std::nullopt); }

base::MemberIndex CopyAsker::choose() const {
    const auto find = [this](auto condition) {
        const auto found = std::ranges::find_if(people_, [&](const auto& item) {
            return item.second.present && item.first != self_ && !asked_.contains(item.first) && condition(item);
        });
        return found == people_.end() ? base::MemberIndex{} : found->first;
    };
    const auto with_more = find([this](const auto& item) { return with_more_.contains(item.first); });
    if (with_more.value() != 0) return with_more;
    const auto moderator = find([](const auto& item) { return item.second.moderator; });
    return moderator.value() != 0 ? moderator : find([](const auto&) { return true; });
}

std::optional<ExchangeCommand> CopyAsker::ask(base::LocalTime now) {
    const auto giver = asked_.size() < asked_max ? choose() : base::MemberIndex{};
    if (giver.value() == 0) {
        // Nobody here has more than we have now.
        if (!asked_.empty()) unsure_ = false;
        asked_.clear();
        due_ = now + rest_;
        rest_ = std::min(2 * rest_, rest_max);
        return std::nullopt;
    }
    asked_.insert(giver);
    due_ = now + patience;
    node::CreateFlow create;
    create.name = std::string{copy_flow_prefix} + std::to_string(self_.value()) + "/" + std::to_string(++flows_made_);
    create.kind = base::FlowKind::bulk;
    create.terms.desired_delay = 500ms;
    create.terms.rate_hz = 500;
    create.terms.message_bytes_max = copy_message_bytes_max;
    create.with = giver;
    asking_ = Asking{giver};
    return create;
}

std::optional<ExchangeCommand> CopyAsker::close(base::LocalTime now) {
    const auto flow = asking_->flow;
    with_more_.erase(asking_->giver);
    asking_.reset();
    due_ = now;
    if (flow.value() == 0) return std::nullopt;
    return node::CloseFlow{flow};
}

std::optional<ExchangeCommand> CopyAsker::act(base::LocalTime now) {
    if (self_.value() == 0 || !entered_) return std::nullopt;
    if (asking_) {
        const bool give_up = asking_->over || now >= due_ || !wants();
        if (give_up) return close(now);
        const auto publish = [this](base::Bytes body) { return node::Publish{asking_->flow, {}, std::move(body), {}}; };
        if (auto request = std::exchange(asking_->request, std::nullopt)) return publish(*std::move(request));
        const auto had = asking_->bytes.size();
        if (had - asking_->bytes_told < copy_progress_bytes) return std::nullopt;
        asking_->bytes_told = had;
        return publish(encode(CopyMessage{CopyProgress{static_cast<std::uint32_t>(had)}}));
    }
    if (!wants() || now < due_) return std::nullopt;
    return ask(now);
}

base::LocalTime CopyAsker::due() const {
    if (self_.value() == 0 || !entered_ || (!asking_ && !wants())) return base::local_time_max;
    if (!asking_) return due_;
    const bool something = asking_->over || !wants() || asking_->request ||
                           asking_->bytes.size() - asking_->bytes_told >= copy_progress_bytes;
    return something ? base::LocalTime{} : due_;
}

} // namespace plenum::board
