// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/store/database.h"
#include "core/runtime/store/store_item.h"

#include <string_view>

namespace plenum::runtime {

/// `row_check` is over everything else in the row; `previous` is that of the word before in the stream, when this one
/// came. `id` is the order in which they came.
inline constexpr std::string_view word_schema =
    "CREATE TABLE word (id INTEGER PRIMARY KEY, flow INTEGER NOT NULL, sender INTEGER NOT NULL,"
    " sequence INTEGER NOT NULL, log_size INTEGER NOT NULL, body BLOB NOT NULL, previous BLOB NOT NULL,"
    " row_check BLOB NOT NULL, UNIQUE (flow, sender, sequence));";

/// Check of a row, and of a word's.
[[nodiscard]] base::Bytes check_of(base::ConferenceHandle conference, std::uint64_t position, base::ByteView contents);
[[nodiscard]] base::Bytes check_of(base::ConferenceHandle conference, const node::StoredMessage& word,
                                   base::ByteView previous);
[[nodiscard]] bool same(base::ByteView a, base::ByteView b);

/// Writes words, inside somebody's transaction.
class WordRows {
  public:
    [[nodiscard]] static std::expected<WordRows, DatabaseError> prepare(Database& database);
    /// Behind all that came before it in its stream; what stands there from its number on goes.
    [[nodiscard]] std::expected<void, DatabaseError> add(const node::StoreMessage& word);
    [[nodiscard]] std::expected<void, DatabaseError> forget(const node::ForgetMessages& words);

  private:
    WordRows(Statement last, Statement insert, Statement remove, Statement stale)
        : last_{std::move(last)},
          insert_{std::move(insert)},
          remove_{std::move(remove)},
          stale_{std::move(stale)} {}
    Statement last_;
    Statement insert_;
    Statement remove_;
    Statement stale_;
};

struct WordsRead {
    std::vector<node::StoredMessage> words;
    std::size_t damaged{0};
};
/// All of them, of each stream up to the first that is damaged or does not follow the one before; those from there on
/// are taken out, so that they can come again.
[[nodiscard]] std::expected<WordsRead, DatabaseError> read_words(Database& database, base::ConferenceHandle conference);

} // namespace plenum::runtime
