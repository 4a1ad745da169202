// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/ui/inspect.h"
#include "tests/ui/walk.h"

#include <gtest/gtest.h>

namespace plenum::ui {

/// A walk through screens, in each size, theme, language and direction (screens_test.cpp).
class Screens : public testing::TestWithParam<Walk::Look> {
  protected:
    /// Keeps a picture of the screen and judges what needs no eye.
    static void judge(Walk& walk, const char* name) {
        SCOPED_TRACE(name);
        const auto joined = [](const QStringList& complaints) {
            return complaints.join(QStringLiteral("\n")).toStdString();
        };
        walk.settle();
        EXPECT_TRUE(walk.save(QString::fromLatin1(name)));
        EXPECT_EQ(joined(inspect::clipped_text(walk.window())), "");
        EXPECT_EQ(joined(inspect::overlapping(walk.window())), "");
        EXPECT_EQ(joined(inspect::outside(walk.window())), "");
        EXPECT_EQ(joined(inspect::nameless(walk.window())), "");
        EXPECT_EQ(joined(inspect::taking_keyboard(walk.window())), "");
        EXPECT_GE(inspect::words(walk.window()).size(), 2);
        // As where a sentence ends in the dot of an abbreviation.
        EXPECT_EQ(joined(inspect::words(walk.window()).filter(QStringLiteral(".."))), "");
        EXPECT_EQ(joined(inspect::unreachable(walk.window())), "");
    }
};

/// The same in the four looks that differ most, for what differs little from screens that all looks are judged by.
class FewLooks : public Screens {};

/// Letters as large as they get, in the smallest and in a usual window.
class LargeText : public Screens {};

} // namespace plenum::ui
