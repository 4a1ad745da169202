// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/poll_habit.h"

#include "core/tree/method_invocation.h"
#include "core/tree/packet.h"

#include <algorithm>
#include <string>

namespace plenum::sim {
namespace {

constexpr std::uint64_t forged_names = 40;

} // namespace

PollHabit::PollHabit(const Scenario& scenario, base::Random random)
    : every_{scenario.poll_every},
      miscounts_{scenario.poll_miscounts},
      random_{random},
      lies_{is_on() && random_.below(8) == 0},
      polls_{std::make_unique<tree::PollExchange>()} {}

void PollHabit::begin(VirtualTime now) {
    if (!is_on()) return;
    acts_ = true;
    ask_at_ =
        now + base::Duration{static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(every_.count())))};
    answer_at_ = now;
}

void PollHabit::forget() {
    end();
    forged_.clear();
    polls_ = std::make_unique<tree::PollExchange>();
}

void PollHabit::handle(const node::Event& event, VirtualTime now) {
    if (!is_on()) return;
    polls_->handle(event, as_local(now));
    while (polls_->poll_change()) {
    }
}

VirtualTime PollHabit::next_action() const {
    if (!acts_) return VirtualTime::max();
    if (!forged_.empty()) return VirtualTime{};
    const auto at = std::min(polls_->next_wakeup(), base::local_time_max);
    return std::min({ask_at_, answer_at_, VirtualTime{at.time_since_epoch()}});
}

void PollHabit::ask_or_end(VirtualTime now) {
    const auto* open = polls_->book().open();
    const bool own = open != nullptr && open->key.asker == polls_->self();
    if (own && random_.below(3) != 0) {
        std::ignore = polls_->end(open->key, as_local(now));
    } else if (polls_->may_ask()) {
        tree::PollQuestion question{"Shall we?", {}};
        const auto choices = random_.below(5);
        for (std::uint64_t i = 0; choices > 1 && i < choices; ++i)
            question.choices.push_back("choice " + std::to_string(i));
        std::ignore = polls_->ask(std::move(question), as_local(now));
    }
    ask_at_ = now + every_ / 2 +
              base::Duration{static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(every_.count())))};
}

void PollHabit::answer(VirtualTime now) {
    const auto* open = polls_->book().open();
    answer_at_ = now + base::Duration{static_cast<std::int64_t>(
                           random_.below(static_cast<std::uint64_t>(every_.count() / 2) + 1) + 1'000'000)};
    if (open == nullptr || open->key.asker == polls_->self()) return;
    const auto choice = random_.below(open->votes.size() + 1);
    std::ignore = polls_->answer(
        open->key, choice < open->votes.size() ? std::optional{static_cast<std::size_t>(choice)} : std::nullopt,
        as_local(now));
}

void PollHabit::forge(const node::SendTreePacket& own) {
    auto packet = tree::decode_packet(own.packet);
    auto* const carrier = packet ? std::get_if<tree::InvocationPacket>(&*packet) : nullptr;
    auto body = carrier == nullptr ? std::nullopt : tree::decode_method_invocation(carrier->body);
    if (!body) return;
    body->sender = tree::NodeId{1 + random_.below(forged_names)};
    carrier->body = tree::encode(*body);
    forged_.emplace_back(node::SendTreePacket{tree::encode(*packet)});
}

std::optional<node::Command> PollHabit::next_command(VirtualTime now) {
    auto next = polls_->poll(as_local(now));
    if (!next) return std::nullopt;
    if (const auto* packet = std::get_if<node::SendTreePacket>(&*next); packet != nullptr && lies_) forge(*packet);
    if (auto* said = std::get_if<node::Publish>(&*next); said != nullptr && miscounts_) {
        auto message = tree::decode_poll_message(said->body);
        auto* const counted = message ? std::get_if<tree::PollCounted>(&*message) : nullptr;
        if (counted != nullptr) {
            ++counted->members;
            ++counted->answered;
            ++counted->votes.front();
            said->body = tree::encode(*message);
        }
    }
    return std::visit([](auto& each) { return node::Command{std::move(each)}; }, *next);
}

std::optional<node::Command> PollHabit::act(VirtualTime now) {
    if (!acts_) return std::nullopt;
    if (now >= ask_at_) ask_or_end(now);
    if (now >= answer_at_) answer(now);
    if (auto command = next_command(now)) return command;
    if (forged_.empty()) return std::nullopt;
    auto command = std::move(forged_.front());
    forged_.pop_front();
    return command;
}

} // namespace plenum::sim
