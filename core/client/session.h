// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/api/conference_link.h"
#include "core/base/plugin.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/client/event_queue.h"
#include "core/client/events.h"

#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace plenum::client {

/// Whose key a session acts with.
struct Identity {
    enum class Kind : std::uint8_t {
        device = 1,    ///< kept in `identity.key` in the user's configuration folder, made on first use
        ephemeral = 2, ///< of this session alone: bots and tests
    };
    Kind kind{Kind::device};
    /// Where the device's key is kept instead, if not empty.
    std::filesystem::path file;
    /// Of a key that one keeps (core/runtime/identity_file.h).
    std::optional<std::string> passphrase{};
};

/// A host's relay, so that it can come back under the same link after its program crashed. Members who are still there
/// give it the conference's log (docs/replication.md).
struct HostedRelay {
    base::Seed identity;
    /// Empty: a new conference.
    std::string link;
};

/// A conference with a relay in this program.
struct HostOptions {
    /// At most limits::name_bytes_max bytes of UTF-8 each.
    std::string title;
    std::string display_name;
    /// UDP port to listen on; if taken, any free one.
    std::uint16_t port_preferred{7700};
    /// As it will stand in the link; empty: this machine's address in its own network.
    std::string public_host;
    Identity identity;
    /// Nullopt: a relay with a new key. With a link, `title`, `port_preferred`, `public_host` and `policy` are not
    /// used; fails at once where its port is taken.
    std::optional<HostedRelay> relay{};
    /// Who may come in; a moderator can change it.
    log::Policy policy{};
    /// So long a relay that its host left waits for members who lost their links.
    base::Duration relay_linger{std::chrono::minutes{1}};
    /// Which styles of meeting its relay and this member can run (plugins/floor); they outlive the session.
    std::span<const base::PluginDescriptor> floor_styles{};
    /// Whether a member's program may stand by for the relay; it gets the relay's keys
    /// (docs/replication.md#succession).
    bool succession{false};
};

/// A conference to be joined by its link.
struct JoinOptions {
    /// plenum://HOST:PORT/CONFERENCE#SECRET
    std::string link;
    std::string display_name;
    Identity identity;
    /// By which this member can decide as the arbiter of a token; they outlive the session.
    std::span<const base::PluginDescriptor> floor_styles{};
    /// Whether this program offers to stand by for a host's relay.
    bool stands_by{false};
    /// `node::JoinConference::standby`
    node::RelayStandby standby{};
};

/// A conference to be created at a relay server, without joining it.
struct CreateOptions {
    /// HOST:PORT; the port may be left out, then 7700.
    std::string relay;
    std::string title;
    /// For relays that ask for one.
    std::string create_secret;
    Identity identity;
    log::Policy policy{};
};

/// Why a command was not taken. Commands taken but not carried out are answered by `node::CommandRefused`.
enum class PostError : std::uint8_t {
    full = 1, ///< the loop is behind; for media: drop it
    over = 2, ///< the session has finished
};

/// One participation in one conference, with a loop thread of its own. Any thread may call anything but the
/// destructor. What happens comes out of `events` and `media`, which are valid as long as the session; `Finished` is
/// the last. Errors of the static calls are one sentence for people.
class Session {
  public:
    using Result = std::expected<std::unique_ptr<Session>, std::string>;

    /// Leaving ends at the latest after this, whether or not the others could be told.
    static constexpr base::Duration leave_time_max = base::Duration{2'000'000'000};

    /// Starts a relay in this process, makes a conference on it and joins it. `node::ConferenceCreated` has the link.
    [[nodiscard]] static Result host(const HostOptions& options);
    /// Joins, and comes back by itself until left. Fails at once for a damaged link; `node::PhaseChanged` tells how far
    /// it is.
    [[nodiscard]] static Result join(const JoinOptions& options);
    /// Makes a conference on a relay, `node::ConferenceCreated`, and finishes with `node::EndReason::left`.
    [[nodiscard]] static Result create(const CreateOptions& options);

    /// Leaves if that was not done, waiting at most leave_time_max, and joins the thread.
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    [[nodiscard]] EventQueue<Event>& events();
    [[nodiscard]] EventQueue<MediaEvent>& media();

    [[nodiscard]] std::expected<void, PostError> publish(node::Publish message);
    [[nodiscard]] std::expected<void, PostError> request_key_frame(base::FlowId flow, base::MemberIndex sender);
    /// How many messages of a live flow this member wants; one that cannot be is answered by `node::CommandRefused`.
    [[nodiscard]] std::expected<void, PostError> subscribe(node::Subscribe subscription);
    /// Whether this member's camera on a flow can be had in two sizes; `node::FlowDemand` says which are wanted.
    [[nodiscard]] std::expected<void, PostError> offer_sizes(node::OfferSizes offer);
    /// Samples of a live flow; each pull is answered by `node::SamplePulled` or `node::PullFailed`.
    [[nodiscard]] std::expected<void, PostError> pull(const node::Pull& pull);
    /// A packet of the multicast service (core/tree); answers are `node::TreePacketReceived`.
    [[nodiscard]] std::expected<void, PostError> send_tree_packet(node::SendTreePacket packet);
    /// What moderators do: let in or turn away who knocks, take someone out, give roles, say who may come, change the
    /// link. And what anyone may do: tell everybody that they record. One that is not permitted is answered by
    /// `node::CommandRefused`.
    using Moderation = std::variant<node::AdmitKnock, node::RefuseKnock, node::RemoveMember, node::SetRole,
                                    node::SetPolicy, node::ChangeLink, node::AskMute, node::Record>;
    [[nodiscard]] std::expected<void, PostError> moderate(const Moderation& act);
    /// What concerns tokens, groups and flows; what may not be is answered by `node::CommandRefused`.
    using FloorAct = std::variant<node::WantToken, node::ActOnToken, node::OpenGroup, node::ActOnConversation,
                                  node::CreateFlow, node::ChangeFlow, node::CloseFlow>;
    [[nodiscard]] std::expected<void, PostError> act(const FloorAct& act);
    /// Answered by `node::MinutesTaken`.
    [[nodiscard]] std::expected<void, PostError> take_minutes();
    /// Tells the others, then finishes. The host's leaving closes its relay, which everyone is told too.
    void leave();
    /// Moderators: ends the conference for everyone, then finishes.
    void end();
    /// Hosts: everyone is told that the relay closes, then finishes. Others: the same as `leave`. Also after
    /// `leave_relay_running`.
    void close_relay();
    /// Hosts: leaves, and the relay goes on until it has had no session for HostOptions::relay_linger; then finishes.
    /// Others: the same as `leave`.
    void leave_relay_running();

    /// Whether the session has finished, after waiting at most `timeout` for it. Takes nothing from the queues.
    [[nodiscard]] bool wait_finished(base::Duration timeout) const;

    /// The clock of `node::Publish::captured_at` and `node::MessageReceived::received_at`.
    [[nodiscard]] static base::LocalTime now();
    /// Offset to the conference's clock as of the last `node::LinkHealth`; nullopt before the first.
    [[nodiscard]] std::optional<base::ClockOffset> conference_clock() const;

  private:
    struct Impl;
    explicit Session(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Makes a conference on a relay and waits for its link, at most `timeout`; else why there is none. `stop` gives up,
/// and tells the relay so.
[[nodiscard]] std::expected<node::ConferenceLink, Finished>
make_conference(const CreateOptions& options, base::Duration timeout, const std::stop_token& stop = {});
/// The same, with one sentence for people.
[[nodiscard]] std::expected<node::ConferenceLink, std::string> create_conference(const CreateOptions& options,
                                                                                 base::Duration timeout);

} // namespace plenum::client
