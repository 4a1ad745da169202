// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/store/store.h"

#include "tests/unit/runtime/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::runtime {

inline base::ConferenceHandle handle_of(std::uint8_t number) {
    base::ConferenceHandle handle;
    handle.bytes.fill(number);
    return handle;
}

inline node::StoreConference conference_of(std::uint8_t number) {
    node::StoreConference conference{handle_of(number), {}};
    conference.access.bytes.fill(static_cast<std::uint8_t>(number + 100));
    return conference;
}

inline node::StoreEntry entry_of(std::uint8_t number, std::uint64_t position, std::size_t size = 200) {
    base::Bytes body(size);
    for (std::size_t i = 0; i < size; ++i)
        body[i] = static_cast<std::uint8_t>(number * 31 + position * 7 + i);
    return {handle_of(number), base::LogPosition{position}, std::move(body)};
}

inline constexpr base::LocalTime test_start{base::Duration{std::chrono::hours{1}}};

/// A store in a folder, put away and opened again as a restart does.
class StoreTest : public ::testing::Test {
  protected:
    void SetUp() override { reopen(); }
    void reopen() {
        store_.reset();
        auto opened = Store::open(folder_.path());
        ASSERT_TRUE(opened.has_value()) << opened.error();
        store_.emplace(std::move(*opened));
    }
    void put(std::uint8_t conference, std::uint64_t first, std::uint64_t last, std::size_t size = 200) {
        for (auto position = first; position <= last; ++position)
            store_->put(entry_of(conference, position, size));
    }
    std::vector<std::string> commit(base::Duration after = {}) {
        std::vector<std::string> sentences;
        kinds_.clear();
        auto committed = store_->commit(test_start + after);
        kept_ = std::move(committed.kept);
        for (auto& notice : committed.notices) {
            kinds_.push_back(notice.kind);
            sentences.push_back(std::move(notice.sentence));
        }
        return sentences;
    }
    [[nodiscard]] std::filesystem::path file(std::uint8_t conference) const {
        return folder_ / (base::to_hex(handle_of(conference).view()) + ".sqlite");
    }
    void expect_whole(std::uint8_t conference, std::uint64_t count, std::size_t size = 200) {
        const auto loaded = store_->load(handle_of(conference));
        ASSERT_TRUE(loaded.has_value()) << loaded.error().text;
        EXPECT_TRUE(loaded->notices.empty());
        const auto* stored = &loaded->stored;
        EXPECT_EQ(stored->conference, handle_of(conference));
        EXPECT_EQ(stored->access, conference_of(conference).access);
        ASSERT_EQ(stored->entries.size(), count);
        for (std::uint64_t position = 0; position < count; ++position)
            EXPECT_EQ(stored->entries[position], entry_of(conference, position, size).entry);
    }

    TemporaryFolder folder_;
    std::optional<Store> store_;
    /// Of the last commit's notices, and what it said of conferences.
    std::vector<StoreNotice::Kind> kinds_;
    std::vector<node::ConferenceKept> kept_;
};

} // namespace plenum::runtime
