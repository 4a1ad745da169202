// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"

#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

struct sqlite3;
struct sqlite3_stmt;

/// The little of SQLite that stores need, with errors as values. For one thread.
namespace plenum::runtime {

struct DatabaseError {
    enum class Kind : std::uint8_t {
        full = 1,     ///< no space left
        device = 2,   ///< reading, writing or syncing failed
        damaged = 3,  ///< no database, or its pages contradict each other
        refused = 4,  ///< not to be opened or written: permissions, or locked by another
        conflict = 5, ///< a row is there already
        other = 6,
    };
    Kind kind;
    std::string text;
};

class Database;

/// A prepared statement; parameters count from 1, columns from 0.
class Statement {
  public:
    Statement& bind(int parameter, std::int64_t value);
    /// Not copied: must live until the statement has run.
    Statement& bind(int parameter, base::ByteView blob);
    /// True while there is a row.
    [[nodiscard]] std::expected<bool, DatabaseError> step();
    /// Runs to the end and makes ready for the next run.
    [[nodiscard]] std::expected<void, DatabaseError> run();
    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] std::string text(int column) const;
    [[nodiscard]] base::ByteView blob(int column) const;

  private:
    friend class Database;
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };
    Statement(sqlite3* database, sqlite3_stmt* statement) : database_{database}, statement_{statement} {}
    sqlite3* database_;
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

class Database {
  public:
    /// Opens or makes a file, alone (exclusive lock), with WAL, synchronous=FULL and no memory mapping.
    [[nodiscard]] static std::expected<Database, DatabaseError> open(const std::filesystem::path& file);

    [[nodiscard]] std::expected<void, DatabaseError> execute(const std::string& statements);
    [[nodiscard]] std::expected<Statement, DatabaseError> prepare(const std::string& statement);
    /// The single integer that a statement gives.
    [[nodiscard]] std::expected<std::int64_t, DatabaseError> integer(const std::string& statement);
    /// Reads all pages and compares what they say of each other.
    [[nodiscard]] std::expected<void, DatabaseError> verify();
    /// Writes the whole write-ahead log once more, as it reads, and syncs it. After a sync that failed the system takes
    /// for clean what the disk never got (fsync(2), Linux since 4.13), and no later sync writes it. Copied into the
    /// file from such a log, pages would be torn by a power cut with nothing left to mend them from.
    [[nodiscard]] std::expected<void, DatabaseError> rewrite_log();
    /// Whether closing copies the log into the file; only where the log is surely on the disk. Not from the start on.
    void copy_log_on_close(bool wanted);

  private:
    struct Close {
        void operator()(sqlite3* database) const;
    };
    explicit Database(sqlite3* database) : database_{database} {}
    [[nodiscard]] DatabaseError last_error() const;
    std::unique_ptr<sqlite3, Close> database_;
};

} // namespace plenum::runtime
