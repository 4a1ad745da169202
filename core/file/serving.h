// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/intervals.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/file/content.h"
#include "core/file/messages.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plenum::file {

/// One content that is given to those who asked for it, on one flow. The slowest of them sets the pace: so much is
/// under way until it has told that it has it. One who tells nothing is left out.
class Serving {
  public:
    static constexpr base::Duration patience = std::chrono::seconds{10};
    /// The flow is declared for 500 messages a second.
    static constexpr base::Duration pace = std::chrono::milliseconds{2};
    /// After the node had no room.
    static constexpr base::Duration rest = std::chrono::milliseconds{200};

    /// Whom a flow reaches.
    struct Reach {
        /// One member; 0: all of `group`.
        base::MemberIndex only{};
        /// 0: the conference.
        base::ConversationId group{};
        /// Asked for in private, by `only`.
        Privacy privacy{Privacy::shared};
    };
    Serving(const Content& content, Reach reach, std::string flow_name)
        : content_{content},
          reach_{reach},
          flow_name_{std::move(flow_name)} {}

    [[nodiscard]] const Content& content() const { return content_; }
    [[nodiscard]] base::MemberIndex only() const { return reach_.only; }
    [[nodiscard]] base::ConversationId group() const { return reach_.group; }
    [[nodiscard]] Privacy privacy() const { return reach_.privacy; }
    [[nodiscard]] const std::string& flow_name() const { return flow_name_; }
    /// A member who is in this group, or with 0 in none.
    [[nodiscard]] bool reaches(base::MemberIndex member, base::ConversationId group) const {
        if (reach_.only.value() != 0) return reach_.only == member;
        return reach_.group.value() == 0 || reach_.group == group;
    }
    /// 0 until it is declared.
    [[nodiscard]] base::FlowId flow() const { return flow_; }
    void begin(base::FlowId flow, base::LocalTime now);

    /// More pieces, for this one too.
    void add(base::MemberIndex member, const std::vector<Range>& ranges, base::LocalTime now);
    void remove(base::MemberIndex member) { askers_.erase(member); }
    [[nodiscard]] std::vector<base::MemberIndex> askers() const;
    /// Pieces that were not sent, lowest first.
    [[nodiscard]] std::vector<Range> left() const;
    [[nodiscard]] std::uint64_t pieces_sent() const { return sent_; }

    void handle(const Progress& progress, base::MemberIndex by, base::LocalTime now);
    void note_published(base::SequenceNumber sequence, base::LocalTime now);
    /// The node did not take the last piece.
    void note_refused(base::LocalTime now);
    /// The next piece to send, which counts as handed over.
    [[nodiscard]] std::optional<std::uint64_t> next(base::LocalTime now);
    /// Leaves out those who tell nothing; answers who they are.
    [[nodiscard]] std::vector<base::MemberIndex> take_stalled(base::LocalTime now);
    /// Nobody waits for anything.
    [[nodiscard]] bool is_over() const;
    /// When `next` or `take_stalled` has something.
    [[nodiscard]] base::LocalTime due() const;

  private:
    struct Asker {
        /// The last message that it has.
        base::SequenceNumber told{};
        base::LocalTime heard{};
    };
    [[nodiscard]] bool is_window_open() const;
    /// All that was sent has arrived.
    [[nodiscard]] bool is_settled() const;

    Content content_;
    Reach reach_;
    std::string flow_name_;
    base::FlowId flow_{};
    base::IntervalSet to_send_{limits::pieces_max};
    std::map<base::MemberIndex, Asker> askers_;
    base::SequenceNumber last_{};
    /// With the node, and without a number.
    std::optional<std::uint64_t> unnumbered_{};
    std::uint64_t sent_{0};
    base::LocalTime send_at_{};
};

} // namespace plenum::file
