// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/conference_file.h"

#include "core/crypto/hash.h"

#include <algorithm>

namespace plenum::runtime {

namespace {

/// "plnm": tells our files from other programs' (SQLite file format §1.3.12).
constexpr std::int64_t application_id = 0x706c6e6d;
constexpr std::int64_t schema_version = 1;
constexpr std::size_t check_bytes = 16;

std::unexpected<DatabaseError> damaged(std::string what) {
    return std::unexpected(DatabaseError{DatabaseError::Kind::damaged, std::move(what)});
}

base::Bytes check_of(base::ConferenceHandle conference, std::uint64_t position, base::ByteView contents) {
    const auto hash = crypto::Hasher{}.add(conference.view()).add_u64(position).add(contents).finish();
    return {hash.bytes.begin(), hash.bytes.begin() + check_bytes};
}

bool same(base::ByteView a, base::ByteView b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

/// The access key's check is that of an entry no log has.
constexpr std::uint64_t access_position = UINT64_MAX;

} // namespace

std::expected<ConferenceFile, DatabaseError> ConferenceFile::open(const std::filesystem::path& file) {
    auto database = Database::open(file);
    if (!database) return std::unexpected(database.error());
    ConferenceFile result{std::move(*database)};
    const auto version = result.database_.integer("PRAGMA user_version");
    if (!version) return std::unexpected(version.error());
    const auto tables = result.database_.integer("SELECT count(*) FROM sqlite_schema");
    if (!tables) return std::unexpected(tables.error());
    const auto application = result.database_.integer("PRAGMA application_id");
    if (!application) return std::unexpected(application.error());
    result.made_ = *version != 0 || *tables != 0;
    if (result.made_ && *application != application_id) return damaged("it was made by another program");
    if (result.made_ && *version != schema_version)
        return std::unexpected(DatabaseError{DatabaseError::Kind::other, "it was made by a newer version"});
    return result;
}

std::expected<void, DatabaseError> ConferenceFile::make(const node::StoreConference& conference) {
    const auto made = database_.execute(
        "CREATE TABLE conference (handle BLOB NOT NULL, access BLOB NOT NULL, row_check BLOB NOT NULL);"
        "CREATE TABLE entry (position INTEGER PRIMARY KEY, body BLOB NOT NULL, row_check BLOB NOT NULL);"
        "PRAGMA application_id=" +
        std::to_string(application_id) + "; PRAGMA user_version=" + std::to_string(schema_version) + ";");
    if (!made) return made;
    auto insert = database_.prepare("INSERT INTO conference VALUES (?, ?, ?)");
    if (!insert) return std::unexpected(insert.error());
    const auto check = check_of(conference.conference, access_position, conference.access.view());
    return insert->bind(1, conference.conference.view()).bind(2, conference.access.view()).bind(3, check).run();
}

std::expected<void, DatabaseError> ConferenceFile::add(std::span<const node::StoreEntry> entries) {
    // Those of an earlier try that did succeed are there already.
    auto insert = database_.prepare("INSERT OR IGNORE INTO entry VALUES (?, ?, ?)");
    if (!insert) return std::unexpected(insert.error());
    for (const auto& entry : entries) {
        const auto position = entry.position.value();
        const auto check = check_of(entry.conference, position, entry.entry);
        insert->bind(1, static_cast<std::int64_t>(position)).bind(2, base::ByteView{entry.entry}).bind(3, check);
        if (const auto done = insert->run(); !done) return done;
    }
    return {};
}

std::expected<void, DatabaseError> ConferenceFile::write(const node::StoreConference& conference,
                                                         std::span<const node::StoreEntry> entries) {
    if (const auto begun = database_.execute("BEGIN IMMEDIATE"); !begun) return begun;
    auto done = made_ ? std::expected<void, DatabaseError>{} : make(conference);
    if (done) done = add(entries);
    if (done) done = database_.execute("COMMIT");
    if (!done) {
        (void)database_.execute("ROLLBACK");
        return done;
    }
    made_ = true;
    return {};
}

std::expected<base::SecretKey, DatabaseError> ConferenceFile::read_access(base::ConferenceHandle expected) {
    auto select = database_.prepare("SELECT handle, access, row_check FROM conference");
    if (!select) return std::unexpected(select.error());
    const auto row = select->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) return damaged("it holds no conference");
    if (!same(select->blob(0), expected.view())) return damaged("it holds another conference than its name says");
    const auto access = base::SecretKey::from(select->blob(1));
    if (!access || !same(select->blob(2), check_of(expected, access_position, access->view())))
        return damaged("its key is damaged");
    return *access;
}

std::expected<node::ConferenceStored, DatabaseError> ConferenceFile::read(base::ConferenceHandle expected) {
    if (!made_) return damaged("it is empty");
    if (const auto sound = database_.verify(); !sound) return std::unexpected(sound.error());
    const auto access = read_access(expected);
    if (!access) return std::unexpected(access.error());
    node::ConferenceStored result{expected, *access, {}};
    auto select = database_.prepare("SELECT position, body, row_check FROM entry ORDER BY position");
    if (!select) return std::unexpected(select.error());
    for (;;) {
        const auto row = select->step();
        if (!row) return std::unexpected(row.error());
        if (!*row) return result;
        const auto position = static_cast<std::uint64_t>(select->integer(0));
        if (position != result.entries.size())
            return damaged("entry " + std::to_string(result.entries.size()) + " is missing");
        const auto body = select->blob(1);
        if (!same(select->blob(2), check_of(expected, position, body)))
            return damaged("entry " + std::to_string(position) + " is damaged");
        result.entries.emplace_back(body.begin(), body.end());
    }
}

std::expected<void, DatabaseError> ConferenceFile::settle() {
    if (const auto sound = database_.verify(); !sound) return sound;
    return database_.execute("PRAGMA wal_checkpoint(TRUNCATE)");
}

} // namespace plenum::runtime
