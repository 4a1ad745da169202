// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/store/database.h"

#include "core/runtime/net/descriptor.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace plenum::runtime {

namespace {

/// Bytes of a log that are written again at a time: whole sectors, and a few pages.
constexpr int rewritten_together = 16 * 1024;

DatabaseError::Kind to_kind(int code) {
    switch (code & 0xff) {
    case SQLITE_FULL: return DatabaseError::Kind::full;
    case SQLITE_IOERR: return DatabaseError::Kind::device;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return DatabaseError::Kind::damaged;
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_READONLY:
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return DatabaseError::Kind::refused;
    case SQLITE_CONSTRAINT: return DatabaseError::Kind::conflict;
    default: return DatabaseError::Kind::other;
    }
}

/// A page that cannot be read stands in the verdict: that is no damage, and may pass. Of a tree's pages with the
/// error's number; of those in chains (the free ones, and what is too long for a page) without, and their numbers were
/// looked at before, so that nothing but reading is left to fail.
DatabaseError::Kind kind_of(std::string_view verdict) {
    if (verdict.contains("failed to get page")) return DatabaseError::Kind::device;
    constexpr std::string_view mark = "error code=";
    const auto at = verdict.find(mark);
    int code = 0;
    if (at == std::string_view::npos) return DatabaseError::Kind::damaged;
    const auto number = verdict.substr(at + mark.size());
    (void)std::from_chars(number.data(), number.data() + number.size(), code);
    return (code & 0xff) == SQLITE_IOERR ? DatabaseError::Kind::device : DatabaseError::Kind::damaged;
}

/// SQLite would take the umask. It gives the files beside a database the database's own mode. One that is there is left
/// alone: closing it would drop the locks of this process (POSIX fcntl).
void create_for_owner_alone(const std::filesystem::path& file) {
    const Descriptor created{::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR)};
}

DatabaseError error_of(sqlite3* database) {
    if (database == nullptr) return {DatabaseError::Kind::other, "out of memory"};
    return {to_kind(sqlite3_extended_errcode(database)), sqlite3_errmsg(database)};
}

} // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
void Database::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Statement& Statement::bind(int parameter, std::int64_t value) {
    (void)sqlite3_bind_int64(statement_.get(), parameter, value);
    return *this;
}

Statement& Statement::bind(int parameter, base::ByteView blob) {
    // Nothing at no address would be NULL.
    if (blob.empty())
        (void)sqlite3_bind_zeroblob(statement_.get(), parameter, 0);
    else
        (void)sqlite3_bind_blob64(statement_.get(), parameter, blob.data(), blob.size(), SQLITE_STATIC);
    return *this;
}

std::expected<bool, DatabaseError> Statement::step() {
    const auto code = sqlite3_step(statement_.get());
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    return std::unexpected(error_of(database_));
}

std::expected<void, DatabaseError> Statement::run() {
    for (;;) {
        const auto more = step();
        if (more && *more) continue;
        auto result = more ? std::expected<void, DatabaseError>{} : std::unexpected(more.error());
        (void)sqlite3_reset(statement_.get());
        (void)sqlite3_clear_bindings(statement_.get());
        return result;
    }
}

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }

std::string Statement::text(int column) const {
    const auto* bytes = sqlite3_column_text(statement_.get(), column);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
    return bytes == nullptr ? std::string{} : std::string{reinterpret_cast<const char*>(bytes), size};
}

base::ByteView Statement::blob(int column) const {
    const auto* bytes = static_cast<const std::uint8_t*>(sqlite3_column_blob(statement_.get(), column));
    return {bytes, bytes == nullptr ? 0 : static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

DatabaseError Database::last_error() const { return error_of(database_.get()); }

std::expected<Database, DatabaseError> Database::open(const std::filesystem::path& file) {
    create_for_owner_alone(file);
    sqlite3* opened = nullptr;
    const auto code = sqlite3_open_v2(file.c_str(), &opened,
                                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
    Database result{opened};
    if (code != SQLITE_OK) return std::unexpected(result.last_error());
    (void)sqlite3_extended_result_codes(opened, 1);
    result.copy_log_on_close(false);
    // Exclusive locking keeps the WAL's index in our own memory and other connections out: Debian's 3.40.1 can lose
    // commits when two reset one WAL.
    if (const auto set = result.execute("PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL;"
                                        "PRAGMA synchronous=FULL; PRAGMA mmap_size=0; PRAGMA trusted_schema=OFF;"
                                        "PRAGMA cell_size_check=ON; PRAGMA wal_autocheckpoint=1000;");
        !set)
        return std::unexpected(set.error());
    return result;
}

std::expected<void, DatabaseError> Database::execute(const std::string& statements) {
    if (sqlite3_exec(database_.get(), statements.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK) return {};
    return std::unexpected(last_error());
}

std::expected<Statement, DatabaseError> Database::prepare(const std::string& statement) {
    sqlite3_stmt* prepared = nullptr;
    const auto code =
        sqlite3_prepare_v2(database_.get(), statement.c_str(), static_cast<int>(statement.size()), &prepared, nullptr);
    if (code != SQLITE_OK) return std::unexpected(last_error());
    return Statement{database_.get(), prepared};
}

std::expected<std::int64_t, DatabaseError> Database::integer(const std::string& statement) {
    auto prepared = prepare(statement);
    if (!prepared) return std::unexpected(prepared.error());
    const auto row = prepared->step();
    if (!row) return std::unexpected(row.error());
    return *row ? prepared->integer(0) : 0;
}

void Database::copy_log_on_close(bool wanted) {
    (void)sqlite3_db_config(database_.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, wanted ? 0 : 1, nullptr);
}

std::expected<void, DatabaseError> Database::rewrite_log() {
    sqlite3_file* log = nullptr;
    (void)sqlite3_file_control(database_.get(), "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (log == nullptr || log->pMethods == nullptr) return {};
    const auto fail = [](int code) { return std::unexpected(DatabaseError{to_kind(code), sqlite3_errstr(code)}); };
    sqlite3_int64 size = 0;
    if (const auto code = log->pMethods->xFileSize(log, &size); code != SQLITE_OK) return fail(code);
    std::array<std::uint8_t, rewritten_together> bytes{};
    for (sqlite3_int64 at = 0; at < size; at += rewritten_together) {
        const auto count = static_cast<int>(std::min<sqlite3_int64>(rewritten_together, size - at));
        if (const auto code = log->pMethods->xRead(log, bytes.data(), count, at); code != SQLITE_OK) return fail(code);
        if (const auto code = log->pMethods->xWrite(log, bytes.data(), count, at); code != SQLITE_OK) return fail(code);
    }
    if (const auto code = log->pMethods->xSync(log, SQLITE_SYNC_NORMAL); code != SQLITE_OK) return fail(code);
    return {};
}

std::expected<void, DatabaseError> Database::verify() {
    auto check = prepare("PRAGMA quick_check(1)");
    if (!check) return std::unexpected(check.error());
    const auto row = check->step();
    if (!row) return std::unexpected(row.error());
    const auto verdict = *row ? check->text(0) : std::string{};
    if (verdict == "ok") return {};
    // Above the fault may stand a line that names the database: "*** in database main ***".
    const auto fault = verdict.starts_with("***") ? verdict.substr(verdict.find('\n') + 1) : verdict;
    return std::unexpected(DatabaseError{kind_of(verdict), fault});
}

} // namespace plenum::runtime
