// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/known_people.h"

#include "core/base/limits.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace plenum::app {
namespace {

constexpr int known_people_version = 1;

bool has_name(const KnownPeople::Person& person, const QString& folded_name) {
    return std::ranges::any_of(person.names, [&](const QString& name) { return folded(name) == folded_name; });
}

QJsonObject json_of(const base::IdentityKey& key, const KnownPeople::Person& person) {
    const QByteArray bytes{reinterpret_cast<const char*>(key.bytes.data()), static_cast<qsizetype>(key.bytes.size())};
    return {{QStringLiteral("key"), QString::fromLatin1(bytes.toHex())},
            {QStringLiteral("names"), QJsonArray::fromStringList(person.names)},
            {QStringLiteral("first_met"), person.first_met.toUTC().toString(Qt::ISODate)},
            {QStringLiteral("last_met"), person.last_met.toUTC().toString(Qt::ISODate)},
            {QStringLiteral("verified"), person.verified}};
}

std::optional<base::IdentityKey> key_of(const QJsonObject& json) {
    const auto text = json.value(QStringLiteral("key")).toString().toLatin1();
    const auto bytes = QByteArray::fromHex(text);
    if (bytes.toHex() != text) return std::nullopt;
    return base::IdentityKey::from(base::as_bytes(std::string_view{bytes.constData(), std::size_t(bytes.size())}));
}

std::optional<KnownPeople::Person> person_of(const QJsonObject& json) {
    KnownPeople::Person person;
    const auto names = json.value(QStringLiteral("names")).toArray();
    for (const auto& name : names) {
        const auto text = name.toString();
        const bool sound = !text.isEmpty() && text.toUtf8().size() <= qsizetype{base::limits::name_bytes_max};
        if (!sound || person.names.size() == KnownPeople::names_max) return std::nullopt;
        person.names << text;
    }
    person.first_met = QDateTime::fromString(json.value(QStringLiteral("first_met")).toString(), Qt::ISODate);
    person.last_met = QDateTime::fromString(json.value(QStringLiteral("last_met")).toString(), Qt::ISODate);
    const auto verified = json.value(QStringLiteral("verified"));
    person.verified = verified.toBool();
    const bool whole = !person.names.isEmpty() && person.first_met.isValid() && person.last_met.isValid();
    return whole && verified.isBool() ? std::optional{person} : std::nullopt;
}

} // namespace

QString folded(const QString& name) {
    QString visible;
    for (const auto character : name.normalized(QString::NormalizationForm_KC))
        if (character.category() != QChar::Other_Format) visible += character;
    return visible.simplified().toCaseFolded();
}

ui::Acquaintance KnownPeople::assess(const base::IdentityKey& key, const QString& name) const {
    ui::Acquaintance result;
    const auto name_met = folded(name);
    const auto* own = find(key);
    if (own != nullptr) {
        result.familiarity = own->verified ? ui::Familiarity::verified : ui::Familiarity::known;
        result.since = own->first_met;
        result.other_names = own->names;
        result.other_names.removeAll(name);
        if (has_name(*own, name_met)) return result;
    }
    for (const auto& [other, person] : people_) {
        if (other == key || !has_name(person, name_met)) continue;
        const bool first = result.familiarity != ui::Familiarity::changed;
        if (first || person.last_met > result.since) result.since = person.last_met;
        result.familiarity = ui::Familiarity::changed;
    }
    return result;
}

void KnownPeople::meet(const base::IdentityKey& key, const QString& name, const QDateTime& now) {
    auto [place, is_new] = people_.try_emplace(key);
    auto& person = place->second;
    if (is_new) person.first_met = now;
    person.last_met = now;
    person.names.removeAll(name);
    person.names.prepend(name);
    while (person.names.size() > names_max)
        person.names.removeLast();
    if (is_new) make_room();
}

void KnownPeople::make_room() {
    if (people_.size() <= people_max) return;
    people_.erase(std::ranges::min_element(
        people_, {}, [](const auto& item) { return std::pair{item.second.verified, item.second.last_met}; }));
}

bool KnownPeople::set_verified(const base::IdentityKey& key, bool verified) {
    const auto place = people_.find(key);
    if (place == people_.end()) return false;
    place->second.verified = verified;
    return true;
}

const KnownPeople::Person* KnownPeople::find(const base::IdentityKey& key) const {
    const auto place = people_.find(key);
    return place == people_.end() ? nullptr : &place->second;
}

void KnownPeople::copy(const base::IdentityKey& key, const KnownPeople& other) {
    const auto* person = other.find(key);
    if (person == nullptr) return;
    people_[key] = *person;
    make_room();
}

QByteArray KnownPeople::to_json() const {
    QJsonArray list;
    for (const auto& [key, person] : people_)
        list.append(json_of(key, person));
    const QJsonObject whole{{QStringLiteral("version"), known_people_version}, {QStringLiteral("people"), list}};
    return QJsonDocument{whole}.toJson();
}

std::expected<KnownPeople, KnownPeople::Fault> KnownPeople::from_json(const QByteArray& text) {
    const auto whole = QJsonDocument::fromJson(text).object();
    const auto people = whole.value(QStringLiteral("people"));
    const auto written = whole.value(QStringLiteral("version")).toInt();
    if (written > known_people_version) return std::unexpected{Fault::newer};
    if (written != known_people_version || !people.isArray()) return std::unexpected{Fault::damaged};
    KnownPeople result;
    const auto list = people.toArray();
    for (const auto& item : list) {
        const auto key = key_of(item.toObject());
        auto person = person_of(item.toObject());
        if (!key || !person) return std::unexpected{Fault::damaged};
        result.people_[*key] = std::move(*person);
        result.make_room();
    }
    return result;
}

} // namespace plenum::app
