// SPDX-License-Identifier: Apache-2.0
// A relay's file of one conference with bytes changed anywhere in it, rows and SQLite's own pages: what is read is what
// was written, or less of it from the end, or nothing.
#include "core/runtime/conference_file.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/corpus.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/scratch.h"

namespace plenum::fuzz {
namespace {

struct Whole {
    base::Bytes file;
    node::ConferenceStored stored;
};

Whole make() {
    const auto file = scratch_file("whole.sqlite");
    node::StoreConference conference{{{9}}, {{8, 7}}};
    std::vector<node::StoreEntry> entries;
    Whole whole{{}, {conference.conference, conference.access, {}}};
    for (std::uint64_t i = 0; i < 6; ++i) {
        base::Bytes bytes(40 + i * 30);
        for (std::size_t k = 0; k < bytes.size(); ++k)
            bytes[k] = static_cast<std::uint8_t>(i * 31 + k);
        whole.stored.entries.push_back(bytes);
        entries.push_back({conference.conference, base::LogPosition{i}, std::move(bytes)});
    }
    {
        auto opened = runtime::ConferenceFile::open(file);
        CHECK(opened && opened->write(conference, entries) && opened->settle());
    }
    whole.file = read_input(file).value();
    return whole;
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
    CHECK(read->conference == whole.stored.conference && read->access == whole.stored.access);
    CHECK(read->entries.size() <= whole.stored.entries.size());
    CHECK(std::equal(read->entries.begin(), read->entries.end(), whole.stored.entries.begin()));
    CHECK(bytes != whole.file || read->entries.size() == whole.stored.entries.size());
}

} // namespace plenum::fuzz
