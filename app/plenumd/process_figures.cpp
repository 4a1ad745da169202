// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/process_figures.h"

#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace plenum::app {

namespace {

double seconds(const timeval& time) {
    constexpr double us_per_second = 1e6;
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / us_per_second;
}

void read_memory(ProcessFigures& figures) {
    std::ifstream in{"/proc/self/statm"};
    std::uint64_t pages = 0;
    std::uint64_t resident = 0;
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    if (!(in >> pages >> resident)) return;
    figures.virtual_bytes = pages * page;
    figures.resident_bytes = resident * page;
}

} // namespace

ProcessFigures read_process_figures() {
    ProcessFigures figures;
    read_memory(figures);
    rusage usage{};
    if (::getrusage(RUSAGE_SELF, &usage) == 0) figures.cpu_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    std::error_code error;
    std::uint64_t descriptors = 0;
    for (std::filesystem::directory_iterator each{"/proc/self/fd", error}, end; !error && each != end;
         each.increment(error))
        ++descriptors;
    if (!error) figures.open_descriptors = descriptors;
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) figures.descriptors_max = limit.rlim_cur;
    return figures;
}

} // namespace plenum::app
