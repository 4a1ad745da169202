// SPDX-License-Identifier: Apache-2.0
// A relay with two members in a call, and a stranger who overhears everything and has, if it wants, the link: it sends
// what it heard, altered or not, and says anything on a session of its own. The call goes on as it was: nobody leaves,
// nothing is heard that was not said, nothing is heard twice, and what the relay holds keeps its bounds.
#include "core/base/check.h"
#include "core/wire/message.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/decoders/arbitrary.h"
#include "tests/fuzz/input.h"
#include "tests/unit/node/stranger.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::fuzz {
namespace {

using namespace std::chrono_literals;
using test::Hall;

class Run {
  public:
    Run() {
        hall_.capture = true;
        link_ = hall_.create(alice_, relay_);
        hall_.join(alice_, relay_, link_, "Alice");
        hall_.run(300ms);
        hall_.join(bob_, relay_, link_, "Bob");
        hall_.run(400ms);
        CHECK(Hall::joined(alice_) && Hall::joined(bob_));
        speak(alice_);
        speak(bob_);
        hall_.run(50ms);
        tape_ = hall_.captured;
        stored_ = relay_.stored.entries.size();
    }
    void speak_someone(Input& steps) { speak(steps.flip() ? alice_ : bob_); }
    void pass(base::Duration time) {
        if (stranger_.has_value())
            stranger_->run(std::min<base::Duration>(time, 40ms));
        else
            hall_.run(time);
    }
    void overheard(Input& steps) {
        const auto& sent = tape_[steps.below(tape_.size())];
        auto bytes = sent.bytes;
        for (auto changes = steps.below(3); changes > 0; --changes) {
            const auto place = steps.below(bytes.size());
            bytes[place] = static_cast<std::uint8_t>(bytes[place] ^ steps.byte());
        }
        if (steps.rarely(6)) bytes.resize(steps.below(bytes.size()));
        give(bytes, steps.flip() ? sent.from : elsewhere, steps.rarely(4) ? alice_.address : relay_.address);
    }
    void raw(Input& steps) {
        const auto bytes = steps.bytes(300);
        give({bytes.begin(), bytes.end()}, steps.flip() ? alice_.address : elsewhere, relay_.address);
    }
    /// On a session of the stranger's, made with the link or without.
    void say(Input& steps) {
        if (!stranger_.has_value()) begin(!steps.rarely(4));
        if (!stranger_.has_value() || stranger_->link().closed()) return;
        auto& own = stranger_->link();
        switch (steps.below(5)) {
        case 0:
        case 1: {
            const auto message = steps.bytes(300);
            (void)own.send_stream(base::PriorityClass::control, message);
            break;
        }
        case 2: {
            wire::ReliableMessage message{base::FlowId{static_cast<std::uint16_t>(steps.below(6))},
                                          base::MemberIndex{static_cast<std::uint32_t>(steps.below(4))},
                                          base::SequenceNumber{steps.below(5)},
                                          {}};
            const auto sealed = steps.bytes(100);
            message.sealed.assign(sealed.begin(), sealed.end());
            (void)own.send_stream(base::PriorityClass::chat, wire::encode(message));
            break;
        }
        case 3: {
            wire::FragmentFrame fragment;
            fragment.flow = base::FlowId{static_cast<std::uint16_t>(steps.below(6))};
            fragment.sender = base::MemberIndex{static_cast<std::uint32_t>(steps.below(4))};
            fragment.sequence = base::SequenceNumber{steps.below(5)};
            fragment.data.assign(steps.below(200), steps.byte());
            (void)own.send_fragment(
                {link::encode_fragment(fragment), base::PriorityClass::audio, hall_.now + 1s, {}, 0}, hall_.now);
            break;
        }
        default: (void)own.send_stream(static_cast<base::PriorityClass>(steps.between(1, 7)), steps.bytes(60)); break;
        }
        stranger_->run(2ms);
    }
    void finish() {
        hall_.run(300ms);
        speak(alice_);
        speak(bob_);
        hall_.run(300ms);
        CHECK(Hall::joined(alice_) && Hall::joined(bob_));
        check_heard(alice_, by_bob_);
        check_heard(bob_, by_alice_);
        CHECK(Hall::all<node::ProtocolViolation>(alice_).empty() && Hall::all<node::ProtocolViolation>(bob_).empty());
        CHECK(relay_.stored.entries.size() == stored_);
        const auto load = relay_.node->load();
        CHECK(load.sessions <= 5 && load.stream_bytes < 4'000'000 && load.history_bytes < 4'000'000);
    }

  private:
    static constexpr auto elsewhere = base::Address::v4(203, 0, 113, 9, 4242);

    void speak(Hall::Place& place) {
        auto& said = &place == &alice_ ? by_alice_ : by_bob_;
        said.push_back("message " + std::to_string(said.size()));
        hall_.say(place, said.back());
    }
    /// Reliable words: exactly what was said, in order.
    static void check_heard(const Hall::Place& place, const std::vector<std::string>& said) {
        CHECK(Hall::texts(place) == said);
    }
    void give(const base::Bytes& bytes, const base::Address& from, const base::Address& to) {
        const bool genuine = std::ranges::any_of(tape_, [&](const auto& sent) { return sent.bytes == bytes; });
        const auto counted = hall_.deliver(from, to, bytes);
        CHECK(counted.opened == 0 && counted.malformed == 0);
        if (!genuine) CHECK(counted.replayed == 0 || bytes.size() >= wire::SealedHeader::size);
    }
    void begin(bool with_link) {
        test::Stranger stranger{hall_, relay_, elsewhere, 90};
        auto session = stranger.shake_hands(with_link ? stranger.with_link(link_) : stranger.without_link());
        if (!session) return;
        stranger_.emplace(std::move(stranger));
        stranger_->begin(std::move(*session));
        stranger_->run(12ms);
    }

    Hall hall_;
    Hall::Place& relay_{hall_.add_relay()};
    Hall::Place& alice_{hall_.add_endpoint()};
    Hall::Place& bob_{hall_.add_endpoint()};
    node::ConferenceLink link_;
    std::vector<Hall::Sent> tape_;
    std::optional<test::Stranger> stranger_;
    std::vector<std::string> by_alice_;
    std::vector<std::string> by_bob_;
    std::size_t stored_{0};
};

} // namespace

void run_relay(base::ByteView input) {
    GTEST_FLAG_SET(throw_on_failure, true); // what the hall expects of everyone counts here too
    Input steps{input};
    Run run;
    for (int i = 0; i < 40 && steps.more(); ++i) {
        switch (steps.below(8)) {
        case 0: run.speak_someone(steps); break;
        case 1: run.pass(std::chrono::milliseconds{static_cast<int>(steps.below(steps.rarely(8) ? 700 : 20))}); break;
        case 2: run.raw(steps); break;
        case 3:
        case 4: run.overheard(steps); break;
        default: run.say(steps); break;
        }
    }
    run.finish();
}

/// Control messages as the stranger may say them: the step, then the link, then a length.
std::vector<base::Bytes> relay_seeds() {
    std::vector<base::Bytes> seeds;
    for (const auto& message : control_seeds()) {
        base::Bytes input{5, 2, 0};
        input.push_back(0);
        input.push_back(static_cast<std::uint8_t>(message.size() % 256));
        base::append(input, message);
        seeds.push_back(std::move(input));
    }
    return seeds;
}

} // namespace plenum::fuzz
