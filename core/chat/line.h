// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/chat/ids.h"
#include "core/chat/shared_file.h"

#include <map>
#include <optional>
#include <string>

namespace plenum::chat {

/// The newest text of a line. None: it is deleted.
struct Write {
    Rank rank;
    std::optional<std::string> text;
    friend bool operator==(const Write&, const Write&) = default;
};

/// All reactions of one person to one line. The set may be empty: that was said, too.
struct Reacted {
    Rank rank;
    ReactionSet reactions;
    friend bool operator==(const Reacted&, const Reacted&) = default;
};

struct Line {
    /// As it was said; the name of the file that it offers. It stays, so that `is_edited` rests on no word of the
    /// author.
    std::string said;
    std::optional<MessageId> answers;
    std::optional<SharedFile> file{};
    /// What its author looked at.
    SharedScene scene{};
    std::optional<Write> write;
    /// By person.
    std::map<base::IdentityKey, Reacted> reactions;

    [[nodiscard]] bool is_deleted() const { return write && !write->text; }
    /// Empty if it is deleted.
    [[nodiscard]] const std::string& text() const {
        static const std::string none;
        if (!write) return said;
        return write->text ? *write->text : none;
    }
    [[nodiscard]] bool is_edited() const { return write && write->text && *write->text != said; }
    friend bool operator==(const Line&, const Line&) = default;
};

} // namespace plenum::chat
