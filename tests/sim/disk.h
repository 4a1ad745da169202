// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/store/store_item.h"

#include <algorithm>
#include <map>
#include <vector>

namespace plenum::sim {

/// What a relay said is to be kept, as a disk would have it that never fails: through crashes of the program. Where
/// another store does the keeping, this is what it is measured by.
class Disk {
  public:
    struct Kept {
        base::SecretKey access;
        /// From genesis on.
        std::vector<base::Bytes> entries;
        std::vector<node::StoredMessage> words;
        node::ConferenceRole role{node::ConferenceRole::primary};
        /// Numbers under which these were put; of what came back from a store, 0.
        std::vector<std::uint64_t> entry_numbers{};
        std::vector<std::uint64_t> word_numbers{};
        /// Entries of which others may have heard.
        std::size_t promised{0};
        /// Entries, and the number of words, that a store said are durable.
        std::size_t saved{0};
        std::uint64_t saved_number{0};
        /// What was promised of it before it was made anew, as long as nothing is saved since.
        std::size_t promised_before{0};
        /// Of the newest checkpoint.
        base::LogPosition first{};
        base::Bytes state{};
    };

    /// False if an entry is not the next one of a conference that is kept.
    [[nodiscard]] bool keep(const runtime::StoreItem& item) {
        return std::visit([this](const auto& each) { return take(each); }, item);
    }
    /// A store's word about what was put.
    void note(const node::ConferenceKept& told) {
        const auto found = conferences_.find(told.conference);
        if (found == conferences_.end()) return;
        auto& kept = found->second;
        const auto end = std::ranges::upper_bound(kept.entry_numbers, told.number);
        kept.promised = std::max(kept.promised, static_cast<std::size_t>(end - kept.entry_numbers.begin()));
        if (!told.durable) return;
        kept.saved = kept.promised;
        kept.saved_number = told.number;
        kept.promised_before = 0;
    }
    /// From here on this is what there is; `others_stay`: beside conferences that could not be read.
    void replace(const std::vector<node::ConferenceStored>& loaded, bool saved, bool others_stay = false) {
        if (!others_stay) conferences_.clear();
        for (const auto& each : loaded) {
            const auto size = each.log_size().value();
            auto& kept = conferences_[each.conference];
            // What a checkpoint covers it does not give back.
            auto entries = std::exchange(kept.entries, {});
            entries.resize(each.first.value());
            entries.insert(entries.end(), each.entries.begin(), each.entries.end());
            kept = {each.access, std::move(entries), each.words, each.role};
            kept.first = each.first;
            kept.state = each.state;
            kept.entry_numbers.resize(size);
            // Words of which it is not sure are never asked for.
            kept.word_numbers.resize(each.words.size(), saved ? 0 : UINT64_MAX);
            kept.promised = size;
            kept.saved = saved ? size : 0;
        }
    }

    [[nodiscard]] const std::map<base::ConferenceHandle, Kept>& conferences() const { return conferences_; }
    [[nodiscard]] std::vector<node::ConferenceStored> contents() const {
        std::vector<node::ConferenceStored> result;
        for (const auto& [handle, kept] : conferences_)
            result.push_back(
                {handle,
                 kept.access,
                 {kept.entries.begin() + static_cast<std::ptrdiff_t>(kept.first.value()), kept.entries.end()},
                 kept.words,
                 false,
                 true,
                 kept.role,
                 kept.first,
                 kept.state});
        return result;
    }

  private:
    template <class Gone>
    static void erase_words(Kept& kept, Gone gone) {
        for (std::size_t at = kept.words.size(); at-- > 0;) {
            if (!gone(kept.words[at])) continue;
            kept.words.erase(kept.words.begin() + static_cast<std::ptrdiff_t>(at));
            kept.word_numbers.erase(kept.word_numbers.begin() + static_cast<std::ptrdiff_t>(at));
        }
    }
    bool take(const node::StoreConference& stored) {
        auto& kept = conferences_[stored.conference];
        const auto before = std::max(kept.promised, kept.promised_before);
        kept = {stored.access, {}, {}};
        kept.promised_before = before;
        return true;
    }
    bool take(const node::StoreEntry& stored) {
        const auto found = conferences_.find(stored.conference);
        if (found == conferences_.end()) return false;
        // A log that members gave back may begin with a checkpoint.
        if (found->second.entries.empty()) {
            found->second.entries.resize(stored.position.value());
            found->second.entry_numbers.resize(stored.position.value());
        }
        if (stored.position.value() != found->second.entries.size()) return false;
        found->second.entries.push_back(stored.entry);
        found->second.entry_numbers.push_back(stored.number);
        return true;
    }
    bool take(const node::StoreCheckpoint& stored) {
        const auto found = conferences_.find(stored.conference);
        if (found == conferences_.end() || stored.position.value() >= found->second.entries.size()) return false;
        found->second.first = stored.position;
        found->second.state = stored.state;
        return true;
    }
    bool take(const node::StoreMessage& stored) {
        const auto found = conferences_.find(stored.conference);
        if (found == conferences_.end()) return false;
        // A stream only grows: what stands there is of before its log was cut short.
        erase_words(found->second, [&](const node::StoredMessage& word) {
            return word.flow == stored.word.flow && word.sender == stored.word.sender &&
                   word.sequence >= stored.word.sequence;
        });
        found->second.words.push_back(stored.word);
        found->second.word_numbers.push_back(stored.number);
        return true;
    }
    bool take(const node::StoreRole& stored) {
        const auto found = conferences_.find(stored.conference);
        if (found == conferences_.end()) return false;
        found->second.role = stored.role;
        return true;
    }
    bool take(const node::ForgetMessages& forgotten) {
        const auto found = conferences_.find(forgotten.conference);
        if (found == conferences_.end()) return true;
        erase_words(found->second, [&](const node::StoredMessage& word) {
            return word.flow == forgotten.flow && word.sender == forgotten.sender && word.sequence < forgotten.first;
        });
        return true;
    }
    bool take(const node::ForgetConference& forgotten) {
        conferences_.erase(forgotten.conference);
        return true;
    }

    std::map<base::ConferenceHandle, Kept> conferences_;
};

} // namespace plenum::sim
