// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/ids.h"
#include "core/base/units.h"
#include "core/file/limits.h"

#include <algorithm>
#include <compare>
#include <optional>
#include <set>

namespace plenum::file {

/// Bytes that somebody offers, named by their hash (BLAKE2b-256). They travel in numbered pieces.
struct Content {
    base::Hash hash;
    std::uint64_t bytes{0};

    [[nodiscard]] bool is_sound() const { return bytes > 0 && bytes <= limits::content_bytes_max; }
    [[nodiscard]] std::uint64_t pieces() const { return (bytes + limits::piece_bytes - 1) / limits::piece_bytes; }
    [[nodiscard]] static std::uint64_t offset_of(std::uint64_t piece) { return piece * limits::piece_bytes; }
    /// 0 behind the last.
    [[nodiscard]] std::size_t size_of(std::uint64_t piece) const {
        if (piece >= pieces()) return 0;
        return static_cast<std::size_t>(std::min<std::uint64_t>(bytes - offset_of(piece), limits::piece_bytes));
    }
    friend auto operator<=>(const Content&, const Content&) = default;
};

/// Who hears what is said about a content: all who share the flow, or two members alone.
enum class Privacy : std::uint8_t { shared = 1, pair };

/// Who may get a content: those to whom it was announced. Nobody, unless something is added.
struct Audience {
    /// All in the conference.
    bool everybody{false};
    /// Those who are in one of these groups now.
    std::set<base::ConversationId> groups{};
    /// These get it in private: they ask where nobody else hears it, and are served so.
    std::set<base::MemberIndex> members{};

    [[nodiscard]] static Audience all() { return {.everybody = true}; }
    [[nodiscard]] static Audience one(base::MemberIndex member) { return {.members = {member}}; }
    void add(const Audience& other) {
        everybody = everybody || other.everybody;
        groups.insert(other.groups.begin(), other.groups.end());
        members.insert(other.members.begin(), other.members.end());
    }
    /// Who is in this group; 0: in none. That somebody gets it in private does not count.
    [[nodiscard]] bool has(base::ConversationId group) const { return everybody || groups.contains(group); }
    [[nodiscard]] bool is_private() const { return !everybody && groups.empty() && !members.empty(); }
};

/// Where a program keeps contents: files on a disk, or memory.
class Store {
  public:
    Store() = default;
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;
    virtual ~Store() = default;

    /// As many bytes from there on; nullopt if they are not there or cannot be read.
    [[nodiscard]] virtual std::optional<base::Bytes> read(const Content& content, std::uint64_t offset,
                                                          std::size_t count) = 0;
    /// False if there is no room, or the disk refuses.
    [[nodiscard]] virtual bool write(const Content& content, std::uint64_t offset, base::ByteView bytes) = 0;
    /// Of a content that is not wanted any more.
    virtual void drop(const Content& content) = 0;
};

} // namespace plenum::file
