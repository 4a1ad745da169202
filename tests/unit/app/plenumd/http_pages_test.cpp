// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/http_pages.h"

#include "app/plenumd/repairs_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::app {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class HttpPages : public testing::Test {
  protected:
    std::string metrics() {
        ++gathered;
        return "plenum_relay_up 1\n";
    }
    std::vector<node::RelayRepairs> repairs() {
        ++gathered;
        constexpr std::uint64_t home = 5;
        return {{77, home, home, true, 3, 100, 40'000, 0, {{6, 12, 5, 4800}}}};
    }
    int gathered{0};
    runtime::HttpResponder::Find find{http_pages({[this] { return metrics(); }, [this] { return repairs(); }})};
};

TEST_F(HttpPages, show_metrics_as_prometheus_text) {
    const auto page = find("/metrics");
    ASSERT_TRUE(page.has_value());
    EXPECT_THAT(page->content_type, StartsWith("text/plain; version=0.0.4"));
    EXPECT_EQ(page->body, "plenum_relay_up 1\n");
    EXPECT_EQ(gathered, 1) << "repairs are not needed for this page";
}

TEST_F(HttpPages, show_repairs_as_json_and_as_a_picture) {
    const auto json = find("/repairs.json");
    ASSERT_TRUE(json.has_value());
    EXPECT_EQ(json->content_type, "application/json");
    EXPECT_EQ(read_repairs_json(json->body)->front().tree, 77U);
    const auto picture = find("/repairs.svg");
    ASSERT_TRUE(picture.has_value());
    EXPECT_EQ(picture->content_type, "image/svg+xml");
    EXPECT_THAT(picture->body, HasSubstr("<svg"));
}

TEST_F(HttpPages, gather_nothing_for_an_unknown_path) {
    for (const auto* path : {"/", "", "/metric", "/metrics/", "/repairs"})
        EXPECT_FALSE(find(path).has_value()) << path;
    EXPECT_EQ(gathered, 0);
}

} // namespace
} // namespace plenum::app
