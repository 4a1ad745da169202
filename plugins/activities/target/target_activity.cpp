// SPDX-License-Identifier: Apache-2.0
#include "plugins/activities/activities.h"
#include "plugins/activities/target/demo_player.h"
#include "plugins/activities/target/target_painter.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

/// The shared shooting game of push-pull §4.1, as an activity.
namespace plenum::target {
namespace {

/// The words on the screen.
struct Words {
    Q_DECLARE_TR_FUNCTIONS(Target)
};

using namespace std::chrono_literals;

/// The sight under arrow keys: slow at first, to aim; faster the longer a key is held.
class KeySteering {
  public:
    void press(activity::Key key, bool down) { down ? void(held_.insert(key)) : void(held_.erase(key)); }
    /// The way since the last call.
    [[nodiscard]] Point move(base::ConferenceTime now) {
        const auto passed = std::chrono::duration<double>(std::min(base::Duration{100ms}, now - moved_at_)).count();
        moved_at_ = now;
        const auto way = [&](activity::Key back, activity::Key forth) {
            return (held_.contains(forth) ? 1 : 0) - (held_.contains(back) ? 1 : 0);
        };
        const auto x = way(activity::Key::left, activity::Key::right);
        const auto y = way(activity::Key::up, activity::Key::down);
        held_for_ = x == 0 && y == 0 ? 0 : held_for_ + passed;
        // Of the field, a second.
        const auto speed = std::min(2500 + 16'000 * held_for_, 10'000.0);
        return {static_cast<std::int32_t>(x * speed * passed), static_cast<std::int32_t>(y * speed * passed)};
    }

  private:
    std::set<activity::Key> held_;
    base::ConferenceTime moved_at_{};
    double held_for_{0};
};

class TargetActivity final : public activity::Activity {
  public:
    void set_players(std::span<const activity::Player> players) override {
        players_.clear();
        std::set<base::MemberIndex> members;
        for (const auto& player : players) {
            players_.emplace(player.member, player);
            members.insert(player.member);
            if (player.self && !game_) game_.emplace(player.member);
        }
        if (game_) game_->set_members(members);
    }

    void receive(const activity::Message& message) override {
        if (game_) game_->receive(message.sender, message.sent_at, message.body);
    }

    void advance(base::ConferenceTime now) override {
        if (!game_) return;
        game_->advance(now);
        const auto way = steering_.move(now);
        if (way != Point{}) game_->aim({game_->own_sight().x + way.x, game_->own_sight().y + way.y});
        if (demo_) demo_->play(*game_, now);
        tell();
    }

    base::Bytes message() override { return game_ ? game_->message() : base::Bytes{}; }

    void paint(QPainter& painter, QSizeF area, const activity::Look& look) const override {
        if (game_) paint_scene(painter, area, {*game_, players_, look});
    }

    void point(QPointF at, QSizeF area) override {
        const auto field = field_rect(area);
        if (!game_ || field.width() < 1) return;
        const auto inside = (at - field.topLeft()) / field.width() * field_size.x;
        const auto whole = [](qreal value) { return static_cast<std::int32_t>(std::clamp(value, -1e6, 1e6)); };
        game_->aim({whole(inside.x()), whole(inside.y())});
    }

    void press(QPointF at, QSizeF area) override {
        point(at, area);
        fire();
    }

    void key(activity::Key key, bool down) override {
        if (key != activity::Key::fire)
            steering_.press(key, down);
        else if (down)
            fire();
    }

    QString action() const override {
        if (!game_) return {};
        if (game_->phase() == Phase::idle) return Words::tr("Start a round");
        return game_->phase() == Phase::over ? Words::tr("Another round") : QString{};
    }
    void act() override {
        if (game_) game_->start_round();
    }
    QString news() const override { return news_; }
    void demonstrate() override {
        if (game_) demo_.emplace(game_->self());
    }

  private:
    void fire() {
        if (game_) game_->fire();
    }

    void tell() {
        const auto phase = game_->phase();
        const auto points = game_->own_score().points;
        if (phase != std::exchange(told_phase_, phase)) {
            if (phase == Phase::ready) news_ = Words::tr("A round begins in three seconds.");
            if (phase == Phase::running) news_ = Words::tr("Go!");
            if (phase == Phase::over) news_ = result();
        } else if (phase == Phase::running && points != told_points_) {
            news_ = Words::tr("%1 points, %2 in a row.").arg(points).arg(game_->own_score().streak);
        }
        told_points_ = points;
    }

    [[nodiscard]] QString result() const {
        const auto standings = game_->standings();
        if (standings.empty() || standings.front().score.points == 0)
            return Words::tr("The round is over. Nobody hit.");
        const auto own = std::ranges::find(standings, game_->self(), &Standing::member);
        const auto winner =
            Words::tr("The round is over. %1 wins with %2 points.")
                .arg(name_of(players_, standings.front().member), QString::number(standings.front().score.points));
        if (own == standings.end() || own == standings.begin()) return winner;
        return winner + u' ' +
               Words::tr("You are number %1 with %2 points.").arg(own - standings.begin() + 1).arg(own->score.points);
    }

    std::map<base::MemberIndex, activity::Player> players_;
    std::optional<Game> game_;
    std::optional<DemoPlayer> demo_;
    KeySteering steering_;
    QString news_;
    Phase told_phase_{Phase::idle};
    std::uint32_t told_points_{0};
};

} // namespace
} // namespace plenum::target

namespace plenum::activity {

constinit const Descriptor target_activity = activity_of<target::TargetActivity>(
    "target", TRANSLATABLE("Activity", "Target"),
    TRANSLATABLE("Activity", "A shooting game for everyone in the call. A round takes a minute and a half."),
    {.rate_hz = 20, .message_bytes_max = target::update_bytes_max, .loss_delay_ms = 400});

} // namespace plenum::activity
