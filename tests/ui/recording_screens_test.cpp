// SPDX-License-Identifier: Apache-2.0
// Recordings in the real window: begun from the menu, seen by everyone, and stopped.
#include "tests/ui/people.h"
#include "tests/ui/screens.h"
#include "ui/models/call_recording.h"

#include <QTest>

namespace plenum::ui {
namespace {

TEST_P(Screens, Recording) {
    Walk walk{GetParam()};
    walk.enter(true);
    walk.dismiss_notices();
    walk.click(QStringLiteral("moreButton"));
    walk.settle();
    judge(walk, "recording-menu");
    walk.click(QStringLiteral("recordItem"));
    walk.ticks(4 + 63 * 20);
    auto* recording = walk.client().people()->recording();
    EXPECT_TRUE(recording->on());
    judge(walk, "recording-on");
    walk.conference().recording().someone_records(ada);
    walk.ticks(1);
    walk.click(QStringLiteral("recordingPill"));
    walk.settle();
    EXPECT_TRUE(walk.save(QStringLiteral("recording-pill")));
    walk.click(QStringLiteral("recordingStop"));
    walk.ticks(1);
    EXPECT_FALSE(recording->on());
    judge(walk, "recording-saved");
}

} // namespace
} // namespace plenum::ui
