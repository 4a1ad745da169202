// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/tree/ids.h"
#include "core/tree/limits.h"
#include "core/wire/fields.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

/// Counting what receivers say: polls, shows of hands, reception statistics, acknowledgements.
namespace plenum::tree {

/// How one column of reports is combined.
enum class Combine : std::uint8_t { sum = 1, minimum = 2, maximum = 3 };

/// All that is below the sender, as far as it knows: a total, no difference, so that a report that is lost or comes
/// twice changes nothing.
struct TallyReport {
    static constexpr MethodId method{1};
    std::uint32_t round{0};
    std::uint64_t version{0};
    std::uint64_t members{0};
    std::uint64_t answered{0};
    std::vector<std::uint64_t> columns;
    friend bool operator==(const TallyReport&, const TallyReport&) = default;
    static constexpr auto fields() {
        using T = TallyReport;
        return wire::Fields{wire::Field<&T::round, wire::Varint>{"round", "of the object"},
                            wire::Field<&T::version, wire::Varint>{"version", "rises with each change at the sender"},
                            wire::Field<&T::members, wire::Varint>{"members", "receivers below"},
                            wire::Field<&T::answered, wire::Varint>{"answered", "of these, in this round"},
                            wire::Field<&T::columns, wire::List<wire::Varint, limits::columns_max>>{
                                "columns", "of those who answered; none if nobody did"}};
    }
};

/// Nullopt if the bytes are malformed, or numbers contradict each other or their bounds.
[[nodiscard]] std::optional<TallyReport> decode_tally_report(base::ByteView parameters);

struct TallyTotal {
    std::uint64_t members{0};
    std::uint64_t answered{0};
    std::vector<std::uint64_t> columns;
    [[nodiscard]] bool is_complete() const { return answered == members && members > 0; }
    friend bool operator==(const TallyTotal&, const TallyTotal&) = default;
};

/// The newest report of each child. Sums are taken when they are asked for.
class TallyTable {
  public:
    explicit TallyTable(std::vector<Combine> columns = {}) : columns_{std::move(columns)} {}

    enum class Taken : std::uint8_t {
        changed = 1,
        known = 2,   ///< this version is there
        old = 3,     ///< a later version is there
        refused = 4, ///< of another round, or with other columns
    };
    [[nodiscard]] Taken take(NodeId child, const TallyReport& report);
    /// False if the child was not there.
    bool remove(NodeId child);
    /// The next report of each child replaces what it said before, whatever its version.
    void forget_versions();
    /// Members stay, their answers go.
    void start(std::uint32_t round, std::vector<Combine> columns);

    [[nodiscard]] TallyTotal total() const;
    [[nodiscard]] bool is_complete() const { return answered_ == members_ && members_ > 0; }
    [[nodiscard]] bool contains(NodeId child) const { return children_.contains(child); }
    [[nodiscard]] std::size_t size() const { return children_.size(); }
    [[nodiscard]] std::uint32_t round() const { return round_; }

  private:
    struct Child {
        std::uint64_t version{0};
        std::uint64_t members{0};
        std::uint64_t answered{0};
        std::vector<std::uint64_t> columns;
    };
    void subtract(const Child& child);

    std::vector<Combine> columns_;
    std::uint32_t round_{0};
    std::map<NodeId, Child> children_;
    std::uint64_t members_{0};
    std::uint64_t answered_{0};
};

} // namespace plenum::tree
