// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/runtime/net/descriptor.h"
#include "tests/bench/report.h"

#include <sys/types.h>

#include <expected>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Processes that take part in a measure. Each end of a measure is a process of its own, as peers' are.
namespace plenum::bench {

/// The cores that measures use: both ends of a latency on the first, load and what is loaded on one each otherwise.
inline constexpr int core_first = 0;
inline constexpr int core_second = 1;

/// How long a process may be silent before a measure is given up.
inline constexpr base::Duration patience = std::chrono::seconds{60};

/// The end of a pipe on which a child tells its parent lines and samples.
class Teller {
  public:
    explicit Teller(int descriptor) : descriptor_{descriptor} {}
    void line(const std::string& text) const;
    void samples(const Samples& samples) const;

  private:
    int descriptor_;
};

/// A process that ends with its owner.
class Process {
  public:
    /// Runs `work` in a copy of this process; only while this one has a single thread.
    [[nodiscard]] static Process fork(int core, const std::function<void(const Teller&)>& work);
    /// Runs a program, of which standard output (and standard error) can be read.
    [[nodiscard]] static Process execute(int core, const std::vector<std::string>& command);

    Process(Process&& other) noexcept;
    Process& operator=(Process&&) = delete;
    ~Process();

    /// The next line; nullopt at the end, and when none comes in time.
    [[nodiscard]] std::optional<std::string> line(base::Duration limit = patience);
    /// The next line that contains `text`.
    [[nodiscard]] std::optional<std::string> line_with(const std::string& text);
    [[nodiscard]] Samples samples(base::Duration limit = patience);
    /// Processor time of all its threads so far (CLOCK_PROCESS_CPUTIME_ID of that process).
    [[nodiscard]] base::Duration processor_time() const;
    /// KiB of memory that is this process' alone and written to (proc(5), smaps_rollup).
    [[nodiscard]] double private_kib() const;
    [[nodiscard]] pid_t id() const { return id_; }
    void terminate() const;

  private:
    Process(pid_t id, runtime::Descriptor output) : id_{id}, output_{std::move(output)} {}
    /// Waits; false at the end or when nothing comes in time.
    bool fill(base::Duration limit);

    pid_t id_;
    runtime::Descriptor output_;
    std::string buffered_;
};

/// A program in the PATH; nullopt if it is not installed.
[[nodiscard]] std::optional<std::string> find_program(const std::string& name);
/// The folder in which the running program lies, with the others of ours.
[[nodiscard]] std::filesystem::path program_folder();

/// A folder that goes with its owner.
class ScratchFolder {
  public:
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

} // namespace plenum::bench
