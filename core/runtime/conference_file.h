// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/node/node.h"
#include "core/runtime/database.h"

#include <filesystem>
#include <span>

namespace plenum::runtime {

/// One conference in one SQLite file: its access key and its log entries, each row with a check of its own, since
/// SQLite does not notice rot within a row.
class ConferenceFile {
  public:
    /// An unfinished file is made anew inside the first transaction.
    [[nodiscard]] static std::expected<ConferenceFile, DatabaseError> open(const std::filesystem::path& file);

    /// Makes the conference if it is not there, adds entries that are not, in one transaction; durable on return.
    [[nodiscard]] std::expected<void, DatabaseError> write(const node::StoreConference& conference,
                                                           std::span<const node::StoreEntry> entries);
    /// Everything, each row checked. A file without the conference, or of another one, is `damaged`.
    [[nodiscard]] std::expected<node::ConferenceStored, DatabaseError> read(base::ConferenceHandle expected);
    /// After a failed sync: copies what stands in the WAL into the file itself and syncs that, since the system may
    /// hold pages for written that are not.
    [[nodiscard]] std::expected<void, DatabaseError> settle();

  private:
    explicit ConferenceFile(Database database) : database_{std::move(database)} {}
    [[nodiscard]] std::expected<void, DatabaseError> make(const node::StoreConference& conference);
    [[nodiscard]] std::expected<void, DatabaseError> add(std::span<const node::StoreEntry> entries);
    [[nodiscard]] std::expected<base::SecretKey, DatabaseError> read_access(base::ConferenceHandle expected);

    Database database_;
    bool made_{false};
};

} // namespace plenum::runtime
