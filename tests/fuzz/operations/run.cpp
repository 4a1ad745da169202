// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/operations/run.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/operations/sayings.h"

#include <algorithm>

namespace plenum::fuzz {
namespace {

using namespace std::chrono_literals;

class Run {
  public:
    explicit Run(Input& steps) : steps_{steps} {}

    void step() {
        auto& person = people_.at(steps_.below(People::count));
        const auto choice = steps_.byte();
        if (choice < 232)
            submit_some(person);
        else if (choice < 236)
            flood(person);
        else if (choice < 240)
            say_anything(person);
        else if (choice < 248)
            turn_keys();
        else if (choice < 250)
            person.link.reset();
        else if (choice < 252)
            people_.appear_anew(person);
        else if (choice < 254)
            time_ += std::chrono::milliseconds{static_cast<int>(steps_.byte()) * 30};
        else if (choice == 254 || !steps_.rarely(4))
            lie();
        else
            fell_relay();
        people_.pass(std::exchange(time_, 150ms));
        check();
        if (steps_.rarely(4)) come_back();
    }
    /// The conference is over, or nobody is left in it.
    [[nodiscard]] bool over() const { return ended_steps_ > 4; }
    OperationCounts finish() {
        people_.pass(1s);
        check();
        people_.check_whole_log();
        check_counters();
        counts_.conferences = 1;
        counts_.entries = people_.state().size.value();
        counts_.datagrams = people_.datagrams();
        for (const auto why : base::enum_values<log::Refusal>)
            counts_.refused[why] += people_.refused()[why];
        return counts_;
    }

  private:
    static constexpr int burst_max = 8;
    static constexpr int flood_size = 110;

    void submit_some(Person& person) {
        for (auto left = steps_.between(1, burst_max); left > 0; --left) {
            const auto operation = some_operation(people_, steps_);
            people_.submit(person, sign_somehow(operation, person, people_, steps_));
            ++counts_.operations;
        }
    }
    /// More than a session may.
    void flood(Person& person) {
        const auto operation =
            log::sign_operation(people_.draft_of(person), some_operation(people_, steps_), person.identity);
        for (int i = 0; i < flood_size; ++i)
            people_.submit(person, operation);
        counts_.operations += flood_size;
    }
    void say_anything(Person& person) {
        if (steps_.flip())
            people_.say(person, some_control(steps_));
        else
            people_.say_bytes(person, base::enum_values<base::PriorityClass>[steps_.below(7)], steps_.bytes(60));
        ++counts_.controls;
    }
    /// As the leader's program does by itself, so that people stay able to act.
    void turn_keys() {
        const auto* leader = people_.state().key_leader();
        for (std::size_t i = 0; leader != nullptr && i < People::count; ++i) {
            auto& person = people_.at(i);
            if (person.exchange.public_key != leader->exchange) continue;
            people_.submit(person, log::sign_operation(people_.draft_of(person), people_.turn(), person.identity));
            ++counts_.operations;
        }
    }
    void come_back() {
        auto& person = people_.at(steps_.below(People::count));
        const bool member = people_.state().find(person.exchange.public_key) != nullptr;
        const bool was = people_.state().joined_keys.contains(person.exchange.public_key);
        if (!person.link && was && !member)
            people_.appear_anew(person);
        else
            people_.appear(person);
    }
    /// A relay that lies is refused by a member's copy of the log, which stays as it was.
    void lie() {
        auto copy = people_.state();
        auto& person = people_.at(steps_.below(People::count));
        log::Entry entry;
        entry.position = copy.size;
        entry.previous = copy.head;
        entry.at = copy.at;
        entry.signed_operation = wire::encode(
            log::sign_operation(people_.draft_of(person), some_operation(people_, steps_), person.identity));
        switch (steps_.below(4)) {
        case 0: entry.at -= 1us; break;
        case 1: entry.position = base::LogPosition{steps_.byte()}; break;
        case 2: entry.previous.bytes[0] ^= 1; break;
        default: break;
        }
        log::sequence(entry, person.identity);
        const auto applied = log::apply(copy, entry);
        CHECK(!applied.has_value() && copy == people_.state());
        ++counts_.refused[applied.error()];
    }

    /// It comes back with its disk as it was, with an older one, or with none; some give it what is wrong, then all who
    /// may give it the rest.
    void fell_relay() {
        const auto& state = people_.state();
        const auto size = state.size.value();
        const bool somebody = !state.ended && std::ranges::any_of(people_.all(), [&](const auto& person) {
            return state.find(person.exchange.public_key) != nullptr;
        });
        const auto disk = somebody ? steps_.below(3) : 0;
        const auto kept = disk == 0 ? size : disk == 1 ? steps_.between(1, size) : 0;
        const bool behind = kept < size;
        check_counters();
        people_.restart(base::LogPosition{kept}, behind);
        ++counts_.restarts;
        for (auto liars = steps_.below(3); behind && liars > 0; --liars)
            give_wrong(people_.at(steps_.below(People::count)), kept == 0);
        for (auto& person : people_.all()) {
            if (state.find(person.exchange.public_key) == nullptr) continue;
            // Whose log takes the place of the relay's begins once more; so does who came by a link that it did not
            // know.
            for (int attempt = 0; attempt < 2 && !person.attached; ++attempt) {
                people_.appear(person);
                people_.pass_until([&] { return person.attached || !person.link; });
                if (person.attached) break;
                people_.give_back(person, true);
                people_.pass_until([&] { return !person.link; });
            }
            CHECK(person.attached);
        }
        const auto figures = people_.relay().relay_statistics();
        CHECK(figures.conferences == 1 || !somebody);
        counts_.given += figures.entries_refilled;
        counts_.restored += figures.conferences_restored;
    }
    void give_wrong(Person& person, bool nothing) {
        person.link.reset();
        if (nothing)
            people_.give_back(person, steps_.flip());
        else
            people_.appear(person);
        for (auto left = steps_.between(1, 4); left > 0; --left) {
            people_.say(person, some_gift(people_, steps_));
            if (steps_.flip()) people_.pass(10ms);
        }
        people_.pass(10ms);
    }

    void check() {
        CHECK(people_.incidents(node::RelayIncident::Kind::failure_contained) == 0);
        for (const auto& [id, token] : people_.state().tokens.tokens)
            check_token(token);
        if (people_.state().ended) ++ended_steps_;
        if (++checks_ % 64 == 0) check_counters();
    }
    /// Members alone hold and ask, no more than may, and each by a grant of its own.
    void check_token(const token::Token& token) const {
        const auto& state = people_.state();
        CHECK(token.settings.holders_max == 0 || token.holders.size() <= token.settings.holders_max);
        CHECK(token.settings.holders_max == 0 || !token.everyone);
        for (auto holder = token.holders.begin(); holder != token.holders.end(); ++holder) {
            CHECK(state.find(holder->member) != nullptr && holder->epoch.value() < state.size.value());
            for (auto other = token.holders.begin(); other != holder; ++other)
                CHECK(other->member != holder->member && other->epoch != holder->epoch);
        }
        for (const auto& request : token.requests)
            CHECK(state.find(request.member) != nullptr && token.find_holder(request.member) == nullptr);
    }
    /// What the relay counts is what it told of, and no more than that came to those who asked.
    void check_counters() {
        const auto figures = people_.relay().relay_statistics();
        const auto counted = people_.counted();
        CHECK(counted == people_.refused());
        std::uint64_t all = 0;
        for (const auto why : base::enum_values<log::Refusal>) {
            std::uint64_t heard = 0;
            for (std::size_t i = 0; i < People::count; ++i)
                heard += people_.at(i).refused[why];
            CHECK(heard <= counted[why]);
            all += counted[why];
        }
        CHECK(figures.entries_refused[static_cast<log::Refusal>(0)] == 0);
        CHECK(all == people_.incidents(node::RelayIncident::Kind::entry_refused));
        CHECK(figures.failures_contained == 0 && figures.sessions <= 64);
    }

    Input& steps_;
    People people_;
    OperationCounts counts_;
    base::Duration time_{150ms};
    std::uint64_t checks_{0};
    int ended_steps_{0};
};

} // namespace

void OperationCounts::add(const OperationCounts& more) {
    operations += more.operations;
    controls += more.controls;
    conferences += more.conferences;
    entries += more.entries;
    datagrams += more.datagrams;
    restarts += more.restarts;
    restored += more.restored;
    given += more.given;
    for (const auto why : base::enum_values<log::Refusal>)
        refused[why] += more.refused[why];
}

OperationCounts run_conference(Input& steps) {
    Run run{steps};
    while (steps.more() && !run.over())
        run.step();
    return run.finish();
}

void run_operations(base::ByteView input) {
    Input steps{input};
    std::ignore = run_conference(steps);
}

} // namespace plenum::fuzz
