// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/runtime/files.h"
#include "core/runtime/store/conference_file.h"

#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Where a relay keeps its conferences across restarts (security.md, Store): a SQLite file each, written by one
/// connection in one thread.
///
/// What a node says is to be kept is gathered by `put` and made durable by `commit`, all that was put of a conference
/// in one transaction, which then says so (`Committed::kept`); before, nobody hears of it. Where that fails (disk full,
/// device broken) the file is closed, reopened, verified and written again after `retry_delay`; meanwhile what is
/// missing waits in memory, the conference goes on without the disk, and a notice says so. When more is missing than
/// `missing_bytes_max`, the file is set aside as incomplete.
namespace plenum::runtime {

/// What happened to the store; a sentence for people that names no one.
struct StoreNotice {
    enum class Kind : std::uint8_t {
        failing = 1,   ///< a conference cannot be written; tried again
        recovered = 2, ///< it is stored whole again
        set_aside = 3, ///< a file is kept and not used: damaged, foreign or incomplete
        left_out = 4,  ///< a file could not be read, and will be tried again, or not be moved away
        behind = 5,    ///< a file lacks what was written last; members are asked for it
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
    /// The same folder for one of `count` loops, each with a writer of its own: knows the conferences that it `has` and
    /// no others. The folder is this process' until all are gone.
    using Has = std::function<bool(const base::ConferenceHandle& conference)>;
    [[nodiscard]] Store share(Has has, std::size_t count) const;

    /// The conferences whose files are there. Where the folder cannot be read, those that were found; a notice comes
    /// with the next commit.
    [[nodiscard]] std::vector<base::ConferenceHandle> conferences();
    struct Loaded {
        node::ConferenceStored stored;
        /// What is missing in it.
        std::vector<StoreNotice> notices;
    };
    /// Of a file whose entries are damaged, those before come back, and the file is set aside. Error: why it cannot be
    /// used. Damaged or foreign files are then to be `set_aside`.
    [[nodiscard]] std::expected<Loaded, DatabaseError> load(base::ConferenceHandle conference);
    /// Renames the file so that it is never loaded, and nobody's data is lost. Where that fails too, the notice says
    /// so, and the file is not written.
    [[nodiscard]] StoreNotice set_aside(base::ConferenceHandle conference, const std::string& why);

    /// It could not be loaded: `commit` tries again, until it is loaded or made anew.
    [[nodiscard]] StoreNotice leave_out(base::ConferenceHandle conference, const std::string& why);

    /// What `commit` loaded is foreign to the program: set aside, unless it was made anew since.
    void refuse(base::ConferenceHandle conference);

    /// Of a conference that was neither made nor loaded it is ignored.
    void put(StoreItem item);
    /// The conference is not written any more in this run, since what was put of it up to `number` is not all there; a
    /// notice comes with the next commit.
    void give_up(base::ConferenceHandle conference, std::uint64_t number, const std::string& why);
    /// Whether something waits for `commit`.
    [[nodiscard]] bool dirty() const { return dirty_; }
    struct Committed {
        std::vector<StoreNotice> notices;
        /// Of each conference of which something was put.
        std::vector<node::ConferenceKept> kept;
        /// What had been left out and could be loaded now.
        std::vector<Loaded> loaded;
    };
    /// Makes durable what was put. Notices tell what was not and what is again.
    [[nodiscard]] Committed commit(base::LocalTime now);
    struct Counters {
        std::uint64_t transactions{0};
        std::uint64_t failures{0}; ///< of transactions, and of opening for them
        std::uint64_t entries{0};
        std::uint64_t words{0};
        std::uint64_t set_aside{0};
        std::uint64_t behind{0}; ///< files that lacked what was written last
        /// Conferences that are not whole on disk now, and what waits for them in memory.
        std::size_t failing{0};
        std::size_t left_out{0}; ///< files that could not be loaded so far
        std::size_t missing_bytes{0};
    };
    [[nodiscard]] Counters counters() const;
    /// When `commit` should be called though nothing was put: what failed is to be tried again.
    [[nodiscard]] base::LocalTime wake() const { return retry_at_; }

  private:
    struct Slot {
        node::StoreConference conference;
        std::vector<StoreItem> missing{};
        std::size_t missing_bytes{0};
        std::optional<ConferenceFile> file{};
        /// The highest of what was put, and what was reported of it.
        std::uint64_t number{0};
        std::uint64_t reported{0};
        /// Order of last writes; 0 is not in this run.
        std::uint64_t written_at{0};
        /// Whether the file has the conference.
        bool made{false};
        /// Whether what the file had when this run found it is surely on the disk.
        bool settled{true};
        std::optional<base::LocalTime> retry_at{};
        bool given_up{false};
    };

    Store(std::filesystem::path folder, std::shared_ptr<FolderLock> lock)
        : folder_{std::move(folder)},
          lock_{std::move(lock)} {}
    [[nodiscard]] std::filesystem::path file_of(base::ConferenceHandle conference) const;
    /// Whether nothing stands where its file is to be.
    [[nodiscard]] bool make_way(base::ConferenceHandle conference);
    void forget(base::ConferenceHandle conference);
    [[nodiscard]] StoreNotice move_aside(base::ConferenceHandle conference, const std::string& why);
    static void begin_anew(Slot& slot, const node::ConferenceStored& stored);
    [[nodiscard]] std::expected<void, DatabaseError> write(Slot& slot);
    void commit(Slot& slot, base::LocalTime now, Committed& committed);
    void fail(Slot& slot, const DatabaseError& error, base::LocalTime now, Committed& committed);
    void give_up(Slot& slot, const std::string& why);
    static void report(Slot& slot, bool durable, Committed& committed);
    void close_oldest();
    void load_left_out(base::LocalTime now, Committed& committed);
    void find_next_retry();

    std::filesystem::path folder_;
    std::shared_ptr<FolderLock> lock_;
    /// Empty: all.
    Has has_;
    std::size_t open_files_most_{open_files_max};
    std::map<base::ConferenceHandle, Slot> slots_;
    /// What could not be loaded, and when to try again.
    std::map<base::ConferenceHandle, base::LocalTime> left_out_;
    std::vector<StoreNotice> notices_;
    std::uint64_t writes_{0};
    Counters counters_;
    /// The earliest of the slots'.
    base::LocalTime retry_at_{base::local_time_max};
    bool dirty_{false};
};

} // namespace plenum::runtime
