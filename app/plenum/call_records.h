// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/call_record.h"

#include <filesystem>
#include <optional>
#include <sys/types.h>
#include <vector>

namespace plenum::app {

/// The records of running calls, and of calls that a crash or a kill ended, in a folder. Each process has a file of its
/// own that its owner alone can read, `call-PROCESS.json`.
class CallRecords {
  public:
    /// Without a folder, nothing is kept.
    explicit CallRecords(std::filesystem::path folder);

    /// False if the file cannot be written.
    bool write(const CallRecord& record) const;
    /// Of this process.
    void remove() const;
    /// The same, unless its conference can be hosted again.
    void remove_spent() const;

    // What other processes left behind. `take` makes the record this process's, so that a crash on the way back into
    // the call loses nothing either.
    [[nodiscard]] std::optional<CallRecord> take(pid_t process) const;
    /// The conference of this link ran in a program that is gone, and can be hosted again.
    [[nodiscard]] bool may_host_again(const QString& link) const { return find(link).has_value(); }
    [[nodiscard]] std::optional<CallRecord> take(const QString& link) const;
    /// Removes those of processes that are gone, but for the one of `but` and for conferences that can be hosted again.
    void remove_stale(pid_t but) const;

  private:
    [[nodiscard]] std::filesystem::path file_of(pid_t process) const;
    struct Left {
        std::filesystem::path file;
        pid_t process;
    };
    [[nodiscard]] std::vector<Left> left_behind() const;
    [[nodiscard]] std::optional<std::filesystem::path> find(const QString& link) const;
    [[nodiscard]] std::optional<CallRecord> adopt(const std::filesystem::path& file) const;

    std::filesystem::path folder_;
    /// Empty where there is none.
    std::filesystem::path file_;
};

} // namespace plenum::app
