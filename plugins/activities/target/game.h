// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugins/activities/target/shot_log.h"

#include <set>
#include <string>

/// The game of one client: rounds, players, sights, shots. Told everything, and touches nothing.
namespace plenum::target {

enum class Phase : std::uint8_t {
    idle = 1,  ///< nobody has started a round
    ready = 2, ///< the countdown
    running = 3,
    counting = 4, ///< the time is up; the last shots arrive
    over = 5,
};

/// Between two pictures and two messages.
class Sight {
  public:
    void set(Point at, Point velocity, base::ConferenceTime sent_at);
    /// Glides to where it is thought to be now.
    void advance(base::ConferenceTime now);
    [[nodiscard]] Point shown() const { return {static_cast<std::int32_t>(x_), static_cast<std::int32_t>(y_)}; }

  private:
    Point at_{};
    Point velocity_{};
    base::ConferenceTime sent_at_{};
    base::ConferenceTime shown_at_{};
    double x_{-1};
    double y_{-1};
};

struct Standing {
    base::MemberIndex member{};
    Score score{};
    friend bool operator==(const Standing&, const Standing&) = default;
};

class Game {
  public:
    explicit Game(base::MemberIndex self) : self_{self} {}

    [[nodiscard]] base::MemberIndex self() const { return self_; }
    /// Who is in the conference; messages of nobody else count.
    void set_members(const std::set<base::MemberIndex>& members);
    void receive(base::MemberIndex sender, base::ConferenceTime sent_at, base::ByteView body);
    void advance(base::ConferenceTime now);
    /// False while a round is under way.
    bool start_round();
    void aim(Point at);
    /// Fires at what is under the sight. Nullopt where that is not possible now.
    std::optional<Shot> fire();
    [[nodiscard]] base::Bytes message();

    [[nodiscard]] Phase phase() const;
    /// Negative during the countdown. Only within a round.
    [[nodiscard]] RoundTime time() const;
    [[nodiscard]] std::optional<RoundId> round() const { return round_; }
    [[nodiscard]] std::vector<LiveTarget> targets() const;
    [[nodiscard]] std::span<const JudgedShot> judged() const;
    /// Who plays or has points, the best first; equal for everyone once the round is over.
    [[nodiscard]] std::vector<Standing> standings() const;
    [[nodiscard]] Score own_score() const;
    [[nodiscard]] Point own_sight() const { return sight_; }
    /// Of the others who play now.
    [[nodiscard]] std::map<base::MemberIndex, Point> sights() const;

  private:
    struct Other {
        Sight sight;
        base::ConferenceTime heard_at{};
        std::optional<RoundId> round;
        ShotLog log;
    };
    [[nodiscard]] bool is_fresh(const Other& other) const;
    [[nodiscard]] bool prefers(const RoundId& offered) const;
    [[nodiscard]] std::size_t supporters(const RoundId& round) const;
    void enter(const RoundId& round);
    void judge();

    base::MemberIndex self_;
    std::set<base::MemberIndex> members_;
    base::ConferenceTime now_{};
    std::optional<RoundId> round_;
    std::optional<Referee> referee_;
    ShotLog own_;
    Point sight_{field_size.x / 2, field_size.y / 2};
    Point sight_sent_{sight_};
    base::ConferenceTime sent_at_{};
    std::map<base::MemberIndex, Other> others_;
};

} // namespace plenum::target
