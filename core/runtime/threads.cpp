// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/threads.h"

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>

namespace plenum::runtime {

namespace {

struct Priorities {
    /// Of SCHED_RR, 1 to 99. Low ones, since drivers' threads stand at 50 and sound servers near it.
    int real_time;
    /// Lower is more; where there is no real time the distances are what counts.
    int nice;
};

Priorities priorities_of(ThreadWork work) {
    switch (work) {
    case ThreadWork::delivery: return {.real_time = 6, .nice = -12};
    case ThreadWork::sound: return {.real_time = 5, .nice = -11};
    case ThreadWork::pictures: return {.real_time = 3, .nice = -5};
    }
    return {};
}

} // namespace

void name_thread(std::string_view name) {
    const std::string cut{name.substr(0, 15)};
    (void)::pthread_setname_np(::pthread_self(), cut.c_str());
}

Standing raise_thread_priority(ThreadWork work) {
    const auto wanted = priorities_of(work);
    sched_param parameters{};
    parameters.sched_priority = wanted.real_time;
    // On Linux both calls mean the calling thread, not the process.
    if (::sched_setscheduler(0, SCHED_RR | SCHED_RESET_ON_FORK, &parameters) == 0) return Standing::real_time;
    if (::setpriority(PRIO_PROCESS, 0, wanted.nice) == 0) return Standing::preferred;
    return Standing::ordinary;
}

std::string_view name_of(Standing standing) {
    switch (standing) {
    case Standing::real_time: return "real_time";
    case Standing::preferred: return "preferred";
    case Standing::ordinary: break;
    }
    return "ordinary";
}

std::string explain(Standing standing) {
    if (standing == Standing::real_time) return "The loop's thread has real-time priority.";
    rlimit limit{};
    (void)::getrlimit(RLIMIT_RTPRIO, &limit);
    const std::string lacking = standing == Standing::preferred ? "real-time priority, only a better nice value"
                                                                : "priority over other programs";
    return "The loop's thread has no " + lacking +
           ": on a busy machine data may wait. Give the program CAP_SYS_NICE or a real-time priority limit "
           "(LimitRTPRIO=6 in its systemd unit; it has " +
           std::to_string(limit.rlim_cur) + " now).";
}

} // namespace plenum::runtime
