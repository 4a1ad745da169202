// SPDX-License-Identifier: Apache-2.0
#include "ui/models/recent_conferences.h"

#include "ui/models/dates.h"

#include <QCoreApplication>
#include <QFile>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <utility>

namespace plenum::ui {
namespace {

/// Of the process's program; empty where there is none (proc(5), comm).
QByteArray name_of(qint64 process) {
    QFile file{QStringLiteral("/proc/%1/comm").arg(process)};
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray{};
}

} // namespace

RecentConferences::RecentConferences(SessionPort& port, Session& session, std::function<QDateTime()> clock,
                                     QObject* parent)
    : QAbstractListModel{parent},
      port_{port},
      session_{session},
      clock_{std::move(clock)} {
    connect(&port_, &SessionPort::state_changed, this, [this](ConnectionState state) {
        if (state == ConnectionState::in_call && !current_) note(port_.conference());
    });
    connect(&port_, &SessionPort::conference_changed, this, [this](const ConferenceFacts& facts) {
        if (current_) note(facts);
    });
    connect(&port_, &SessionPort::ended, this, [this](const EndFacts& facts) { note_end(facts.reason); });
    connect(&port_, &SessionPort::relay_running_changed, this, &RecentConferences::note_stopped_relays);
    // Others of this person's programs may have changed them, or have ended, meanwhile.
    const auto look = [this] {
        if (file_.is_kept() && session_.screen() == QLatin1String{"start"}) show(parse(file_.read()));
    };
    connect(&session_, &Session::screen_changed, this, look);
    if (auto* application = qobject_cast<QGuiApplication*>(QCoreApplication::instance()))
        connect(application, &QGuiApplication::applicationStateChanged, this, look);
}

void RecentConferences::open(const QString& path) {
    file_ = SecretFile{path};
    show(parse(file_.read()));
}

// --- what happens to conferences ---

/// We are in it, or its link or title is another now.
void RecentConferences::note(const ConferenceFacts& facts) {
    if (!facts.hosted_here && facts.link.isEmpty()) return;
    const auto row = row_of(facts, rows_);
    if (current_ && current_->same(row) && current_->title == row.title && current_->link == row.link) return;
    const auto before = std::exchange(continued_, std::nullopt);
    const bool back = before && before->title == facts.title;
    change([&](QList<Row>& rows) {
        auto fresh = row_of(facts, rows);
        fresh.hosted |= back;
        rows.removeIf([&](const Row& known) {
            return known.same(fresh) || (current_ && known.same(*current_)) || (back && known.same(*before));
        });
        rows.prepend(fresh);
    });
    current_ = rows_.front();
}

/// One whose relay runs on this computer is so too for whoever came back to it by its link.
RecentConferences::Row RecentConferences::row_of(const ConferenceFacts& facts, const QList<Row>& known) const {
    Row row{.title = facts.title, .link = facts.link, .last = clock_(), .here = facts.hosted_here};
    if (row.here) row.program = QCoreApplication::applicationPid();
    const auto own = std::ranges::find_if(known, [&](const Row& each) {
        return each.here && runs_here(each) && (each.link == facts.link || (current_ && each.same(*current_)));
    });
    if (!row.here && own != known.end()) {
        row.here = true;
        row.program = own->program;
    }
    row.hosted = row.here || session_.wanted().hosting || (current_ && current_->hosted);
    return row;
}

void RecentConferences::note_end(EndReason reason) {
    auto row = std::exchange(current_, std::nullopt);
    // We never came in, since it was over before.
    if (!row && (reason == EndReason::expired || reason == EndReason::host_left) && !session_.wanted().hosting)
        row = Row{.link = session_.wanted().link};
    const bool over = reason == EndReason::ended_by_self || reason == EndReason::ended_by_host ||
                      reason == EndReason::expired || reason == EndReason::host_left;
    if (!row) return;
    change([&](QList<Row>& rows) {
        for (auto& known : rows) {
            if (!known.same(*row)) continue;
            known.last = clock_();
            known.over = over && !known.here;
            if (known.here && (over || !runs_here(known))) known.stop();
        }
    });
}

void RecentConferences::note_stopped_relays() {
    change([&](QList<Row>& rows) {
        for (auto& known : rows)
            if (is_gone(known)) known.stop();
    });
}

bool RecentConferences::runs_here(const Row& row) const {
    const auto self = QCoreApplication::applicationPid();
    if (row.program == self) return port_.relay_running() || (current_ && current_->same(row));
    return row.program != 0 && name_of(row.program) == name_of(self);
}

bool RecentConferences::is_cut(const Row& row) const {
    return is_gone(row) && return_.possible && return_.possible(row.link);
}

int RecentConferences::resumable() const {
    const auto place =
        std::ranges::find_if(rows_, [this](const Row& row) { return (row.here && !is_gone(row)) || is_cut(row); });
    return place == rows_.end() ? -1 : static_cast<int>(place - rows_.begin());
}

// --- what a person does with them ---

void RecentConferences::set_return(Return way) {
    return_ = std::move(way);
    retranslate();
    emit count_changed();
}

void RecentConferences::enter(int row) {
    if (row < 0 || row >= count()) return;
    // Whoever prepares it may change the rows.
    const auto wanted = rows_.at(row);
    continued_.reset();
    if (is_cut(wanted) && return_.prepare(wanted.link)) {
        continued_ = wanted;
        return;
    }
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
        if (is_cut(row)) return QStringLiteral("cut");
        if (row.here) return is_gone(row) ? QStringLiteral("gone") : QStringLiteral("running");
        return row.over ? QStringLiteral("over") : QStringLiteral("open");
    default: return {};
    }
}

QHash<int, QByteArray> RecentConferences::roleNames() const {
    return {{title_role, "title"}, {when_role, "when"}, {hosted_role, "hosted"}, {standing_role, "standing"}};
}

QString RecentConferences::when(const QDateTime& at) const {
    const auto local = at.toLocalTime();
    const auto days = local.date().daysTo(clock_().toLocalTime().date());
    const auto time = dates::time_of_day(at);
    if (days == 0) return tr("Today, %1", "a time").arg(time);
    if (days == 1) return tr("Yesterday, %1", "a time").arg(time);
    return dates::day(at, clock_());
}

void RecentConferences::retranslate() {
    if (!rows_.isEmpty()) emit dataChanged(index(0), index(count() - 1));
}

// --- the file ---

void RecentConferences::change(const std::function<void(QList<Row>&)>& act) {
    auto rows = file_.is_kept() ? parse(file_.read()) : rows_;
    act(rows);
    if (rows.size() > conferences_max) rows.resize(conferences_max);
    show(rows);
    if (file_.is_kept() && !file_.write(to_text(rows))) emit not_kept();
}

void RecentConferences::show(const QList<Row>& rows) {
    if (rows == rows_) {
        // Programs may have ended meanwhile. Whoever has the keyboard in a line keeps it.
        retranslate();
    } else {
        beginResetModel();
        rows_ = rows;
        endResetModel();
    }
    emit count_changed();
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
                      object[QLatin1String{"over"}].toBool(),
                      object[QLatin1String{"program"}].toInteger()};
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
                             {QStringLiteral("over"), row.over},
                             {QStringLiteral("program"), row.program}};
    return QJsonDocument{array}.toJson();
}

} // namespace plenum::ui
