// SPDX-License-Identifier: Apache-2.0
#include "plugins/activities/target/target_painter.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace plenum::target {
namespace {

/// The words on the screen.
struct Words {
    Q_DECLARE_TR_FUNCTIONS(Target)
};

/// Okabe and Ito's colours, which colour-blind people can tell apart too.
constexpr QColor large_fill{0xd5, 0x5e, 0x00};
constexpr QColor medium_fill{0x56, 0xb4, 0xe9};
constexpr QColor small_fill{0xf0, 0xe4, 0x42};
constexpr QColor rim{0x10, 0x12, 0x18};

constexpr RoundTime grow_time{250};
constexpr RoundTime effect_time{900};
constexpr qsizetype standings_max = 8;
/// Wide enough for letters of the usual size; a smaller picture has smaller ones.
constexpr qreal full_width = 900;

double share_of(RoundTime part, RoundTime whole) {
    return std::clamp(static_cast<double>(part.count()) / static_cast<double>(whole.count()), 0.0, 1.0);
}

/// `inner` < 1 makes a star.
QPolygonF polygon(QPointF at, qreal radius, int corners, qreal inner = 1) {
    QPolygonF points;
    const int count = inner < 1 ? 2 * corners : corners;
    for (int corner = 0; corner < count; ++corner) {
        const auto angle = 2 * std::numbers::pi * corner / count - std::numbers::pi / 2;
        const auto reach = inner < 1 && corner % 2 == 1 ? inner * radius : radius;
        points << at + reach * QPointF{std::cos(angle), std::sin(angle)};
    }
    return points;
}

/// One picture.
class Picture {
  public:
    Picture(QPainter& painter, QRectF field, const Scene& scene)
        : painter_{painter},
          field_{field},
          scene_{scene},
          marks_{std::clamp(field.width() / full_width, 0.6, 1.3)},
          letters_{scene.look.text_scale * std::max(0.8, marks_)} {}

    void paint() {
        paint_ground();
        for (const auto& target : scene_.game.targets())
            paint_target(target);
        for (const auto& judged : scene_.game.judged())
            paint_effect(judged);
        const auto phase = scene_.game.phase();
        const bool aiming = phase == Phase::running || phase == Phase::ready;
        if (aiming) {
            for (const auto& [member, at] : scene_.game.sights())
                paint_other_sight(member, place(at));
            paint_own_sight();
        }
        if (phase == Phase::running || phase == Phase::counting) paint_time();
        // The panels of the other two need the room.
        if (phase != Phase::idle && phase != Phase::over) paint_standings();
        if (phase == Phase::idle)
            paint_panel(Words::tr("Target"), {Words::tr("Hit what moves. It splits, and small parts count more."),
                                              Words::tr("Three hits without a miss double your points.")});
        if (phase == Phase::ready) paint_countdown();
        if (phase == Phase::counting) paint_panel(Words::tr("Time is up"), {});
        if (phase == Phase::over) paint_result();
    }

  private:
    [[nodiscard]] qreal scale() const { return field_.width() / field_size.x; }
    [[nodiscard]] QPointF place(Point at) const { return field_.topLeft() + QPointF(at.x, at.y) * scale(); }
    [[nodiscard]] const activity::Look& look() const { return scene_.look; }
    [[nodiscard]] qreal line_height() const { return 21 * letters_; }
    [[nodiscard]] QColor color_of(base::MemberIndex member) const {
        const auto player = scene_.players.find(member);
        return player == scene_.players.end() ? look().ink_dim : player->second.color;
    }
    void write(QRectF where, int flags, const QString& said, qreal pixels, const QColor& color, bool bold = false) {
        auto font = painter_.font();
        font.setPixelSize(std::max(9, qRound(pixels * letters_)));
        font.setWeight(bold ? QFont::DemiBold : QFont::Normal);
        painter_.setFont(font);
        painter_.setPen(color);
        const auto line =
            flags & Qt::TextWordWrap ? said : QFontMetricsF{font}.elidedText(said, Qt::ElideRight, where.width());
        painter_.drawText(where, flags, line);
    }

    void paint_ground() {
        painter_.setPen(QPen{look().line, 1});
        painter_.setBrush(look().background);
        painter_.drawRoundedRect(field_, 10, 10);
        painter_.setPen(QPen{look().line, 2});
        for (int x = 1; x < 16; ++x)
            for (int y = 1; y < 9; ++y)
                painter_.drawPoint(field_.topLeft() + QPointF(x, y) * field_.width() / 16);
    }

    void paint_target(const LiveTarget& target) {
        const auto size = size_of(target.id);
        const auto grown = look().still ? 1.0 : 0.3 + 0.7 * share_of(target.age, grow_time);
        const auto radius = radius_of(size) * scale() * grown;
        const auto at = place(target.at);
        painter_.setPen(QPen{rim, 2});
        if (size == TargetSize::large) {
            for (const auto part : {1.0, 0.68, 0.36}) {
                painter_.setBrush(part == 0.68 ? QColor{Qt::white} : large_fill);
                painter_.drawEllipse(at, radius * part, radius * part);
            }
        } else if (size == TargetSize::medium) {
            painter_.setBrush(medium_fill);
            painter_.drawPolygon(polygon(at, radius, 6));
            painter_.setBrush(Qt::white);
            painter_.drawPolygon(polygon(at, radius * 0.45, 6));
        } else {
            painter_.setBrush(small_fill);
            painter_.drawPolygon(polygon(at, radius * 1.15, 5, 0.5));
        }
        // How long it stays.
        const auto left = share_of(target.left, Field::lifetime());
        const auto ring = radius * 1.25;
        painter_.setPen(QPen{left < 0.25 ? look().accent : look().ink_dim, 2});
        painter_.setBrush(Qt::NoBrush);
        painter_.drawArc(QRectF{at.x() - ring, at.y() - ring, 2 * ring, 2 * ring}, 90 * 16, qRound(360 * 16 * left));
    }

    /// Rings and points where something was hit, for a moment.
    void paint_effect(const JudgedShot& judged) {
        const auto age = scene_.game.time() - judged.fired.shot.at;
        if (age < RoundTime{} || age >= effect_time) return;
        const auto share = share_of(age, effect_time);
        const auto at = place(judged.fired.shot.aim);
        auto color = color_of(judged.fired.member);
        color.setAlphaF(static_cast<float>(1 - share));
        painter_.setBrush(Qt::NoBrush);
        painter_.setPen(QPen{color, 3});
        if (judged.points == 0) {
            const auto reach = 5 * marks_;
            painter_.drawLine(at - QPointF{reach, reach}, at + QPointF{reach, reach});
            painter_.drawLine(at - QPointF{reach, -reach}, at + QPointF{reach, -reach});
        } else if (!look().still) {
            const auto ring = (10 + 34 * share) * marks_;
            painter_.drawEllipse(at, ring, ring);
        }
        const auto said = judged.points > 0                 ? QStringLiteral("+%1").arg(judged.points)
                          : judged.outcome == Outcome::late ? Words::tr("too late")
                                                            : QString{};
        if (said.isEmpty()) return;
        const auto rise = look().still ? 14.0 : 14 + 26 * share;
        auto ink = look().ink;
        ink.setAlphaF(static_cast<float>(1 - share * share));
        write({at.x() - 60 * letters_, at.y() - (rise + 20) * letters_, 120 * letters_, 24 * letters_}, Qt::AlignCenter,
              said, judged.points >= 40 ? 22 : 17, ink, true);
    }

    /// A ring of the member's own number of corners.
    void paint_ring(QPointF at, qreal radius, base::MemberIndex member, const QColor& color) {
        painter_.setBrush(Qt::NoBrush);
        const auto corners = static_cast<int>(member.value() % 4);
        for (const auto& pen : {QPen{rim, 3.6 * marks_}, QPen{color, 2 * marks_}}) {
            painter_.setPen(pen);
            if (corners == 0)
                painter_.drawEllipse(at, radius, radius);
            else
                painter_.drawPolygon(polygon(at, radius * 1.2, corners + 2));
        }
    }

    void paint_other_sight(base::MemberIndex member, QPointF at) {
        const auto radius = 11 * marks_;
        paint_ring(at, radius, member, color_of(member));
        write({at.x() - 70 * letters_, at.y() + radius + 2, 140 * letters_, line_height()}, Qt::AlignHCenter,
              name_of(scene_.players, member), 12, look().ink);
    }

    void paint_own_sight() {
        const auto at = place(scene_.game.own_sight());
        const auto own = std::ranges::find_if(scene_.players, [](const auto& entry) { return entry.second.self; });
        const auto color = own == scene_.players.end() ? look().ink : own->second.color;
        const auto member = own == scene_.players.end() ? base::MemberIndex{} : own->first;
        const auto radius = 15 * marks_;
        paint_ring(at, radius, member, color);
        for (const auto& pen : {QPen{rim, 3.6 * marks_}, QPen{Qt::white, 1.6 * marks_}}) {
            painter_.setPen(pen);
            for (const auto& way : {QPointF{1, 0}, QPointF{-1, 0}, QPointF{0, 1}, QPointF{0, -1}})
                painter_.drawLine(at + way * radius * 0.35, at + way * radius * 1.5);
        }
    }

    void paint_time() {
        const auto left = std::max(RoundTime{}, round_length - scene_.game.time());
        const auto seconds = std::chrono::ceil<std::chrono::seconds>(left).count();
        const auto box = QRectF{field_.center().x() - 90 * letters_, field_.top() + 8, 180 * letters_, 34 * letters_};
        write(box, Qt::AlignCenter, QStringLiteral("%1:%2").arg(seconds / 60).arg(seconds % 60, 2, 10, QChar{u'0'}), 26,
              seconds <= 10 ? look().accent : look().ink, true);
        const auto streak = scene_.game.own_score().streak;
        if (streak < 3) return;
        write(box.translated(0, box.height()), Qt::AlignHCenter,
              Words::tr("%1 in a row: points × %2").arg(streak).arg(multiplier(streak)), 14, look().accent, true);
    }

    void paint_row(const Standing& standing, QRectF row, qreal pixels) {
        const auto player = scene_.players.find(standing.member);
        const bool self = player != scene_.players.end() && player->second.self;
        const auto radius = row.height() * 0.26;
        const auto leading = row.height() * 1.2;
        paint_ring({row.left() + leading / 2, row.center().y()}, radius, standing.member, color_of(standing.member));
        const auto points = row.height() * 2.6;
        write(row.adjusted(leading, 0, -points, 0), Qt::AlignVCenter, name_of(scene_.players, standing.member), pixels,
              look().ink, self);
        write(row, Qt::AlignVCenter | Qt::AlignRight, QString::number(standing.score.points), pixels, look().ink, true);
    }

    void paint_standings() {
        auto rows = scene_.game.standings();
        if (rows.size() > standings_max) rows.resize(standings_max);
        auto row = QRectF{field_.left() + 10, field_.top() + 10, 190 * letters_, line_height()};
        for (const auto& standing : rows) {
            paint_row(standing, row, 13);
            row.translate(0, line_height());
        }
    }

    void paint_countdown() {
        const auto left = std::chrono::ceil<std::chrono::seconds>(-scene_.game.time()).count();
        write(field_, Qt::AlignCenter, QString::number(left), 96, look().accent, true);
    }

    QRectF paint_panel(const QString& title, const QStringList& lines, qreal rows = 0) {
        const auto height = (58 + 40 * static_cast<qreal>(lines.size())) * letters_ + rows * line_height() * 1.2;
        const auto width = std::min(460 * letters_, field_.width() - 24);
        const QRectF box{field_.center().x() - width / 2, field_.center().y() - height / 2, width, height};
        painter_.setPen(QPen{look().line, 1});
        auto fill = look().background;
        fill.setAlphaF(0.94F);
        painter_.setBrush(fill);
        painter_.drawRoundedRect(box, 12, 12);
        auto line = box.adjusted(16 * letters_, 12 * letters_, -16 * letters_, 0);
        line.setHeight(34 * letters_);
        write(line, Qt::AlignCenter, title, 24, look().ink, true);
        for (const auto& said : lines) {
            line.translate(0, line.height());
            line.setHeight(40 * letters_);
            write(line, Qt::AlignCenter | Qt::TextWordWrap, said, 14, look().ink_dim);
        }
        line.translate(0, line.height());
        return line;
    }

    void paint_result() {
        auto rows = scene_.game.standings();
        std::uint32_t together = 0;
        for (const auto& standing : rows)
            together += standing.score.points;
        if (rows.size() > standings_max) rows.resize(standings_max);
        const auto best = rows.empty() || rows.front().score.points == 0
                              ? Words::tr("Nobody hit anything")
                              : Words::tr("%1 wins").arg(name_of(scene_.players, rows.front().member));
        auto row = paint_panel(best, {Words::tr("Together: %1 points").arg(together)}, static_cast<qreal>(rows.size()));
        row.setHeight(line_height() * 1.2);
        for (const auto& standing : rows) {
            paint_row(standing, row, 15);
            row.translate(0, row.height());
        }
    }

    QPainter& painter_;
    QRectF field_;
    const Scene& scene_;
    /// Sizes of sights and the like, and of letters.
    qreal marks_;
    qreal letters_;
};

} // namespace

QRectF field_rect(QSizeF area) {
    const auto scale = std::min(area.width() / field_size.x, area.height() / field_size.y);
    const QSizeF size{scale * field_size.x, scale * field_size.y};
    return {QPointF{(area.width() - size.width()) / 2, (area.height() - size.height()) / 2}, size};
}

void paint_scene(QPainter& painter, QSizeF area, const Scene& scene) {
    const auto field = field_rect(area).adjusted(1, 1, -1, -1);
    if (field.width() < 50) return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(field);
    Picture{painter, field, scene}.paint();
}

QString name_of(const std::map<base::MemberIndex, activity::Player>& players, base::MemberIndex member) {
    const auto player = players.find(member);
    return player == players.end() ? QStringLiteral("–") : player->second.name;
}

} // namespace plenum::target
