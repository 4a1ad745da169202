// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ring.h"
#include "core/peer/hello.h"
#include "core/peer/relay_dialer.h"

#include <array>
#include <optional>
#include <variant>

namespace plenum::node {

/// An endpoint's way to its relay: dials, says hello, gets new keys for the session when they are old, notices silence
/// and dials again beside the silent session until one of the two answers. Gives up by itself only before it was ever
/// connected, and when a relay that said it restarts does not come back.
class Connection {
  public:
    struct Options : RelayDialer::Options {
        crypto::IdentityKeyPair identity;
        /// How long the first connection may take.
        base::Duration give_up_after{std::chrono::seconds{6}};
        /// Whether a silent session is replaced. Whoever cannot resume one in the next waits for it instead.
        bool redials{true};
    };

    /// A relay that restarts for an upgrade is back within seconds; whoever moves it to another machine needs minutes.
    static constexpr base::Duration restart_patience = std::chrono::minutes{5};

    Connection(Options options, crypto::SeededRandom random, base::LocalTime now);

    /// A session works and the relay proved who it is; on a later one everything is to be resumed.
    struct Connected {
        base::IdentityKey relay_identity;
        base::ExchangeKey relay_exchange;
    };
    /// The session fell silent, or the relay closed it for the time being; dialling.
    struct Lost {
        /// The relay said that it will be back.
        bool restarting{false};
    };
    /// Nothing will come any more: refused by `reason`, or no answer in time.
    struct Over {
        std::optional<wire::CloseReason> reason;
    };
    struct ControlReceived {
        wire::ControlMessage message;
    };
    using ReliableReceived = link::StreamMessage;
    using FragmentReceived = link::FragmentReceived;
    using FragmentDropped = link::FragmentDropped;
    using RelayedFragmentReceived = link::RelayedFragmentReceived;
    using TreePacketReceived = link::TreePacketReceived;
    /// A fragment of ours that something refers to is lost for good.
    struct FragmentGivenUp {
        base::FlowId flow;
        base::PictureSize size{base::PictureSize::large};
    };
    using Event = std::variant<Connected, Lost, Over, ControlReceived, ReliableReceived, FragmentReceived,
                               FragmentGivenUp, FragmentDropped, RelayedFragmentReceived, TreePacketReceived>;

    /// Whether answers to a handshake of ours come with that index.
    [[nodiscard]] bool dials(base::SessionIndex index) const { return !over_ && dialer_.dials(index); }
    /// A handshake_response or a cookie_reply.
    void handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now);
    /// Nullopt if no session of this one takes it.
    [[nodiscard]] std::optional<link::DatagramResult> handle_sealed(const wire::SealedHeader& header,
                                                                    base::ByteView datagram, base::LocalTime now);
    [[nodiscard]] bool takes(base::SessionIndex index) const {
        return !over_ && session_ && session_->link.takes(index);
    }
    /// The last ones that it drew: of the handshake and of the session.
    [[nodiscard]] std::array<std::optional<base::SessionIndex>, 2> latest_indices() const {
        return {dialer_.local(), session_ ? std::optional{session_->link.local()} : std::nullopt};
    }
    void handle_wakeup(base::LocalTime now);
    /// To be polled until nullopt after each call above; what the link says is looked at here.
    [[nodiscard]] std::optional<Event> poll_event(base::LocalTime now);
    [[nodiscard]] bool has_event() const { return !events_.empty(); }
    /// Moves what is to be sent into `outbox`; may make events.
    void flush(Outbox& outbox, base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;

    /// Where else the same relay may be, once it is not where it was: dialled in turn.
    void set_others(std::vector<base::Address> others) { dialer_.places().set_others(std::move(others)); }
    /// The one that is dialled first.
    [[nodiscard]] std::vector<base::Address> places() const { return dialer_.places().all(); }
    /// It is there: dialled at once, unless a session works.
    void turn_to(const base::Address& place, base::LocalTime now);
    /// Of the session; where there is none, the place that is dialled.
    [[nodiscard]] const base::Address& place() const { return session_ ? session_->at : dialer_.places().current(); }

    /// Where to dial from now on: the conference's link changed.
    void change_door(const base::ConferenceHandle& door, const crypto::SecretKey& access) {
        dialer_.change_door(door, access);
    }
    /// Null while no session is usable.
    [[nodiscard]] link::Link* link() { return session_ && session_->connected ? &session_->link : nullptr; }
    [[nodiscard]] const link::Link* link() const { return session_ && session_->connected ? &session_->link : nullptr; }
    void close(wire::CloseReason reason, base::LocalTime now);
    /// Said goodbye, or had no one to say it to.
    [[nodiscard]] bool finished() const;

  private:
    /// With the relay, or with someone who has yet to prove that it is the relay.
    struct Session {
        link::Link link;
        base::Address at;
        crypto::Sha512 handshake_hash;
        base::ExchangeKey relay_exchange;
        base::LocalTime began;
        bool connected{false};
        /// The link's keys are old, and no others were confirmed.
        /// The index at which the relay takes datagrams of the session that needs new keys.
        std::optional<base::SessionIndex> rekey_wanted{};
    };

    /// Whether or not it is usable; null where there was none yet.
    [[nodiscard]] const link::Link* any_link() const { return session_ ? &session_->link : nullptr; }
    /// The dialer gave up, and there is still something to dial for.
    void dial_again(base::LocalTime now);
    /// New keys are wanted, and no dialer is at work.
    [[nodiscard]] bool rekey_due() const;
    void renew(link::Session session, base::LocalTime now);
    void begin(link::Session session, base::LocalTime now);
    /// False where the link has no event. Gives those that are the caller's as they are.
    [[nodiscard]] bool poll_link(std::optional<Event>& passed, base::LocalTime now);
    void handle_closed(const link::Closed& closed, base::LocalTime now);
    void handle_control(base::ByteView message, base::LocalTime now);
    void handle_hello(const wire::Hello& hello, base::LocalTime now);
    void end(std::optional<wire::CloseReason> reason);

    crypto::IdentityKeyPair identity_;
    base::LocalTime give_up_at_;
    bool redials_;
    RelayDialer dialer_;
    std::optional<Session> session_;
    /// The relay of the first session; a later one must be the same.
    std::optional<base::IdentityKey> relay_identity_;
    /// The relay said that it restarts: until when it is waited for.
    std::optional<base::LocalTime> back_by_;
    bool over_{false};
    /// The relay had no room for the last session.
    bool turned_away_{false};
    /// Its own, and those of the link that came while it was not polled.
    base::Ring<Event> events_;
};

} // namespace plenum::node
