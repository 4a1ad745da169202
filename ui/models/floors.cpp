// SPDX-License-Identifier: Apache-2.0
#include "ui/models/floors.h"

#include "ui/models/floor_words.h"
#include "ui/models/members_model.h"
#include "ui/models/sentences.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace plenum::ui {
namespace {

/// A notice takes the place of the one before of the same floor.
QString own_kind(const FloorModel& floor) {
    const auto kind = QStringLiteral("floor");
    return floor.floor().demands_microphone ? kind : kind + QString::number(floor.floor().id.value());
}

/// Of those of whom there is one alone what is said needs no more than what they are for. The plenary's voice is not
/// that while we are in a group.
bool says_itself(const FloorModel& floor) {
    const auto purpose = floor.purpose();
    return purpose == FloorPurpose::voice ? floor.floor().demands_microphone : purpose != FloorPurpose::other;
}

FloorPurpose words_of(const FloorModel& floor) { return says_itself(floor) ? floor.purpose() : FloorPurpose::other; }

QString named(const FloorModel& floor, const QString& words) {
    return says_itself(floor) ? words
                              : Floors::tr("%1: %2", "a floor, and what became of it").arg(floor.title(), words);
}

bool had(const Floor& floor, base::MemberIndex member) {
    return std::ranges::find(floor.holders, member, &FloorHolder::member) != floor.holders.end();
}

bool had_silent(const Floor& floor, base::MemberIndex member) {
    const auto found = std::ranges::find(floor.holders, member, &FloorHolder::member);
    return found != floor.holders.end() && found->returns_at.isValid();
}

bool same_holders(const Floor& a, const Floor& b) {
    return std::ranges::equal(a.holders, b.holders, {}, &FloorHolder::member, &FloorHolder::member);
}

/// To be called once the screens know: what they show of it goes in the next turn too, and before it.
void discard(std::unique_ptr<FloorModel> floor) { floor.release()->deleteLater(); }

} // namespace

Floors::Floors(FloorPort& port, SessionPort& session, const MembersModel& members, FloorModel::Clock clock,
               QObject* parent)
    : QAbstractListModel{parent},
      port_{port},
      session_{session},
      members_{members},
      clock_{std::move(clock)} {
    // Four looks a second, so that no second is skipped on the screen.
    timer_.setInterval(std::chrono::milliseconds{250});
    connect(&timer_, &QTimer::timeout, this, &Floors::tick);
    connect(&port_, &FloorPort::floor_changed, this, &Floors::take);
    connect(&port_, &FloorPort::floor_over, this, [this](base::TokenId floor) {
        if (removed_.erase(floor) > 0) emit changed();
        remove(floor);
    });
    connect(&port_, &FloorPort::floor_ended, this, [this](base::TokenId floor, const FloorEnded& ended) {
        if (ended.member != self_) return;
        own_end_told_[floor] = true;
        // Taken, and not given back: to ask again is the person's affair.
        if (const auto* spoken = voice(); spoken != nullptr && spoken->floor().id == floor) asks_again_ = false;
        const auto known = find(floor);
        if (known == rows_.end()) return;
        announce_own(**known, words_for(**known, ended));
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
    held_ = asked_by_key_ = asks_again_ = false;
    own_end_told_.clear();
    removed_.clear();
    style_changed_at_ = {};
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

bool Floors::barred() const {
    const auto* floor = voice();
    return floor != nullptr && !floor->everyone() && !floor->holds(self_);
}

QString Floors::whose(const FloorModel* floor) const {
    if (floor == nullptr || floor->everyone() || floor->holds(self_)) return {};
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
    const auto& floor = *voice();
    const auto who = floor.holder_count() == 0
                         ? tr("Nobody has the floor, and without it nobody hears you.")
                         : tr("The floor is with %1, so nobody hears you.").arg(floor.holder_names());
    const auto standing = floor.standing();
    if (standing == QLatin1String{"closed"}) return tr("%1 Only moderators may ask for it now.").arg(who);
    if (standing == QLatin1String{"none"})
        return tr("%1 Ask for it (Ctrl+R), or hold the space bar while you talk.").arg(who);
    return tr("%1 You have asked for it: %2.").arg(who, floor.button_text());
}

QString Floors::barred_action() const {
    return barred() && voice()->standing() == QLatin1String{"none"} ? FloorWords::ask(FloorPurpose::voice) : QString{};
}

QList<base::MemberIndex> Floors::speakers() const {
    QList<base::MemberIndex> result;
    if (const auto* floor = voice(); floor != nullptr && !floor->everyone())
        for (const auto& holder : floor->floor().holders)
            result.append(holder.member);
    return result;
}

QStringList Floors::style_ids() const {
    QStringList ids;
    for (const auto& style : FloorModel::offered_styles(port_))
        ids << style.id;
    return ids;
}

QStringList Floors::style_titles() const {
    QStringList titles;
    for (const auto& style : FloorModel::offered_styles(port_))
        titles << FloorWords::style_title(style);
    return titles;
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

QString Floors::words_for(const FloorModel& floor, const FloorEnded& ended) const {
    const auto purpose = words_of(floor);
    if (ended.by == self_) return named(floor, FloorWords::given_back(purpose));
    const bool by_style = ended.by == base::MemberIndex{};
    const bool taken = ended.end == FloorEnd::revoked;
    if (by_style && taken && floor.floor().demands_microphone && style_is_new())
        return tr("The style is another now, so the floor was taken from you.");
    return named(floor, FloorWords::ended(purpose, ended.end, by_style ? QString{} : floor.name_of(ended.by)));
}

void Floors::take(const Floor& floor) {
    if (!port_.shows(floor.purpose())) return;
    if (floor.removed()) {
        removed_[floor.id] = floor;
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
    tell_style(model, before);
    tell_own(model, before);
    tell_reach(model, before);
    tell_points_of_order(model, before);
    tell_others(model, before);
    tell_silent(model, before);
    ask_again(model);
}

void Floors::ask_again(FloorModel& floor) {
    if (!asks_again_ || &floor != voice() || floor.giving_back()) return;
    asks_again_ = false;
    if (floor.standing() == QLatin1String{"none"}) floor.want(true);
}

bool Floors::style_is_new() const {
    constexpr qint64 new_ms = 3000;
    return style_changed_at_.isValid() && style_changed_at_.msecsTo(clock_()) <= new_ms;
}

/// That everyone may speak, or must ask again, is told by itself.
void Floors::tell_style(const FloorModel& now, const Floor& before) {
    if (!now.floor().demands_microphone || now.style_id() == before.settings.style) return;
    style_changed_at_ = clock_();
    if (now.style_id() == QLatin1String{"brainstorm"}) return;
    const auto by = now.floor().settings_by;
    const bool by_another = by != base::MemberIndex{} && by != self_;
    const auto words =
        by_another
            ? tr("%1 chose the style “%2”. %3", "a name; its title; what it does")
                  .arg(now.name_of(by), now.style_title(), now.style_about())
            : tr("The style is “%1” now. %2", "its title; what it does").arg(now.style_title(), now.style_about());
    announce(words, true);
}

void Floors::tell_points_of_order(const FloorModel& now, const Floor& before) {
    if (!moderates_ || !now.floor().demands_microphone) return;
    const auto raises = [](const FloorRequest& request) { return request.priority == RequestClass::point_of_order; };
    for (const auto& request : now.floor().requests) {
        const auto known = std::ranges::find(before.requests, request.member, &FloorRequest::member);
        const bool told = known != before.requests.end() && raises(*known);
        if (raises(request) && !told && request.member != self_)
            announce(tr("%1 has a point of order.").arg(now.name_of(request.member)), true);
    }
}

/// What we hold counts as lost, or is there again.
void Floors::tell_reach(const FloorModel& now, const Floor& before) {
    if (!now.floor().demands_microphone || now.floor().out_of_reach == before.out_of_reach) return;
    if (now.floor().out_of_reach)
        announce_own(now, Sentences::problem(ProblemKind::floor_out_of_reach));
    else if (now.holds(self_))
        announce_own(now, FloorWords::ours(now.purpose()));
}

/// Once, and not each second.
void Floors::tell_silent(const FloorModel& now, const Floor& before) {
    for (const auto& holder : now.floor().holders) {
        const bool silent = holder.returns_at.isValid();
        if (holder.member == self_ || silent == had_silent(before, holder.member)) continue;
        const auto name = now.name_of(holder.member);
        announce(silent ? tr("Nothing is heard of %1. %2.").arg(name, now.returning())
                        : FloorWords::heard_again(now.purpose(), name),
                 false);
    }
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
    if (says_itself(added)) tell_began(added);
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
    own_end_told_.erase(floor);
    emit changed();
    emit ticked();
}

/// Shown is what a person here can do or not do any more, and that is to speak; of the others it is enough to see them
/// on the panel.
void Floors::tell_began(const FloorModel& now) {
    const bool voice = now.floor().demands_microphone;
    if (now.everyone())
        announce(FloorWords::began(now.purpose(), true), false);
    else if (now.holds(self_))
        announce_own(now, FloorWords::ours(now.purpose()));
    else
        announce(FloorWords::began(now.purpose(), false), voice);
}

void Floors::tell_own(const FloorModel& now, const Floor& before) {
    const auto told = std::exchange(own_end_told_[now.floor().id], false);
    const auto held_before = had(before, self_);
    const auto purpose = words_of(now);
    if (now.holds(self_) && !held_before)
        announce_own(now, named(now, FloorWords::ours(purpose)));
    else if (held_before && !now.holds(self_) && !now.everyone() && now.holder_count() > 0 && !told)
        announce_own(now, named(now, FloorWords::now_with(purpose, now.holder_names())));
    else if (held_before && now.holder_count() == 0 && !now.everyone() && !told) {
        announce(named(now, FloorWords::given_back(purpose)), false);
        show_own(now, {});
    }
}

void Floors::tell_others(const FloorModel& now, const Floor& before) {
    const bool ours = had(before, self_) || now.holds(self_);
    if (!says_itself(now)) {
        if (!ours && !same_holders(now.floor(), before) && now.holder_count() > 0)
            announce(tr("%1: now with %2.", "a floor, and who has it").arg(now.title(), now.holder_names()), false);
        return;
    }
    const bool voice = now.floor().demands_microphone;
    const auto locked = now.floor().settings.locked;
    if (locked != before.settings.locked) announce(FloorWords::locked(now.purpose(), locked), voice);
    if (now.everyone() != before.everyone) announce(FloorWords::for_everyone(now.purpose(), now.everyone()), voice);
    if (ours || now.everyone()) return;
    for (const auto& holder : now.floor().holders)
        if (!had(before, holder.member))
            announce(FloorWords::somebodys(now.purpose(), now.name_of(holder.member)), false);
    if (now.holder_count() == 0 && !before.holders.isEmpty()) announce(FloorWords::free(now.purpose()), false);
}

void Floors::announce(const QString& words, bool shown) {
    news_ = words;
    emit news_changed();
    if (shown) emit told(words, QStringLiteral("info"));
}

void Floors::announce_own(const FloorModel& floor, const QString& words) {
    announce(words, false);
    show_own(floor, words);
}

void Floors::show_own(const FloorModel& floor, const QString& words) { emit told(words, own_kind(floor)); }

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
    settings.style = QStringLiteral("queue");
    settings.holders_max = 1;
    if (before == nullptr)
        port_.act_on_floor(CreateFloor{purpose_of(what), settings});
    else
        port_.act_on_floor(ConfigureFloor{before->id, settings, before->settings});
}

void Floors::hold_to_talk(bool held) {
    if (std::exchange(held_, held) == held) return;
    auto* floor = voice();
    asks_again_ = false;
    if (held) {
        const bool asks = floor != nullptr && floor->standing() == QLatin1String{"none"};
        asks_again_ = floor != nullptr && !asks && floor->giving_back();
        asked_by_key_ = asks || asks_again_;
        if (asks) floor->want(true);
    } else if (std::exchange(asked_by_key_, false) && floor != nullptr) {
        floor->want(false);
    }
}

int Floors::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(rows_.size()); }

QVariant Floors::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != floor_role) return {};
    return QVariant::fromValue(rows_[static_cast<std::size_t>(index.row())].get());
}

QHash<int, QByteArray> Floors::roleNames() const { return {{floor_role, "floor"}}; }

} // namespace plenum::ui
