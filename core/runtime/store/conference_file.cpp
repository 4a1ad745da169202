// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/store/conference_file.h"

namespace plenum::runtime {

namespace {

/// "plnm": tells our files from other programs' (SQLite file format §1.3.12).
constexpr std::int64_t application_id = 0x706c6e6d;
constexpr std::int64_t schema_version = 2;

std::unexpected<DatabaseError> damaged(std::string what) {
    return std::unexpected(DatabaseError{DatabaseError::Kind::damaged, std::move(what)});
}

/// The access key's check is that of an entry no log has.
constexpr std::uint64_t access_position = UINT64_MAX;
/// So is the role's.
constexpr std::uint64_t role_position = UINT64_MAX - 1;
/// That of a checkpoint's state is over its position too.
base::Bytes checkpoint_check(base::ConferenceHandle conference, base::LogPosition position, base::ByteView state) {
    constexpr std::uint64_t half = std::uint64_t{1} << 63;
    return check_of(conference, half + position.value(), state);
}

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
        return std::unexpected(DatabaseError{DatabaseError::Kind::other, *version > schema_version
                                                                             ? "it was made by a newer version"
                                                                             : "it was made by an older version"});
    return result;
}

std::expected<void, DatabaseError> ConferenceFile::make(const node::StoreConference& conference) {
    const auto made = database_.execute(
        "CREATE TABLE conference (handle BLOB NOT NULL, access BLOB NOT NULL, row_check BLOB NOT NULL);"
        "CREATE TABLE entry (position INTEGER PRIMARY KEY, body BLOB NOT NULL, row_check BLOB NOT NULL);" +
        std::string{word_schema} + "PRAGMA application_id=" + std::to_string(application_id) +
        "; PRAGMA user_version=" + std::to_string(schema_version) + ";");
    if (!made) return made;
    auto insert = database_.prepare("INSERT INTO conference VALUES (?, ?, ?)");
    if (!insert) return std::unexpected(insert.error());
    const auto check = check_of(conference.conference, access_position, conference.access.view());
    return insert->bind(1, conference.conference.view()).bind(2, conference.access.view()).bind(3, check).run();
}

std::expected<void, DatabaseError> ConferenceFile::add(std::span<const StoreItem> items) {
    if (!rows_) {
        // Those of an earlier try that did succeed are there already.
        auto insert = database_.prepare("INSERT OR IGNORE INTO entry VALUES (?, ?, ?)");
        if (!insert) return std::unexpected(insert.error());
        auto prepared = WordRows::prepare(database_);
        if (!prepared) return std::unexpected(prepared.error());
        rows_.emplace(std::move(*insert), std::move(*prepared));
    }
    auto& [insert, words] = *rows_;
    for (const auto& item : items) {
        std::expected<void, DatabaseError> done;
        if (const auto* entry = std::get_if<node::StoreEntry>(&item)) {
            const auto position = entry->position.value();
            const auto check = check_of(entry->conference, position, entry->entry);
            insert.bind(1, static_cast<std::int64_t>(position)).bind(2, base::ByteView{entry->entry}).bind(3, check);
            done = insert.run();
        } else if (const auto* checkpoint = std::get_if<node::StoreCheckpoint>(&item)) {
            done = write_checkpoint(*checkpoint);
        } else if (const auto* word = std::get_if<node::StoreMessage>(&item)) {
            done = words.add(*word);
        } else if (const auto* role = std::get_if<node::StoreRole>(&item)) {
            done = write_role(*role);
        } else if (const auto* forgotten = std::get_if<node::ForgetMessages>(&item)) {
            done = words.forget(*forgotten);
        }
        if (!done) return done;
    }
    return {};
}

std::expected<void, DatabaseError> ConferenceFile::write(const node::StoreConference& conference,
                                                         std::span<const StoreItem> items) {
    if (const auto begun = database_.execute("BEGIN IMMEDIATE"); !begun) return begun;
    auto done = made_ ? std::expected<void, DatabaseError>{} : make(conference);
    if (done) done = add(items);
    if (done) done = database_.execute("COMMIT");
    // What a failed sync left in the log is no longer to be trusted.
    database_.copy_log_on_close(done.has_value());
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

/// Most conferences have no standby, and no such table.
std::expected<void, DatabaseError> ConferenceFile::write_role(const node::StoreRole& role) {
    const auto made = database_.execute(
        "CREATE TABLE IF NOT EXISTS role (value INTEGER NOT NULL, row_check BLOB NOT NULL); DELETE FROM role;");
    if (!made) return made;
    auto insert = database_.prepare("INSERT INTO role VALUES (?, ?)");
    if (!insert) return std::unexpected(insert.error());
    const auto value = static_cast<std::uint8_t>(role.role);
    const auto check = check_of(role.conference, role_position, base::ByteView{&value, 1});
    return insert->bind(1, std::int64_t{value}).bind(2, check).run();
}

/// Nor has a log before its first checkpoint. What it covers goes with it: a crash leaves one or the other.
std::expected<void, DatabaseError> ConferenceFile::write_checkpoint(const node::StoreCheckpoint& checkpoint) {
    const auto made = database_.execute("CREATE TABLE IF NOT EXISTS checkpoint (position INTEGER NOT NULL,"
                                        " state BLOB NOT NULL, row_check BLOB NOT NULL); DELETE FROM checkpoint;");
    if (!made) return made;
    auto insert = database_.prepare("INSERT INTO checkpoint VALUES (?, ?, ?)");
    if (!insert) return std::unexpected(insert.error());
    const auto position = static_cast<std::int64_t>(checkpoint.position.value());
    const auto check = checkpoint_check(checkpoint.conference, checkpoint.position, checkpoint.state);
    insert->bind(1, position).bind(2, base::ByteView{checkpoint.state}).bind(3, check);
    if (const auto inserted = insert->run(); !inserted) return inserted;
    auto remove = database_.prepare("DELETE FROM entry WHERE position < ?");
    if (!remove) return std::unexpected(remove.error());
    return remove->bind(1, position).run();
}

std::expected<void, DatabaseError> ConferenceFile::read_checkpoint(node::ConferenceStored& to) {
    const auto there = database_.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'checkpoint'");
    if (!there) return std::unexpected(there.error());
    if (*there == 0) return {};
    auto select = database_.prepare("SELECT position, state, row_check FROM checkpoint");
    if (!select) return std::unexpected(select.error());
    const auto row = select->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) return damaged("its checkpoint is missing");
    to.first = base::LogPosition{static_cast<std::uint64_t>(select->integer(0))};
    const auto state = select->blob(1);
    to.state.assign(state.begin(), state.end());
    if (to.state.empty() || !same(select->blob(2), checkpoint_check(to.conference, to.first, to.state)))
        return damaged("its checkpoint is damaged");
    return {};
}

std::expected<node::ConferenceRole, DatabaseError> ConferenceFile::read_role(base::ConferenceHandle expected) {
    const auto there = database_.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'role'");
    if (!there) return std::unexpected(there.error());
    if (*there == 0) return node::ConferenceRole::primary;
    auto select = database_.prepare("SELECT value, row_check FROM role");
    if (!select) return std::unexpected(select.error());
    const auto row = select->step();
    if (!row) return std::unexpected(row.error());
    const auto value = *row ? select->integer(0) : 0;
    const auto byte = static_cast<std::uint8_t>(value);
    const auto role = static_cast<node::ConferenceRole>(byte);
    const bool known = value >= 1 && value <= static_cast<std::int64_t>(node::ConferenceRole::standby);
    if (!known || !same(select->blob(1), check_of(expected, role_position, base::ByteView{&byte, 1})))
        return damaged("its role is damaged");
    return role;
}

std::expected<void, DatabaseError> ConferenceFile::read_entries(Contents& to) {
    auto select = database_.prepare("SELECT position, body, row_check FROM entry ORDER BY position");
    if (!select) return std::unexpected(select.error());
    auto& entries = to.stored.entries;
    for (;;) {
        const auto row = select->step();
        if (!row) return std::unexpected(row.error());
        if (!*row) return {};
        const auto position = static_cast<std::uint64_t>(select->integer(0));
        const auto body = select->blob(1);
        const bool sound = same(select->blob(2), check_of(to.stored.conference, position, body));
        const auto next = to.stored.log_size().value();
        if (position != next) to.entries_damage = "entry " + std::to_string(next) + " is missing";
        if (position == next && !sound) to.entries_damage = "entry " + std::to_string(position) + " is damaged";
        if (!to.entries_damage.empty()) return {};
        entries.emplace_back(body.begin(), body.end());
    }
}

std::expected<void, DatabaseError> ConferenceFile::read_words(Contents& to) {
    auto read = runtime::read_words(database_, to.stored.conference);
    if (!read) return std::unexpected(read.error());
    to.stored.words = std::move(read->words);
    to.words_damaged = read->damaged;
    return {};
}

std::expected<ConferenceFile::Contents, DatabaseError> ConferenceFile::read(base::ConferenceHandle expected) {
    if (!made_) return damaged("it is empty");
    if (const auto sound = database_.verify(); !sound) return std::unexpected(sound.error());
    const auto access = read_access(expected);
    if (!access) return std::unexpected(access.error());
    const auto role = read_role(expected);
    if (!role) return std::unexpected(role.error());
    Contents result{{expected, *access, {}}, {}};
    result.stored.role = *role;
    if (const auto read = read_checkpoint(result.stored); !read) return std::unexpected(read.error());
    if (const auto read = read_entries(result); !read) return std::unexpected(read.error());
    if (const auto read = read_words(result); !read) return std::unexpected(read.error());
    return result;
}

std::expected<void, DatabaseError> ConferenceFile::settle() {
    if (const auto sound = database_.verify(); !sound) return sound;
    if (const auto rewritten = database_.rewrite_log(); !rewritten) return rewritten;
    const auto copied = database_.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    database_.copy_log_on_close(copied.has_value());
    return copied;
}

} // namespace plenum::runtime
