// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/options.h"
#include "core/base/ring.h"
#include "core/crypto/random.h"
#include "core/link/dialer.h"
#include "core/link/link.h"
#include "core/peer/hello.h"
#include "core/peer/outbox.h"

#include <optional>
#include <variant>

namespace plenum::node {

/// An endpoint's way to its relay: dials, says hello, gets new keys for the session when they are old, notices silence
/// and dials again beside the silent session until one of the two answers. Gives up by itself only before it was ever
/// connected, and when a relay that said it restarts does not come back.
class Connection {
  public:
    struct Options {
        base::Address relay;
        wire::HandshakePattern pattern{wire::HandshakePattern::known_relay};
        base::ConferenceHandle conference;
        std::optional<base::ExchangeKey> relay_key;
        crypto::SecretKey psk;
        crypto::ExchangeKeyPair exchange;
        crypto::IdentityKeyPair identity;
        wire::CipherSet ciphers{};
        /// Of a node with several loops: the one that answers come to.
        LoopShare loop{};
        /// How long the first connection may take.
        base::Duration give_up_after{std::chrono::seconds{6}};
    };

    /// A relay that restarts for an upgrade is back within seconds; whoever moves it to another machine needs minutes.
    static constexpr base::Duration restart_patience = std::chrono::minutes{5};
    /// A session that the relay ends so soon would end so again: the next waits, longer each time.
    static constexpr base::Duration session_time_short = std::chrono::seconds{5};
    static constexpr base::Duration dial_wait_min = std::chrono::milliseconds{250};
    static constexpr base::Duration dial_wait_max = std::chrono::seconds{8};
    /// How long each place is dialled before the next is, where there are several: longer each time, since answers may
    /// take longer than the first.
    static constexpr base::Duration place_patience_min = std::chrono::seconds{1};
    static constexpr base::Duration place_patience_max = std::chrono::seconds{4};

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
    struct ReliableReceived {
        base::PriorityClass stream;
        base::Bytes message;
    };
    struct FragmentReceived {
        wire::FragmentFrame fragment;
    };
    /// A fragment of ours that something refers to is lost for good.
    struct FragmentGivenUp {
        base::FlowId flow;
    };
    /// A fragment of ours that others wait for does not come.
    struct FragmentDropped {
        std::shared_ptr<const base::Bytes> frame;
    };
    using Event = std::variant<Connected, Lost, Over, ControlReceived, ReliableReceived, FragmentReceived,
                               FragmentGivenUp, FragmentDropped>;

    /// Whether answers to a handshake of ours come with that index.
    [[nodiscard]] bool dials(base::SessionIndex index) const { return !over_ && dialer_ && dialer_->local() == index; }
    /// A handshake_response or a cookie_reply.
    void handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now);
    /// Nullopt if no session of this one takes it.
    [[nodiscard]] std::optional<link::DatagramResult> handle_sealed(const wire::SealedHeader& header,
                                                                    base::ByteView datagram, base::LocalTime now);
    [[nodiscard]] bool takes(base::SessionIndex index) const { return !over_ && link_ && link_->takes(index); }
    void handle_wakeup(base::LocalTime now);
    [[nodiscard]] std::optional<Event> poll_event();
    [[nodiscard]] bool has_event() const { return !events_.empty(); }
    /// Moves what is to be sent into `outbox`; may make events.
    void flush(Outbox& outbox, base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;

    /// Where else the same relay may be, once it is not where it was: dialled in turn.
    void set_others(std::vector<base::Address> others);
    /// The one that is dialled first.
    [[nodiscard]] std::vector<base::Address> places() const;
    /// It is there: dialled at once, unless a session works.
    void turn_to(const base::Address& place, base::LocalTime now);
    /// Of the session; where there is none, the place that is dialled.
    [[nodiscard]] const base::Address& place() const { return link_ ? link_at_ : options_.relay; }

    /// Where to dial from now on: the conference's link changed.
    void change_door(const base::ConferenceHandle& door, const crypto::SecretKey& access);
    /// Null while no session is usable.
    [[nodiscard]] link::Link* link() { return connected_ && link_ ? &*link_ : nullptr; }
    [[nodiscard]] const link::Link* link() const { return connected_ && link_ ? &*link_ : nullptr; }
    void close(wire::CloseReason reason, base::LocalTime now);
    /// Said goodbye, or had no one to say it to.
    [[nodiscard]] bool finished() const;

  private:
    /// `continues`: for new keys of the session whose datagrams the relay takes there.
    void dial(base::LocalTime now, std::optional<base::SessionIndex> continues = std::nullopt);
    /// The dialer gave up, and there is still something to dial for.
    void dial_again(base::LocalTime now);
    void choose(const base::Address& place);
    /// Nobody answers where it dials, and there are other places.
    [[nodiscard]] bool place_is_over(base::LocalTime now) const;
    [[nodiscard]] bool dials_anew() const { return dialer_ && dialer_->trying() && !rekeying_; }
    /// The relay ended the session, but not for good.
    void dial_after_close(base::LocalTime now);
    /// New keys are wanted, and no dialer is at work.
    [[nodiscard]] bool rekey_due() const;
    void rekey(link::Session session, base::LocalTime now);
    void take_session(link::Session session, base::LocalTime now);
    /// Whether there was anything.
    bool drain_link(base::LocalTime now);
    void handle_link_event(link::LinkEvent& event, base::LocalTime now);
    void handle_stream(link::StreamMessage message, base::LocalTime now);
    void handle_hello(const wire::Hello& hello, base::LocalTime now);
    void end(std::optional<wire::CloseReason> reason);

    /// `relay` is the place that is dialled, or was last.
    Options options_;
    crypto::SeededRandom random_;
    base::LocalTime give_up_at_;
    /// To be dialled after it, the next in front.
    std::vector<base::Address> others_;
    base::LocalTime place_until_{base::local_time_max};
    base::Duration place_patience_{place_patience_min};
    base::Address link_at_;
    std::optional<link::Dialer> dialer_;
    std::optional<link::Link> link_;
    crypto::Sha512 handshake_hash_{};
    base::ExchangeKey relay_exchange_{};
    /// The relay of the first session; a later one must be the same.
    std::optional<base::IdentityKey> relay_identity_;
    /// The relay said that it restarts: until when it is waited for.
    std::optional<base::LocalTime> back_by_;
    base::LocalTime session_began_{};
    base::Duration dial_wait_{};
    /// Not before then.
    std::optional<base::LocalTime> dial_at_;
    bool connected_{false};
    /// The link's keys are old, and no others were confirmed.
    bool rekey_wanted_{false};
    /// The dialer is for new keys, not for a new session.
    bool rekeying_{false};
    bool over_{false};
    bool closing_{false};
    /// The relay had no room for the last session.
    bool turned_away_{false};
    base::Ring<Event> events_;
};

} // namespace plenum::node
