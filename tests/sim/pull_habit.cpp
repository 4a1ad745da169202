// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/pull_habit.h"

#include "core/base/enums.h"

#include <iterator>

namespace plenum::sim {
namespace {

using namespace std::chrono_literals;

/// How far back in time, in numbers and in length a pull reaches.
constexpr base::Duration back_max = 40s;
constexpr base::Duration range_max = 3s;
constexpr std::uint64_t messages_back_max = 100;
constexpr std::uint64_t messages_ahead_max = 10;
/// A number that is to come, or gone.
constexpr std::uint32_t tenth_ppm = 100'000;

} // namespace

void PullHabit::begin(const std::map<base::FlowId, base::FlowSpec>& declared, VirtualTime now) {
    if (every_ == base::Duration{}) return;
    declared_ = declared;
    newest_.clear();
    due_ = now + base::Duration{random_.between(every_.count() / 2, every_.count() * 3 / 2)};
}

void PullHabit::handle(const node::MessageReceived& message) {
    const auto flow = declared_.find(message.flow);
    if (flow == declared_.end() || flow->second.reliable()) return;
    auto& newest = newest_[{message.flow, message.sender}];
    if (message.sequence > newest.sequence) newest = {message.sequence, message.sent_at};
}

tag::Pull PullHabit::draw(const Newest& newest) {
    enum class Kind : std::uint8_t { latest = 1, back = 2, number = 3, range = 4 };
    constexpr auto& kinds = base::enum_values<Kind>;
    switch (kinds[random_.below(kinds.size())]) {
    case Kind::latest: return tag::PullLatest{};
    case Kind::back: return tag::PullLatest{static_cast<std::uint32_t>(random_.below(messages_back_max))};
    case Kind::number: {
        const auto number = newest.sequence.value();
        const auto back = random_.below(std::min(messages_back_max, number));
        const auto ahead = random_.chance(tenth_ppm) ? random_.below(messages_ahead_max) : 0;
        return tag::PullNumber{base::SequenceNumber{number - back + ahead}};
    }
    case Kind::range: {
        const auto from = newest.sent_at - base::Duration{random_.between(0, back_max.count())};
        return tag::PullRange{from, from + base::Duration{random_.between(0, range_max.count())}};
    }
    }
    return tag::PullLatest{};
}

std::optional<node::Command> PullHabit::act(VirtualTime now) {
    if (now < due_) return std::nullopt;
    due_ = now + base::Duration{random_.between(every_.count() / 2, every_.count() * 3 / 2)};
    if (newest_.empty()) return std::nullopt;
    const auto& [source, newest] =
        *std::next(newest_.begin(), static_cast<std::ptrdiff_t>(random_.below(newest_.size())));
    constexpr auto& places = base::enum_values<tag::ProxyPlace>;
    request_ = request_.next();
    return node::Pull{source.first, source.second, draw(newest), places[random_.below(places.size())], request_};
}

} // namespace plenum::sim
