// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/file/content.h"

#include <algorithm>
#include <map>

namespace plenum::file {

/// Contents in memory, with room for so many bytes.
class MemoryStore : public Store {
  public:
    std::optional<base::Bytes> read(const Content& content, std::uint64_t offset, std::size_t count) override {
        const auto found = contents.find(content.hash);
        if (found == contents.end() || found->second.size() < offset + count) return std::nullopt;
        const auto from = found->second.begin() + static_cast<std::ptrdiff_t>(offset);
        return base::Bytes{from, from + static_cast<std::ptrdiff_t>(count)};
    }
    bool write(const Content& content, std::uint64_t offset, base::ByteView bytes) override {
        if (offset + bytes.size() > room) return false;
        auto& to = contents[content.hash];
        if (to.size() < offset + bytes.size()) to.resize(offset + bytes.size());
        std::ranges::copy(bytes, to.begin() + static_cast<std::ptrdiff_t>(offset));
        return true;
    }
    void drop(const Content& content) override { contents.erase(content.hash); }

    std::map<base::Hash, base::Bytes> contents;
    std::uint64_t room{limits::content_bytes_max};
};

} // namespace plenum::file
