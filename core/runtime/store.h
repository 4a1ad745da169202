// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/node/node.h"
#include "core/runtime/conference_file.h"
#include "core/runtime/files.h"

#include <cstdint>
#include <expected>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// Where a relay keeps its conferences across restarts (security.md, Store): a SQLite file each, written by one
/// connection in one thread.
///
/// What a node says is to be kept is gathered by `put` and made durable by `commit`, all of one turn of the loop in one
/// transaction a conference, before anything of that turn is sent. Where that fails (disk full, device broken) the file
/// is closed, reopened, verified and written again after `retry_delay`; meanwhile what is missing waits in memory, the
/// conference goes on, and a notice says so. When more is missing than `missing_bytes_max`, the file is set aside as
/// incomplete: a relay that came back with an old log would look like one that lies.
namespace plenum::runtime {

/// What happened to the store; a sentence for people that names no one.
struct StoreNotice {
    enum class Kind : std::uint8_t {
        failing = 1,   ///< a conference cannot be written; tried again
        recovered = 2, ///< it is stored whole again
        set_aside = 3, ///< a file is kept and not used: damaged, foreign or incomplete
        left_out = 4,  ///< a file could not be read; it is there, and left until the next start
    };
    Kind kind;
    std::string sentence;
};

class Store {
  public:
    static constexpr base::Duration retry_delay = base::Duration{5'000'000'000};
    static constexpr std::size_t missing_bytes_max = 4 * 1024 * 1024;
    /// Files held open; the least recently written is closed for another. Bounds descriptors.
    static constexpr std::size_t open_files_max = 64;

    /// One sentence where the folder cannot be made, written, or is another process'.
    [[nodiscard]] static std::expected<Store, std::string> open(const std::filesystem::path& folder);

    /// The conferences whose files are there.
    [[nodiscard]] std::vector<base::ConferenceHandle> conferences() const;
    /// Error: why it cannot be used. Damaged or foreign files are then to be `set_aside`.
    [[nodiscard]] std::expected<node::ConferenceStored, DatabaseError> load(base::ConferenceHandle conference);
    /// Renames the file so that it is never loaded, and nobody's data is lost.
    [[nodiscard]] StoreNotice set_aside(base::ConferenceHandle conference, const std::string& why);

    void put(const node::StoreConference& conference);
    void put(node::StoreEntry entry);
    void put(const node::ForgetConference& conference);
    /// Whether something waits for `commit`.
    [[nodiscard]] bool dirty() const { return dirty_; }
    /// Makes durable what was put. Notices tell what was not and what is again.
    [[nodiscard]] std::vector<StoreNotice> commit(base::LocalTime now);
    struct Counters {
        std::uint64_t transactions{0};
        std::uint64_t failures{0}; ///< of transactions, and of opening for them
        std::uint64_t entries{0};
        std::uint64_t set_aside{0};
        /// Conferences that are not whole on disk now, and what waits for them in memory.
        std::size_t failing{0};
        std::size_t missing_bytes{0};
    };
    [[nodiscard]] Counters counters() const;
    /// When `commit` should be called though nothing was put: a failed write is to be tried again.
    [[nodiscard]] base::LocalTime wake() const { return retry_at_; }

  private:
    struct Slot {
        node::StoreConference conference;
        std::vector<node::StoreEntry> missing;
        std::size_t missing_bytes{0};
        std::optional<ConferenceFile> file{};
        /// Order of last writes; 0 is not in this run.
        std::uint64_t written_at{0};
        /// Whether the file has the conference.
        bool made{false};
        /// Whether what the file had when this run found it is surely on the disk.
        bool settled{true};
        std::optional<base::LocalTime> retry_at{};
        bool given_up{false};
    };

    Store(std::filesystem::path folder, FolderLock lock) : folder_{std::move(folder)}, lock_{std::move(lock)} {}
    [[nodiscard]] std::filesystem::path file_of(base::ConferenceHandle conference) const;
    [[nodiscard]] std::expected<void, DatabaseError> write(Slot& slot);
    void commit(Slot& slot, base::LocalTime now, std::vector<StoreNotice>& notices);
    void fail(Slot& slot, const DatabaseError& error, base::LocalTime now, std::vector<StoreNotice>& notices);
    void give_up(Slot& slot, std::vector<StoreNotice>& notices);
    void close_oldest();
    void find_next_retry();

    std::filesystem::path folder_;
    FolderLock lock_;
    std::map<base::ConferenceHandle, Slot> slots_;
    std::uint64_t writes_{0};
    Counters counters_;
    /// The earliest of the slots'.
    base::LocalTime retry_at_{base::local_time_max};
    bool dirty_{false};
};

} // namespace plenum::runtime
