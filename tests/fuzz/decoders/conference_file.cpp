// SPDX-License-Identifier: Apache-2.0
// A relay's file of one conference with bytes changed anywhere in it, rows and SQLite's own pages: what is read is what
// was written, or less of it from the end or, where damage is told, of words from their beginning, or nothing.
#include "core/runtime/store/conference_file.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/corpus.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/scratch.h"

#include <algorithm>
#include <utility>

namespace plenum::fuzz {
namespace {

struct Whole {
    base::Bytes file;
    node::ConferenceStored stored;
};

Whole make() {
    const auto file = scratch_file("whole.sqlite");
    node::StoreConference conference{{{9}}, {{8, 7}}};
    std::vector<runtime::StoreItem> items;
    Whole whole{{}, {conference.conference, conference.access, {}}};
    for (std::uint64_t i = 0; i < 6; ++i) {
        base::Bytes bytes(40 + i * 30);
        for (std::size_t k = 0; k < bytes.size(); ++k)
            bytes[k] = static_cast<std::uint8_t>(i * 31 + k);
        whole.stored.entries.push_back(bytes);
        items.emplace_back(node::StoreEntry{conference.conference, base::LogPosition{i}, std::move(bytes)});
    }
    constexpr std::uint64_t forgotten = 2;
    for (std::uint64_t i = 1; i <= 4 + forgotten; ++i) {
        const node::StoredMessage word{base::FlowId{3}, base::MemberIndex{1}, base::SequenceNumber{i},
                                       base::LogPosition{5}, base::Bytes(20 * i, static_cast<std::uint8_t>(i))};
        if (i > forgotten) whole.stored.words.push_back(word);
        items.emplace_back(node::StoreMessage{conference.conference, word});
    }
    items.emplace_back(node::ForgetMessages{conference.conference, base::FlowId{3}, base::MemberIndex{1},
                                            base::SequenceNumber{forgotten + 1}});
    {
        auto opened = runtime::ConferenceFile::open(file);
        CHECK(opened && opened->write(conference, items) && opened->settle());
    }
    whole.file = read_input(file).value();
    return whole;
}

template <class Item>
void check_prefix(const std::vector<Item>& read, const std::vector<Item>& written) {
    CHECK(read.size() <= written.size());
    CHECK(std::equal(read.begin(), read.end(), written.begin()));
}

/// What stands before damage is used, and what a stream has behind it, too, where that is its first word: those before
/// it may have been forgotten, so nothing but the damage tells.
void check_words(const runtime::ConferenceFile::Contents& read, const std::vector<node::StoredMessage>& written) {
    const auto& words = read.stored.words;
    CHECK(words.size() <= written.size());
    if (words.empty()) return;
    const auto first = std::ranges::find(written, words.front());
    CHECK(first != written.end() && std::cmp_less_equal(words.size(), written.end() - first));
    CHECK(std::equal(words.begin(), words.end(), first));
    CHECK(first == written.begin() || read.words_damaged > 0);
}

/// Where in the file what is stored begins: changes nearby say most.
void alter(base::Bytes& file, Input& steps) {
    while (steps.more()) {
        const auto place = steps.number(2) % file.size();
        const auto run = steps.bytes(12);
        if (run.empty()) {
            if (steps.rarely(16)) file.resize(std::max<std::size_t>(place, 1));
            file[place % file.size()] ^= static_cast<std::uint8_t>(1U << steps.below(8));
            continue;
        }
        for (std::size_t i = 0; i < run.size() && place + i < file.size(); ++i)
            file[place + i] = run[i];
    }
}

} // namespace

void run_conference_file(base::ByteView input) {
    static const auto whole = make();
    const auto file = scratch_file("altered.sqlite");
    auto bytes = whole.file;
    Input steps{input};
    alter(bytes, steps);
    for (const auto* suffix : {"-wal", "-shm"}) {
        std::error_code error;
        std::filesystem::remove(file.string() + suffix, error);
    }
    write_scratch(file, bytes);
    auto opened = runtime::ConferenceFile::open(file);
    if (!opened) return;
    const auto read = opened->read(whole.stored.conference);
    if (!read) {
        CHECK(!read.error().text.empty());
        CHECK(bytes != whole.file);
        return;
    }
    const auto& stored = read->stored;
    CHECK(stored.conference == whole.stored.conference && stored.access == whole.stored.access);
    check_prefix(stored.entries, whole.stored.entries);
    check_words(*read, whole.stored.words);
    CHECK(bytes != whole.file || stored.entries.size() == whole.stored.entries.size());
    CHECK(bytes != whole.file || stored.words.size() == whole.stored.words.size());
}

} // namespace plenum::fuzz
