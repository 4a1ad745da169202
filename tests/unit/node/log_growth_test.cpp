// SPDX-License-Identifier: Apache-2.0
// Somebody has the same thing put into the log without end.
#include "tests/unit/node/floor_fixture.h"

#include <gmock/gmock.h>

#include <string>

namespace plenum::test {
namespace {

using testing::Contains;
using testing::Not;

class LogGrowth : public Floor {
  protected:
    void SetUp() override {
        Floor::SetUp();
        declare(voice, "");
    }
    /// As fast as a session may (20 entries a second).
    void configure() {
        token::Settings settings;
        settings.parameters = std::to_string(changes_++);
        settings.parameters.resize(token::parameters_bytes_max, ' ');
        act(alice, token::ConfigureToken{token, settings});
        hall.run(51ms);
    }
    std::size_t log_bytes() const {
        std::size_t bytes = 0;
        for (const auto& entry : relay.stored.entries)
            bytes += entry.size();
        return bytes;
    }
    int changes_{0};
};

TEST_F(LogGrowth, ends_with_a_refusal_that_the_person_is_told_and_the_conference_stays_open) {
    // They would check two signatures an entry.
    kill(bob);
    kill(cem);
    constexpr int far_more = 10'000;
    while (refusals(alice).empty() && changes_ < far_more)
        configure();
    EXPECT_GE(changes_, 2000);
    EXPECT_THAT(refusals(alice), testing::ElementsAre(node::CommandError::too_often));
    EXPECT_LT(log_bytes(), base::limits::log_bytes_max / 24);
    hall.command(alice, node::SetPolicy{{.admission = base::Admission::closed}});
    hall.run(100ms);
    EXPECT_THAT(refusals(alice), testing::ElementsAre(node::CommandError::too_often, node::CommandError::too_often));
    alice.events.clear();
    hall.run(10s);
    EXPECT_THAT(refusals(alice), testing::IsEmpty()) << "what was refused is not said again";

    auto& dora = hall.add_endpoint();
    hall.join(dora, relay, link, "Dora");
    hall.run(2s);
    EXPECT_TRUE(Hall::joined(dora));
    want(dora);
    hall.run(100ms);
    EXPECT_THAT(refusals(dora), Not(Contains(node::CommandError::too_often))) << "others go on";

    // Neither another session nor another run of the relay makes it new.
    hall.restart_relay(relay);
    hall.run(20s);
    const auto before = log_bytes();
    alice.events.clear();
    configure();
    EXPECT_THAT(refusals(alice), Contains(node::CommandError::too_often));
    EXPECT_EQ(log_bytes(), before);
    hall.run(1h);
    alice.events.clear();
    configure();
    EXPECT_THAT(refusals(alice), testing::IsEmpty()) << "a share grows back";
}

} // namespace
} // namespace plenum::test
