// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/token/table.h"

namespace plenum::token {

/// Someone came to hold a token, or holds it no more.
struct HolderMove {
    base::TokenId token{};
    /// 0 is everyone.
    base::MemberIndex member{};
    base::TokenEpoch epoch{};
    bool begins{false};
    friend bool operator==(const HolderMove&, const HolderMove&) = default;
};

/// What each entry did to who holds what, for whoever tells of it.
class HolderMoves {
  public:
    /// Who holds what now is known.
    void begin(const Table& table);
    /// `table` as it is after the entry that changed these tokens. Of each token first those who hold it no more, then
    /// those who hold it now, each by member.
    [[nodiscard]] std::vector<HolderMove> handle(const Table& table, const std::vector<base::TokenId>& changed);

  private:
    std::map<base::TokenId, std::map<base::MemberIndex, base::TokenEpoch>> held_;
};

} // namespace plenum::token
