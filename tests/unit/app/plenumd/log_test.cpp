// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace plenum::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class LogTest : public testing::Test {
  protected:
    Log make(const Log::Options& options) {
        return Log{options,
                   {[this](const std::string& line) { lines.push_back(line); },
                    [] { return std::chrono::system_clock::time_point{std::chrono::milliseconds{1'700'000'000'007}}; },
                    [this] { return now; }}};
    }
    std::vector<std::string> lines;
    base::LocalTime now{std::chrono::hours{1}};
};

TEST_F(LogTest, writes_an_event_and_its_fields) {
    auto log = make({});
    log.write(LogEvent::closing, {{"how", "restarting"}, {"sessions", 3}});
    EXPECT_THAT(lines, ElementsAre("2023-11-14T22:13:20.007Z info closing how=restarting sessions=3"));
}

TEST_F(LogTest, nothing_that_is_written_breaks_a_line_or_looks_like_another_field) {
    auto log = make({});
    log.write(LogEvent::store_failing, {{"text", "full\nfake=1 \"x\" \x1b[31m"}});
    log.write(LogEvent::store_failing, {{"text", ""}});
    ASSERT_THAT(lines, SizeIs(2));
    EXPECT_THAT(lines[0], testing::EndsWith(R"(error store_failing text="full\nfake=1 \"x\" \u001b[31m")"));
    EXPECT_THAT(lines[1], testing::EndsWith(R"(text="")"));
}

TEST_F(LogTest, writes_json) {
    auto log = make({.json = true});
    log.write(LogEvent::store_failing, {{"text", "a\nb\xff"}});
    log.write(LogEvent::sessions_full, {{"limit", 5}});
    ASSERT_THAT(lines, SizeIs(2));
    const auto first = nlohmann::json::parse(lines[0]);
    EXPECT_EQ(first["event"], "store_failing");
    EXPECT_EQ(first["level"], "error");
    EXPECT_EQ(first["time"], "2023-11-14T22:13:20.007Z");
    EXPECT_EQ(first["text"], "a\nb\xef\xbf\xbd");
    EXPECT_EQ(nlohmann::json::parse(lines[1])["limit"], 5);
}

TEST_F(LogTest, tells_addresses_only_where_asked_to) {
    for (const bool json : {false, true}) {
        auto log = make({.json = json});
        log.write(LogEvent::session_faulty, {{"sessions", 1}, {"from", "192.0.2.1:5"}});
        log.set_options({.json = json, .addresses = true});
        log.write(LogEvent::session_faulty, {{"sessions", 1}, {"from", "192.0.2.1:5"}});
    }
    ASSERT_THAT(lines, SizeIs(4));
    EXPECT_THAT(lines[0], testing::Not(testing::HasSubstr("192.0.2.1")));
    EXPECT_THAT(lines[1], testing::EndsWith("session_faulty sessions=1 from=192.0.2.1:5"));
    EXPECT_THAT(lines[2], testing::Not(testing::HasSubstr("192.0.2.1")));
    EXPECT_THAT(lines[3], testing::HasSubstr(R"("from":"192.0.2.1:5")"));
}

TEST_F(LogTest, keeps_to_its_level) {
    auto log = make({.level = LogLevel::warning});
    log.write(LogEvent::session_opened);
    log.write(LogEvent::closing);
    EXPECT_THAT(lines, IsEmpty());
    log.write(LogEvent::loop_late);
    log.write(LogEvent::store_failing);
    EXPECT_THAT(lines, SizeIs(2));
}

TEST_F(LogTest, marks_the_gravity_for_the_journal) {
    auto log = make({.level = LogLevel::debug, .journal = true});
    for (const auto event : {LogEvent::store_failing, LogEvent::loop_late, LogEvent::closing, LogEvent::session_opened})
        log.write(event);
    EXPECT_THAT(lines, ElementsAre("<3>store_failing", "<4>loop_late", "<6>closing", "<7>session_opened"));
}

TEST_F(LogTest, sums_up_a_burst_and_lets_other_events_through) {
    auto log = make({});
    for (int knock = 0; knock < 1000; ++knock)
        log.write(LogEvent::address_full);
    EXPECT_THAT(lines, SizeIs(Log::burst_max));
    log.write(LogEvent::store_failing);
    EXPECT_THAT(lines, SizeIs(Log::burst_max + 1));
    log.sum_up();
    EXPECT_THAT(lines, SizeIs(Log::burst_max + 1)) << "not before the window is over";
    now += Log::burst_window;
    log.sum_up();
    ASSERT_THAT(lines, SizeIs(Log::burst_max + 2));
    EXPECT_THAT(lines.back(), testing::EndsWith("warning repeated event=address_full count=980"));
    log.sum_up();
    EXPECT_THAT(lines, SizeIs(Log::burst_max + 2)) << "said once";
    log.write(LogEvent::address_full);
    EXPECT_THAT(lines.back(), testing::EndsWith("warning address_full"));
}

TEST_F(LogTest, sums_up_at_its_end_whatever_the_time) {
    auto log = make({});
    for (std::size_t knock = 0; knock < Log::burst_max + 2; ++knock)
        log.write(LogEvent::address_full);
    log.sum_up_all();
    ASSERT_THAT(lines, SizeIs(Log::burst_max + 1));
    EXPECT_THAT(lines.back(), testing::EndsWith("warning repeated event=address_full count=2"));
}

TEST_F(LogTest, sums_up_before_the_next_of_its_kind) {
    auto log = make({});
    for (std::size_t knock = 0; knock < Log::burst_max + 2; ++knock)
        log.write(LogEvent::address_full);
    now += Log::burst_window;
    log.write(LogEvent::address_full);
    ASSERT_THAT(lines, SizeIs(Log::burst_max + 2));
    EXPECT_THAT(lines[Log::burst_max], testing::EndsWith("repeated event=address_full count=2"));
}

TEST(LogEvents, have_names_of_their_own_and_a_meaning) {
    std::vector<std::string_view> names;
    for (const auto& event : log_events()) {
        EXPECT_THAT(names, testing::Not(testing::Contains(event.name)));
        names.push_back(event.name);
        EXPECT_GT(event.meaning.size(), 15U) << event.name;
        EXPECT_EQ(&info_of(event.event), &event);
    }
}

} // namespace
} // namespace plenum::app
