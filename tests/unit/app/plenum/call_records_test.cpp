// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/call_records.h"

#include "tests/unit/runtime/temporary_folder.h"

#include <gtest/gtest.h>

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;

/// Above every limit of Linux (proc(5), pid_max).
constexpr pid_t gone = 999'999'999;
constexpr pid_t also_gone = 999'999'998;

CallRecord a_call_record(bool hosted = true) {
    CallRecord record;
    record.link = QStringLiteral("plenum://127.0.0.1:7700/room#secret");
    record.title = QStringLiteral("Weekly");
    record.hosted = hosted;
    if (hosted) record.relay = base::Seed{};
    return record;
}

class CallRecordsTest : public testing::Test {
  protected:
    [[nodiscard]] std::filesystem::path file_of(pid_t process) const {
        return state / ("call-" + std::to_string(process) + ".json");
    }
    /// As a process left it that was killed.
    void leave_behind(pid_t process, const CallRecord& record) const {
        ASSERT_TRUE(records.write(record));
        std::filesystem::rename(file_of(getpid()), file_of(process));
    }

    runtime::TemporaryFolder folder;
    std::filesystem::path state{folder / "state"};
    CallRecords records{state};
};

TEST_F(CallRecordsTest, a_conference_whose_program_was_killed_can_be_hosted_again) {
    leave_behind(gone, a_call_record());
    records.remove_stale(0);
    EXPECT_TRUE(records.may_host_again(a_call_record().link));
    EXPECT_FALSE(records.may_host_again(QStringLiteral("plenum://127.0.0.1:7700/other#secret")));
    EXPECT_FALSE(records.may_host_again({}));
    EXPECT_EQ(records.take(a_call_record().link), a_call_record());
    EXPECT_FALSE(std::filesystem::exists(file_of(gone))) << "it is this process's now";
    EXPECT_EQ(records.take(a_call_record().link), a_call_record())
        << "who went back to the start screen may think again";
    records.remove();
    EXPECT_FALSE(records.may_host_again(a_call_record().link));
    EXPECT_EQ(records.take(a_call_record().link), std::nullopt);
}

TEST_F(CallRecordsTest, who_did_not_go_back_to_it_may_do_so_at_the_next_start) {
    leave_behind(gone, a_call_record());
    EXPECT_EQ(records.take(a_call_record().link), a_call_record());
    records.remove_spent();
    EXPECT_TRUE(records.may_host_again(a_call_record().link));
    ASSERT_TRUE(records.write(a_call_record(false)));
    records.remove_spent();
    EXPECT_TRUE(std::filesystem::is_empty(state));
}

TEST_F(CallRecordsTest, one_of_a_running_process_is_left_alone_until_that_is_killed) {
    const auto other = fork();
    if (other == 0) {
        while (true)
            pause();
    }
    leave_behind(other, a_call_record());
    records.remove_stale(0);
    EXPECT_FALSE(records.may_host_again(a_call_record().link));
    EXPECT_TRUE(std::filesystem::exists(file_of(other)));
    kill(other, SIGKILL);
    siginfo_t ended{};
    waitid(P_PID, static_cast<id_t>(other), &ended, WEXITED | WNOWAIT);
    EXPECT_TRUE(records.may_host_again(a_call_record().link)) << "its number is not free before it was waited for";
    waitpid(other, nullptr, 0);
}

TEST_F(CallRecordsTest, another_program_may_have_the_number_of_one_that_is_gone) {
    leave_behind(1, a_call_record());
    EXPECT_TRUE(records.may_host_again(a_call_record().link));
}

TEST_F(CallRecordsTest, those_of_guests_and_old_ones_are_removed) {
    leave_behind(gone, a_call_record(false));
    leave_behind(also_gone, a_call_record());
    std::filesystem::last_write_time(file_of(also_gone), std::filesystem::file_time_type::clock::now() - 13h);
    EXPECT_FALSE(records.may_host_again(a_call_record().link));
    records.remove_stale(0);
    EXPECT_TRUE(std::filesystem::is_empty(state));
}

TEST_F(CallRecordsTest, a_guest_that_crashed_takes_its_own) {
    leave_behind(gone, a_call_record(false));
    leave_behind(also_gone, a_call_record(false));
    records.remove_stale(gone);
    EXPECT_EQ(records.take(gone), a_call_record(false));
    EXPECT_EQ(records.take(also_gone), std::nullopt);
}

TEST(CallRecords, without_a_folder_nothing_is_kept) {
    const CallRecords none{{}};
    EXPECT_FALSE(none.write(a_call_record()));
    EXPECT_FALSE(none.may_host_again(a_call_record().link));
    EXPECT_EQ(none.take(gone), std::nullopt);
    none.remove_stale(0);
    none.remove();
    none.remove_spent();
}

} // namespace
} // namespace plenum::app
