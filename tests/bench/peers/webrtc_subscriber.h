// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/runtime/net/descriptor.h"
#include "tests/bench/peers/stun.h"

#include <openssl/ssl.h>
#include <srtp2/srtp.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>

/// Receivers of a video that speak WebRTC with a server: one that opens and counts, light enough that many of them on
/// one core take all that comes. What a browser does beyond that (ordering, retransmissions wanted, decoding) is not
/// there, since nothing is lost on this machine.
namespace plenum::bench {

/// Key pair and certificate that the subscribers of a process share, and what they offer to agree on.
class WebrtcIdentity {
  public:
    WebrtcIdentity();
    [[nodiscard]] SSL_CTX* context() const { return context_.get(); }
    /// SHA-256 of the certificate, as in SDP (RFC 8122 §5).
    [[nodiscard]] const std::string& fingerprint() const { return fingerprint_; }

  private:
    std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_;
    std::string fingerprint_;
};

class WebrtcSubscriber {
  public:
    explicit WebrtcSubscriber(const WebrtcIdentity& identity) : identity_{identity} {}

    /// Takes all that the offer (SDP, RFC 8829) of one video holds. Empty if it names no IPv4 address.
    [[nodiscard]] std::string answer(const std::string& offer);
    /// Checks the path (ICE), agrees on keys (DTLS-SRTP); the answer must be where the offer came from. False if nobody
    /// answers or the other side has none of our ciphers.
    [[nodiscard]] bool connect();
    /// Opens all that has come.
    void take();
    /// What a receiver says now and then: that it still wants to receive (RFC 7675), and how far it has heard.
    void report();
    /// Datagrams of the video that opened, each counted once.
    [[nodiscard]] std::uint64_t received() const { return received_; }
    [[nodiscard]] int descriptor() const { return socket_.value(); }

  private:
    using Srtp = std::unique_ptr<srtp_ctx_t, decltype(&srtp_dealloc)>;

    void send(base::ByteView bytes) const;
    [[nodiscard]] bool check_path();
    /// Whether the other side checks the path, which is then responded to.
    [[nodiscard]] bool respond(base::ByteView datagram) const;
    [[nodiscard]] bool shake_hands();
    /// Makes what seals or opens with the keys that one side of the handshake uses; 0 is the client's.
    [[nodiscard]] static Srtp session_of(SSL* dtls, std::size_t side, srtp_ssrc_type_t direction);

    const WebrtcIdentity& identity_;
    runtime::Descriptor socket_;
    sockaddr_in peer_{};
    stun::Credentials there_;
    Srtp outgoing_{nullptr, srtp_dealloc};
    Srtp incoming_{nullptr, srtp_dealloc};
    std::uint64_t received_{0};
    /// Of the datagram heard last: its source and sequence number.
    std::array<std::uint8_t, 4> source_{};
    std::array<std::uint8_t, 2> sequence_{};
};

} // namespace plenum::bench
