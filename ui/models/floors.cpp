// SPDX-License-Identifier: Apache-2.0
#include "ui/models/floors.h"

#include "ui/models/floor_words.h"
#include "ui/models/members_model.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace plenum::ui {
namespace {

/// To be called once the screens know: what they show of it goes in the next turn too, and before it.
void discard(std::unique_ptr<FloorModel> floor) { floor.release()->deleteLater(); }

} // namespace

Floors::Floors(FloorPort& port, SessionPort& session, const MembersModel& members, FloorModel::Clock clock,
               QObject* parent)
    : QAbstractListModel{parent},
      port_{port},
      session_{session},
      members_{members},
      clock_{clock},
      news_{std::move(clock), this} {
    // Four looks a second, so that no second is skipped on the screen.
    timer_.setInterval(std::chrono::milliseconds{250});
    connect(&timer_, &QTimer::timeout, this, &Floors::tick);
    connect(&port_, &FloorPort::floor_changed, this, &Floors::take);
    connect(&port_, &FloorPort::floor_over, this, [this](base::TokenId floor) {
        if (removed_.erase(floor) > 0) emit changed();
        remove(floor);
    });
    connect(&port_, &FloorPort::floor_ended, this, [this](base::TokenId floor, const FloorEnded& ended) {
        const auto known = find(floor);
        if (ended.member != self_ || known == rows_.end()) return;
        if (known->get() == voice()) emit voice_taken();
        news_.tell_ended(**known, ended);
    });
    connect(&session_, &SessionPort::conference_changed, this, [this](const ConferenceFacts& facts) {
        self_ = facts.self;
        moderates_ = facts.may_moderate;
        for (const auto& row : rows_)
            row->set_person(self_, moderates_);
        emit changed();
        emit ticked();
    });
    connect(&members_, &MembersModel::count_changed, this, &Floors::retranslate);
    connect(&members_, &MembersModel::dataChanged, this,
            [this](const QModelIndex&, const QModelIndex&, const QList<int>& roles) {
                if (roles.isEmpty() || roles.contains(MembersModel::code_role)) retranslate();
            });
}

void Floors::clear() {
    timer_.stop();
    removed_.clear();
    news_.clear();
    if (rows_.empty()) return;
    beginResetModel();
    auto gone = std::exchange(rows_, {});
    endResetModel();
    for (auto& row : gone)
        discard(std::move(row));
    emit changed();
}

void Floors::tick() {
    // Nothing is known of how it goes on.
    if (session_.state() == ConnectionState::reconnecting) return;
    for (const auto& row : rows_)
        row->tick();
    emit ticked();
}

std::vector<std::unique_ptr<FloorModel>>::iterator Floors::find(base::TokenId floor) {
    return std::ranges::find_if(rows_, [&](const auto& row) { return row->floor().id == floor; });
}

void Floors::retranslate() {
    for (const auto& row : rows_)
        row->rename();
    emit changed();
    emit ticked();
}

// --- how they stand ---

FloorModel* Floors::voice() const {
    const auto found = std::ranges::find_if(rows_, [](const auto& row) { return row->floor().demands_microphone; });
    return found == rows_.end() ? nullptr : found->get();
}

FloorModel* Floors::pen() const {
    const auto found =
        std::ranges::find_if(rows_, [](const auto& row) { return row->floor().purpose() == FloorPurpose::pen; });
    return found == rows_.end() ? nullptr : found->get();
}

bool Floors::barred() const {
    const auto* floor = voice();
    return floor != nullptr && !floor->everyone() && !floor->state().holds();
}

QString Floors::whose(const FloorModel* floor) const {
    if (floor == nullptr || floor->everyone() || floor->state().holds()) return {};
    // Of the camera too it is said as of the voice, whatever the label.
    return floor->holder_count() == 0 ? FloorWords::nobody(FloorPurpose::voice)
                                      : FloorWords::with(FloorPurpose::voice, floor->holder_names());
}

QString Floors::whose() const { return whose(voice()); }

QString Floors::camera_whose() const {
    const auto found = std::ranges::find_if(rows_, [](const auto& row) { return row->floor().demands_camera; });
    return found == rows_.end() ? QString{} : whose(found->get());
}

QString Floors::plenary_whose() const {
    const auto found = std::ranges::find_if(rows_, [](const auto& row) {
        const auto& floor = row->floor();
        return floor.group.isEmpty() && (floor.demands_microphone || floor.label == QLatin1String{"voice"});
    });
    return found == rows_.end() ? QString{} : whose(found->get());
}

QString Floors::barred_words() const {
    if (!barred()) return {};
    auto& floor = *voice();
    const auto who = floor.holder_count() == 0
                         ? tr("Nobody has the floor, and without it nobody hears you.")
                         : tr("The floor is with %1, so nobody hears you.").arg(floor.holder_names());
    const auto standing = floor.own()->standing();
    if (floor.state().may_take()) return tr("%1 Take it (Ctrl+R).").arg(who);
    if (standing == QLatin1String{"closed"}) return tr("%1 Only moderators may ask for it now.").arg(who);
    if (standing == QLatin1String{"none"})
        return tr("%1 Ask for it (Ctrl+R), or hold the space bar while you talk.").arg(who);
    const auto place = floor.own()->place();
    if (standing == QLatin1String{"pending"} || place < 1) return tr("%1 You have asked for it.").arg(who);
    return place == 1 ? tr("%1 You have asked for it and are next.").arg(who)
                      : tr("%1 You have asked for it and are %2.").arg(who, FloorWords::ordinal(place));
}

QString Floors::barred_action() const {
    if (!barred()) return {};
    if (voice()->state().may_take()) return FloorWords::offer(FloorPurpose::voice, QStringLiteral("take"));
    return voice()->own()->standing() == QLatin1String{"none"} ? FloorWords::ask(FloorPurpose::voice) : QString{};
}

QList<base::MemberIndex> Floors::speakers() const {
    QList<base::MemberIndex> result;
    if (const auto* floor = voice(); floor != nullptr && !floor->everyone())
        for (const auto& holder : floor->floor().holders)
            result.append(holder.member);
    return result;
}

QList<int> Floors::speaker_indexes() const {
    QList<int> indexes;
    for (const auto& member : speakers())
        indexes << static_cast<int>(member.value());
    return indexes;
}

int Floors::waiting() const {
    int count = 0;
    for (const auto& row : rows_)
        if (!row->everyone()) count += row->waiting_count();
    return count;
}

// --- what changes ---

void Floors::take(const Floor& floor) {
    if (!port_.shows(floor.purpose())) return;
    if (floor.removed()) {
        removed_[floor.id] = floor;
        if (const auto known = find(floor.id); known != rows_.end()) {
            // What was asked for by its rules is not asked for by those of a later floor.
            if ((*known)->state().takes_part()) port_.want_floor(floor.id, false, RequestClass::normal);
            news_.tell_removed(**known, floor);
        }
        remove(floor.id);
        emit changed();
        return;
    }
    removed_.erase(floor.id);
    const auto known = find(floor.id);
    if (known == rows_.end()) return add(floor);
    auto& model = **known;
    const auto before = model.floor();
    model.set(floor);
    emit changed();
    emit ticked();
    news_.tell_change(model, before);
}

void Floors::add(const Floor& floor) {
    const auto place = std::ranges::find_if(rows_, [&](const auto& row) { return floor.id < row->floor().id; });
    const auto row = static_cast<int>(place - rows_.begin());
    auto model = std::make_unique<FloorModel>(port_, members_, clock_, floor);
    model->set_person(self_, moderates_);
    beginInsertRows({}, row, row);
    const auto& added = **rows_.insert(place, std::move(model));
    endInsertRows();
    timer_.start();
    emit changed();
    emit ticked();
    news_.tell_began(added);
}

void Floors::remove(base::TokenId floor) {
    const auto place = find(floor);
    if (place == rows_.end()) return;
    const auto row = static_cast<int>(place - rows_.begin());
    beginRemoveRows({}, row, row);
    auto gone = std::move(*place);
    rows_.erase(place);
    endRemoveRows();
    discard(std::move(gone));
    news_.forget(floor);
    emit changed();
    emit ticked();
}

// --- what is done ---

/// Of the newest, as that of the group we are in is.
const Floor* Floors::removed(FloorPurpose purpose) const {
    const Floor* found = nullptr;
    for (const auto& [id, floor] : removed_)
        if (floor.purpose() == purpose) found = &floor;
    return found;
}

QStringList Floors::missing() const {
    QStringList result;
    for (const auto purpose : creatable_purposes)
        if (port_.shows(purpose) && (removed(purpose) != nullptr || port_.can_create_floor(purpose)))
            result << label_of(purpose);
    return result;
}

void Floors::create(const QString& what) {
    const auto* before = removed(purpose_of(what));
    auto settings = before == nullptr ? FloorSettings{} : before->settings;
    settings.holders_max = 1;
    if (const auto styles = port_.floor_styles(); !styles.empty())
        settings.style = QString::fromUtf8(styles.front().id);
    if (before == nullptr)
        port_.act_on_floor(CreateFloor{purpose_of(what), settings});
    else
        port_.act_on_floor(ConfigureFloor{before->id, settings, before->settings});
}

int Floors::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(rows_.size()); }

QVariant Floors::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != floor_role) return {};
    return QVariant::fromValue(rows_[static_cast<std::size_t>(index.row())].get());
}

QHash<int, QByteArray> Floors::roleNames() const { return {{floor_role, "floor"}}; }

} // namespace plenum::ui
