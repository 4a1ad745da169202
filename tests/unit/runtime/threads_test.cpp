// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/threads.h"

#include <gtest/gtest.h>

#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <thread>

namespace plenum::runtime {
namespace {

/// Runs `check` in a process and thread of its own; whether it held.
bool alone(const std::function<bool()>& check) {
    const auto child = ::fork();
    if (child == 0) ::_exit(check() ? 0 : 1);
    int status = 0;
    return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool limit(int resource, rlim_t value) {
    const rlimit both{value, value};
    return ::setrlimit(static_cast<__rlimit_resource_t>(resource), &both) == 0;
}

/// Gives up root, and so CAP_SYS_NICE.
bool become_nobody() { return ::setgid(65'534) == 0 && ::setuid(65'534) == 0; }

int policy() { return ::sched_getscheduler(0) & ~SCHED_RESET_ON_FORK; }

int priority_as(ThreadWork work) {
    sched_param parameters{};
    if (raise_thread_priority(work) != Standing::real_time || ::sched_getparam(0, &parameters) != 0) return -1;
    return parameters.sched_priority;
}

class ThreadPriority : public testing::Test {
  protected:
    void SetUp() override {
        if (::geteuid() != 0) GTEST_SKIP() << "what is given and taken away here needs root";
    }
    /// Containers may lack CAP_SYS_RESOURCE.
    static bool may_set_limits() {
        return alone([] { return limit(RLIMIT_RTPRIO, 6) && limit(RLIMIT_NICE, 40); });
    }
};

TEST_F(ThreadPriority, is_real_time_where_the_system_allows_in_the_papers_order) {
    EXPECT_TRUE(alone([] {
        const auto delivery = priority_as(ThreadWork::delivery);
        const auto sound = priority_as(ThreadWork::sound);
        const auto pictures = priority_as(ThreadWork::pictures);
        return policy() == SCHED_RR && delivery > sound && sound > pictures && pictures > 0;
    }));
}

TEST_F(ThreadPriority, is_not_handed_on_to_threads_started_by_it) {
    EXPECT_TRUE(alone([] {
        if (raise_thread_priority(ThreadWork::delivery) != Standing::real_time) return false;
        int other = -1;
        std::thread{[&] { other = policy(); }}.join();
        return policy() == SCHED_RR && other == SCHED_OTHER;
    }));
}

TEST_F(ThreadPriority, needs_no_root_where_a_limit_allows_it) {
    if (!may_set_limits()) GTEST_SKIP() << "limits cannot be raised here";
    EXPECT_TRUE(alone([] {
        return limit(RLIMIT_RTPRIO, 6) && become_nobody() &&
               raise_thread_priority(ThreadWork::delivery) == Standing::real_time;
    }));
}

TEST_F(ThreadPriority, is_a_preference_where_that_is_all_there_is) {
    if (!may_set_limits()) GTEST_SKIP() << "limits cannot be raised here";
    EXPECT_TRUE(alone([] {
        // 20 minus the lowest nice value allowed (getrlimit(2)).
        return limit(RLIMIT_RTPRIO, 0) && limit(RLIMIT_NICE, 40) && become_nobody() &&
               raise_thread_priority(ThreadWork::sound) == Standing::preferred && policy() == SCHED_OTHER &&
               ::getpriority(PRIO_PROCESS, 0) < 0;
    }));
}

TEST_F(ThreadPriority, stays_ordinary_for_those_who_may_nothing) {
    EXPECT_TRUE(alone([] {
        const auto before = ::getpriority(PRIO_PROCESS, 0);
        return limit(RLIMIT_RTPRIO, 0) && limit(RLIMIT_NICE, 0) && become_nobody() &&
               raise_thread_priority(ThreadWork::sound) == Standing::ordinary && policy() == SCHED_OTHER &&
               ::getpriority(PRIO_PROCESS, 0) == before;
    }));
}

TEST(ThreadPriorityText, tells_what_to_do_where_it_is_not_given) {
    EXPECT_EQ(explain(Standing::real_time).find("LimitRTPRIO"), std::string::npos);
    EXPECT_NE(explain(Standing::preferred).find("LimitRTPRIO=6"), std::string::npos);
    EXPECT_NE(explain(Standing::ordinary).find("LimitRTPRIO=6"), std::string::npos);
    rlimit limit{};
    ASSERT_EQ(::getrlimit(RLIMIT_RTPRIO, &limit), 0);
    EXPECT_NE(explain(Standing::ordinary).find("it has " + std::to_string(limit.rlim_cur) + " now"), std::string::npos);
}

} // namespace
} // namespace plenum::runtime
