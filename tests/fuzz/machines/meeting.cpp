// SPDX-License-Identifier: Apache-2.0
// A relay and those who come and go: they knock, are let in, removed and given roles, talk, lose their network, move to
// other addresses, and the relay is killed and comes back with what its store had. Nothing is heard that was not said,
// or by whom it was not said, or in another order; once all is well again, who is there sees the same people and hears
// the others.
#include "core/base/check.h"
#include "core/base/random.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"
#include "tests/unit/node/hall.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

namespace plenum::fuzz {
namespace {

using namespace std::chrono_literals;
using test::Hall;

constexpr base::FlowId camera{2};
constexpr base::FlowId chat{3};
constexpr std::size_t people_count = 4;
constexpr std::array<const char*, people_count> names{"Alice", "Bob", "Carol", "Dave"};

struct Person {
    Hall::Place* place{nullptr};
    std::vector<std::string> said{};
    std::uint16_t moves{0};
};

class Run {
  public:
    Run(bool stored, log::Policy policy) : relay_{add_relay(hall_, stored)}, stored_{stored} {
        for (auto& person : people_)
            person.place = &hall_.add_endpoint();
        auto& alice = *people_[0].place;
        hall_.command(alice, node::CreateConference{relay_.address, "relay.test", 7700, "Design review", policy});
        settle(1s);
        const auto created = Hall::all<node::ConferenceCreated>(alice);
        CHECK(created.size() == 1);
        link_ = created.front().link;
        enter(0);
        settle(500ms);
        CHECK(Hall::joined(alice));
        hall_.tamper = [this](const base::Address&, const base::Address&, base::Bytes bytes) {
            return spoil(std::move(bytes));
        };
    }

    void say(std::size_t who, std::size_t padding) {
        auto& person = people_[who];
        person.said.push_back(std::string{names[who]} + " " + std::to_string(person.said.size()) +
                              std::string(padding, '.'));
        hall_.say(*person.place, person.said.back(), chat);
    }
    void show(std::size_t who, std::size_t size) {
        // What is small comes with others.
        const std::vector<node::Command> pictures(size < 500 ? 1 + size % 20 : 1,
                                                  node::Publish{camera, {}, base::Bytes(size, 7), {}});
        hall_.commands(*people_[who].place, pictures);
    }
    void enter(std::size_t who) { hall_.join(*people_[who].place, relay_, newest_link(), names[who]); }
    void leave(std::size_t who) { hall_.command(*people_[who].place, node::LeaveConference{}); }
    void end(std::size_t who) { hall_.command(*people_[who].place, node::EndConference{}); }
    void moderate(std::size_t who, Input& steps) {
        auto& place = *people_[who].place;
        const base::MemberIndex member{static_cast<std::uint32_t>(steps.below(6))};
        switch (steps.below(8)) {
        case 0: return hall_.command(place, node::RemoveMember{member, steps.flip()});
        case 1:
            return hall_.command(place, node::SetRole{member, steps.flip() ? node::MemberRole::moderator
                                                                           : node::MemberRole::participant});
        case 2: return hall_.command(place, node::SetPolicy{some_policy(steps)});
        case 3: return hall_.command(place, node::ChangeLink{});
        case 4: return hall_.command(place, node::RequestKeyFrame{camera, member});
        case 5: return hall_.command(place, node::AskMute{member});
        case 6: return hall_.command(place, node::Record{steps.flip()});
        default: break;
        }
        const auto knocks = Hall::all<node::KnockHeard>(place);
        if (knocks.empty()) return;
        const auto& knock = knocks[knocks.size() - 1 - steps.below(knocks.size())];
        if (steps.rarely(3))
            hall_.command(place, node::RefuseKnock{knock.exchange});
        else
            hall_.command(place, node::AdmitKnock{knock.exchange});
    }
    void cut(std::size_t who, bool off) { hall_.drop_all_to(people_[who].place->address, off); }
    void move(std::size_t who) {
        auto& person = people_[who];
        cut(who, false);
        const auto port = static_cast<std::uint16_t>(1000 + ++person.moves);
        person.place->address = base::Address::v4(172, 16, 0, static_cast<std::uint8_t>(who + 1), port);
    }
    void lose(std::uint32_t ppm, std::uint64_t seed) {
        loss_ppm_ = ppm;
        random_ = base::Random{seed};
    }
    void restart(Input& steps) {
        if (steps.rarely(4)) {
            disk_lost_ = true;
            stored_ = false;
            return hall_.restart_relay_empty(relay_);
        }
        auto& kept = relay_.stored;
        if (steps.rarely(4) && kept.entries.size() > 1) {
            // A backup of before.
            disk_lost_ = true;
            kept.entries.resize(steps.between(1, kept.entries.size()));
            std::erase_if(kept.words, [&](const auto& word) { return word.log_size.value() > kept.entries.size(); });
            kept.behind = steps.flip();
        }
        if (!kept.entries.empty()) hall_.restart_relay(relay_, stored_);
    }
    void close_relay(bool restarting) {
        hall_.command(relay_,
                      node::CloseRelay{restarting ? node::RelayClosing::restarting : node::RelayClosing::for_good});
        if (!restarting) closed_ = true;
    }
    void limit(Input& steps) {
        node::RelayLimits limits;
        if (steps.flip()) limits.sessions = steps.below(6);
        if (steps.flip()) limits.sessions_per_address = steps.below(2);
        if (steps.flip()) limits.conferences = steps.below(3);
        if (steps.flip()) limits.history_bytes = steps.below(4000);
        hall_.command(relay_, node::SetRelayLimits{limits});
        hall_.run(std::chrono::milliseconds{static_cast<int>(steps.below(3000))});
        hall_.command(relay_, node::SetRelayLimits{});
        if (limits.history_bytes < 4000) words_lost_ = true;
    }
    void check_load() {
        for (const auto& person : people_)
            check_load(*person.place);
        check_load(relay_);
    }
    void tell_kept(bool durable) {
        if (stored_ && relay_.put > 0) hall_.tell_kept(relay_, durable);
    }
    void pass(base::Duration time) { hall_.run(time); }
    [[nodiscard]] static log::Policy some_policy(Input& steps) {
        return {static_cast<base::Admission>(steps.between(1, 3)), !steps.rarely(3), steps.rarely(3),
                static_cast<base::Authority>(steps.between(1, 3)), !steps.rarely(5)};
    }

    void finish() {
        loss_ppm_ = 0;
        for (std::size_t who = 0; who < people_count; ++who)
            cut(who, false);
        settle(40s);
        std::vector<std::size_t> there;
        for (std::size_t who = 0; who < people_count; ++who) {
            check_heard(who);
            if (Hall::joined(*people_[who].place)) there.push_back(who);
        }
        if (disk_lost_ || closed_) return; // what a relay may lose with its disk is said in docs/status.md
        for (const auto who : there)
            CHECK(roster_of(*people_[who].place) == roster_of(*people_[there.front()].place));
        for (const auto who : there)
            say(who, 0);
        settle(5s);
        for (const auto who : there) {
            check_heard(who);
            for (const auto other : there)
                CHECK(other == who || words_lost_ || heard(who, people_[other].said.back()));
        }
        for (std::size_t who = 0; who < people_count; ++who) {
            if (std::ranges::find(there, who) != there.end()) continue;
            for (const auto other : there)
                CHECK(!heard(who, people_[other].said.back()));
        }
    }

  private:
    static Hall::Place& add_relay(Hall& hall, bool stored) {
        hall.trace = true;
        return hall.add_relay({}, stored);
    }
    static void check_load(const Hall::Place& place) {
        const auto load = place.node->load();
        CHECK(load.sessions <= 3 * people_count && load.history_bytes < 4'000'000 && load.stream_bytes < 8'000'000);
        CHECK(load.reassembly_bytes < 4'000'000 && load.queued_packets <= 8 * base::limits::send_queue_packets_max);
    }
    /// Time passes, and the disk keeps up.
    void settle(base::Duration time) {
        for (base::Duration passed{}; passed < time; passed += 100ms) {
            hall_.run(100ms);
            tell_kept(true);
        }
    }
    base::Bytes spoil(base::Bytes bytes) {
        if (loss_ppm_ == 0 || !random_.chance(loss_ppm_)) return bytes;
        if (bytes.empty() || random_.chance(800'000)) return {};
        bytes[random_.below(bytes.size())] ^= static_cast<std::uint8_t>(1U << random_.below(8));
        return bytes;
    }
    [[nodiscard]] node::ConferenceLink newest_link() const {
        auto newest = link_;
        for (const auto& person : people_) {
            const auto changed = Hall::all<node::LinkChanged>(*person.place);
            if (Hall::joined(*person.place) && !changed.empty()) newest = changed.back().link;
        }
        return newest;
    }
    [[nodiscard]] static std::set<std::pair<std::uint32_t, std::string>> roster_of(const Hall::Place& place) {
        std::set<std::pair<std::uint32_t, std::string>> members;
        for (const auto& event : place.events) {
            if (std::holds_alternative<node::Ended>(event)) members.clear();
            if (const auto* joined = std::get_if<node::MemberJoined>(&event))
                members.emplace(joined->member.value(), joined->name);
            if (const auto* left = std::get_if<node::MemberLeft>(&event))
                std::erase_if(members, [&](const auto& item) { return item.first == left->member.value(); });
        }
        return members;
    }
    [[nodiscard]] bool heard(std::size_t who, const std::string& text) const {
        return std::ranges::count(Hall::texts(*people_[who].place), text) > 0;
    }
    /// By whom it was said, and each of one member in order and once.
    void check_heard(std::size_t who) const {
        std::map<std::uint32_t, std::string> names_of;
        std::map<std::uint32_t, base::SequenceNumber> last;
        for (const auto& event : people_[who].place->events) {
            const auto* phase = std::get_if<node::PhaseChanged>(&event);
            if (phase != nullptr && phase->phase == node::Phase::joining) last.clear(); // heard anew
            if (const auto* joined = std::get_if<node::MemberJoined>(&event))
                names_of[joined->member.value()] = joined->name;
            if (const auto* former = std::get_if<node::FormerMember>(&event))
                names_of[former->member.value()] = former->name;
            const auto* message = std::get_if<node::MessageReceived>(&event);
            if (message == nullptr || message->flow != chat) continue;
            const auto by = names_of.find(message->sender.value());
            CHECK(by != names_of.end());
            const auto speaker = std::ranges::find(names, by->second);
            CHECK(speaker != names.end());
            const auto& said = people_[static_cast<std::size_t>(speaker - names.begin())].said;
            CHECK(std::ranges::count(said, base::to_text(message->body)) == 1);
            auto& before = last[message->sender.value()];
            CHECK(message->sequence > before);
            before = message->sequence;
        }
    }

    Hall hall_;
    Hall::Place& relay_;
    bool stored_;
    bool disk_lost_{false};
    bool closed_{false};
    /// A history that was made short may have dropped what someone had not read.
    bool words_lost_{false};
    std::array<Person, people_count> people_;
    node::ConferenceLink link_;
    std::uint32_t loss_ppm_{0};
    base::Random random_{1};
};

void step(Run& run, Input& steps) {
    const auto who = static_cast<std::size_t>(steps.below(people_count));
    switch (steps.below(21)) {
    case 20:
        if (steps.rarely(4)) run.pass(std::chrono::seconds{static_cast<int>(steps.below(200))});
        return;
    case 0:
    case 1: return run.say(who, steps.rarely(8) ? steps.below(3000) : 0);
    case 2: return run.show(who, steps.below(9000));
    case 3:
    case 4:
    case 5: return run.enter(who);
    case 6: return steps.rarely(8) ? run.end(who) : run.leave(who);
    case 7:
    case 8:
    case 9: return run.moderate(who, steps);
    case 10: return run.cut(who, steps.flip());
    case 11: return run.move(who);
    case 12: return run.lose(static_cast<std::uint32_t>(steps.below(300'000)), steps.byte());
    case 13:
        if (steps.rarely(3)) run.restart(steps);
        return;
    case 14:
        if (steps.rarely(6)) run.close_relay(!steps.rarely(4));
        return;
    case 15: return run.limit(steps);
    case 16: return run.tell_kept(!steps.rarely(4));
    case 17: return run.pass(std::chrono::milliseconds{static_cast<int>(steps.below(30'000))});
    default: return run.pass(std::chrono::milliseconds{static_cast<int>(steps.below(600))});
    }
}

} // namespace

void run_meeting(base::ByteView input) {
    GTEST_FLAG_SET(throw_on_failure, true); // what the hall expects of everyone counts here too
    Input steps{input};
    const bool stored = steps.flip();
    Run run{stored, Run::some_policy(steps)};
    for (int i = 0; i < 60 && steps.more(); ++i) {
        step(run, steps);
        run.check_load();
    }
    run.finish();
}

} // namespace plenum::fuzz
