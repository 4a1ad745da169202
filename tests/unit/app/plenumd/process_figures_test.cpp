// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/process_figures.h"

#include "tests/unit/runtime/broken_folder.h"

#include <gtest/gtest.h>

namespace plenum::app {
namespace {

TEST(ProcessFigures, lack_descriptors_where_they_cannot_be_counted) {
    EXPECT_GE(read_process_figures().open_descriptors.value_or(0), 3U);
    const runtime::BrokenFolder broken;
    const auto figures = read_process_figures();
    EXPECT_FALSE(figures.open_descriptors.has_value());
    EXPECT_TRUE(figures.descriptors_max.has_value()) << "others are told all the same";
}

} // namespace
} // namespace plenum::app
