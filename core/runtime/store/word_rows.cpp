// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/store/word_rows.h"

#include "core/crypto/hash.h"

#include <algorithm>
#include <map>
#include <optional>

namespace plenum::runtime {

namespace {

constexpr std::size_t check_bytes = 16;

base::Bytes shortened(const base::Hash& hash) { return {hash.bytes.begin(), hash.bytes.begin() + check_bytes}; }

std::int64_t to_column(std::uint64_t value) { return static_cast<std::int64_t>(value); }

/// A stream as far as it was read.
struct Stream {
    base::SequenceNumber last{};
    base::Bytes check;
    bool broken{false};
};

/// Nullopt where the numbers are none that we write.
std::optional<node::StoredMessage> word_at(const Statement& row) {
    const auto flow = row.integer(1);
    const auto sender = row.integer(2);
    const bool sound = flow >= 0 && flow <= UINT16_MAX && sender >= 0 && sender <= UINT32_MAX && row.integer(3) > 0 &&
                       row.integer(4) >= 0;
    if (!sound) return std::nullopt;
    const auto body = row.blob(5);
    return node::StoredMessage{base::FlowId{static_cast<std::uint16_t>(flow)},
                               base::MemberIndex{static_cast<std::uint32_t>(sender)},
                               base::SequenceNumber{static_cast<std::uint64_t>(row.integer(3))},
                               base::LogPosition{static_cast<std::uint64_t>(row.integer(4))},
                               {body.begin(), body.end()}};
}

} // namespace

base::Bytes check_of(base::ConferenceHandle conference, std::uint64_t position, base::ByteView contents) {
    return shortened(crypto::Hasher{}.add(conference.view()).add_u64(position).add(contents).finish());
}

base::Bytes check_of(base::ConferenceHandle conference, const node::StoredMessage& word, base::ByteView previous) {
    return shortened(crypto::Hasher{}
                         .add(conference.view())
                         .add_u64(word.flow.value())
                         .add_u64(word.sender.value())
                         .add_u64(word.sequence.value())
                         .add_u64(word.log_size.value())
                         .add_u64(previous.size())
                         .add(previous)
                         .add(word.sealed)
                         .finish());
}

bool same(base::ByteView a, base::ByteView b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

std::expected<WordRows, DatabaseError> WordRows::prepare(Database& database) {
    auto last = database.prepare("SELECT row_check FROM word WHERE flow = ? AND sender = ? AND sequence < ?"
                                 " ORDER BY sequence DESC LIMIT 1");
    if (!last) return std::unexpected(last.error());
    auto insert = database.prepare("INSERT INTO word (flow, sender, sequence, log_size, body, previous, row_check)"
                                   " VALUES (?, ?, ?, ?, ?, ?, ?)");
    if (!insert) return std::unexpected(insert.error());
    auto remove = database.prepare("DELETE FROM word WHERE flow = ? AND sender = ? AND sequence < ?");
    if (!remove) return std::unexpected(remove.error());
    auto stale = database.prepare("DELETE FROM word WHERE flow = ? AND sender = ? AND sequence >= ?");
    if (!stale) return std::unexpected(stale.error());
    return WordRows{std::move(*last), std::move(*insert), std::move(*remove), std::move(*stale)};
}

std::expected<void, DatabaseError> WordRows::add(const node::StoreMessage& stored) {
    const auto& word = stored.word;
    const auto flow = to_column(word.flow.value());
    const auto sender = to_column(word.sender.value());
    const auto sequence = to_column(word.sequence.value());
    const auto found = last_.bind(1, flow).bind(2, sender).bind(3, sequence).step();
    if (!found) return std::unexpected(found.error());
    base::Bytes previous;
    if (*found) previous = {last_.blob(0).begin(), last_.blob(0).end()};
    if (const auto done = last_.run(); !done) return done;
    // Of an earlier try, or of a sender whom a log that was cut short no longer knew: a stream only grows, and what the
    // relay did not take at its start must not stand in the way of what it takes now.
    if (const auto done = stale_.bind(1, flow).bind(2, sender).bind(3, sequence).run(); !done) return done;
    const auto check = check_of(stored.conference, word, previous);
    insert_.bind(1, flow).bind(2, sender).bind(3, sequence).bind(4, to_column(word.log_size.value()));
    return insert_.bind(5, base::ByteView{word.sealed}).bind(6, base::ByteView{previous}).bind(7, check).run();
}

std::expected<void, DatabaseError> WordRows::forget(const node::ForgetMessages& words) {
    remove_.bind(1, to_column(words.flow.value())).bind(2, to_column(words.sender.value()));
    return remove_.bind(3, to_column(words.first.value())).run();
}

std::expected<WordsRead, DatabaseError> read_words(Database& database, base::ConferenceHandle conference) {
    WordsRead result;
    std::map<std::pair<base::FlowId, base::MemberIndex>, Stream> streams;
    std::vector<std::int64_t> damaged;
    {
        auto select = database.prepare(
            "SELECT id, flow, sender, sequence, log_size, body, previous, row_check FROM word ORDER BY id");
        if (!select) return std::unexpected(select.error());
        for (;;) {
            const auto row = select->step();
            if (!row) return std::unexpected(row.error());
            if (!*row) break;
            auto word = word_at(*select);
            const auto check = word ? check_of(conference, *word, select->blob(6)) : base::Bytes{};
            auto* stream = word ? &streams[{word->flow, word->sender}] : nullptr;
            const bool sound = stream != nullptr && !stream->broken && same(select->blob(7), check) &&
                               (stream->check.empty() ||
                                (word->sequence == stream->last.next() && same(select->blob(6), stream->check)));
            if (!sound) {
                if (stream != nullptr) stream->broken = true;
                damaged.push_back(select->integer(0));
                continue;
            }
            stream->last = word->sequence;
            stream->check = check;
            result.words.push_back(std::move(*word));
        }
    }
    result.damaged = damaged.size();
    auto remove = database.prepare("DELETE FROM word WHERE id = ?");
    if (!remove) return std::unexpected(remove.error());
    for (const auto id : damaged)
        if (const auto done = remove->bind(1, id).run(); !done) return std::unexpected(done.error());
    return result;
}

} // namespace plenum::runtime
