// SPDX-License-Identifier: Apache-2.0
// Styles of strangers that decide without sense: the relay goes on, and the log does not fill (docs/plugins.md).
#include "core/base/random.h"
#include "core/peer/policy_runner.h"
#include "tests/unit/node/floor_fixture.h"

namespace plenum::test {
namespace {

using token::FloorAct;
using token::FloorChoice;
using token::FloorView;

/// Anything that fits into a choice.
class Babble final : public token::FloorPolicy {
  public:
    bool accepts(std::string_view) const override { return true; }
    FloorChoice decide(const FloorView& floor) override {
        const auto number = [&](std::uint64_t below) { return static_cast<std::uint32_t>(random_.below(below)); };
        const auto member = [&] { return base::MemberIndex{number(20) == 0 ? number(~0U) : number(6)}; };
        const auto act = static_cast<FloorAct>(number(20) == 0 ? number(256) : number(11));
        const auto again = base::ConferenceTime{base::Duration{static_cast<std::int64_t>(random_.next())}};
        const auto soon = floor.now + std::chrono::milliseconds{number(50)};
        return {act, member(), member(), static_cast<std::uint16_t>(number(3)), number(4) == 0 ? again : soon};
    }

  private:
    base::Random random_{7};
};

/// Gives and takes for ever.
class Flicker final : public token::FloorPolicy {
  public:
    bool accepts(std::string_view) const override { return true; }
    FloorChoice decide(const FloorView& floor) override {
        const auto act = floor.distributed ? FloorAct::recall : FloorAct::distribute;
        return {act, {}, {}, 0, base::ConferenceTime::max()};
    }
};

constexpr std::array senseless{token::style_of<Babble>("babble", "Babble", "Says anything."),
                               token::style_of<Flicker>("flicker", "Flicker", "Gives and takes for ever."), [] {
                                   auto style = token::style_of<Flicker>("nothing", "Nothing", "Cannot be made.");
                                   style.create = [](const void*) -> void* { return nullptr; };
                                   return style;
                               }()};

class Senseless : public Floor {
  protected:
    void SetUp() override {
        hall.styles = senseless;
        hall.restart_relay_empty(relay);
        Floor::SetUp();
    }
    void declare_shared(const char* style, std::uint16_t holders_max) {
        token::DeclareToken declaration{token, "voice", {voice}, {}};
        declaration.settings.style = style;
        declaration.settings.holders_max = holders_max;
        declaration.settings.panel = {self(alice), self(cem)};
        act(alice, declaration);
        hall.run(100ms);
    }
    int changes(const Hall::Place& place) { return static_cast<int>(Hall::all<node::TokenChanged>(place).size()); }
};

TEST_F(Senseless, whatever_a_style_says_the_relay_goes_on) {
    declare_shared("babble", 3);
    for (int i = 0; i < 20; ++i) {
        want(bob, i % 2 == 0);
        want(cem, i % 3 == 0);
        hall.run(500ms);
    }
    EXPECT_GT(changes(bob), 20);
    hall.say(alice, "still here", chat);
    hall.run(100ms);
    EXPECT_EQ(times(bob, "still here"), 1U);
}

TEST_F(Senseless, nor_does_it_fill_the_log) {
    declare_shared("flicker", 0);
    hall.run(1s);
    const auto at_first = changes(bob);
    EXPECT_GE(at_first, node::PolicyRunner::decisions_at_once);
    EXPECT_LE(at_first, node::PolicyRunner::decisions_at_once + 10);
    hall.run(60s);
    const auto later = changes(bob) - at_first;
    EXPECT_GE(later, 55 * node::PolicyRunner::decisions_per_second);
    EXPECT_LE(later, 65 * node::PolicyRunner::decisions_per_second);
}

TEST_F(Senseless, one_that_cannot_be_made_is_none) {
    declare_shared("nothing", 1);
    EXPECT_EQ(refusals(alice), std::vector{node::CommandError::unknown_style});
}

} // namespace
} // namespace plenum::test
