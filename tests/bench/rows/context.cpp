// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"
#include "core/conversation/delivery_order.h"
#include "core/conversation/frontier.h"
#include "tests/bench/rows/rows.h"

#include <fmt/format.h>

#include <deque>
#include <map>

/// Bytes of causal context in a message of a meeting in which everyone says something now and then, in virtual time:
/// everyone's own frontier and order of delivery, delays as over a relay. Beside it the newest number of everyone who
/// ever spoke, as MCP's paper has it, in the same encoding of numbers.
namespace plenum::bench {

namespace {

using base::ConferenceTime;
using base::Duration;
using base::MemberIndex;
using base::Ordinal;

constexpr Duration delta = std::chrono::milliseconds{200};
/// As if the meeting had gone on for an hour before.
constexpr std::int64_t ordinals_before = 600;

struct Meeting {
    std::uint32_t members;
    /// Between two messages of one member, on average.
    Duration pause;
    Duration length;
};

std::size_t bytes_of(std::uint64_t number) { return number < 1U << 7 ? 1 : number < 1U << 14 ? 2 : 3; }

class Talk {
  public:
    explicit Talk(const Meeting& meeting) : meeting_{meeting} {
        for (std::uint32_t i = 1; i <= meeting.members; ++i) {
            people_.emplace_back(MemberIndex{i}, Duration{random_.between(1'000'000, 80'000'000)},
                                 static_cast<std::uint64_t>(random_.between(1, ordinals_before)));
            for (std::uint32_t other = 1; other <= meeting.members; ++other)
                people_.back().order.expect(MemberIndex{other});
            events_.emplace(after_pause(ConferenceTime{}), Event{i - 1, {}});
        }
    }

    /// Both for each message, in the second half: by then everyone has spoken.
    struct Sizes {
        Samples immediate;
        Samples vector;
    };
    Sizes run() {
        while (!events_.empty() && events_.begin()->first.time_since_epoch() < meeting_.length) {
            const auto [at, event] = *events_.begin();
            events_.erase(events_.begin());
            if (event.message)
                arrive(people_[event.person], event.message, at);
            else
                speak(event.person, at);
        }
        return std::move(sizes_);
    }

  private:
    struct Message {
        MemberIndex sender;
        conversation::Context context;
        ConferenceTime deadline;
    };
    struct Event {
        std::size_t person;
        /// Absent: says something.
        std::shared_ptr<const Message> message;
    };
    struct Person {
        Person(MemberIndex who, Duration way, std::uint64_t said)
            : index{who}, delay{way}, before{said}, order{who, {4096, 1U << 24, delta * 4}} {}
        MemberIndex index;
        /// Between it and the relay.
        Duration delay;
        std::uint64_t before;
        std::uint64_t last{0};
        conversation::Frontier frontier;
        conversation::DeliveryOrder order;
        std::map<conversation::Slot, std::shared_ptr<const Message>> held;
    };

    ConferenceTime after_pause(ConferenceTime at) {
        return at + Duration{random_.between(meeting_.pause.count() / 10, 2 * meeting_.pause.count())};
    }

    void speak(std::size_t who, ConferenceTime at) {
        auto& person = people_[who];
        hear(person, at);
        auto message = std::make_shared<Message>();
        message->sender = person.index;
        message->context.ordinal = Ordinal{++person.last};
        message->context.wait = delta;
        message->deadline = at + delta;
        person.frontier.take(at, message->context);
        if (at.time_since_epoch() > meeting_.length / 2) note(message->context, person);
        for (std::size_t i = 0; i < people_.size(); ++i) {
            const Duration jitter{random_.between(0, 10'000'000)};
            if (i != who) events_.emplace(at + person.delay + people_[i].delay + jitter, Event{i, message});
        }
        events_.emplace(after_pause(at), Event{who, {}});
    }

    void note(conversation::Context context, const Person& person) {
        context.ordinal = Ordinal{context.ordinal.value() + person.before};
        for (auto& dependency : context.dependencies) {
            const auto& of = people_[dependency.sender.value() - 1];
            dependency.ordinal = Ordinal{dependency.ordinal.value() + of.before};
        }
        base::Bytes bytes;
        conversation::encode(context, bytes);
        sizes_.immediate.push_back(static_cast<double>(bytes.size()));
        std::size_t vector = 1; // how long to wait
        for (const auto& each : people_)
            vector += bytes_of(each.before + each.last);
        sizes_.vector.push_back(static_cast<double>(vector));
    }

    void arrive(Person& person, const std::shared_ptr<const Message>& message, ConferenceTime at) {
        const auto& context = message->context;
        const auto slot = person.order.add({{message->sender, context.ordinal, context.ordinal},
                                            message->deadline,
                                            context.dependencies,
                                            context.complete,
                                            100},
                                           at);
        if (slot) person.held[*slot] = message;
        hear(person, at);
    }

    void hear(Person& person, ConferenceTime at) {
        while (const auto next = person.order.poll(at)) {
            const auto& message = person.held.at(next->slot);
            person.frontier.note({message->sender, message->context.ordinal, message->deadline, false},
                                 message->context.dependencies);
        }
    }

    Meeting meeting_;
    base::Random random_{20'261'123};
    std::deque<Person> people_;
    std::multimap<ConferenceTime, Event> events_;
    Sizes sizes_;
};

Measure context_bytes(const Meeting& meeting, const std::string& aim) {
    const auto name = fmt::format("context-bytes-{}", meeting.members);
    return {name, [=](const ContestOptions& options) {
                auto once = options;
                once.rounds = 1; // the same in each run
                const auto ours = [=]() -> Run { return Talk{meeting}.run().immediate; };
                const auto full = [=]() -> Run { return Talk{meeting}.run().vector; };
                return hold({.name = name, .unit = "B", .contestants = {{"", ours}, {"full vector", full, aim}}}, once);
            }};
}

} // namespace

std::vector<Measure> context_measures() {
    using std::chrono::minutes;
    using std::chrono::seconds;
    return {context_bytes({4, seconds{4}, minutes{60}}, "8 B"), context_bytes({50, seconds{20}, minutes{20}}, "16 B"),
            context_bytes({1000, seconds{120}, minutes{8}}, "24 B")};
}

} // namespace plenum::bench
