// SPDX-License-Identifier: Apache-2.0
#include "ui/models/mixer.h"

#include "ui/models/figure_words.h"
#include "ui/models/mix_words.h"

#include <algorithm>
#include <utility>

namespace plenum::ui {
namespace {

double bounded_volume(double volume_db) {
    return std::clamp(volume_db, SoundMix::volume_db_min, SoundMix::volume_db_max);
}

} // namespace

Mixer::Mixer(const ConferencePorts& ports, const MembersModel& members, Settings& settings, QObject* parent)
    : QAbstractListModel{parent},
      port_{ports.mixer},
      members_{members},
      memory_{settings},
      own_{memory_.find(QString::fromLatin1(MixMemory::own))},
      sum_{memory_.find(QString::fromLatin1(MixMemory::sum))} {
    port_.set_own_mix(own_);
    port_.set_sum_mix(sum_);
    connect(&ports.people, &PeoplePort::member_changed, this, &Mixer::take);
    connect(&ports.people, &PeoplePort::member_left, this, [this](base::MemberIndex index) {
        remove(computer_of(index));
        remove(static_cast<int>(index.value()));
    });
    connect(&ports.media, &MediaPort::levels_changed, this, &Mixer::set_levels);
    connect(&port_, &MixerPort::mixed, this, &Mixer::take_sound);
    connect(&members_, &MembersModel::names_changed, this, &Mixer::retranslate);
}

// --- who is there ---

void Mixer::take(const Member& member) {
    if (member.is_self || row_of(static_cast<int>(member.index.value())) >= 0) return;
    const auto& key = member.acquaintance.key;
    insert({.index = member.index, .key = key, .mix = memory_.find(key)});
}

void Mixer::insert(Strip strip) {
    const auto place = std::ranges::find_if(strips_, [&](const Strip& other) {
        return std::pair{other.index, other.computer} > std::pair{strip.index, strip.computer};
    });
    const auto row = static_cast<int>(place - strips_.begin());
    // The port may have another from before.
    if (strip.computer || strip.mix != SoundMix{}) apply(strip);
    beginInsertRows({}, row, row);
    strips_.insert(place, std::move(strip));
    endInsertRows();
    emit count_changed();
    emit changed();
}

void Mixer::remove(int number) {
    const auto row = row_of(number);
    if (row < 0) return;
    auto strip = strips_[static_cast<std::size_t>(row)];
    beginRemoveRows({}, row, row);
    strips_.erase(strips_.begin() + row);
    endRemoveRows();
    // The computer is silent, and would silence all others.
    if (strip.computer && std::exchange(strip.mix.solo, false)) apply(strip);
    emit count_changed();
    retranslate();
}

void Mixer::apply(const Strip& strip) {
    strip.computer ? port_.set_computer_mix(strip.index, strip.mix) : port_.set_mix(strip.index, strip.mix);
}

QString Mixer::name_of(const Strip& strip) const {
    const auto name = members_.shown_name(strip.index);
    return strip.computer ? tr("%1's computer").arg(name) : name;
}

void Mixer::clear() {
    beginResetModel();
    strips_.clear();
    endResetModel();
    emit count_changed();
    emit changed();
}

void Mixer::retranslate() {
    if (!strips_.empty()) emit dataChanged(index(0), index(rowCount() - 1));
    emit changed();
}

int Mixer::row_of(int number) const {
    const auto place = std::ranges::find(strips_, number, &Strip::number);
    return place == strips_.end() ? -1 : static_cast<int>(place - strips_.begin());
}

// --- what the person does ---

template <class Change>
void Mixer::change(int number, Change&& change) {
    const auto row = row_of(number);
    if (row < 0) return;
    auto& strip = strips_[static_cast<std::size_t>(row)];
    const auto before = strip.mix;
    change(strip.mix);
    if (strip.mix == before) return;
    apply(strip);
    memory_.keep(strip.key, strip.mix);
    // A solo changes what is said of all.
    retranslate();
}

void Mixer::set_volume(int strip, double volume_db) {
    change(strip, [&](SoundMix& mix) { mix.volume_db = bounded_volume(volume_db); });
}

void Mixer::set_pan(int strip, double pan) {
    change(strip, [&](SoundMix& mix) { mix.pan = std::clamp(pan, -1.0, 1.0); });
}

void Mixer::set_muted(int strip, bool muted) {
    change(strip, [&](SoundMix& mix) { mix.muted = muted; });
}

void Mixer::set_solo(int strip, bool solo) {
    change(strip, [&](SoundMix& mix) { mix.solo = solo; });
}

void Mixer::set_own_volume(double volume_db) {
    if (std::exchange(own_.volume_db, bounded_volume(volume_db)) == own_.volume_db) return;
    port_.set_own_mix(own_);
    memory_.keep(QString::fromLatin1(MixMemory::own), own_);
    emit changed();
}

void Mixer::set_sum_volume(double volume_db) {
    if (std::exchange(sum_.volume_db, bounded_volume(volume_db)) == sum_.volume_db) return;
    port_.set_sum_mix(sum_);
    memory_.keep(QString::fromLatin1(MixMemory::sum), sum_);
    emit changed();
}

bool Mixer::is_solo_on() const {
    return std::ranges::any_of(strips_, [](const Strip& strip) { return strip.mix.solo; });
}

QString Mixer::silence() const {
    if (sum_.volume_db <= SoundMix::volume_db_min)
        return tr("You hear nobody: in the Mixer, everyone together is turned down.");
    QStringList names;
    for (const auto& strip : strips_)
        if (strip.mix.solo) names << name_of(strip);
    if (names.isEmpty()) return {};
    constexpr qsizetype named_max = 3;
    const auto named = names.first(std::min(names.size(), named_max)).join(QStringLiteral(", "));
    return names.size() > named_max
               ? tr("Solo is on in the Mixer: you hear only %1 and %2 more.").arg(named).arg(names.size() - named_max)
               : tr("Solo is on in the Mixer: you hear only %1.").arg(named);
}

void Mixer::end_silence() {
    if (sum_.volume_db <= SoundMix::volume_db_min) return set_sum_volume(0);
    for (const auto& strip : strips_)
        if (strip.mix.solo) set_solo(strip.number(), false);
}

QString Mixer::volume_text(double volume_db) { return MixWords::volume(volume_db); }
QString Mixer::volume_spoken(double volume_db) { return MixWords::spoken_volume(volume_db); }
QString Mixer::place_text(double pan) { return MixWords::place(pan); }

// --- what is heard ---

void Mixer::set_levels(const QList<MemberLevel>& levels) {
    for (int row = 0; row < rowCount(); ++row) {
        auto& strip = strips_[static_cast<std::size_t>(row)];
        if (strip.computer) continue;
        const auto heard = std::ranges::find(levels, strip.index, &MemberLevel::index);
        const auto level = heard == levels.end() ? 0.0F : std::clamp(heard->level, 0.0F, 1.0F);
        if (std::exchange(strip.level, level) != level) emit dataChanged(index(row), index(row), {level_role});
    }
}

void Mixer::take_sound(const MixedSound& sound) {
    sum_level_ = std::clamp(sound.level, 0.0F, 1.0F);
    limiting_ = sound.limiting;
    take_computers(sound.computers);
    for (int row = 0; row < rowCount(); ++row) {
        auto& strip = strips_[static_cast<std::size_t>(row)];
        if (strip.computer) continue;
        const auto found = std::ranges::find(sound.delays, strip.index, &SoundDelay::index);
        const auto before = data(index(row), delay_parts_role);
        strip.delay = found == sound.delays.end() ? std::nullopt : std::optional{*found};
        if (data(index(row), delay_parts_role) != before)
            emit dataChanged(index(row), index(row), {delay_role, delay_parts_role});
    }
    emit sum_changed();
}

void Mixer::take_computers(const QList<ComputerLevel>& computers) {
    const auto before = strips_;
    for (const auto& strip : before)
        if (strip.computer && std::ranges::find(computers, strip.index, &ComputerLevel::index) == computers.end())
            remove(strip.number());
    for (const auto& computer : computers) {
        const auto person = row_of(static_cast<int>(computer.index.value()));
        if (person < 0) continue;
        if (row_of(computer_of(computer.index)) < 0) {
            const auto key = strips_[static_cast<std::size_t>(person)].key + QStringLiteral("/computer");
            insert({.index = computer.index, .computer = true, .key = key, .mix = memory_.find(key)});
        }
        const auto row = row_of(computer_of(computer.index));
        auto& level_now = strips_[static_cast<std::size_t>(row)].level;
        const auto level = std::clamp(computer.level, 0.0F, 1.0F);
        if (std::exchange(level_now, level) != level) emit dataChanged(index(row), index(row), {level_role});
    }
}

// --- for the screen ---

int Mixer::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(strips_.size()); }

QVariant Mixer::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto& strip = strips_[static_cast<std::size_t>(index.row())];
    switch (role) {
    case strip_role: return strip.number();
    case Qt::DisplayRole:
    case name_role: return name_of(strip);
    case volume_role: return strip.mix.volume_db;
    case pan_role: return strip.mix.pan;
    case muted_role: return strip.mix.muted;
    case solo_role: return strip.mix.solo;
    case silenced_role: return !strip.mix.solo && is_solo_on();
    case level_role: return strip.level;
    case delay_role: return strip.delay ? FigureWords::milliseconds(strip.delay->total()) : QString{};
    case delay_parts_role: return strip.delay ? MixWords::parts(*strip.delay) : QString{};
    default: return {};
    }
}

QHash<int, QByteArray> Mixer::roleNames() const {
    return {{strip_role, "strip"},       {name_role, "name"},
            {volume_role, "volume"},     {pan_role, "pan"},
            {muted_role, "muted"},       {solo_role, "solo"},
            {silenced_role, "silenced"}, {level_role, "level"},
            {delay_role, "delay"},       {delay_parts_role, "delayParts"}};
}

} // namespace plenum::ui
