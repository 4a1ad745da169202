// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/device_choice.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace plenum::app {
namespace {

constexpr std::string_view file_prefix = "file:";

std::optional<std::filesystem::path> file_of(const std::string& id) {
    if (!id.starts_with(file_prefix)) return std::nullopt;
    return std::filesystem::path{id.substr(file_prefix.size())};
}

/// What people read of a device that is none.
QString name_of(const QString& id) {
    const auto file = file_of(id.toStdString());
    return file ? QString::fromStdString(file->filename().string()) : id;
}

} // namespace

media::AudioInput microphone_of(const std::string& id) {
    if (id == "none") return media::NoInput{};
    if (id == "tone") return media::ToneInput{};
    if (const auto file = file_of(id)) return media::FileInput{.path = *file};
    return media::DeviceInput{id};
}

media::AudioOutput loudspeaker_of(const std::string& id) {
    if (id == "none") return media::NoOutput{};
    return media::DeviceOutput{id};
}

std::optional<media::VideoInput> camera_of(const std::string& id) {
    if (id == "none") return std::nullopt;
    if (id == "pattern") return media::PatternSource{};
    if (id == "coded") return media::CodedSource{};
    if (const auto file = file_of(id)) return media::VideoFileSource{.path = *file};
    return media::CameraSource{id};
}

void DeviceChoice::fix(ui::DeviceKind kind, const std::string& id) { kinds_[kind].fixed = QString::fromStdString(id); }

bool DeviceChoice::set_present(ui::DeviceKind kind, DeviceList list) {
    auto& entry = kinds_[kind];
    if (entry.present == list) return false;
    const auto before = wanted(kind);
    entry.present = std::move(list);
    return entry.fixed.isEmpty() || wanted(kind) != before;
}

bool DeviceChoice::select(ui::DeviceKind kind, const QString& id) {
    const auto before = wanted(kind);
    kinds_[kind].selected = id;
    return wanted(kind) != before;
}

QList<ui::Device> DeviceChoice::devices(ui::DeviceKind kind) const {
    const auto entry = kinds_.value(kind);
    if (entry.fixed.isEmpty()) return entry.present.devices;
    if (entry.fixed == QLatin1String{"none"}) return {};
    return {{entry.fixed, name_of(entry.fixed)}};
}

QString DeviceChoice::selected(ui::DeviceKind kind) const {
    const auto present = devices(kind);
    if (present.isEmpty()) return {};
    const auto entry = kinds_.value(kind);
    const auto wish = entry.fixed.isEmpty() ? QString::fromStdString(wanted(kind)) : entry.fixed;
    return wish.isEmpty() ? entry.present.default_id : wish;
}

std::string DeviceChoice::wanted(ui::DeviceKind kind) const {
    const auto entry = kinds_.value(kind);
    if (!entry.fixed.isEmpty()) {
        // People know a device by its name.
        const auto is_named = [&](const ui::Device& device) {
            return device.name == entry.fixed && device.id != entry.present.default_id;
        };
        const auto named = std::ranges::find_if(entry.present.devices, is_named);
        return (named == entry.present.devices.end() ? entry.fixed : named->id).toStdString();
    }
    const auto is_selected = [&](const ui::Device& device) { return device.id == entry.selected; };
    return std::ranges::any_of(entry.present.devices, is_selected) ? entry.selected.toStdString() : std::string{};
}

} // namespace plenum::app
