// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/random.h"
#include "tests/sim/fault.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plenum::sim {

/// The durable side of a disk. The files themselves show what programs see: every write at once, as from the system's
/// cache. Here stands what would be left if the power went: what was synced, and of what was not a drawn part, torn
/// somewhere. A sync that fails takes what it should have synced for ever, though reads still show it: so does Linux
/// since fsync's errors mark pages clean (the behaviour that PostgreSQL met in 2018). A disk that lies says of every
/// sync that it is done, and does it only once it lies no more.
///
/// Names and sizes of files are durable at once: SQLite and the store sync folders, and no fault here breaks that.
class FaultDisk {
  public:
    explicit FaultDisk(base::Random random) : random_{random} {}

    /// What a call of the file system is to answer.
    enum class Answer : std::uint8_t { fine = 1, full = 2, write_error = 3, sync_error = 4, dead = 5, lie = 6 };

    /// Counts the call; `dead` from the drawn one on after `power_cut`, and after `stop`.
    [[nodiscard]] Answer before_write();
    [[nodiscard]] Answer before_sync();
    [[nodiscard]] Answer before_remove();
    /// Whether this read works.
    [[nodiscard]] bool before_read();
    /// Whether SQLite gets memory.
    [[nodiscard]] bool before_allocation() { return !no_memory_ || !random_.chance(no_memory_ppm); }

    void written(const std::string& file, base::ByteView bytes, std::uint64_t at);
    void truncated(const std::string& file, std::uint64_t size);
    void synced(const std::string& file);
    /// The sync failed: what was written since the last one will never be durable.
    void sync_failed(const std::string& file);
    void removed(const std::string& file) { files_.erase(file); }
    /// A file that was not there, or of which nothing is known: what it holds now is durable.
    void opened(const std::string& file, const base::Bytes& contents);

    /// Nothing works any more until `start`: the program is dead.
    void stop() { dead_ = true; }
    /// Every file as the power leaves it: durable, with a part of what was not. To be written into the files.
    [[nodiscard]] std::map<std::string, base::Bytes> after_power_cut();
    void start();

    /// All but `bit_flip`.
    void strike(FaultKind kind);
    struct Flip {
        std::string file;
        std::uint64_t bit{0};
    };
    /// Rot in what is durable, to be done to the file as well; nullopt if there is nothing.
    [[nodiscard]] std::optional<Flip> flip_bit();
    /// Another disk in its place.
    void replace(const std::map<std::string, base::Bytes>& files);
    [[nodiscard]] bool died() const { return died_; }
    /// Whether it died while something else than a write-ahead log was written.
    [[nodiscard]] bool died_in_checkpoint() const { return died_in_checkpoint_; }
    /// What the next calls are about.
    void touch(std::string_view file) { outside_log_ = !file.ends_with("-wal"); }
    [[nodiscard]] base::Random& random() { return random_; }

    /// A disk writes whole sectors or nothing of them.
    static constexpr std::size_t sector_bytes = 512;
    /// Within how many calls a power cut strikes.
    static constexpr std::uint64_t cut_within = 24;
    /// The share of reads that fail with `read_error`.
    static constexpr std::uint32_t read_error_ppm = 250'000;
    /// The share of SQLite's allocations that fail with `store_no_memory`: half of all commits, or more.
    static constexpr std::uint32_t no_memory_ppm = 10'000;

  private:
    struct Pending {
        std::uint64_t at{0};
        base::Bytes bytes;
        /// Cut off there; nothing was written.
        bool truncation{false};
    };
    struct File {
        base::Bytes durable;
        std::vector<Pending> pending;
    };

    [[nodiscard]] bool counted_out();
    static void apply(const Pending& pending, base::Bytes& to);

    base::Random random_;
    std::map<std::string, File> files_;
    bool full_{false};
    bool write_error_{false};
    bool sync_error_{false};
    bool read_error_{false};
    bool no_memory_{false};
    bool lies_{false};
    bool outside_log_{false};
    bool died_in_checkpoint_{false};
    bool dead_{false};
    bool died_{false};
    /// Calls until the power goes; 0 is never.
    std::uint64_t calls_left_{0};
    /// The same from the next start on.
    std::uint64_t calls_from_start_{0};
};

} // namespace plenum::sim
