// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "media/recording/matroska_file.h"

#include <optional>
#include <string_view>

/// Contents of pictures on the whiteboard are attachments of the recording. A name is the hash and the usual ending.
namespace plenum::app {

/// A type that is no usual one of images becomes "application/octet-stream".
[[nodiscard]] media::AttachmentInfo picture_attachment(const base::Hash& content, std::string_view media_type);
/// What the name says; nullopt for other attachments. Files may be anybody's: the content may be another.
[[nodiscard]] std::optional<base::Hash> picture_of(const media::AttachmentInfo& attachment);

} // namespace plenum::app
