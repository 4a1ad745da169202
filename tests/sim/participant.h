// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/api/events.h"
#include "core/base/random.h"
#include "tests/sim/board_habit.h"
#include "tests/sim/call_record.h"
#include "tests/sim/camera_habit.h"
#include "tests/sim/capture_habit.h"
#include "tests/sim/chat_habit.h"
#include "tests/sim/checkers/checker.h"
#include "tests/sim/file_habit.h"
#include "tests/sim/floor_habit.h"
#include "tests/sim/flow_habit.h"
#include "tests/sim/group_habit.h"
#include "tests/sim/poll_habit.h"
#include "tests/sim/pull_habit.h"
#include "tests/sim/scenario.h"
#include "tests/sim/subscription_habit.h"
#include "tests/sim/token_habit.h"
#include "tests/sim/voice_habit.h"

#include <deque>
#include <map>
#include <optional>

/// The person and the program before an endpoint: decides what to ask of the node and when. Told of events and time,
/// gives commands.
namespace plenum::sim {

/// What those who meet have told each other beside the network.
struct Meeting {
    base::Address relay;
    /// The relay's name, as links have it.
    std::string relay_name;
    /// Who is to create the conference.
    NodeIndex host;
    std::optional<node::ConferenceLink> link;
    /// The host's program crashed, and the relay with it.
    bool host_lost{false};
};

class Participant {
  public:
    struct Options {
        NodeIndex node;
        /// Of its machine; outlives the participant.
        const NodeClock* clock;
        /// When it turns up.
        VirtualTime arrives_at{};
        /// The flows that it publishes, by number in the scenario.
        std::vector<std::size_t> flows{};
        /// An edge that it joins through; absent: where the conference is.
        std::optional<base::Address> edge{};
    };
    Participant(const Options& options, const Scenario& scenario, Meeting& meeting, base::Random random);

    /// The program before the node was started anew: nothing that was remembered is left.
    void restart(VirtualTime now);
    /// The person is about to leave for good: says nothing more, and in this run of the program tries no more.
    void leave() { leaving_ = true; }
    /// No messages from here on.
    void stop_publishing() {
        publishing_ = false;
        tokens_.stop();
        floor_.stop();
        groups_.end();
        subscriptions_.end();
        cameras_.end();
        pulls_.end();
        flows_.end();
        board_.end();
        chat_.end();
        files_.end();
        capture_.end();
    }

    /// When `act` wants to be called; VirtualTime::max() if only an event can move it.
    [[nodiscard]] VirtualTime next_action() const;
    /// The next command that is due, if any.
    [[nodiscard]] std::optional<node::Command> act(VirtualTime now);
    /// A message that got its number, if the event says so.
    std::optional<Publication> handle(const node::Event& event, VirtualTime now);

  private:
    enum class Stage : std::uint8_t { away = 1, creating = 2, inside = 3 };
    struct Source {
        const FlowLoad* load;
        VirtualTime due{};
        std::uint64_t count{0};
        /// Of a camera in two sizes: what is still to be sent of one picture.
        std::deque<wire::MessageFlags> picture{};
    };
    struct Body {
        std::uint64_t checksum;
        std::size_t bytes;
    };

    [[nodiscard]] bool is_host() const { return meeting_->host == options_.node; }
    [[nodiscard]] bool may_publish() const;
    [[nodiscard]] std::optional<base::FlowId> flow_of(const FlowLoad& load) const;
    std::optional<node::Command> publish(Source& source, VirtualTime now);
    std::optional<node::Command> talk_in_group(VirtualTime now);
    /// Remembers what it publishes.
    std::optional<node::Command> noted(std::optional<node::Command> command);
    void start_sources(VirtualTime now);
    void begin_cameras(VirtualTime now);
    [[nodiscard]] bool is_reliable(base::FlowId flow) const;
    void forget();
    void begin_floor(bool declares, VirtualTime now);
    void end_floor();
    void begin_anew();
    /// The relay needs nothing more of it.
    void accept(base::FlowId flow, base::SequenceNumber sequence);
    std::optional<Publication> number(const node::MessagePublished& published);

    Options options_;
    Meeting* meeting_;
    const Scenario* scenario_;
    base::Random random_;
    TokenHabit tokens_;
    FloorHabit floor_;
    GroupHabit groups_;
    SubscriptionHabit subscriptions_;
    CameraHabit cameras_;
    PullHabit pulls_;
    VoiceHabit voice_;
    FlowHabit flows_;
    BoardHabit board_;
    ChatHabit chat_;
    FileHabit files_;
    CaptureHabit capture_;
    PollHabit polls_;
    Stage stage_{Stage::away};
    CallRecord record_;
    /// In stage away: when the next try is due.
    VirtualTime try_at_;
    bool publishing_{true};
    bool joined_once_{false};
    bool leaving_{false};
    /// As someone new, and not yet in.
    bool joined_anew_{false};
    base::MemberIndex self_{};
    std::vector<Source> sources_;
    /// But created ones, of which `flows_` knows.
    std::map<base::FlowId, base::FlowSpec> declared_;
    /// Published and not yet numbered, oldest first.
    std::map<base::FlowId, std::deque<Body>> pending_;
    /// Numbered and not yet accepted by the relay: a node that joins anew publishes these again by itself.
    std::map<base::FlowId, std::deque<Body>> unaccepted_;
    /// What was accepted may be told again once it is kept.
    std::map<base::FlowId, base::SequenceNumber> accepted_;
};

/// Between being out and trying again, as a person would.
inline constexpr base::Duration retry_delay = base::Duration{std::chrono::seconds{1}};

} // namespace plenum::sim
