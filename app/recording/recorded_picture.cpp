// SPDX-License-Identifier: Apache-2.0
#include "app/recording/recorded_picture.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace plenum::app {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> endings{
    {{"image/png", ".png"}, {"image/jpeg", ".jpg"}, {"image/webp", ".webp"}, {"image/gif", ".gif"}}};

} // namespace

media::AttachmentInfo picture_attachment(const base::Hash& content, std::string_view media_type) {
    const auto name = base::to_hex(content.view());
    const auto* known = std::ranges::find(endings, media_type, &std::pair<std::string_view, std::string_view>::first);
    if (known == endings.end()) return {name, "application/octet-stream"};
    return {name + std::string{known->second}, std::string{media_type}};
}

std::optional<base::Hash> picture_of(const media::AttachmentInfo& attachment) {
    const auto bytes = base::from_hex(std::string_view{attachment.name}.substr(0, attachment.name.find('.')));
    return bytes ? base::Hash::from(*bytes) : std::nullopt;
}

} // namespace plenum::app
