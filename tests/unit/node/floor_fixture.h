// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/unit/node/hall.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::test {

/// Alice, who made the conference, Bob and Cem; a token that one of them holds at a time.
class Floor : public testing::Test {
  protected:
    static constexpr base::TokenId token{1};
    static constexpr base::FlowId voice{1};
    static constexpr base::FlowId chat{3};

    void SetUp() override {
        link = hall.create(alice, relay);
        for (auto* place : {&alice, &bob, &cem}) {
            hall.join(*place, relay, link, "Someone");
            hall.run(1s);
            ASSERT_TRUE(Hall::joined(*place));
        }
    }
    /// By the style, if there is one.
    void declare(base::FlowId flow, std::string style = "queue") {
        token::DeclareToken declaration{token, "voice", {flow}, {}};
        declaration.settings.style = std::move(style);
        act(alice, declaration);
        hall.run(100ms);
        ASSERT_NE(seen_by(bob), nullptr);
    }
    void act(Hall::Place& by, const token::Operation& operation) { hall.command(by, node::ActOnToken{operation}); }
    void want(Hall::Place& by, bool wanted = true) { hall.command(by, node::WantToken{token, wanted}); }
    /// Of the voice flow's token.
    void let_bob_hold_and_cem_wait() {
        declare(voice);
        want(bob);
        hall.run(50ms);
        want(cem);
        hall.run(50ms);
    }
    static base::MemberIndex self(const Hall::Place& place) {
        for (const auto& member : Hall::all<node::MemberJoined>(place)) {
            if (member.self) return member.member;
        }
        return {};
    }
    /// The token as this place was told last; null where it was not told.
    static const token::Token* seen_by(const Hall::Place& place) {
        const token::Token* seen = nullptr;
        for (const auto& event : place.events) {
            if (const auto* changed = std::get_if<node::TokenChanged>(&event)) seen = changed->token.get();
        }
        return seen;
    }
    /// 0 for nobody.
    static base::MemberIndex holder_seen_by(const Hall::Place& place) {
        const auto* seen = seen_by(place);
        return seen == nullptr || seen->holders.empty() ? base::MemberIndex{} : seen->holders.front().member;
    }
    static std::vector<base::MemberIndex> queue_seen_by(const Hall::Place& place) {
        std::vector<base::MemberIndex> queue;
        for (const auto& request : seen_by(place)->requests)
            queue.push_back(request.member);
        return queue;
    }
    static std::vector<node::CommandError> refusals(const Hall::Place& place) {
        std::vector<node::CommandError> errors;
        for (const auto& refused : Hall::all<node::CommandRefused>(place))
            errors.push_back(refused.error);
        return errors;
    }
    static std::size_t times(const Hall::Place& place, std::string_view text) {
        const auto heard = Hall::texts(place);
        return static_cast<std::size_t>(std::ranges::count(heard, text));
    }
    /// Nothing of it is heard any more, and it hears nothing.
    void kill(Hall::Place& place) { hall.drop_all_to(place.address, true); }

    Hall hall;
    Hall::Place& relay{hall.add_relay({}, false)};
    Hall::Place& alice{hall.add_endpoint()};
    Hall::Place& bob{hall.add_endpoint()};
    Hall::Place& cem{hall.add_endpoint()};
    node::ConferenceLink link;
};

} // namespace plenum::test
