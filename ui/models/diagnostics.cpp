// SPDX-License-Identifier: Apache-2.0
#include "ui/models/diagnostics.h"

#include "ui/models/figure_words.h"
#include "ui/models/ids.h"
#include "ui/models/members_model.h"

#include <QDateTime>
#include <QSysInfo>

#include <algorithm>
#include <utility>

namespace plenum::ui {

Diagnostics::Diagnostics(DiagnosticsPort& port, SessionPort& session, MediaPort& media, PeoplePort& people,
                         const MembersModel& members, Clock clock, QObject* parent)
    : QAbstractListModel{parent},
      port_{port},
      session_{session},
      members_{members},
      health_{clock},
      clock_{std::move(clock)},
      people_{members} {
    connect(&port_, &DiagnosticsPort::health_changed, &health_, &Health::set);
    connect(&port_, &DiagnosticsPort::figures_changed, this, &Diagnostics::take);
    connect(&port_, &DiagnosticsPort::problem, this, [this](const Problem& problem) {
        for (const auto& row : rows_)
            row->refuse(problem.kind);
    });
    connect(&session, &SessionPort::conference_changed, this, [this](const ConferenceFacts& facts) {
        moderates_ = facts.may_moderate;
        tell_rights();
    });
    connect(&session, &SessionPort::state_changed, this, &Diagnostics::judge_anew);
    connect(&media, &MediaPort::video_frame, this, [this](base::MemberIndex member, const media::VideoFrame& frame) {
        if (frame.empty()) return;
        people_.add_picture(member, clock_());
        judge_.note_picture(member, clock_());
    });
    connect(&people, &PeoplePort::member_left, &people_, &ReceptionModel::forget);
    connect(&members_, &MembersModel::count_changed, this, &Diagnostics::tell_rights);
    connect(&members_, &MembersModel::dataChanged, this,
            [this](const QModelIndex&, const QModelIndex&, const QList<int>& roles) {
                // Who moderates is among them; levels come twenty times a second.
                if (roles.isEmpty()) tell_rights();
            });
}

void Diagnostics::clear() {
    own_ = {};
    people_.clear();
    judge_anew();
    set_conversations({});
    emit changed();
}

/// While the relay is away, figures still come, and nothing of the others.
void Diagnostics::judge_anew() {
    judge_.clear();
    health_.set_fault(std::nullopt);
}

void Diagnostics::retranslate() {
    for (const auto& row : rows_)
        row->retranslate();
    people_.retranslate();
    emit health_.changed();
    emit changed();
}

// --- what we are told ---

void Diagnostics::take(const Figures& figures) {
    own_ = figures.own;
    set_conversations(figures.conversations);
    people_.set(figures.people, clock_());
    if (session_.state() == ConnectionState::in_call) health_.set_fault(judge_.look(figures, speakers(), clock_()));
    emit changed();
}

QList<base::MemberIndex> Diagnostics::speakers() const {
    QList<base::MemberIndex> speakers;
    for (int row = 0; row < members_.rowCount(); ++row)
        if (const auto at = members_.index(row); at.data(MembersModel::speaking_role).toBool())
            speakers << to_member(at.data(MembersModel::index_role).toInt());
    return speakers;
}

/// Row by row, so that who has the keyboard in one keeps it.
void Diagnostics::set_conversations(const QList<OrderFigures>& conversations) {
    for (auto row = rowCount() - 1; row >= 0; --row) {
        const auto at = rows_.begin() + row;
        const auto is_it = [&](const OrderFigures& order) { return order.id == (*at)->id(); };
        if (std::ranges::any_of(conversations, is_it)) continue;
        beginRemoveRows({}, row, row);
        // Screens may still look at it in this turn; they go before it.
        auto* gone = at->release();
        rows_.erase(at);
        endRemoveRows();
        gone->deleteLater();
    }
    for (const auto& order : conversations) {
        auto place = std::ranges::find_if(rows_, [&](const auto& row) { return order.id <= row->id(); });
        if (place == rows_.end() || (*place)->id() != order.id) {
            const auto row = static_cast<int>(place - rows_.begin());
            beginInsertRows({}, row, row);
            place = rows_.insert(place, std::make_unique<OrderModel>(port_, clock_, order.id));
            endInsertRows();
            tell_rights();
        }
        (*place)->set(order);
    }
}

void Diagnostics::tell_rights() {
    QStringList moderators;
    for (int row = 0; row < members_.rowCount(); ++row) {
        const auto at = members_.index(row);
        const bool other = !at.data(MembersModel::is_self_role).toBool();
        if (other && at.data(MembersModel::is_moderator_role).toBool())
            moderators << members_.shown_name(base::MemberIndex{at.data(MembersModel::index_role).toUInt()});
    }
    for (const auto& row : rows_)
        row->set_rights(moderates_, moderators);
}

// --- in words ---

QStringList Diagnostics::own_names() const {
    return {tr("Least there and back"),
            tr("Clocks agree within"),
            tr("Messages received"),
            tr("Of these too late"),
            tr("Could not be opened"),
            tr("Against the rules"),
            tr("Pictures sent"),
            tr("Gaps in your microphone's sound"),
            tr("Gaps in your loudspeaker's sound")};
}

QStringList Diagnostics::own_values() const {
    const auto count = [](std::uint64_t number) { return FigureWords::count(number); };
    return {FigureWords::milliseconds(own_.round_trip_least),
            FigureWords::milliseconds(own_.clock_error),
            count(own_.received),
            count(own_.discarded),
            count(own_.undecryptable),
            count(own_.refused),
            count(own_.pictures_sent),
            count(own_.input_overruns),
            count(own_.output_underruns)};
}

QString Diagnostics::report() const {
    const auto pair = [](const QString& name, const QString& value) {
        return tr("%1: %2", "what, and how much").arg(name, value);
    };
    QStringList lines{
        QStringLiteral("Plenum %1").arg(QCoreApplication::applicationVersion()).trimmed(),
        QSysInfo::prettyProductName(),
        QDateTime::currentDateTimeUtc().toString(Qt::ISODate),
        pair(tr("Network"), health_.text()),
        pair(tr("From their mouth to your ear"), health_.mouth_to_ear_text()),
        pair(tr("There and back to the relay"), health_.round_trip()),
        pair(tr("Lost on the way"), health_.loss()),
    };
    const auto names = own_names();
    const auto values = own_values();
    for (qsizetype at = 0; at < names.size(); ++at)
        lines << pair(names[at], values[at]);
    for (const auto& row : rows_)
        lines << QString{} << row->lines();
    lines << QString{} << people_.lines();
    return lines.join(QLatin1Char{'\n'}) + QLatin1Char{'\n'};
}

// --- as a list ---

int Diagnostics::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QVariant Diagnostics::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != order_role) return {};
    return QVariant::fromValue(rows_[static_cast<std::size_t>(index.row())].get());
}

QHash<int, QByteArray> Diagnostics::roleNames() const { return {{order_role, "order"}}; }

} // namespace plenum::ui
