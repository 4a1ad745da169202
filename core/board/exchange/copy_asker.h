// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/api/events.h"
#include "core/board/exchange/copy_message.h"

#include <map>
#include <optional>
#include <set>
#include <variant>

namespace plenum::board {

/// What the board asks of the node.
using ExchangeCommand = std::variant<node::Publish, node::CreateFlow, node::CloseFlow>;

/// Asks members for what they have beyond ours. Whoever comes in asks, because messages may be unreadable or gone, and
/// whoever has gaps or is asked by somebody who has more. One member after the other is asked, moderators first, then
/// those who have been here longest, until one who misses nothing has answered. A copy is its giver's word: it can
/// leave out or invent work of others.
class CopyAsker {
  public:
    /// Without progress for so long, the next member is asked.
    static constexpr base::Duration patience = std::chrono::seconds{10};
    /// After all were asked, or the relay had no room for a flow. It doubles while that closes no gap: nobody may have
    /// what somebody left out.
    static constexpr base::Duration rest = std::chrono::seconds{20};
    static constexpr base::Duration rest_max = std::chrono::minutes{10};
    /// Members asked before a rest.
    static constexpr std::size_t asked_max = 8;

    void handle(const node::Event& event, base::LocalTime now);
    /// We came where newcomers cannot read what was said before, and nobody has given us what we miss.
    [[nodiscard]] bool misses_past() const { return unsure_ && !history_readable_; }
    /// Nobody who misses nothing has answered since we came, and some may yet.
    [[nodiscard]] bool is_unsure() const { return unsure_; }
    /// Whether there are gaps, whenever that changes.
    void note_gaps(bool gaps) {
        gaps_ = gaps;
        if (!gaps) rest_ = rest;
    }
    /// That member has something that we miss.
    void note_more(base::MemberIndex member);
    /// Somebody waits for `request`.
    [[nodiscard]] bool is_asked() const { return asking_ && asking_->flow.value() != 0 && !asking_->request_made; }
    /// Tells what we have.
    void request(const Frontier& seen);
    /// Bytes of a whole copy, once.
    [[nodiscard]] std::optional<base::Bytes> take();
    /// The next to do, which counts as done.
    [[nodiscard]] std::optional<ExchangeCommand> act(base::LocalTime now);
    /// When `act` has something to do by itself.
    [[nodiscard]] base::LocalTime due() const;

  private:
    struct Person {
        bool present{false};
        bool moderator{false};
    };
    /// From the command that creates its flow until that is closed.
    struct Asking {
        base::MemberIndex giver;
        /// 0 until it is declared.
        base::FlowId flow{};
        bool request_made{false};
        std::optional<base::Bytes> request{};
        std::optional<std::size_t> bytes_expected{};
        bool complete{false};
        base::Bytes bytes{};
        std::size_t bytes_told{0};
        bool over{false};
    };
    [[nodiscard]] bool wants() const { return unsure_ || gaps_ || !with_more_.empty(); }
    void handle_person(const node::Event& event);
    void handle(const node::MessageReceived& message, base::LocalTime now);
    void handle(const CopyMessage& message);
    void forget_self(base::MemberIndex self);
    void enter();
    [[nodiscard]] base::MemberIndex choose() const;
    [[nodiscard]] std::optional<ExchangeCommand> ask(base::LocalTime now);
    [[nodiscard]] std::optional<ExchangeCommand> close(base::LocalTime now);

    base::MemberIndex self_{};
    /// Also those who left before we came.
    std::map<base::MemberIndex, Person> people_;
    /// Since the last rest.
    std::set<base::MemberIndex> asked_;
    /// Who has something that we miss.
    std::set<base::MemberIndex> with_more_;
    std::uint32_t flows_made_{0};
    bool history_readable_{true};
    bool entered_{false};
    bool unsure_{false};
    bool gaps_{false};
    std::optional<Asking> asking_;
    std::optional<base::Bytes> copy_;
    base::Duration rest_{rest};
    base::LocalTime due_{};
};

} // namespace plenum::board
