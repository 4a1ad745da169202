// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/call_record.h"

#include "core/base/bytes.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <utility>

namespace plenum::app {
namespace {

constexpr int call_record_version = 1;

std::optional<node::RelayPlace> place_of(const QJsonObject& json) {
    const auto ip = base::from_hex(json.value(QStringLiteral("ip")).toString().toStdString());
    const auto port = json.value(QStringLiteral("port")).toInt();
    node::RelayPlace place{json.value(QStringLiteral("host")).toString().toStdString(), {}};
    if (!ip || ip->size() != place.address.ip.size() || port <= 0 || port > 0xffff) return std::nullopt;
    std::ranges::copy(*ip, place.address.ip.begin());
    place.address.port = static_cast<std::uint16_t>(port);
    return place;
}

node::RelayStandby standby_of(const QJsonObject& json) {
    node::RelayStandby standby;
    standby.member = base::MemberIndex{static_cast<std::uint32_t>(json.value(QStringLiteral("member")).toInt())};
    for (const auto& place : json.value(QStringLiteral("places")).toArray())
        if (auto read = place_of(place.toObject())) standby.places.push_back(std::move(*read));
    const auto conference = base::from_hex(json.value(QStringLiteral("conference")).toString().toStdString());
    if (!conference || conference->size() != standby.conference.bytes.size()) return standby;
    std::ranges::copy(*conference, standby.conference.bytes.begin());
    standby.fence = base::ConferenceTime{base::Duration{json.value(QStringLiteral("fence")).toString().toLongLong()}};
    return standby;
}

} // namespace

QByteArray CallRecord::to_json() const {
    QJsonArray typed;
    for (const auto& draft : drafts)
        typed << QJsonObject{{QStringLiteral("group"), draft.group}, {QStringLiteral("text"), draft.text}};
    QJsonArray places;
    for (const auto& place : standby.places)
        places << QJsonObject{{QStringLiteral("host"), QString::fromStdString(place.host)},
                              {QStringLiteral("ip"), QString::fromStdString(base::to_hex(place.address.ip))},
                              {QStringLiteral("port"), place.address.port}};
    const QJsonObject stands_by{
        {QStringLiteral("member"), static_cast<int>(standby.member.value())},
        {QStringLiteral("places"), places},
        {QStringLiteral("conference"), QString::fromStdString(base::to_hex(standby.conference.bytes))},
        // Beyond what a double holds.
        {QStringLiteral("fence"), QString::number(standby.fence.time_since_epoch().count())}};
    QJsonObject json{{QStringLiteral("version"), call_record_version},
                     {QStringLiteral("link"), link},
                     {QStringLiteral("title"), title},
                     {QStringLiteral("hosted"), hosted},
                     {QStringLiteral("standby"), stands_by},
                     {QStringLiteral("microphone_on"), microphone_on},
                     {QStringLiteral("camera_on"), camera_on},
                     {QStringLiteral("drafts"), typed}};
    if (relay) json[QStringLiteral("relay")] = QString::fromStdString(base::to_hex(relay->view()));
    return QJsonDocument{json}.toJson();
}

std::optional<CallRecord> CallRecord::from_json(const QByteArray& text) {
    const auto json = QJsonDocument::fromJson(text).object();
    if (json.value(QStringLiteral("version")).toInt() != call_record_version) return std::nullopt;
    CallRecord record;
    record.link = json.value(QStringLiteral("link")).toString();
    record.title = json.value(QStringLiteral("title")).toString();
    record.hosted = json.value(QStringLiteral("hosted")).toBool();
    record.microphone_on = json.value(QStringLiteral("microphone_on")).toBool(true);
    record.camera_on = json.value(QStringLiteral("camera_on")).toBool(true);
    for (const auto& draft : json.value(QStringLiteral("drafts")).toArray())
        record.drafts << ui::Draft{draft[QLatin1String{"group"}].toString(), draft[QLatin1String{"text"}].toString()};
    record.standby = standby_of(json.value(QStringLiteral("standby")).toObject());
    const auto relay = base::from_hex(json.value(QStringLiteral("relay")).toString().toStdString());
    if (relay) record.relay = base::Seed::from(*relay);
    return record.link.isEmpty() ? std::nullopt : std::optional{std::move(record)};
}

} // namespace plenum::app
