// SPDX-License-Identifier: Apache-2.0
#include "ui/models/replay.h"

#include "ui/models/replay_words.h"

#include <QDateTime>

#include <algorithm>
#include <utility>
#include <vector>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

constexpr base::Duration step = 5s;
/// So far back it begins, and a little further where somebody was speaking.
constexpr base::Duration first_step = 30s;
constexpr base::Duration sentence_max = 15s;
/// More people share the last.
constexpr int lanes_max = 5;

QString id_of(ReplayMarkKind kind) {
    switch (kind) {
    case ReplayMarkKind::joined: return QStringLiteral("joined");
    case ReplayMarkKind::left: return QStringLiteral("left");
    case ReplayMarkKind::chat: break;
    }
    return QStringLiteral("chat");
}

base::Duration length_of(const ReplayPerson& person) {
    base::Duration sum{};
    for (const auto& span : person.speech)
        sum += span.to - span.from;
    return sum;
}

bool speaks_at(const ReplayPerson& person, base::LocalTime at) {
    return std::ranges::any_of(person.speech, [at](const ReplaySpan& span) { return span.from <= at && at < span.to; });
}

} // namespace

Replay::Replay(const ConferencePorts& ports, const MembersModel& members, Pictures& pictures, QObject* parent)
    : QObject{parent},
      port_{ports.replay},
      members_{members},
      pictures_{pictures},
      zero_{port_.now()},
      looked_at_{zero_} {
    wire(ports);
}

void Replay::wire(const ConferencePorts& ports) {
    connect(&port_, &ReplayPort::material_changed, this, &Replay::take);
    connect(&port_, &ReplayPort::moved, this, &Replay::follow);
    connect(&port_, &ReplayPort::caught_up, this, [this] {
        if (!open_) return;
        close();
        emit told(tr("You have caught up and are live again."), QStringLiteral("info"));
    });
    connect(&port_, &ReplayPort::picture, this, [this](base::MemberIndex member, const media::VideoFrame& frame) {
        if (open_ && member == shown_) pictures_.put_replayed(frame);
    });
    connect(&ports.people, &PeoplePort::member_left, this, [this](base::MemberIndex index) {
        const auto name = name_of(index);
        if (!name.isEmpty()) marks_.add({ReplayMarkKind::left, tr("%1 left").arg(name), port_.now()});
    });
    connect(&ports.chat, &ChatPort::chat_received, this, [this](const ChatMessage& message) {
        // Messages tell the wall clock's time.
        const auto age =
            std::chrono::milliseconds{std::max<qint64>(0, message.sent_at.msecsTo(QDateTime::currentDateTimeUtc()))};
        const auto words = tr("%1 wrote: %2").arg(message.sender_name, message.text.simplified());
        const bool shown = message.sent_at.isValid() && !message.deleted;
        if (shown) marks_.add({ReplayMarkKind::chat, words, port_.now() - age, message.id, message.sender_name});
    });
    connect(&ports.chat, &ChatPort::chat_changed, this, [this](ChatId line, const ChatContent& content) {
        const auto* mark = marks_.find(line);
        if (mark == nullptr) return;
        marks_.rewrite(line,
                       content.deleted ? QString{} : tr("%1 wrote: %2").arg(mark->who, content.text.simplified()));
    });
}

// --- what the person does ---

void Replay::toggle() {
    if (open_) return close();
    open_ = true;
    begun_ = paused_ = false;
    port_.set_paused(false);
    port_.set_pace(pace_);
    port_.set_watched(true);
    emit opened_changed();
    emit changed();
}

void Replay::close() {
    if (!std::exchange(open_, false)) return;
    port_.stop();
    port_.set_watched(false);
    port_.show({});
    shown_ = {};
    state_ = {};
    pictures_.put_replayed({});
    emit moved();
    emit shown_changed();
    emit opened_changed();
}

void Replay::play(base::LocalTime from) {
    if (!open_) return;
    begun_ = true;
    port_.play(from);
    state_.on = true;
    state_.live = port_.now();
    // As the port does it.
    state_.position = std::clamp(from, std::min(oldest(), state_.live), state_.live);
    choose_shown();
    emit moved();
}

void Replay::seek(double to_seconds) {
    play(zero_ + std::chrono::duration_cast<base::Duration>(std::chrono::duration<double>{to_seconds}));
}

void Replay::step_by(int steps) {
    if (state_.on) play(state_.position + steps * step);
}

void Replay::seek_mark(bool forward) {
    if (!state_.on) return;
    std::vector<base::LocalTime> places;
    for (const auto& person : std::as_const(material_.people))
        for (const auto& span : person.speech)
            places.push_back(span.from);
    for (const auto& mark : marks_.all())
        places.push_back(mark.at);
    std::ranges::sort(places);
    // Going back again goes further, though it played on meanwhile.
    const auto next = std::ranges::upper_bound(places, state_.position + 100ms);
    const auto before = std::ranges::lower_bound(places, state_.position - 2s);
    if (forward && next != places.end()) play(*next);
    if (!forward && before != places.begin()) play(*std::prev(before));
}

void Replay::toggle_paused() {
    if (!state_.on) return;
    paused_ = !paused_;
    state_.paused = paused_;
    port_.set_paused(paused_);
    emit moved();
}

void Replay::choose(const QString& pace) {
    pace_ = pace == QLatin1String{"1"}   ? ReplayPace::usual
            : pace == QLatin1String{"2"} ? ReplayPace::twice
                                         : ReplayPace::half_faster;
    port_.set_pace(pace_);
    emit moved();
}

void Replay::note_joined(const QString& name) {
    marks_.add({ReplayMarkKind::joined, tr("%1 joined").arg(name), port_.now()});
}

void Replay::clear() {
    close();
    marks_.clear();
    material_ = {};
    looked_at_ = port_.now();
    emit changed();
}

// --- what is told ---

void Replay::take(const ReplayMaterial& material) {
    material_ = material;
    looked_at_ = port_.now();
    if (open_ && !begun_ && from() < to()) play(first_place());
    emit changed();
}

void Replay::follow(const ReplayState& state) {
    if (!open_) return;
    state_ = state;
    choose_shown();
    emit moved();
}

/// Half a minute ago, with the beginning of what was being said then; where nobody spoke, the next word.
base::LocalTime Replay::first_place() const {
    const auto wanted = looked_at_ - first_step;
    auto place = wanted;
    auto next = looked_at_;
    bool spoken = false;
    for (const auto& person : material_.people) {
        for (const auto& span : person.speech) {
            const bool then = span.from <= wanted && wanted < span.to;
            spoken = spoken || then;
            if (then && wanted - span.from <= sentence_max) place = std::min(place, span.from);
            if (span.from > wanted) next = std::min(next, span.from);
        }
    }
    return spoken || next == looked_at_ ? place : next;
}

/// Whoever is shown stays as long as they speak, and while nobody does.
void Replay::choose_shown() {
    const auto last = shown_;
    const ReplayPerson* chosen = nullptr;
    base::LocalTime began{};
    for (const auto& person : std::as_const(material_.people)) {
        if (person.index == shown_ && speaks_at(person, state_.position)) return;
        for (const auto& span : person.speech) {
            if (span.from > state_.position || span.from < began) continue;
            // Of who speaks now or spoke last, who began last.
            chosen = &person;
            began = span.from;
        }
    }
    if (chosen != nullptr) shown_ = chosen->index;
    if (shown_ == last) return;
    pictures_.put_replayed({});
    port_.show(shown_);
    emit shown_changed();
}

QString Replay::pace() const {
    return pace_ == ReplayPace::usual   ? QStringLiteral("1")
           : pace_ == ReplayPace::twice ? QStringLiteral("2")
                                        : QStringLiteral("1.5");
}

double Replay::seconds(base::LocalTime at) const { return std::chrono::duration<double>{at - zero_}.count(); }

base::LocalTime Replay::oldest() const {
    auto oldest = looked_at_;
    for (const auto& person : material_.people)
        if (person.sound_from) oldest = std::min(oldest, *person.sound_from);
    return oldest;
}

double Replay::position() const { return state_.on ? std::min(seconds(state_.position), to()) : to(); }

QString Replay::words() const { return ReplayWords::state(state_, pace_); }
QString Replay::place() const { return ReplayWords::place(state_.live - state_.position, speakers()); }
QString Replay::reach() const { return ReplayWords::reach(material_, looked_at_); }
QString Replay::trouble() const { return ReplayWords::trouble(material_); }

QString Replay::ago(double at_seconds) const {
    return ReplayWords::length(
        std::chrono::duration_cast<base::Duration>(std::chrono::duration<double>{std::max(0.0, to() - at_seconds)}));
}

QString Replay::name_of(base::MemberIndex member) const {
    if (const auto name = members_.shown_name(member); !name.isEmpty()) return name;
    const auto person = std::ranges::find(material_.people, member, &ReplayPerson::index);
    return person == material_.people.end() ? QString{} : person->name;
}

QStringList Replay::speakers() const {
    QStringList names;
    for (const auto& person : material_.people)
        if (speaks_at(person, state_.position)) names << name_of(person.index);
    return names;
}

QVariantList Replay::lanes() const {
    std::vector<const ReplayPerson*> people;
    for (const auto& person : material_.people)
        if (!person.speech.isEmpty()) people.push_back(&person);
    const bool many = people.size() > lanes_max;
    if (many) {
        std::ranges::sort(people, {}, [](const auto* person) { return std::pair{-length_of(*person), person->index}; });
    }
    const auto own_lanes = static_cast<std::ptrdiff_t>(many ? lanes_max - 1 : static_cast<int>(people.size()));
    std::ranges::sort(people.begin(), people.begin() + own_lanes, {}, &ReplayPerson::index);
    QVariantList lanes;
    QVariantList others;
    for (std::size_t i = 0; i < people.size(); ++i) {
        const auto& person = *people[i];
        const bool own = static_cast<std::ptrdiff_t>(i) < own_lanes;
        QVariantList spans;
        for (const auto& span : person.speech)
            spans.append(QVariantMap{{QStringLiteral("from"), std::max(seconds(span.from), from())},
                                     {QStringLiteral("to"), seconds(span.to)}});
        if (!own) {
            others += spans;
            continue;
        }
        lanes.append(
            QVariantMap{{QStringLiteral("memberIndex"), static_cast<int>(person.index.value())},
                        {QStringLiteral("name"), name_of(person.index)},
                        {QStringLiteral("from"), std::max(seconds(person.sound_from.value_or(looked_at_)), from())},
                        {QStringLiteral("reach"), ReplayWords::reach(person, looked_at_)},
                        {QStringLiteral("spans"), spans}});
    }
    if (many)
        lanes.append(QVariantMap{
            {QStringLiteral("memberIndex"), 0},
            {QStringLiteral("from"), from()},
            {QStringLiteral("reach"), QString{}},
            {QStringLiteral("name"), tr("%1 others").arg(people.size() - static_cast<std::size_t>(own_lanes))},
            {QStringLiteral("spans"), others}});
    return lanes;
}

QVariantList Replay::marks() const {
    QVariantList marks;
    for (const auto& mark : marks_.all()) {
        const auto at = seconds(mark.at);
        if (at < from() || at > to()) continue;
        marks.append(QVariantMap{{QStringLiteral("kind"), id_of(mark.kind)},
                                 {QStringLiteral("words"), mark.words},
                                 {QStringLiteral("at"), at}});
    }
    return marks;
}

} // namespace plenum::ui
