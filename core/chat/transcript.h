// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/chat/line.h"
#include "core/chat/operations.h"

#include <expected>
#include <functional>
#include <map>
#include <optional>
#include <vector>

/// A chat in which people answer, edit, delete and react (docs/chat.md).
namespace plenum::chat {

/// What a message did.
struct Change {
    enum class Kind : std::uint8_t {
        said = 1, ///< a new line, with all changes of it that came before it
        written,  ///< its text
        reacted,
        none,  ///< something newer was there
        waits, ///< for the line that it names
    };
    Kind kind{Kind::none};
    MessageId line{};
    /// Lines that went, for room.
    std::vector<MessageId> forgotten{};
};

/// The lines of one flow at one replica.
///
/// The problem: an edit, a deletion and reactions of the same line come in different orders at different members, and
/// sometimes before the line, as where a newcomer reads one sender's history before another's. The intuition: a line's
/// text, and each person's reactions to it, are registers in which the write of highest rank counts. So any order gives
/// the same. A change that comes before its line waits. The alternative, to trust the causal order of the flow alone,
/// would leave those who read histories with other lines than the rest.
class Transcript {
  public:
    /// Who a sender is, by the log: zero for nobody it knows. It must say the same at all replicas.
    using People = std::function<base::IdentityKey(base::MemberIndex)>;

    explicit Transcript(People people) : people_{std::move(people)} {}

    /// Takes a message of the flow. `id` is of its header.
    [[nodiscard]] std::expected<Change, Refusal> apply(const MessageId& id, const Operation& operation);

    /// Null where there is none. Deleted ones are there.
    [[nodiscard]] const Line* find(const MessageId& line) const;
    [[nodiscard]] const std::map<MessageId, Line>& lines() const { return lines_; }
    /// Of another text for this line, and of reactions of that sender's person to it.
    [[nodiscard]] Version next_version(const MessageId& line) const;
    [[nodiscard]] Version next_version(const MessageId& line, base::MemberIndex sender) const;
    /// What this person shows of the line now.
    [[nodiscard]] ReactionSet reactions_of(base::MemberIndex sender, const MessageId& line) const;
    /// Whether they may edit and delete it.
    [[nodiscard]] bool is_author(base::MemberIndex sender, const MessageId& line) const;
    /// Changes that wait for their lines.
    [[nodiscard]] std::size_t waiting() const;
    /// Something was dropped for room: others may see more.
    [[nodiscard]] bool incomplete() const { return incomplete_; }

  private:
    using Result = std::expected<Change, Refusal>;
    struct Sender {
        std::size_t lines{0};
        std::size_t bytes{0};
        std::size_t waiting{0};
        std::uint32_t changes{0};
        /// What its next lines are about.
        SharedScene scene{};
        /// Lines up to this one are kept no more.
        base::SequenceNumber forgotten{};
    };
    struct Waiting {
        MessageId id;
        Operation operation;
    };

    Result handle(const MessageId& id, const Say& say);
    Result handle(const MessageId& id, const Reply& reply);
    Result handle(const MessageId& id, const ShareFile& share);
    Result handle(const MessageId& id, const Look& look);
    template <class T>
    Result handle(const MessageId& id, const T& change);
    [[nodiscard]] bool spend_change(Sender& sender);
    Result add(const MessageId& id, Line line);
    Result change(Line& line, const MessageId& id, const Edit& edit);
    Result change(Line& line, const MessageId& id, const Delete& removal);
    Result change(Line& line, const MessageId& id, const React& react);
    Result write(Line& line, const MessageId& on, Write write);
    Result wait(const MessageId& on, const MessageId& id, const Operation& operation);
    void make_room(base::MemberIndex sender, std::vector<MessageId>& forgotten);
    void forget_oldest(base::MemberIndex sender, std::vector<MessageId>& forgotten);
    [[nodiscard]] Author author(base::MemberIndex sender) const { return {sender, people_(sender)}; }
    [[nodiscard]] base::IdentityKey person(base::MemberIndex sender) const;

    People people_;
    std::map<MessageId, Line> lines_;
    std::map<base::MemberIndex, Sender> senders_;
    /// By the line that they name.
    std::map<MessageId, std::vector<Waiting>> waiting_;
    std::size_t bytes_{0};
    std::size_t waiting_bytes_{0};
    std::size_t reactions_{0};
    bool incomplete_{false};
};

} // namespace plenum::chat
