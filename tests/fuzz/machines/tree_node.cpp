// SPDX-License-Identifier: Apache-2.0
// A node of the multicast transport service between a source and three branches, beside a model: a repair goes to the
// branches that asked since the last one, and one request of all goes upstream. Then neighbours that send anything: the
// node keeps its bounds and forgets all of it.
#include "core/tree/tree_node.h"
#include "core/tree/general_purpose_object.h"
#include "core/tree/tally.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace plenum::fuzz {
namespace {

using namespace tree;
using namespace std::chrono_literals;

constexpr InterfaceIndex up{0};
constexpr std::array below{InterfaceIndex{1}, InterfaceIndex{2}, InterfaceIndex{3}};
constexpr base::Duration state_lifetime = 2s;
constexpr base::Duration object_lifetime = 8s;

void expect(bool holds) { CHECK(holds); }

class Run {
  public:
    void step(Input& steps) {
        const SessionKey session{NodeId{1}, GroupId{2}, SessionId{steps.below(3)}};
        switch (steps.below(8)) {
        case 0: pass_time(steps); break;
        case 1: set_up(session, steps); break;
        case 2:
        case 3: repair(session, steps.below(12)); break;
        default: request(session, steps.below(12), steps.below(3)); break;
        }
    }
    void lie(Input& steps) {
        const SessionKey session{NodeId{1 + steps.below(2)}, GroupId{2}, SessionId{steps.below(12)}};
        base::Bytes packet;
        switch (steps.below(5)) {
        case 0: {
            const auto bytes = steps.bytes(60);
            packet.assign(bytes.begin(), bytes.end());
            break;
        }
        case 1: packet = setup(session, any_object(steps)); break;
        case 2: packet = invocation(session, Direction::downstream, steps, any_forward(steps)); break;
        case 3: packet = invocation(session, Direction::upstream, steps, any_update(steps)); break;
        default: packet = invocation(session, Direction::upstream, steps, any_report(steps)); break;
        }
        if (!packet.empty() && steps.rarely(4)) packet[steps.below(packet.size())] ^= steps.byte();
        const auto from = static_cast<std::uint16_t>(steps.below(5));
        std::optional<NodeId> receiver;
        if (steps.flip()) receiver = NodeId{steps.below(4)};
        node_.handle(packet, {InterfaceIndex{from}, receiver}, {up, below}, now_);
        if (steps.rarely(10)) {
            now_ += steps.microseconds(3'000'000);
            node_.handle_wakeup(now_);
        }
        drain();
        CHECK(node_.sessions() <= 2 * limits::sessions_per_source_max);
        CHECK(node_.cells_used() <= cells_max);
    }
    /// Nothing that anyone said outlives its timers.
    void finish() {
        now_ += limits::object_lifetime_max + limits::sender_age_max;
        for (int i = 0; i < 3; ++i)
            node_.handle_wakeup(now_);
        drain();
        CHECK(node_.sessions() == 0 && node_.cells_used() == 0 && node_.deadlines() == 0);
    }

  private:
    static constexpr std::size_t cells_max = 60;
    struct State {
        std::set<InterfaceIndex> asked;
        base::LocalTime expires;
    };
    struct Session {
        std::uint32_t sequence{0};
        std::uint64_t start{0};
        std::uint64_t end{0};
        base::LocalTime expires;
        /// The SSP that went down last, and when.
        base::Bytes passed;
        base::LocalTime passed_at;
        std::map<std::uint64_t, State> states;
    };

    [[nodiscard]] static base::Bytes setup(const SessionKey& session, ObjectDeclaration object) {
        return encode(SetupPacket{{session, session.source, 0, false}, encode(StateSetup{{std::move(object)}})});
    }
    [[nodiscard]] static base::Bytes invocation(const SessionKey& session, Direction direction, Input& steps,
                                                Invocation entry) {
        const InvocationId number{steps.flip() ? 0 : 1 + steps.below(9)};
        return encode(
            InvocationPacket{{session, session.source, 0, false},
                             encode(MethodInvocation{direction, NodeId{steps.below(4)}, number, {std::move(entry)}})});
    }
    [[nodiscard]] static ObjectDeclaration any_object(Input& steps) {
        ObjectDeclaration object{ObjectId{static_cast<std::uint16_t>(steps.below(4))},
                                 TypeId{static_cast<std::uint16_t>(steps.below(4))},
                                 ObjectSequence{static_cast<std::uint32_t>(steps.below(6))},
                                 steps.microseconds(20'000'000),
                                 {},
                                 {}};
        while (steps.flip() && object.variables.size() < 6)
            object.variables.push_back({VariableId{static_cast<std::uint8_t>(steps.below(20))}, steps.below(70'000)});
        while (steps.flip() && object.methods.size() < 3)
            object.methods.push_back(
                {MethodId{static_cast<std::uint8_t>(1 + steps.below(2))}, steps.flip(), steps.flip(), steps.flip()});
        return object;
    }
    [[nodiscard]] static Invocation any_update(Input& steps) {
        const ReceiverUpdate update{steps.below(300), static_cast<StateValue>(steps.number(2)),
                                    base::enum_values<Predicate>[steps.below(5)],
                                    base::enum_values<ReceiverStateFunction>[steps.below(2)],
                                    base::enum_values<ReceiverInterfaceFunction>[steps.below(4)]};
        return invocation_of(ObjectId{static_cast<std::uint16_t>(steps.below(4))}, update);
    }
    [[nodiscard]] static Invocation any_forward(Input& steps) {
        const Forward forward{steps.below(300),
                              static_cast<StateValue>(steps.below(3)),
                              base::enum_values<ForwardStateFunction>[steps.below(2)],
                              base::enum_values<ForwardInterfaceFunction>[steps.below(3)],
                              { 1, 2 }};
        return invocation_of(ObjectId{static_cast<std::uint16_t>(steps.below(4))}, forward);
    }
    [[nodiscard]] static Invocation any_report(Input& steps) {
        TallyReport report{
            static_cast<std::uint32_t>(steps.below(3)), steps.below(50), steps.below(5), steps.below(5), {}};
        while (report.columns.size() < 3 && steps.flip())
            report.columns.push_back(steps.number(2));
        return invocation_of(ObjectId{static_cast<std::uint16_t>(steps.below(4))}, report);
    }

    void set_up(const SessionKey& session, Input& steps) {
        const auto start = steps.below(5);
        const auto sequence = static_cast<std::uint32_t>(1 + steps.below(4));
        const ObjectDeclaration object{ObjectId{1},
                                       types::general_purpose,
                                       ObjectSequence{sequence},
                                       object_lifetime,
                                       {},
                                       {{WindowVariables::start, start},
                                        {WindowVariables::end, start + 8},
                                        {WindowVariables::state_lifetime, 2'000'000}}};
        auto packet = setup(session, object);
        node_.handle(packet, {up, {}}, {up, below}, now_);
        const auto [known, added] = sessions_.try_emplace(session);
        const bool again =
            packet == known->second.passed && now_ - known->second.passed_at < tree::limits::setup_gap_min;
        CHECK(drain().size() == (again ? 0 : 1));
        if (!again) {
            known->second.passed = std::move(packet);
            known->second.passed_at = now_;
        }
        known->second.expires = now_ + object_lifetime;
        if (!added && sequence <= known->second.sequence) return;
        known->second.sequence = sequence;
        known->second.start = start;
        known->second.end = start + 8;
        std::erase_if(known->second.states,
                      [&](const auto& each) { return each.first < start || each.first >= start + 8; });
    }
    void request(const SessionKey& session, std::uint64_t number, std::size_t branch) {
        const auto packet = encode(InvocationPacket{
            {session, session.source, 0, false},
            encode(MethodInvocation{
                Direction::upstream, NodeId{9}, {}, {invocation_of(ObjectId{1}, ReceiverUpdate{number, 1})}})});
        node_.handle(packet, {below[branch], {}}, {up, below}, now_);
        const auto sent = drain();
        auto* known = find(session);
        if (known == nullptr) {
            CHECK(sent.size() == 1 && sent[0].packet == packet && sent[0].interfaces == std::vector{up});
            return;
        }
        if (number < known->start || number >= known->end) return expect(sent.empty());
        const auto [state, first] = known->states.try_emplace(number);
        state->second.asked.insert(below[branch]);
        state->second.expires = now_ + state_lifetime;
        CHECK(sent.size() == (first ? 1 : 0));
        CHECK(!first || sent[0].interfaces == std::vector{up});
    }
    void repair(const SessionKey& session, std::uint64_t number) {
        const Forward forward{number, 0, ForwardStateFunction::value, ForwardInterfaceFunction::minus_one, {7}};
        const auto packet = encode(
            InvocationPacket{{session, session.source, 0, false},
                             encode(MethodInvocation{
                                 Direction::downstream, session.source, {}, {invocation_of(ObjectId{1}, forward)}})});
        node_.handle(packet, {up, {}}, {up, below}, now_);
        const auto sent = drain();
        auto* known = find(session);
        if (known == nullptr) return expect(sent.size() == 1 && sent[0].interfaces.size() == below.size());
        const auto state = known->states.find(number);
        if (state == known->states.end()) return expect(sent.empty());
        CHECK(sent.size() == 1 && std::ranges::equal(sent[0].interfaces, state->second.asked));
        known->states.erase(state);
    }
    void pass_time(Input& steps) {
        now_ += steps.microseconds(3'000'000);
        node_.handle_wakeup(now_);
        CHECK(drain().empty());
        std::erase_if(sessions_, [&](const auto& each) { return each.second.expires <= now_; });
        for (auto& [key, session] : sessions_)
            std::erase_if(session.states, [&](const auto& each) { return each.second.expires <= now_; });
        CHECK(node_.sessions() == sessions_.size());
    }
    [[nodiscard]] Session* find(const SessionKey& session) {
        const auto found = sessions_.find(session);
        return found == sessions_.end() ? nullptr : &found->second;
    }
    std::vector<Transmission> drain() {
        std::vector<Transmission> all;
        while (auto each = node_.poll()) {
            CHECK(decode_packet(each->packet));
            all.push_back(*std::move(each));
        }
        return all;
    }
    [[nodiscard]] static NodeOptions options() {
        NodeOptions options;
        options.cells_max = cells_max;
        return options;
    }

    base::LocalTime now_{100s};
    TreeNode node_{NodeId{50}, options()};
    std::map<SessionKey, Session> sessions_;
};

} // namespace

void run_tree_node(base::ByteView input) {
    Input steps{input};
    const bool lies = steps.flip();
    Run run;
    for (int i = 0; i < 600 && steps.more(); ++i)
        lies ? run.lie(steps) : run.step(steps);
    run.finish();
}

} // namespace plenum::fuzz
