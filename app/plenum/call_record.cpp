// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/call_record.h"

#include "core/base/bytes.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <utility>

namespace plenum::app {
namespace {

constexpr int version = 1;

} // namespace

QByteArray CallRecord::to_json() const {
    QJsonArray typed;
    for (const auto& draft : drafts)
        typed << QJsonObject{{QStringLiteral("group"), draft.group}, {QStringLiteral("text"), draft.text}};
    QJsonObject json{{QStringLiteral("version"), version},
                     {QStringLiteral("link"), link},
                     {QStringLiteral("title"), title},
                     {QStringLiteral("hosted"), hosted},
                     {QStringLiteral("microphone_on"), microphone_on},
                     {QStringLiteral("camera_on"), camera_on},
                     {QStringLiteral("drafts"), typed}};
    if (relay) json[QStringLiteral("relay")] = QString::fromStdString(base::to_hex(relay->view()));
    return QJsonDocument{json}.toJson();
}

std::optional<CallRecord> CallRecord::from_json(const QByteArray& text) {
    const auto json = QJsonDocument::fromJson(text).object();
    if (json.value(QStringLiteral("version")).toInt() != version) return std::nullopt;
    CallRecord record;
    record.link = json.value(QStringLiteral("link")).toString();
    record.title = json.value(QStringLiteral("title")).toString();
    record.hosted = json.value(QStringLiteral("hosted")).toBool();
    record.microphone_on = json.value(QStringLiteral("microphone_on")).toBool(true);
    record.camera_on = json.value(QStringLiteral("camera_on")).toBool(true);
    for (const auto& draft : json.value(QStringLiteral("drafts")).toArray())
        record.drafts << ui::Draft{draft[QLatin1String{"group"}].toString(), draft[QLatin1String{"text"}].toString()};
    const auto relay = base::from_hex(json.value(QStringLiteral("relay")).toString().toStdString());
    if (relay) record.relay = base::Seed::from(*relay);
    return record.link.isEmpty() ? std::nullopt : std::optional{std::move(record)};
}

} // namespace plenum::app
