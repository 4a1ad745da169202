// SPDX-License-Identifier: Apache-2.0
// Styles of strangers on the screen (docs/plugins.md): known here, and known to the relay alone.
#include "tests/ui/people.h"
#include "ui/models/floor_model.h"
#include "ui/models/members_model.h"

#include <gtest/gtest.h>

#include <array>

namespace plenum::ui {
namespace {

const auto round_robin = QStringLiteral("round-robin");
constexpr std::array options{
    base::PluginOption{.key = "turn_s", .title = "Seconds for each", .usual = 60, .least = 5, .most = 600},
    base::PluginOption{.key = "way", .values = "one|two"}};

/// Has a stranger's style, and keeps what was asked of it.
class StrangersFloors final : public FloorPort {
  public:
    void want_floor(base::TokenId, bool, RequestClass) override {}
    void act_on_floor(const FloorAct& act) override { asked = std::get<ConfigureFloor>(act).settings; }
    [[nodiscard]] bool shows(FloorPurpose) const override { return true; }
    [[nodiscard]] bool can_create_floor(FloorPurpose) const override { return true; }
    [[nodiscard]] std::span<const base::PluginDescriptor> floor_styles() const override { return styles; }
    void set_floor_opens_microphone(bool) override {}
    std::vector<base::PluginDescriptor> styles{{.id = "round-robin",
                                                .title = "Round about",
                                                .about = "The floor goes round.",
                                                .about_pen = "The pen goes round.",
                                                .parameters = "turn_s=60",
                                                .options = options.data(),
                                                .option_count = options.size(),
                                                .sharing = "way=two",
                                                .holders_max = 7}};
    FloorSettings asked;
};

class StylesTest : public testing::Test {
  protected:
    static Floor with(const QString& style) {
        Floor floor;
        floor.id = voice_token;
        floor.label = QStringLiteral("voice");
        floor.settings.style = style;
        return floor;
    }
    StrangersFloors port;
    MembersModel members;
    FloorModel::Clock clock{[] { return QDateTime{}; }};
};

TEST_F(StylesTest, OneThatIsKnownHereIsChosenLikeOurs) {
    FloorModel floor{port, members, clock, with({})};
    EXPECT_EQ(floor.rules()->styles().ids, (QStringList{round_robin, {}}));
    EXPECT_EQ(floor.rules()->styles().titles.first(), "Round about");
    floor.rules()->set_style(round_robin);
    EXPECT_EQ(port.asked.style, round_robin);
    EXPECT_EQ(port.asked.holders_max, 7);
    EXPECT_EQ(port.asked.parameters, "");
    floor.set(with(round_robin));
    EXPECT_EQ(floor.rules()->styles().chosen, 0);
    EXPECT_EQ(floor.rules()->style().title, "Round about");
    EXPECT_EQ(floor.rules()->style().about, "The floor goes round.");
    EXPECT_EQ(floor.rules()->style().example, "turn_s=60");
    floor.rules()->set_parameters(QStringLiteral(" turn_s=30 "));
    EXPECT_EQ(port.asked.parameters, "turn_s=30");
}

TEST_F(StylesTest, OneHasControlsForTheOptionsThatItNames) {
    FloorModel floor{port, members, clock, with(round_robin)};
    const auto shown = floor.rules()->options();
    ASSERT_EQ(shown.size(), 1) << "the other is for programs";
    const auto turn = shown.first().value<StyleOption>();
    EXPECT_EQ(turn.title, "Seconds for each");
    EXPECT_EQ(turn.value, "60");
    EXPECT_EQ(std::pair(turn.least, turn.most), std::pair(5, 600));
    floor.rules()->set_option(turn.key, QStringLiteral("30"));
    EXPECT_EQ(port.asked.parameters, "turn_s=30");
    floor.rules()->set_may_share_it(true);
    EXPECT_EQ(port.asked.parameters, "way=two") << "which it wants where holders share";
}

TEST_F(StylesTest, OneHasWordsForEachPurpose) {
    auto pen = with(round_robin);
    pen.label = QStringLiteral("pen");
    FloorModel floor{port, members, clock, pen};
    EXPECT_EQ(floor.rules()->style().about, "The pen goes round.");
    pen.label = QStringLiteral("screen");
    floor.set(pen);
    EXPECT_EQ(floor.rules()->style().about, "The floor goes round.") << "where it has no others";
}

TEST_F(StylesTest, OneThatTheRelayAloneHasIsNamed) {
    port.styles.clear();
    FloorModel floor{port, members, clock, with(round_robin)};
    EXPECT_EQ(floor.rules()->styles().chosen, -1);
    EXPECT_EQ(floor.rules()->style().title, "Round robin");
    EXPECT_EQ(floor.rules()->style().about, "");
    EXPECT_EQ(floor.rules()->style().example, "") << "nobody here knows";
}

} // namespace
} // namespace plenum::ui
