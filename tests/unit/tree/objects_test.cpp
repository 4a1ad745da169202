// SPDX-License-Identifier: Apache-2.0
// The general-purpose object beside a naive model, and its bounds.
#include "core/tree/general_purpose_object.h"

#include "core/base/random.h"

#include <gtest/gtest.h>

#include <array>
#include <map>

namespace plenum::tree {
namespace {

using namespace std::chrono_literals;

constexpr base::LocalTime start{1000s};
constexpr std::array branches{InterfaceIndex{1}, InterfaceIndex{2}, InterfaceIndex{3}, InterfaceIndex{4}};

/// An object with what a node gives it.
struct Bench {
    explicit Bench(std::size_t cells_max = limits::cells_max) : cells{cells_max} {}
    SoftStateTimer timer;
    CellBudget cells;
    GeneralPurposeObject object{{timer, SessionSerial{1}, ObjectId{1}}, cells};
    base::LocalTime now{start};

    [[nodiscard]] bool set(std::vector<Variable> variables) { return object.set_variables(variables, now); }
    CallResult update(const ReceiverUpdate& update, InterfaceIndex arrival, Reinvocations& result) {
        return call(ReceiverUpdate::method, wire::encode(update), arrival, result);
    }
    CallResult forward(const Forward& forward, Reinvocations& result) {
        return call(Forward::method, wire::encode(forward), InterfaceIndex{}, result);
    }
    CallResult call(MethodId method, const base::Bytes& parameters, InterfaceIndex arrival, Reinvocations& result) {
        Call call;
        call.method = method;
        call.parameters = parameters;
        call.arrival = arrival;
        call.downstream = branches;
        call.now = now;
        return object.invoke(call, result);
    }
    void advance(base::Duration duration) {
        now += duration;
        Reinvocations none;
        while (const auto key = timer.pop_due(now))
            object.handle_timer(key->number, now, none);
        EXPECT_TRUE(none.upward.empty() && none.subcasts.empty());
    }
};

/// Table 1 from its definitions, over whole vectors, with nothing left out and nothing saved.
class NaiveObject {
  public:
    struct State {
        std::int64_t state;
        std::map<InterfaceIndex, std::int64_t> interfaces;
        base::LocalTime expires;
    };
    std::int64_t default_state{0};
    std::int64_t default_interface{0};

    State& at(std::uint64_t sequence) {
        auto& found = states_.try_emplace(sequence, State{default_state, {}, base::local_time_max}).first->second;
        for (const auto branch : branches)
            found.interfaces.try_emplace(branch, default_interface);
        return found;
    }
    /// The value that goes upstream.
    std::optional<std::int64_t> update(const ReceiverUpdate& call, InterfaceIndex arrival, base::LocalTime now) {
        auto& found = at(call.sequence);
        const std::int64_t val = call.value;
        const auto s = found.state;
        const std::map<Predicate, bool> pred{{Predicate::less, val < s},
                                             {Predicate::greater, val > s},
                                             {Predicate::at_most, val <= s},
                                             {Predicate::at_least, val >= s},
                                             {Predicate::equal, val == s}};
        if (!pred.at(call.predicate)) return std::nullopt;
        found.state = call.state_function == ReceiverStateFunction::value ? val : val + 1;
        for (auto& [interface, ifs] : found.interfaces) {
            const std::int64_t arr = interface == arrival ? 1 : 0;
            const std::map<ReceiverInterfaceFunction, std::int64_t> next{
                {ReceiverInterfaceFunction::and_arrival, ifs != 0 && arr != 0 ? 1 : 0},
                {ReceiverInterfaceFunction::or_arrival, ifs != 0 || arr != 0 ? 1 : 0},
                {ReceiverInterfaceFunction::value_at_arrival, val * arr},
                {ReceiverInterfaceFunction::max_at_arrival, std::max(ifs, val * arr)}};
            ifs = next.at(call.interface_function);
        }
        found.expires = now + 5s;
        if (found.state == s) return std::nullopt;
        return found.state;
    }
    std::vector<InterfaceIndex> forward(const Forward& call, base::LocalTime now) {
        auto& found = at(call.sequence);
        const std::int64_t val = call.value;
        std::vector<InterfaceIndex> to;
        for (auto& [interface, ifs] : found.interfaces) {
            if (ifs > val) to.push_back(interface);
            const std::map<ForwardInterfaceFunction, std::int64_t> next{
                {ForwardInterfaceFunction::unchanged, ifs},
                {ForwardInterfaceFunction::minus_value, std::max<std::int64_t>(0, ifs - val)},
                {ForwardInterfaceFunction::minus_one, std::max<std::int64_t>(0, ifs - 1)}};
            ifs = next.at(call.interface_function);
        }
        found.state = call.state_function == ForwardStateFunction::value ? val : std::max<std::int64_t>(0, val - 1);
        found.expires = now + 5s;
        return to;
    }
    void expire(base::LocalTime now) {
        std::erase_if(states_, [&](const auto& each) { return each.second.expires <= now; });
    }
    void move_window(std::uint64_t first) { states_.erase(states_.begin(), states_.lower_bound(first)); }

  private:
    std::map<std::uint64_t, State> states_;
};

template <class E>
E any_of(base::Random& random) {
    return base::enum_values<E>[random.below(base::enum_count<E>)];
}

TEST(GeneralPurposeObject, is_as_a_naive_model_of_table_1) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        base::Random random{seed};
        Bench bench;
        NaiveObject naive;
        naive.default_state = static_cast<std::int64_t>(random.below(3));
        naive.default_interface = static_cast<std::int64_t>(random.below(3));
        std::uint64_t first = 100;
        const auto window = [&] {
            return std::vector<Variable>{{WindowVariables::start, first}, {WindowVariables::end, first + 8}};
        };
        auto variables = window();
        variables.push_back({WindowVariables::default_state, static_cast<std::uint64_t>(naive.default_state)});
        variables.push_back(
            {WindowVariables::default_interface_state, static_cast<std::uint64_t>(naive.default_interface)});
        variables.push_back({WindowVariables::state_lifetime, 5'000'000});
        ASSERT_TRUE(bench.set(variables));
        for (int step = 0; step < 600; ++step) {
            const auto sequence = first + random.below(8);
            Reinvocations result;
            if (random.below(20) == 0) {
                bench.advance(base::Duration{random.below(4'000'000'000)});
                naive.expire(bench.now);
            } else if (random.below(30) == 0) {
                first += random.below(4);
                ASSERT_TRUE(bench.set(window()));
                naive.move_window(first);
            } else if (random.below(3) > 0) {
                const ReceiverUpdate update{sequence, static_cast<StateValue>(random.below(6)),
                                            any_of<Predicate>(random), any_of<ReceiverStateFunction>(random),
                                            any_of<ReceiverInterfaceFunction>(random)};
                const auto arrival = branches[random.below(branches.size())];
                const auto expected = naive.update(update, arrival, bench.now);
                ASSERT_EQ(bench.update(update, arrival, result), CallResult::done);
                ASSERT_EQ(result.upward.size(), expected ? 1U : 0U);
                if (expected) {
                    auto upward = update;
                    upward.value = static_cast<StateValue>(*expected);
                    ASSERT_EQ(decode_receiver_update(result.upward.front().parameters), upward);
                }
            } else {
                const Forward forward{sequence,
                                      static_cast<StateValue>(random.below(4)),
                                      any_of<ForwardStateFunction>(random),
                                      any_of<ForwardInterfaceFunction>(random),
                                      {1, 2, 3}};
                const auto expected = naive.forward(forward, bench.now);
                ASSERT_EQ(bench.forward(forward, result), CallResult::done);
                ASSERT_EQ(result.subcasts.size(), expected.empty() ? 0U : 1U);
                if (!expected.empty()) {
                    ASSERT_EQ(result.subcasts.front().interfaces, expected);
                    ASSERT_EQ(decode_forward(result.subcasts.front().parameters), forward);
                }
            }
            for (std::uint64_t each = first; each < first + 8; ++each) {
                ASSERT_EQ(bench.object.state(base::SequenceNumber{each}), naive.at(each).state);
                for (const auto branch : branches)
                    ASSERT_EQ(bench.object.interface_state(base::SequenceNumber{each}, branch),
                              naive.at(each).interfaces.at(branch));
            }
        }
    }
}

/// As the paper's simple protocol asks (GMTS §2.3).
ReceiverUpdate nak(std::uint64_t sequence) { return {sequence, 1}; }

TEST(GeneralPurposeObject, takes_memory_only_for_states_that_differ_from_their_defaults) {
    Bench bench;
    ASSERT_TRUE(bench.set({{WindowVariables::start, 0}, {WindowVariables::end, 1000}}));
    Reinvocations result;
    EXPECT_EQ(bench.update({7, 0}, branches[0], result), CallResult::done);
    EXPECT_EQ(bench.forward({8, 0, ForwardStateFunction::value, ForwardInterfaceFunction::minus_one, {}}, result),
              CallResult::done);
    EXPECT_EQ(bench.object.states(), 0U) << "a source that forwards makes a node allocate nothing";
    EXPECT_EQ(bench.cells.used(), 0U);
    EXPECT_EQ(bench.update(nak(7), branches[0], result), CallResult::done);
    EXPECT_EQ(bench.update(nak(7), branches[1], result), CallResult::done);
    EXPECT_EQ(bench.cells.used(), 3U);
    EXPECT_EQ(bench.forward({7, 0, ForwardStateFunction::value, ForwardInterfaceFunction::minus_one, {}}, result),
              CallResult::done);
    EXPECT_EQ(bench.object.states(), 0U) << "answered";
    EXPECT_EQ(bench.cells.used(), 0U);
    EXPECT_EQ(bench.timer.size(), 0U);
}

TEST(GeneralPurposeObject, refuses_numbers_outside_of_its_window_and_windows_that_are_too_wide) {
    Bench bench;
    ASSERT_TRUE(bench.set({{WindowVariables::start, 10}, {WindowVariables::end, 20}}));
    Reinvocations result;
    EXPECT_EQ(bench.update(nak(9), branches[0], result), CallResult::refused);
    EXPECT_EQ(bench.update(nak(20), branches[0], result), CallResult::refused);
    EXPECT_EQ(bench.update(nak(19), branches[0], result), CallResult::done);
    EXPECT_FALSE(bench.set({{WindowVariables::start, 21}})) << "start behind end";
    EXPECT_FALSE(bench.set({{WindowVariables::end, 10 + limits::window_span_max + 1}}));
    EXPECT_FALSE(bench.set({{VariableId{99}, 1}}));
    EXPECT_FALSE(bench.set({{WindowVariables::default_state, std::uint64_t{state_value_max} + 1}}));
    EXPECT_EQ(bench.object.state(base::SequenceNumber{19}), 1U) << "refused variables change nothing";
    ASSERT_TRUE(bench.set({{WindowVariables::start, 20}, {WindowVariables::end, 30}}));
    EXPECT_EQ(bench.cells.used(), 0U) << "the window has passed";
}

TEST(GeneralPurposeObject, keeps_a_whole_lifetime_between_any_request_and_its_repair) {
    Bench bench;
    ASSERT_TRUE(bench.set({{WindowVariables::end, 10}, {WindowVariables::state_lifetime, 1'000'000}}));
    Reinvocations result;
    EXPECT_EQ(bench.update(nak(3), branches[0], result), CallResult::done);
    bench.advance(999ms);
    EXPECT_EQ(bench.update(nak(3), branches[1], result), CallResult::done);
    EXPECT_EQ(result.upward.size(), 1U) << "the second is merged";
    bench.advance(999ms);
    EXPECT_EQ(bench.forward({3, 0, ForwardStateFunction::value, ForwardInterfaceFunction::minus_one, {}}, result),
              CallResult::done);
    ASSERT_EQ(result.subcasts.size(), 1U);
    EXPECT_EQ(result.subcasts[0].interfaces, (std::vector{branches[0], branches[1]}));
    EXPECT_EQ(bench.update(nak(4), branches[1], result), CallResult::done);
    bench.advance(1s);
    EXPECT_EQ(bench.object.states(), 0U);
}

TEST(GeneralPurposeObject, is_full_at_its_share_and_sends_upstream_no_more_than_its_bound) {
    Bench bench{10};
    ASSERT_TRUE(bench.set({{WindowVariables::end, 1000}}));
    Reinvocations result;
    for (std::uint64_t sequence = 0; sequence < 5; ++sequence)
        EXPECT_EQ(bench.update(nak(sequence), branches[0], result), CallResult::done);
    EXPECT_EQ(bench.update(nak(5), branches[0], result), CallResult::no_resources);
    EXPECT_EQ(bench.cells.used(), 10U);
    EXPECT_EQ(result.upward.size(), 5U);

    Bench climbing;
    ASSERT_TRUE(climbing.set({{WindowVariables::end, 1000}}));
    result = {};
    for (StateValue value = 1; value < 1000; ++value)
        (void)climbing.update({1, value}, branches[0], result);
    EXPECT_EQ(result.upward.size(), limits::raises_per_state_max) << "a receiver that always finds something to say";
}

TEST(GeneralPurposeObject, calls_parameters_malformed_that_no_method_has) {
    Bench bench;
    ASSERT_TRUE(bench.set({{WindowVariables::end, 1000}}));
    Reinvocations result;
    auto parameters = wire::encode(nak(3));
    parameters[2] = 6;
    EXPECT_EQ(bench.call(ReceiverUpdate::method, parameters, branches[0], result), CallResult::malformed);
    parameters.pop_back();
    EXPECT_EQ(bench.call(ReceiverUpdate::method, parameters, branches[0], result), CallResult::malformed);
    EXPECT_EQ(bench.call(MethodId{9}, {}, branches[0], result), CallResult::malformed);
    Forward beyond;
    beyond.sequence = limits::sequence_max + 1;
    EXPECT_EQ(bench.call(Forward::method, wire::encode(beyond), branches[0], result), CallResult::malformed);
}

TEST(SoftStateTimer, is_as_a_list_of_deadlines) {
    base::Random random{5};
    SoftStateTimer timer;
    std::map<TimerKey, base::LocalTime> naive;
    auto now = start;
    for (int step = 0; step < 20'000; ++step) {
        const TimerKey key{SessionSerial{random.below(3)}, base::enum_values<TimerReason>[random.below(4)],
                           ObjectId { static_cast<std::uint16_t>(random.below(3)) }, random.below(4)};
        const auto at = now + base::Duration{random.below(100)};
        switch (random.below(8)) {
        case 0: timer.clear(key), naive.erase(key); break;
        case 1:
            timer.clear_object(key.session, key.object);
            std::erase_if(naive, [&](const auto& each) {
                const auto& other = each.first;
                return other.session == key.session && other.object == key.object &&
                       (other.reason == TimerReason::object_lifetime || other.reason == TimerReason::object_state);
            });
            break;
        case 2:
            if (random.below(10) > 0) break;
            timer.clear_session(key.session);
            std::erase_if(naive, [&](const auto& each) { return each.first.session == key.session; });
            break;
        case 3: {
            now += base::Duration{random.below(30)};
            while (const auto popped = timer.pop_due(now)) {
                ASSERT_TRUE(naive.contains(*popped) && naive.at(*popped) <= now);
                naive.erase(*popped);
            }
            for (const auto& [left, when] : naive)
                ASSERT_GT(when, now);
            break;
        }
        default: timer.set(key, at), naive.insert_or_assign(key, at);
        }
        ASSERT_EQ(timer.size(), naive.size());
        auto next = base::local_time_max;
        for (const auto& [each, when] : naive)
            next = std::min(next, when);
        ASSERT_EQ(timer.next(), next);
    }
}

} // namespace
} // namespace plenum::tree
