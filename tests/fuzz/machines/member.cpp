// SPDX-License-Identifier: Apache-2.0
// Two members whose relay says anything: control messages, reliable messages and fragments of any bytes, what one of
// them said before, entries that are signed as they should be and those that are not. A relay can end a call and keep
// things back; it cannot put a word into anyone's mouth, or show one twice, or someone whom nobody let in.
#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"
#include "tests/unit/node/dishonest_relay.h"

#include <gtest/gtest.h>

#include <set>

namespace plenum::fuzz {
namespace {

using namespace std::chrono_literals;
using test::DishonestRelay;
using test::Hall;

class Run {
  public:
    Run() {
        const auto link = relay_.create(alice_);
        relay_.join(alice_, link, "Alice");
        relay_.join(bob_, link, "Bob");
        speak();
        relay_.run(20ms);
        relay_.lenient = true;
    }
    void speak() {
        said_.push_back("message " + std::to_string(said_.size()));
        hall_.say(alice_, said_.back());
    }
    void pass(base::Duration time) { relay_.run(time); }
    void say_bytes(Input& steps) {
        const auto stream =
            steps.flip() ? base::PriorityClass::control : static_cast<base::PriorityClass>(steps.between(1, 7));
        relay_.say(someone(steps), stream, steps.bytes(300));
    }
    void repeat(Input& steps) {
        if (relay_.messages.empty()) return;
        auto message = relay_.messages[steps.below(relay_.messages.size())];
        switch (steps.below(6)) {
        case 0: message.sequence = base::SequenceNumber{steps.below(6)}; break;
        case 1: message.sender = base::MemberIndex{static_cast<std::uint32_t>(steps.below(4))}; break;
        case 2:
            if (!message.sealed.empty())
                message.sealed[steps.below(message.sealed.size())] ^= static_cast<std::uint8_t>(1U << steps.below(8));
            break;
        case 3: message.sealed.resize(steps.below(message.sealed.size() + 1)); break;
        default: break;
        }
        relay_.send(someone(steps), message);
    }
    void fragment(Input& steps) {
        wire::FragmentFrame fragment;
        fragment.flow = base::FlowId{static_cast<std::uint16_t>(steps.below(5))};
        fragment.sender = base::MemberIndex{static_cast<std::uint32_t>(steps.below(4))};
        fragment.sequence = base::SequenceNumber{steps.below(9)};
        const auto data = steps.bytes(120);
        fragment.data.assign(data.begin(), data.end());
        relay_.send(someone(steps), fragment);
    }
    /// The relay's own, in order; the log's rules decide.
    void write(Input& steps) {
        const base::MemberIndex member{static_cast<std::uint32_t>(steps.below(4))};
        relay_.write(steps.flip() ? log::Operation{log::Presence{member, steps.flip()}}
                                  : log::Operation{log::Leave{member, base::LeaveReason::lost}});
    }
    void cut(Input& steps) { relay_.cut_off(someone(steps)); }
    void hold(Input& steps) {
        relay_.hold_submitted = steps.flip();
        relay_.hold_messages = steps.flip();
        relay_.hold_entries = steps.flip();
    }
    void finish() {
        relay_.run(100ms);
        check(bob_);
        CHECK(Hall::texts(alice_).empty());
        check_names(alice_);
    }

  private:
    Hall::Place& someone(Input& steps) { return steps.flip() ? alice_ : bob_; }
    void check(const Hall::Place& place) const {
        // In order, each once, some perhaps held back.
        auto next = said_.begin();
        for (const auto& text : Hall::texts(place)) {
            next = std::find(next, said_.end(), text);
            CHECK(next != said_.end());
            ++next;
        }
        check_names(place);
    }
    static void check_names(const Hall::Place& place) {
        for (const auto& member : Hall::all<node::MemberJoined>(place))
            CHECK(member.name == "Alice" || member.name == "Bob");
    }

    Hall hall_;
    DishonestRelay relay_{hall_};
    Hall::Place& alice_{hall_.add_endpoint()};
    Hall::Place& bob_{hall_.add_endpoint()};
    std::vector<std::string> said_;
};

} // namespace

void run_member(base::ByteView input) {
    GTEST_FLAG_SET(throw_on_failure, true); // what the hall expects of everyone counts here too
    Input steps{input};
    Run run;
    for (int i = 0; i < 30 && steps.more(); ++i) {
        switch (steps.below(10)) {
        case 0: run.speak(); break;
        case 1: run.pass(std::chrono::milliseconds{static_cast<int>(steps.below(steps.rarely(8) ? 400 : 20))}); break;
        case 2: run.repeat(steps); break;
        case 3: run.fragment(steps); break;
        case 4: run.write(steps); break;
        case 5:
            if (steps.rarely(3)) run.cut(steps);
            break;
        case 6:
            if (steps.rarely(3)) run.hold(steps);
            break;
        default: run.say_bytes(steps); break;
        }
    }
    run.finish();
}

std::vector<base::Bytes> member_seeds() {
    std::vector<base::Bytes> seeds;
    for (const auto& message : control_seeds()) {
        base::Bytes input{7, 1, 0, static_cast<std::uint8_t>(message.size() / 256),
                          static_cast<std::uint8_t>(message.size() % 256)};
        base::append(input, message);
        base::append(input, base::Bytes{1, 1, 0});
        seeds.push_back(std::move(input));
    }
    return seeds;
}

} // namespace plenum::fuzz
