// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/store/wal_tail.h"

#include "core/base/random.h"
#include "tests/unit/runtime/store_fixture.h"

#include <gmock/gmock.h>

#include <fstream>

namespace plenum::runtime {
namespace {

std::string contents_of(const std::filesystem::path& file) {
    std::ifstream stream{file, std::ios::binary};
    return {std::istreambuf_iterator<char>{stream}, {}};
}

/// A log of many commits, as a killed program leaves it, and what SQLite makes of it.
class WalTailTest : public StoreTest {
  protected:
    static constexpr std::uint64_t commits = 12;
    void SetUp() override {
        StoreTest::SetUp();
        store_->put(conference_of(1));
        for (std::uint64_t position = 0; position < commits; ++position) {
            put(1, position, position);
            (void)commit();
        }
        main_ = contents_of(file(1));
        wal_ = contents_of(file(1).string() + "-wal");
        ASSERT_GT(wal_.size(), 4096 * commits);
        copy_ = elsewhere_ / file(1).filename().string();
    }
    WalTail look(const std::string& wal) {
        std::ofstream{copy_, std::ios::binary} << main_;
        std::ofstream{copy_.string() + "-wal", std::ios::binary} << wal;
        return look_at_wal(copy_);
    }
    /// Entries that come back; nullopt if the file is refused.
    std::optional<std::size_t> load() {
        auto store = Store::open(elsewhere_.path()).value();
        const auto loaded = store.load(handle_of(1));
        if (!loaded) return std::nullopt;
        EXPECT_EQ(loaded->stored.behind, !loaded->notices.empty());
        behind_ = loaded->stored.behind;
        return loaded->stored.entries.size();
    }
    TemporaryFolder elsewhere_;
    std::filesystem::path copy_;
    std::string main_;
    std::string wal_;
    bool behind_{false};
};

TEST_F(WalTailTest, finds_nothing_in_a_sound_log_or_where_there_is_none) {
    EXPECT_EQ(look(wal_), WalTail::whole);
    EXPECT_EQ(load(), commits);
    EXPECT_FALSE(behind_);
    EXPECT_EQ(look(""), WalTail::whole);
    EXPECT_EQ(look_at_wal(elsewhere_ / "none"), WalTail::whole);
}

TEST_F(WalTailTest, does_not_take_a_crash_for_rot) {
    // Cut off anywhere, and with the frames of an older log behind.
    for (std::size_t size = 0; size <= wal_.size(); size += 1013)
        EXPECT_EQ(look(wal_.substr(0, size)), WalTail::whole) << size;
    const std::string left_over(3 * (4096 + 24), '\x5a');
    EXPECT_EQ(look(wal_ + left_over), WalTail::whole);
}

TEST_F(WalTailTest, tells_when_a_flipped_bit_takes_what_was_committed_behind_it) {
    base::Random random{5};
    int told = 0;
    int untold = 0;
    for (std::size_t at = 0; at < wal_.size(); at += 1 + random.below(700)) {
        auto rotten = wal_;
        rotten[at] = static_cast<char>(rotten[at] ^ (1 << random.below(8)));
        const auto tail = look(rotten);
        const auto found = load();
        const bool lost = !found || *found < commits;
        if (tail == WalTail::commits_lost) {
            EXPECT_TRUE(lost) << "nothing is missing after a flip at " << at;
            EXPECT_TRUE(!found || behind_);
            ++told;
        } else if (lost && found) {
            // Nothing stands behind the last commit that could tell it from one that a crash broke off.
            EXPECT_GE(*found, commits - 2) << "flip at " << at;
            ++untold;
        }
    }
    EXPECT_GT(told, 20);
    EXPECT_LT(untold, told / 3);
}

} // namespace
} // namespace plenum::runtime
