// SPDX-License-Identifier: Apache-2.0
#include "app/files/media_types.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace plenum::app {

std::string media_type_of(std::string_view file_name) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 24> types{
        {{"png", "image/png"},
         {"jpg", "image/jpeg"},
         {"jpeg", "image/jpeg"},
         {"gif", "image/gif"},
         {"webp", "image/webp"},
         {"svg", "image/svg+xml"},
         {"pdf", "application/pdf"},
         {"txt", "text/plain"},
         {"md", "text/markdown"},
         {"csv", "text/csv"},
         {"html", "text/html"},
         {"json", "application/json"},
         {"zip", "application/zip"},
         {"gz", "application/gzip"},
         {"tar", "application/x-tar"},
         {"odt", "application/vnd.oasis.opendocument.text"},
         {"ods", "application/vnd.oasis.opendocument.spreadsheet"},
         {"odp", "application/vnd.oasis.opendocument.presentation"},
         {"docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
         {"xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
         {"pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"},
         {"mp3", "audio/mpeg"},
         {"ogg", "audio/ogg"},
         {"mp4", "video/mp4"}}};
    const auto dot = file_name.find_last_of('.');
    std::string ending{dot == std::string_view::npos ? std::string_view{} : file_name.substr(dot + 1)};
    std::ranges::transform(ending, ending.begin(), [](unsigned char sign) { return std::tolower(sign); });
    const auto found = std::ranges::find(types, ending, &std::pair<std::string_view, std::string_view>::first);
    return std::string{found == types.end() ? "application/octet-stream" : found->second};
}

} // namespace plenum::app
