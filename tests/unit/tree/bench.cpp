// SPDX-License-Identifier: Apache-2.0
/// tree-bench [KIND [COUNT]]: what a node with ten branches takes for each packet of a kind, the median of 21 runs of
/// COUNT packets. Instructions by running one kind under
///     valgrind --tool=callgrind --toggle-collect='*handle_watched*' build/bin/tree-bench KIND COUNT
/// and dividing by 21 × COUNT. Kinds: ssp (a refresh), ssp-changed (new window), nak (first), nak-merged, repair,
/// report, data.

#include "core/tree/general_purpose_object.h"
#include "core/tree/tally_object.h"
#include "core/tree/tree_node.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace plenum::tree;
namespace base = plenum::base;

constexpr SessionKey session{NodeId{4001}, GroupId{70}, SessionId{1'000'000}};
constexpr std::array<InterfaceIndex, 10> branches{
    InterfaceIndex{1}, InterfaceIndex{2}, InterfaceIndex{3}, InterfaceIndex{4}, InterfaceIndex{5},
    InterfaceIndex{6}, InterfaceIndex{7}, InterfaceIndex{8}, InterfaceIndex{9}, InterfaceIndex{10}};
constexpr int runs = 21;

struct Input {
    base::Bytes packet;
    InterfaceIndex arrival;
};

/// What a stream declares: requests for packets, and reports.
base::Bytes setup(std::uint32_t sequence) {
    const ObjectDeclaration repairs{ObjectId{1},
                                    types::general_purpose,
                                    ObjectSequence{sequence},
                                    std::chrono::seconds{10},
                                    {},
                                    {{WindowVariables::start, 16 * sequence},
                                     {WindowVariables::end, 16 * sequence + 60'000},
                                     {WindowVariables::state_lifetime, 5'000'000},
                                     {WindowVariables::next, 100}}};
    const ObjectDeclaration reports{ObjectId{2},
                                    types::tally,
                                    ObjectSequence{1},
                                    std::chrono::seconds{10},
                                    {},
                                    {{TallyVariables::hold, 100'000},
                                     {TallyVariables::receiver_sum, 1'000'000},
                                     {VariableId{16}, 2},
                                     {VariableId{17}, 1},
                                     {VariableId{18}, 1},
                                     {VariableId{19}, 3}}};
    return encode(SetupPacket{{session, session.source, 0, false}, encode(StateSetup{{repairs, reports}})});
}

base::Bytes invocation(Direction direction, NodeId sender, InvocationId number, Invocation entry) {
    return encode(InvocationPacket{{session, session.source, 0, false},
                                   encode(MethodInvocation{direction, sender, number, {std::move(entry)}})});
}

Input nak(std::uint64_t number, std::size_t branch) {
    return {invocation(Direction::upstream, NodeId{5000 + branch}, {},
                       invocation_of(ObjectId{1}, ReceiverUpdate{number, 1})),
            branches[branch]};
}

Input repair(std::uint64_t number) {
    return {invocation(Direction::downstream, session.source, {},
                       invocation_of(ObjectId{1}, Forward{number, 0, ForwardStateFunction::value,
                                                          ForwardInterfaceFunction::minus_one, base::Bytes(900)})),
            InterfaceIndex{}};
}

Input report(std::uint64_t number) {
    const auto branch = number % branches.size();
    return {invocation(Direction::upstream, NodeId{5000 + branch}, InvocationId{number + 1},
                       invocation_of(ObjectId{2}, TallyReport{0, number + 1, 1, 1, {number, 5, 6, 7}})),
            branches[branch]};
}

/// Packets before the measured ones, and the measured ones.
struct Kind {
    std::function<std::vector<Input>(std::uint64_t count)> before;
    std::function<Input(std::uint64_t number)> packet;
    /// A node passes the same SSP on once in a while.
    base::Duration apart{};
};

std::vector<Input> asked(std::uint64_t count, std::size_t branches_asking) {
    std::vector<Input> inputs;
    for (std::uint64_t i = 0; i < count; ++i) {
        for (std::size_t branch = 0; branch < branches_asking; ++branch)
            inputs.push_back(nak(i, branch));
    }
    return inputs;
}

const std::map<std::string, Kind, std::less<>>& kinds() {
    const auto nothing = [](std::uint64_t) { return std::vector<Input>{}; };
    static const std::map<std::string, Kind, std::less<>> all{
        {"ssp", {nothing, [](std::uint64_t) { return Input{setup(0), {}}; }, limits::setup_gap_min}},
        {"ssp-changed", {nothing, [](std::uint64_t i) { return Input{setup(static_cast<std::uint32_t>(i) + 1), {}}; }}},
        {"nak", {nothing, [](std::uint64_t i) { return nak(i, 3); }}},
        {"nak-merged",
         {[](std::uint64_t count) { return asked(count, 1); }, [](std::uint64_t i) { return nak(i, 3); }}},
        {"repair", {[](std::uint64_t count) { return asked(count, 4); }, [](std::uint64_t i) { return repair(i); }}},
        {"report", {nothing, [](std::uint64_t i) { return report(i); }}},
        {"data",
         {nothing, [](std::uint64_t i) { return Input{encode(DataPacket{session, i, base::Bytes(900)}), {}}; }}},
    };
    return all;
}

/// What is counted, by itself so that callgrind finds it.
[[gnu::noinline]] void handle_watched(TreeNode& node, const Input& input, base::LocalTime now) {
    node.handle(input.packet, {input.arrival, {}}, {InterfaceIndex{}, branches}, now);
    while (node.poll())
        continue;
}

void prepare(TreeNode& node, const Input& input, base::LocalTime now) {
    node.handle(input.packet, {input.arrival, {}}, {InterfaceIndex{}, branches}, now);
    while (node.poll())
        continue;
}

void measure(const std::string& name, const Kind& kind, std::uint64_t count) {
    std::vector<double> medians;
    for (int run = 0; run < runs; ++run) {
        base::LocalTime now{std::chrono::seconds{1000}};
        TreeNode node{NodeId{77}};
        prepare(node, {setup(0), {}}, now);
        for (const auto& input : kind.before(count))
            prepare(node, input, now);
        std::vector<Input> inputs;
        for (std::uint64_t i = 0; i < count; ++i)
            inputs.push_back(kind.packet(i));
        const auto begin = std::chrono::steady_clock::now();
        for (const auto& input : inputs)
            handle_watched(node, input, now += kind.apart);
        const auto taken = std::chrono::steady_clock::now() - begin;
        medians.push_back(std::chrono::duration<double, std::micro>(taken).count() / static_cast<double>(count));
    }
    std::ranges::sort(medians);
    std::printf("%-12s %8.3f us\n", name.c_str(), medians[runs / 2]);
}

} // namespace

int main(int argc, char** argv) {
    const std::string_view wanted{argc > 1 ? argv[1] : ""};
    const auto count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1000;
    bool found = wanted.empty();
    for (const auto& [name, kind] : kinds()) {
        if (!wanted.empty() && wanted != name) continue;
        found = true;
        measure(name, kind, std::clamp<std::uint64_t>(count, 1, 3000));
    }
    if (found) return 0;
    std::fprintf(stderr,
                 "tree-bench measures no such kind. See the head of tests/unit/tree/bench.cpp for the kinds.\n");
    return 2;
}
