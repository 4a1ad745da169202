// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/store/database.h"
#include "core/runtime/store/store_item.h"
#include "core/runtime/store/word_rows.h"

#include <filesystem>
#include <optional>
#include <span>

namespace plenum::runtime {

/// One conference in one SQLite file: its access key, its log entries and its words, each row with a check of its own,
/// since SQLite does not notice rot within a row. A word's row names the check of the one before in its stream too, so
/// that no row can be replaced by an older one of it; entries name theirs themselves.
class ConferenceFile {
  public:
    /// An unfinished file is made anew inside the first transaction.
    [[nodiscard]] static std::expected<ConferenceFile, DatabaseError> open(const std::filesystem::path& file);

    /// Makes the conference if it is not there, adds entries and words that are not, takes out those that are not
    /// needed, in one transaction; durable on return.
    [[nodiscard]] std::expected<void, DatabaseError> write(const node::StoreConference& conference,
                                                           std::span<const StoreItem> items);
    struct Contents {
        node::ConferenceStored stored;
        /// Why entries end earlier than rows do; empty if they do not.
        std::string entries_damage;
        /// Words that are damaged, or stand behind such a one in their stream.
        std::size_t words_damaged{0};
    };
    /// Everything, each row checked, up to the first that is damaged. A file without the conference or its key, or of
    /// another one, is `damaged`. What is left out of words makes way at the next `write`.
    [[nodiscard]] std::expected<Contents, DatabaseError> read(base::ConferenceHandle expected);
    /// After a failed sync: writes the WAL anew, since the system may hold pages for written that are not, and then
    /// copies what stands in it into the file itself and syncs that.
    [[nodiscard]] std::expected<void, DatabaseError> settle();
    /// Whether a conference stands in it.
    [[nodiscard]] bool made() const { return made_; }

  private:
    explicit ConferenceFile(Database database) : database_{std::move(database)} {}
    [[nodiscard]] std::expected<void, DatabaseError> make(const node::StoreConference& conference);
    [[nodiscard]] std::expected<void, DatabaseError> add(std::span<const StoreItem> items);
    [[nodiscard]] std::expected<base::SecretKey, DatabaseError> read_access(base::ConferenceHandle expected);
    [[nodiscard]] std::expected<void, DatabaseError> write_role(const node::StoreRole& role);
    [[nodiscard]] std::expected<node::ConferenceRole, DatabaseError> read_role(base::ConferenceHandle expected);
    [[nodiscard]] std::expected<void, DatabaseError> write_checkpoint(const node::StoreCheckpoint& checkpoint);
    [[nodiscard]] std::expected<void, DatabaseError> read_checkpoint(node::ConferenceStored& to);
    [[nodiscard]] std::expected<void, DatabaseError> read_entries(Contents& to);
    [[nodiscard]] std::expected<void, DatabaseError> read_words(Contents& to);

    /// Prepared once: that costs as much processor time as a commit of one row.
    struct Rows {
        Statement entry;
        WordRows words;
    };

    Database database_;
    /// Goes before the database does.
    std::optional<Rows> rows_;
    bool made_{false};
};

} // namespace plenum::runtime
