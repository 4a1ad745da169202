// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugins/activities/target/field.h"

#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

/// Who hit what, and who leads. A pure function of all shots of a round: whoever knows the same shots sees the same
/// result, in whatever order they came.
///
/// The view of the shooter decides: a shot names the target that the shooter saw under the sight. The first shot at a
/// target, by conference time, splits it. Another that was fired within `view_lag_max` could not know that, so it
/// counts half. Later ones count nothing. The alternative, that only the first counts, punishes long delays; the
/// other, that each client decides alone, lets scores differ.
namespace plenum::target {

/// One shot, as messages carry it.
struct Shot {
    RoundTime at{};
    Point aim{};
    /// 0 for a miss.
    TargetId target{};
    friend bool operator==(const Shot&, const Shot&) = default;
};

/// ITU-T G.114 calls 400 ms one way the limit of what a conversation bears; messages older than the tag's λ are gone.
inline constexpr RoundTime view_lag_max{400};
/// Nobody fires more often.
inline constexpr RoundTime reload{250};
inline constexpr std::size_t shots_max = static_cast<std::size_t>(round_length / reload);

struct FiredShot {
    base::MemberIndex member{};
    Shot shot{};
};

enum class Outcome : std::uint8_t {
    hit = 1,
    shared = 2, ///< somebody was quicker by less than `view_lag_max`
    miss = 3,
    late = 4,  ///< somebody was quicker
    void_ = 5, ///< there was no such target there
};

struct JudgedShot {
    FiredShot fired{};
    Outcome outcome{Outcome::miss};
    std::uint32_t points{0};
};

struct Score {
    std::uint32_t points{0};
    std::uint32_t hits{0};
    std::uint32_t shots{0};
    /// Hits since the last miss.
    std::uint32_t streak{0};
    std::uint32_t streak_max{0};
    friend bool operator==(const Score&, const Score&) = default;
};

/// What the next hit is multiplied by.
[[nodiscard]] constexpr std::uint32_t multiplier(std::uint32_t streak) {
    return streak < 3 ? 1 : streak < 6 ? 2 : streak < 10 ? 3 : 4;
}

struct LiveTarget {
    TargetId id{};
    Point at{};
    RoundTime age{};
    RoundTime left{};
};

class Referee {
  public:
    explicit Referee(RoundId round) : field_{round} {}

    /// All shots of the round so far.
    void judge(std::vector<FiredShot> shots);
    [[nodiscard]] std::span<const JudgedShot> judged() const { return judged_; }
    [[nodiscard]] const std::map<base::MemberIndex, Score>& scores() const { return scores_; }
    [[nodiscard]] std::vector<LiveTarget> targets(RoundTime at) const;
    /// The target under a sight, for who fires now; 0 for none.
    [[nodiscard]] TargetId under(Point aim, RoundTime at) const;

  private:
    /// When the target came, if it ever did.
    [[nodiscard]] std::optional<RoundTime> born(TargetId id) const;
    [[nodiscard]] Point position(TargetId id, RoundTime at) const;
    [[nodiscard]] Outcome outcome_of(const FiredShot& fired) const;
    void count(JudgedShot& judged);

    struct Hit {
        RoundTime first{};
        /// Nobody hits one target twice.
        std::set<base::MemberIndex> by{};
    };
    Field field_;
    std::map<TargetId, Hit> hits_;
    std::vector<JudgedShot> judged_;
    std::map<base::MemberIndex, Score> scores_;
};

} // namespace plenum::target
