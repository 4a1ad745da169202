// SPDX-License-Identifier: Apache-2.0
#include "ui/models/recent_conferences.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>

#include <utility>

namespace plenum::ui {

RecentConferences::RecentConferences(ConferencePort& port, Session& session, std::function<QDateTime()> clock,
                                     QObject* parent)
    : QAbstractListModel{parent},
      port_{port},
      session_{session},
      clock_{std::move(clock)} {
    connect(&port_, &ConferencePort::state_changed, this, [this](ConnectionState state) {
        if (state == ConnectionState::in_call && !current_) note(port_.conference());
    });
    connect(&port_, &ConferencePort::conference_changed, this, [this](const ConferenceFacts& facts) {
        if (current_) note(facts);
    });
    connect(&port_, &ConferencePort::ended, this, [this](const EndFacts& facts) { note_end(facts.reason); });
    connect(&port_, &ConferencePort::relay_running_changed, this, &RecentConferences::retranslate);
}

void RecentConferences::open(const QString& path) {
    file_ = SecretFile{path};
    beginResetModel();
    rows_ = parse(file_.read());
    endResetModel();
    emit count_changed();
}

// --- what happens to conferences ---

/// We are in it, or its link or title is another now.
void RecentConferences::note(const ConferenceFacts& facts) {
    const bool here = facts.hosted_here;
    const bool hosted = here || session_.hosting() || (current_ && current_->hosted);
    const Row row{facts.title, here ? QString{} : facts.link, clock_(), hosted, here, false};
    if (!here && facts.link.isEmpty()) return;
    if (current_ && current_->same(row) && current_->title == row.title) return;
    change([&](QList<Row>& rows) {
        rows.removeIf([&](const Row& known) { return known.same(row) || (current_ && known.same(*current_)); });
        rows.prepend(row);
    });
    current_ = row;
}

void RecentConferences::note_end(EndReason reason) {
    auto row = std::exchange(current_, std::nullopt);
    // We never came in, since it was over before.
    if (!row && (reason == EndReason::expired || reason == EndReason::host_left) && !session_.hosting())
        row = Row{.link = session_.wanted_link()};
    const bool over = reason == EndReason::ended_by_self || reason == EndReason::ended_by_host ||
                      reason == EndReason::expired || reason == EndReason::host_left;
    if (!row) return;
    change([&](QList<Row>& rows) {
        for (auto& known : rows) {
            if (!known.same(*row)) continue;
            known.last = clock_();
            known.over = over && !known.here;
            // It runs on for the others, and we can come back.
            if (known.here && port_.relay_running()) known.link = port_.conference().link;
        }
    });
}

// --- what a person does with them ---

void RecentConferences::enter(int row) {
    if (row < 0 || row >= count()) return;
    const auto& wanted = rows_.at(row);
    if (is_gone(wanted))
        session_.prepare_host(wanted.title);
    else if (!wanted.over)
        (void)session_.prepare_join(wanted.link);
}

void RecentConferences::remove(int row) {
    if (row < 0 || row >= count()) return;
    const auto gone = rows_.at(row);
    change([&](QList<Row>& rows) { rows.removeIf([&](const Row& known) { return known.same(gone); }); });
}

void RecentConferences::clear() {
    change([](QList<Row>& rows) { rows.clear(); });
}

// --- how they are shown ---

int RecentConferences::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : count(); }

QVariant RecentConferences::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto& row = rows_.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case title_role: return row.title.isEmpty() ? tr("Conference") : row.title;
    case when_role: return when(row.last);
    case hosted_role: return row.hosted;
    case standing_role:
        return is_gone(row) ? QStringLiteral("gone") : row.over ? QStringLiteral("over") : QStringLiteral("open");
    default: return {};
    }
}

QHash<int, QByteArray> RecentConferences::roleNames() const {
    return {{title_role, "title"}, {when_role, "when"}, {hosted_role, "hosted"}, {standing_role, "standing"}};
}

bool RecentConferences::is_gone(const Row& row) const {
    return row.here && (row.link.isEmpty() || !port_.relay_running());
}

QString RecentConferences::when(const QDateTime& at) const {
    const auto local = at.toLocalTime();
    const auto days = local.date().daysTo(clock_().toLocalTime().date());
    const auto time = QLocale{}.toString(local.time(), QLocale::ShortFormat);
    if (days == 0) return tr("Today, %1", "a time").arg(time);
    if (days == 1) return tr("Yesterday, %1", "a time").arg(time);
    return QLocale{}.toString(local.date(), QLocale::ShortFormat);
}

void RecentConferences::retranslate() {
    if (!rows_.isEmpty()) emit dataChanged(index(0), index(count() - 1));
}

// --- the file ---

void RecentConferences::change(const std::function<void(QList<Row>&)>& act) {
    auto rows = file_.is_kept() ? parse(file_.read()) : rows_;
    act(rows);
    if (rows.size() > conferences_max) rows.resize(conferences_max);
    beginResetModel();
    rows_ = rows;
    endResetModel();
    emit count_changed();
    if (file_.is_kept() && !file_.write(to_text(rows))) emit not_kept();
}

/// A file edited by hand does no harm: what is none of ours is left out.
QList<RecentConferences::Row> RecentConferences::parse(const QByteArray& text) {
    QList<Row> rows;
    for (const auto& value : QJsonDocument::fromJson(text).array()) {
        const auto object = value.toObject();
        const Row row{object[QLatin1String{"title"}].toString(),
                      object[QLatin1String{"link"}].toString(),
                      QDateTime::fromString(object[QLatin1String{"last"}].toString(), Qt::ISODate),
                      object[QLatin1String{"hosted"}].toBool(),
                      object[QLatin1String{"here"}].toBool(),
                      object[QLatin1String{"over"}].toBool()};
        const bool sound = row.last.isValid() && (row.here || !row.link.isEmpty());
        if (sound && rows.size() < conferences_max) rows << row;
    }
    return rows;
}

QByteArray RecentConferences::to_text(const QList<Row>& rows) {
    QJsonArray array;
    for (const auto& row : rows)
        array << QJsonObject{{QStringLiteral("title"), row.title},
                             {QStringLiteral("link"), row.link},
                             {QStringLiteral("last"), row.last.toUTC().toString(Qt::ISODate)},
                             {QStringLiteral("hosted"), row.hosted},
                             {QStringLiteral("here"), row.here},
                             {QStringLiteral("over"), row.over}};
    return QJsonDocument{array}.toJson();
}

} // namespace plenum::ui
