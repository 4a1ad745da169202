// SPDX-License-Identifier: Apache-2.0
#include "ui/models/settings.h"

#include "core/base/limits.h"

#include <QKeySequence>
#include <QStringList>

#include <algorithm>
#include <utility>

namespace plenum::ui {
namespace {

constexpr double text_scale_max = 1.5;

QString one_of(const QVariant& value, const QStringList& allowed) {
    const auto text = value.toString();
    return allowed.contains(text) ? text : allowed.first();
}

QString device_key(DeviceKind kind) {
    switch (kind) {
    case DeviceKind::microphone: return QStringLiteral("devices/microphone");
    case DeviceKind::loudspeaker: return QStringLiteral("devices/loudspeaker");
    case DeviceKind::camera: break;
    }
    return QStringLiteral("devices/camera");
}

} // namespace

Settings::Settings(std::unique_ptr<QSettings> store, QObject* parent) : QObject{parent}, store_{std::move(store)} {
    load();
    connect(this, &Settings::changed, this, &Settings::save);
}

QString Settings::device(DeviceKind kind) const { return store_->value(device_key(kind)).toString(); }

void Settings::set_device(DeviceKind kind, const QString& id) { store_->setValue(device_key(kind), id); }

QStringList Settings::mixes() const { return store_->value(QStringLiteral("audio/mixes")).toStringList(); }

void Settings::set_mixes(const QStringList& mixes) { store_->setValue(QStringLiteral("audio/mixes"), mixes); }

QSize Settings::window_size() const { return store_->value(QStringLiteral("window/size")).toSize(); }

void Settings::set_window_size(QSize size) { store_->setValue(QStringLiteral("window/size"), size); }

void Settings::load() {
    const auto flag = [this](const char* key, bool otherwise) {
        return store_->value(QLatin1String{key}, otherwise).toBool();
    };
    display_name_ = fitting_name(store_->value(QStringLiteral("person/name")).toString());
    theme_ = one_of(store_->value(QStringLiteral("looks/theme")), {"system", "light", "dark"});
    language_ = one_of(store_->value(QStringLiteral("looks/language")), {"system", "en", "de"});
    text_scale_ = std::clamp(store_->value(QStringLiteral("looks/text_scale"), 1.0).toDouble(), 1.0, text_scale_max);
    panel_ = one_of(store_->value(QStringLiteral("looks/panel"), QStringLiteral("chat")),
                    {"", "floor", "chat", "people", "polls", "mixer"});
    choices_.stage_layout =
        one_of(store_->value(QStringLiteral("looks/stage_layout")), {"automatic", "grid", "speaker"});
    choices_.own_picture_hidden = flag("looks/own_picture_hidden", false);
    join_muted_ = flag("join/muted", false);
    join_with_camera_ = flag("join/camera", true);
    audio_ = {.echo_cancellation = flag("audio/echo_cancellation", true),
              .noise_suppression = flag("audio/noise_suppression", true),
              .automatic_gain = flag("audio/automatic_gain", true),
              .low_delay = flag("audio/low_delay", false)};
    incoming_video_ = one_of(store_->value(QStringLiteral("video/incoming")), {"everything", "low", "none"});
    choices_.succession = flag("network/succession", true);
    choices_.share_sound = flag("screens/sound", false);
    floor_opens_microphone_ = flag("floor/opens_microphone", true);
    talk_key_everywhere_ = flag("audio/talk_key_everywhere", false);
    talk_key_ = store_->value(QStringLiteral("audio/talk_key"), QString::fromLatin1(usual_talk_key)).toString();
    if (QKeySequence::fromString(talk_key_, QKeySequence::PortableText).count() != 1)
        talk_key_ = QString::fromLatin1(usual_talk_key);
}

void Settings::save() {
    store_->setValue(QStringLiteral("person/name"), display_name_);
    store_->setValue(QStringLiteral("looks/theme"), theme_);
    store_->setValue(QStringLiteral("looks/language"), language_);
    store_->setValue(QStringLiteral("looks/text_scale"), text_scale_);
    store_->setValue(QStringLiteral("looks/panel"), panel_);
    store_->setValue(QStringLiteral("looks/stage_layout"), choices_.stage_layout);
    store_->setValue(QStringLiteral("looks/own_picture_hidden"), choices_.own_picture_hidden);
    store_->setValue(QStringLiteral("join/muted"), join_muted_);
    store_->setValue(QStringLiteral("join/camera"), join_with_camera_);
    store_->setValue(QStringLiteral("audio/echo_cancellation"), audio_.echo_cancellation);
    store_->setValue(QStringLiteral("audio/noise_suppression"), audio_.noise_suppression);
    store_->setValue(QStringLiteral("audio/automatic_gain"), audio_.automatic_gain);
    store_->setValue(QStringLiteral("audio/low_delay"), audio_.low_delay);
    store_->setValue(QStringLiteral("video/incoming"), incoming_video_);
    store_->setValue(QStringLiteral("network/succession"), choices_.succession);
    store_->setValue(QStringLiteral("screens/sound"), choices_.share_sound);
    store_->setValue(QStringLiteral("floor/opens_microphone"), floor_opens_microphone_);
    store_->setValue(QStringLiteral("audio/talk_key_everywhere"), talk_key_everywhere_);
    store_->setValue(QStringLiteral("audio/talk_key"), talk_key_);
}

void Settings::set_stage_layout(const QString& layout) {
    if (std::exchange(choices_.stage_layout, layout) != layout) emit changed();
}

void Settings::set_own_picture_hidden(bool hidden) {
    if (std::exchange(choices_.own_picture_hidden, hidden) != hidden) emit changed();
}

void Settings::set_share_sound(bool wanted) {
    if (std::exchange(choices_.share_sound, wanted) != wanted) emit changed();
}

void Settings::set_succession(bool wanted) {
    if (std::exchange(choices_.succession, wanted) != wanted) emit changed();
}

QString Settings::fitting_name(const QString& text) {
    auto fits = text;
    while (fits.toUtf8().size() > qsizetype{base::limits::name_bytes_max}) {
        // Half a sign outside of the basic plane is none.
        const bool pair = fits.back().isLowSurrogate();
        fits.chop(pair ? 2 : 1);
    }
    return fits;
}

} // namespace plenum::ui
