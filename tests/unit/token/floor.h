// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/token/tenures.h"

#include <gtest/gtest.h>

namespace plenum::token {

using namespace std::chrono_literals;

inline constexpr base::TokenId voice{1};
inline constexpr base::FlowId sound{1};
inline constexpr base::FlowId chat{3};
inline constexpr base::MemberIndex nobody{};
inline constexpr base::MemberIndex ann{1};
inline constexpr base::MemberIndex bob{2};
inline constexpr base::MemberIndex cem{3};
inline constexpr base::MemberIndex chair{9};

inline constexpr Author relay{nobody, false};
inline constexpr Author moderator{chair, true};
inline constexpr Author by(base::MemberIndex member) { return {member, false}; }

/// A log of entries, each a second after the other.
struct Floor {
    Table table;
    Tenures tenures;
    base::LogPosition size{1};

    std::optional<Refusal> says(Author author, const Operation& operation) {
        const auto before = table;
        if (const auto permitted = check(table, author, operation); !permitted) {
            EXPECT_EQ(table, before);
            return permitted.error();
        }
        const Place place{size, base::ConferenceTime{1s * size.value()}};
        apply(table, author, operation, place);
        tenures.handle(table, {voice}, ending_of(operation, author.member, {}), place);
        size = size.next();
        return std::nullopt;
    }
    /// An entry of another kind than tokens' took everything from this member.
    void leaves(base::MemberIndex member) {
        const auto changed = apply_leave(table, member);
        tenures.handle(table, changed, {}, {size, base::ConferenceTime{1s * size.value()}});
        size = size.next();
    }
    explicit Floor(Settings settings = {}) {
        DeclareToken declaration{voice, "voice", {sound}, std::move(settings)};
        EXPECT_EQ(says(moderator, declaration), std::nullopt);
    }
    [[nodiscard]] const Token& token() const { return *table.find(voice); }
    [[nodiscard]] std::vector<base::MemberIndex> holders() const {
        std::vector<base::MemberIndex> members;
        for (const auto& holder : token().holders)
            members.push_back(holder.member);
        return members;
    }
    [[nodiscard]] std::vector<base::MemberIndex> waiting() const {
        std::vector<base::MemberIndex> members;
        for (const auto& request : token().requests)
            members.push_back(request.member);
        return members;
    }
    [[nodiscard]] base::TokenEpoch epoch(base::MemberIndex member) const {
        return table.epoch_of(sound, member).value_or(base::TokenEpoch{});
    }
    [[nodiscard]] Hearing hears(base::MemberIndex member, base::TokenEpoch epoch) const {
        return tenures.judge({sound, member, epoch, base::SequenceNumber{7}, {}}, size).hearing;
    }
};

using Members = std::vector<base::MemberIndex>;

inline Settings by_queue() {
    Settings settings;
    settings.style = "queue";
    return settings;
}

} // namespace plenum::token
