// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/process.h"

#include "core/base/check.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>

namespace plenum::bench {

namespace {

void write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const auto written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) std::_Exit(1);
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

/// In the child: on `core`, and gone with its parent.
void settle_child(int core) {
    (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(static_cast<std::size_t>(core), &cores);
    // Where there is but one core, all are on it anyway.
    (void)::sched_setaffinity(0, sizeof cores, &cores);
}

std::array<runtime::Descriptor, 2> make_pipe() {
    std::array<int, 2> ends{};
    CHECK(::pipe2(ends.data(), O_CLOEXEC) == 0);
    return {runtime::Descriptor{ends[0]}, runtime::Descriptor{ends[1]}};
}

[[noreturn]] void become(const std::vector<std::string>& command, int output) {
    (void)::dup2(output, STDOUT_FILENO);
    (void)::dup2(output, STDERR_FILENO);
    std::vector<char*> arguments;
    for (const auto& argument : command)
        arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    (void)::execvp(arguments[0], arguments.data());
    std::_Exit(127);
}

} // namespace

void Teller::line(const std::string& text) const { write_all(descriptor_, text + "\n"); }

void Teller::samples(const Samples& samples) const {
    std::array<char, 32> digits{};
    std::string text;
    for (const auto sample : samples) {
        const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), sample);
        text.append(digits.data(), end).push_back(' ');
    }
    line(text);
}

Process Process::fork(int core, const std::function<void(const Teller&)>& work) {
    auto [read_end, write_end] = make_pipe();
    const auto id = ::fork();
    CHECK(id >= 0);
    if (id == 0) {
        settle_child(core);
        work(Teller{write_end.value()});
        std::_Exit(0);
    }
    return Process{id, std::move(read_end)};
}

Process Process::execute(int core, const std::vector<std::string>& command) {
    auto [read_end, write_end] = make_pipe();
    const auto id = ::fork();
    CHECK(id >= 0);
    if (id == 0) {
        settle_child(core);
        become(command, write_end.value());
    }
    return Process{id, std::move(read_end)};
}

Process::Process(Process&& other) noexcept
    : id_{std::exchange(other.id_, -1)},
      output_{std::move(other.output_)},
      buffered_{std::move(other.buffered_)} {}

Process::~Process() {
    if (id_ <= 0) return;
    (void)::kill(id_, SIGKILL);
    while (::waitpid(id_, nullptr, 0) < 0 && errno == EINTR) {
    }
}

void Process::terminate() const { (void)::kill(id_, SIGTERM); }

bool Process::fill(base::Duration limit) {
    pollfd waited{output_.value(), POLLIN, 0};
    const auto milliseconds = static_cast<int>(limit / std::chrono::milliseconds{1});
    if (::poll(&waited, 1, milliseconds) != 1) return false;
    std::array<char, 65536> piece{};
    const auto size = ::read(output_.value(), piece.data(), piece.size());
    if (size <= 0) return false;
    buffered_.append(piece.data(), static_cast<std::size_t>(size));
    return true;
}

std::optional<std::string> Process::line(base::Duration limit) {
    std::size_t looked_at = 0;
    for (;;) {
        const auto end = buffered_.find('\n', looked_at);
        if (end != std::string::npos) {
            auto text = buffered_.substr(0, end);
            buffered_.erase(0, end + 1);
            return text;
        }
        looked_at = buffered_.size();
        if (!fill(limit)) return std::nullopt;
    }
}

std::optional<std::string> Process::line_with(const std::string& text) {
    while (auto next = line()) {
        if (next->find(text) != std::string::npos) return next;
    }
    return std::nullopt;
}

Samples Process::samples(base::Duration limit) {
    std::istringstream text{line(limit).value_or("")};
    Samples result;
    for (double sample = 0; text >> sample;)
        result.push_back(sample);
    return result;
}

base::Duration Process::processor_time() const {
    clockid_t clock{};
    timespec spent{};
    CHECK(::clock_getcpuclockid(id_, &clock) == 0 && ::clock_gettime(clock, &spent) == 0);
    return std::chrono::seconds{spent.tv_sec} + base::Duration{spent.tv_nsec};
}

double Process::private_kib() const {
    std::ifstream file{"/proc/" + std::to_string(id_) + "/smaps_rollup"};
    for (std::string word; file >> word;) {
        double kib = 0;
        if (word == "Private_Dirty:" && file >> kib) return kib;
    }
    return 0;
}

std::optional<std::string> find_program(const std::string& name) {
    const auto* path = std::getenv("PATH");
    std::istringstream folders{path == nullptr ? "/usr/bin" : path};
    for (std::string folder; std::getline(folders, folder, ':');) {
        const auto file = folder + "/" + name;
        if (::access(file.c_str(), X_OK) == 0) return file;
    }
    // Debian puts servers where a user's PATH does not reach.
    const auto system = "/usr/sbin/" + name;
    return ::access(system.c_str(), X_OK) == 0 ? std::optional{system} : std::nullopt;
}

std::filesystem::path program_folder() { return std::filesystem::read_symlink("/proc/self/exe").parent_path(); }

ScratchFolder::ScratchFolder() {
    auto name = (std::filesystem::temp_directory_path() / "plenum-bench-XXXXXX").string();
    CHECK(::mkdtemp(name.data()) != nullptr);
    path_ = name;
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

} // namespace plenum::bench
