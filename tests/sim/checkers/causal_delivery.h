// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"
#include "tests/sim/checkers/clocks_in_run.h"

#include <map>
#include <set>
#include <tuple>
#include <variant>
#include <vector>

namespace plenum::sim {

/// D1 to D3, of messages in conversations: nothing is handed over before what it depends on, unless the deadline of
/// that one is over, and no entry of the log told; nothing is held past its deadline; what waits for nothing is not
/// held. And the room that flows' specs ask for is enough for what waits, once the receiver's clock is compared.
class CausalDelivery final : public Checker {
  public:
    explicit CausalDelivery(const ClocksInRun& clocks) : clocks_{&clocks} {}
    [[nodiscard]] std::string_view name() const override { return "D1 to D3 handed over in the order of cause"; }
    void on_begin(Session session, VirtualTime at) override;
    void on_end(Session session, VirtualTime) override { views_.erase(session); }
    void on_event(Session session, const node::Event& event, VirtualTime at) override;
    void on_trace(Session session, const base::TraceEvent& event, VirtualTime at) override;

    /// What was sent so long ago nobody waits for.
    static constexpr base::Duration remembered = base::Duration{std::chrono::seconds{60}};
    /// Between a wakeup that is due and the node's clock.
    static constexpr base::Duration slack = base::Duration{std::chrono::milliseconds{2}};

    /// Of a new link; until then its clock may be as wrong as a way is long, and better than the next report says.
    static constexpr base::Duration clock_settling = base::Duration{std::chrono::seconds{5}};

  private:
    /// Conversation, sender, ordinal.
    using Id = std::tuple<base::ConversationId, base::MemberIndex, std::uint64_t>;
    /// A message, or an entry of the log.
    using Effect = std::variant<Id, base::LogPosition>;
    struct Sent {
        NodeIndex by;
        VirtualTime at;
        base::ConferenceTime deadline;
        std::vector<Id> causes;
        /// Entries that its sender had applied.
        std::optional<base::LogPosition> log;
    };
    struct Received {
        VirtualTime at;
        base::ConferenceTime conference_at;
        /// Waited for nothing.
        bool free{false};
    };
    /// A session's.
    struct View {
        VirtualTime since;
        base::MemberIndex self{};
        /// Its clock's error, as it says.
        std::optional<base::Duration> clock_error;
        VirtualTime log_at;
        /// When a group last ended in its log.
        std::optional<VirtualTime> closed_at;
        /// The last entry that its application was told of, and when.
        std::optional<base::LogPosition> told;
        VirtualTime told_at;
        base::ConferenceTime told_conference_at{base::ConferenceTime::min()};
        base::ConferenceTime log_conference_at{base::ConferenceTime::min()};
        /// Handed over, discarded, refused, or said not to come.
        std::set<Id> settled;
        /// In time.
        std::set<Id> handed_over;
        std::map<Id, Received> received;
        /// When its link came or went.
        VirtualTime changed_at;
        /// Messages that found no room, as it said last, and whether its clock was compared then.
        std::map<base::ConversationId, std::uint64_t> overrun;
        bool settled_at_report{false};
    };

    void check_room(Session session, View& view, const node::ConversationFigures& figures, VirtualTime at);
    [[nodiscard]] static Id id_of(const base::TraceEvent& event);
    void send(Session session, View& view, const base::TraceEvent& event, VirtualTime at);
    void receive(View& view, const base::TraceEvent& event, VirtualTime at);
    void hand_over(Session session, View& view, const base::TraceEvent& event, VirtualTime at);
    void tell(Session session, const View& view, const base::TraceEvent& event, VirtualTime at);
    /// Fails where any of them was to be waited for.
    void check_causes(Session session, const View& view, const Effect& effect, const std::vector<Id>& causes,
                      VirtualTime at);
    [[nodiscard]] std::vector<Id> predecessors(const Id& id) const;
    [[nodiscard]] bool settled(const View& view, const Id& id) const;
    /// Clocks that jumped, and are not compared anew, tell deadlines that nobody waits for.
    [[nodiscard]] bool clock_holds(NodeIndex node, VirtualTime at) const;
    /// How far the node may be wrong about the time; nullopt while it cannot know.
    [[nodiscard]] std::optional<base::Duration> tolerance(Session session, const View& view, VirtualTime at) const;
    void forget(VirtualTime at);

    const ClocksInRun* clocks_;
    std::map<Id, Sent> sent_;
    std::map<Session, View> views_;
    VirtualTime forgot_at_{};
};

} // namespace plenum::sim
