// SPDX-License-Identifier: Apache-2.0
// Styles of strangers on the screen (docs/plugins.md): known here, and known to the relay alone.
#include "ui/models/floors.h"
#include "ui/models/members_model.h"
#include "ui/port/simulated_conference.h"

#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

constexpr base::TokenId voice{1};
const auto round_robin = QStringLiteral("round-robin");

/// Has a stranger's style, and keeps what was asked of it.
class StrangersFloors final : public FloorPort {
  public:
    void want_floor(base::TokenId, bool, RequestClass) override {}
    void act_on_floor(const FloorAct& act) override { asked = std::get<ConfigureFloor>(act).settings; }
    [[nodiscard]] bool shows(FloorPurpose) const override { return true; }
    [[nodiscard]] bool can_create_floor(FloorPurpose) const override { return true; }
    [[nodiscard]] QList<FloorStyle> floor_styles() const override { return styles; }
    void set_floor_opens_microphone(bool) override {}
    QList<FloorStyle> styles{{.id = round_robin,
                              .title = QStringLiteral("Round about"),
                              .about = QStringLiteral("The floor goes round."),
                              .parameters = QStringLiteral("turn_s=60"),
                              .holders_max = 7}};
    FloorSettings asked;
};

class StylesTest : public testing::Test {
  protected:
    static Floor with(const QString& style) {
        Floor floor;
        floor.id = voice;
        floor.settings.style = style;
        return floor;
    }
    StrangersFloors port;
    SimulatedConference conference{{}};
    MembersModel members;
    FloorModel::Clock clock{[] { return QDateTime{}; }};
};

TEST_F(StylesTest, OneThatIsKnownHereIsChosenLikeOurs) {
    const Floors floors{port, conference.session(), members, clock};
    EXPECT_EQ(floors.style_ids(), (QStringList{round_robin, {}}));
    EXPECT_EQ(floors.style_titles().first(), "Round about");
    FloorModel floor{port, members, clock, with({})};
    floor.set_style(round_robin);
    EXPECT_EQ(port.asked.style, round_robin);
    EXPECT_EQ(port.asked.holders_max, 7);
    EXPECT_EQ(port.asked.parameters, "");
    floor.set(with(round_robin));
    EXPECT_EQ(floor.style_title(), "Round about");
    EXPECT_EQ(floor.style_about(), "The floor goes round.");
    EXPECT_EQ(floor.style_example(), "turn_s=60");
    floor.set_parameters(QStringLiteral(" turn_s=30 "));
    EXPECT_EQ(port.asked.parameters, "turn_s=30");
}

TEST_F(StylesTest, OneThatTheRelayAloneHasIsNamed) {
    port.styles.clear();
    const Floors floors{port, conference.session(), members, clock};
    EXPECT_EQ(floors.style_place(round_robin), -1);
    const FloorModel floor{port, members, clock, with(round_robin)};
    EXPECT_EQ(floor.style_title(), "Round robin");
    EXPECT_EQ(floor.style_about(), "");
    EXPECT_EQ(floor.style_example(), "") << "nobody here knows";
}

} // namespace
} // namespace plenum::ui
