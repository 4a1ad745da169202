// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/token/table.h"

namespace plenum::token {

/// Who held which token from where to where in the log. What is put in order with the log (words on reliable flows) is
/// judged by the log as it was when it came, alike by everyone and at any later time, while `Table::hear` judges what
/// is sent now. Grows with the log, by one record a grant.
class Tenures {
  public:
    /// `table` as it is after the entry that changed these tokens; the log has `size` entries with it.
    void handle(const Table& table, const std::vector<base::TokenId>& changed, base::LogPosition size);
    /// As `Table::hear`, of what came when the log had `size` entries. Never `ahead` of what is known here: a size
    /// that the log does not have yet is the caller's to refuse.
    [[nodiscard]] Hearing hear(base::FlowId flow, base::MemberIndex sender, base::TokenEpoch epoch,
                               base::LogPosition size) const;
    /// Whether the flow demanded a token then.
    [[nodiscard]] bool demands(base::FlowId flow, base::LogPosition size) const;

  private:
    struct Tenure {
        base::TokenEpoch epoch{};
        /// 0 is everyone.
        base::MemberIndex member{};
        /// Size of the log with the entry that ended it; absent while it lasts.
        std::optional<base::LogPosition> ended;
    };
    struct Record {
        /// Size of the log with the entry that declared it.
        base::LogPosition since{};
        /// By epoch.
        std::vector<Tenure> tenures;
        /// Those that last, by epoch.
        std::vector<std::size_t> lasting;
    };
    [[nodiscard]] const Record* find(base::FlowId flow, base::LogPosition size) const;

    std::map<base::TokenId, Record> records_;
    std::map<base::FlowId, base::TokenId> demanded_;
};

} // namespace plenum::token
