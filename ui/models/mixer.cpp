// SPDX-License-Identifier: Apache-2.0
#include "ui/models/mixer.h"

#include "ui/models/figure_words.h"
#include "ui/models/mix_words.h"

#include <algorithm>
#include <utility>

namespace plenum::ui {
namespace {

void apply_mix(MixerPort& port, const MixStrip& strip) {
    strip.computer ? port.set_computer_mix(strip.index, strip.mix) : port.set_mix(strip.index, strip.mix);
}

} // namespace

Mixer::Mixer(const ConferencePorts& ports, const MembersModel& members, Settings& settings, QObject* parent)
    : QAbstractListModel{parent},
      port_{ports.mixer},
      members_{members},
      memory_{settings},
      own_{memory_, QString::fromLatin1(MixMemory::own), [this](const SoundMix& mix) { port_.set_own_mix(mix); }},
      sum_{memory_, QString::fromLatin1(MixMemory::sum), [this](const SoundMix& mix) { port_.set_sum_mix(mix); }} {
    connect(&sum_, &MixFader::changed, this, &Mixer::changed);
    connect(&ports.people, &PeoplePort::member_changed, this, &Mixer::take);
    connect(&ports.people, &PeoplePort::member_left, this, [this](base::MemberIndex index) {
        remove(MixStrip::computer_of(index));
        remove(static_cast<int>(index.value()));
    });
    connect(&ports.media, &MediaPort::levels_changed, this, &Mixer::set_levels);
    connect(&port_, &MixerPort::mixed, this, &Mixer::take_sound);
    connect(&members_, &MembersModel::names_changed, this, &Mixer::retranslate);
}

// --- who is there ---

void Mixer::take(const Member& member) {
    // A camera's program has no sound.
    if (member.captures) return remove(static_cast<int>(member.index.value()));
    if (member.is_self || row_of(static_cast<int>(member.index.value())) >= 0) return;
    const auto& key = member.acquaintance.key;
    insert({.index = member.index, .key = key, .mix = memory_.find(key)});
}

void Mixer::insert(MixStrip strip) {
    const auto row = strips_.place_of(strip);
    // The port may have another from before.
    if (strip.computer || strip.mix != SoundMix{}) apply_mix(port_, strip);
    beginInsertRows({}, row, row);
    strips_.insert(row, std::move(strip));
    endInsertRows();
    emit count_changed();
    emit changed();
}

void Mixer::remove(int number) {
    const auto row = row_of(number);
    if (row < 0) return;
    auto strip = strips_[row];
    beginRemoveRows({}, row, row);
    strips_.erase(row);
    endRemoveRows();
    // The computer is silent, and would silence all others.
    if (strip.computer && std::exchange(strip.mix.solo, false)) apply_mix(port_, strip);
    emit count_changed();
    retranslate();
}

QString Mixer::name_of(const MixStrip& strip) const {
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
    if (strips_.size() > 0) emit dataChanged(index(0), index(rowCount() - 1));
    emit changed();
}

// --- what the person does ---

template <class Change>
void Mixer::change(int number, Change&& change) {
    const auto row = row_of(number);
    if (row < 0) return;
    auto& strip = strips_[row];
    const auto before = strip.mix;
    change(strip.mix);
    if (strip.mix == before) return;
    apply_mix(port_, strip);
    memory_.keep(strip.key, strip.mix);
    // A solo changes what is said of all.
    retranslate();
}

void Mixer::set_volume(int strip, double volume_db) {
    change(strip, [&](SoundMix& mix) {
        mix.volume_db = std::clamp(volume_db, SoundMix::volume_db_min, SoundMix::volume_db_max);
    });
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

QString Mixer::silence() const {
    if (sum_.is_silent()) return tr("You hear nobody: in the Mixer, everyone together is turned down.");
    QStringList names;
    for (const auto& strip : strips_.all())
        if (strip.mix.solo) names << name_of(strip);
    if (names.isEmpty()) return {};
    constexpr qsizetype named_max = 3;
    const auto named = names.first(std::min(names.size(), named_max)).join(QStringLiteral(", "));
    return names.size() > named_max
               ? tr("Solo is on in the Mixer: you hear only %1 and %2 more.").arg(named).arg(names.size() - named_max)
               : tr("Solo is on in the Mixer: you hear only %1.").arg(named);
}

void Mixer::end_silence() {
    if (sum_.is_silent()) return sum_.set_volume(0);
    for (const auto& strip : strips_.all())
        if (strip.mix.solo) set_solo(strip.number(), false);
}

// --- what is heard ---

void Mixer::set_levels(const QList<MemberLevel>& levels) {
    for (int row = 0; row < rowCount(); ++row) {
        auto& strip = strips_[row];
        if (strip.computer) continue;
        const auto heard = std::ranges::find(levels, strip.index, &MemberLevel::index);
        const auto level = heard == levels.end() ? 0.0F : std::clamp(heard->level, 0.0F, 1.0F);
        if (std::exchange(strip.level, level) != level) emit dataChanged(index(row), index(row), {level_role});
    }
}

void Mixer::take_sound(const MixedSound& sound) {
    take_computers(sound.computers);
    for (int row = 0; row < rowCount(); ++row) {
        auto& strip = strips_[row];
        if (strip.computer) continue;
        const auto found = std::ranges::find(sound.delays, strip.index, &SoundDelay::index);
        const auto before = data(index(row), delay_parts_role);
        strip.delay = found == sound.delays.end() ? std::nullopt : std::optional{*found};
        if (data(index(row), delay_parts_role) != before)
            emit dataChanged(index(row), index(row), {delay_role, delay_parts_role});
    }
    meter_.take(sound);
}

void Mixer::take_computers(const QList<ComputerLevel>& computers) {
    const auto before = strips_.all();
    for (const auto& strip : before)
        if (strip.computer && std::ranges::find(computers, strip.index, &ComputerLevel::index) == computers.end())
            remove(strip.number());
    for (const auto& computer : computers) {
        const auto person = row_of(static_cast<int>(computer.index.value()));
        if (person < 0) continue;
        if (row_of(MixStrip::computer_of(computer.index)) < 0) {
            const auto key = strips_[person].key + QStringLiteral("/computer");
            insert({.index = computer.index, .computer = true, .key = key, .mix = memory_.find(key)});
        }
        const auto row = row_of(MixStrip::computer_of(computer.index));
        auto& level_now = strips_[row].level;
        const auto level = std::clamp(computer.level, 0.0F, 1.0F);
        if (std::exchange(level_now, level) != level) emit dataChanged(index(row), index(row), {level_role});
    }
}

// --- for the screen ---

int Mixer::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : strips_.size(); }

QVariant Mixer::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto& strip = strips_[index.row()];
    switch (role) {
    case strip_role: return strip.number();
    case Qt::DisplayRole:
    case name_role: return name_of(strip);
    case volume_role: return strip.mix.volume_db;
    case pan_role: return strip.mix.pan;
    case muted_role: return strip.mix.muted;
    case solo_role: return strip.mix.solo;
    case silenced_role: return !strip.mix.solo && strips_.is_solo_on();
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
