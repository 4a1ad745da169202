// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/peers/webrtc_subscriber.h"

#include "core/base/check.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/evp.h>
#include <openssl/x509.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace plenum::bench {

namespace {

/// The one that costs Janus least of those that it knows.
constexpr auto srtp_profile = "SRTP_AEAD_AES_128_GCM";
constexpr auto own_name = "bench";
constexpr auto own_password = "known-to-both-ends-alone";
constexpr int checks_max = 50;
constexpr int check_wait_milliseconds = 100;

/// The rest of the first line that begins with `start`; empty if there is none.
std::string rest_of_line(const std::string& sdp, const std::string& start) {
    const auto found = sdp.find("\n" + start);
    if (found == std::string::npos) return {};
    const auto begin = found + 1 + start.size();
    return sdp.substr(begin, sdp.find_first_of("\r\n", begin) - begin);
}

/// Whether a line of an offer is about the one who offers, and not in an answer that takes all of it.
bool is_about_offerer(const std::string& line) {
    constexpr std::array starts{"a=ice-",   "a=candidate", "a=end-of", "a=fingerprint",
                                "a=setup:", "a=ssrc",      "a=msid",   "a=sendonly"};
    return std::ranges::any_of(starts, [&](const char* start) { return line.starts_with(start); });
}

} // namespace

WebrtcIdentity::WebrtcIdentity() : context_{SSL_CTX_new(DTLS_client_method()), SSL_CTX_free} {
    const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key{EVP_EC_gen("P-256"), EVP_PKEY_free};
    const std::unique_ptr<X509, decltype(&X509_free)> certificate{X509_new(), X509_free};
    CHECK(context_ && key && certificate);
    CHECK(ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1) == 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), 0);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 86'400);
    CHECK(X509_set_pubkey(certificate.get(), key.get()) == 1);
    CHECK(X509_sign(certificate.get(), key.get(), EVP_sha256()) > 0);
    // The other side's is taken unseen, as its signature in the handshake is verified all the same.
    CHECK(SSL_CTX_use_certificate(context_.get(), certificate.get()) == 1);
    CHECK(SSL_CTX_use_PrivateKey(context_.get(), key.get()) == 1);
    CHECK(SSL_CTX_set_tlsext_use_srtp(context_.get(), srtp_profile) == 0);
    std::array<std::uint8_t, 32> digest{};
    CHECK(X509_digest(certificate.get(), EVP_sha256(), digest.data(), nullptr) == 1);
    fingerprint_ = fmt::format("{:02X}", fmt::join(digest, ":"));
    CHECK(srtp_init() == srtp_err_status_ok);
}

std::string WebrtcSubscriber::answer(const std::string& offer) {
    // "1 1 udp 2015363327 192.0.2.1 36016 typ host"
    std::istringstream candidate{rest_of_line(offer, "a=candidate:")};
    std::string skipped;
    std::string host;
    std::uint16_t port = 0;
    candidate >> skipped >> skipped >> skipped >> skipped >> host >> port;
    peer_.sin_family = AF_INET;
    peer_.sin_port = htons(port);
    if (::inet_pton(AF_INET, host.c_str(), &peer_.sin_addr) != 1) return {};
    there_ = {rest_of_line(offer, "a=ice-ufrag:"), rest_of_line(offer, "a=ice-pwd:")};

    socket_ = runtime::Descriptor{::socket(AF_INET, SOCK_DGRAM, 0)};
    const int buffer_bytes = 1024 * 1024;
    (void)::setsockopt(descriptor(), SOL_SOCKET, SO_RCVBUF, &buffer_bytes, sizeof buffer_bytes);
    sockaddr_in own{};
    socklen_t size = sizeof own;
    CHECK(::connect(descriptor(), reinterpret_cast<const sockaddr*>(&peer_), size) == 0);
    CHECK(::getsockname(descriptor(), reinterpret_cast<sockaddr*>(&own), &size) == 0);

    std::string text;
    std::istringstream lines{offer};
    for (std::string line; std::getline(lines, line);) {
        if (!is_about_offerer(line)) text += line + "\n";
    }
    return text +
           fmt::format("a=recvonly\r\na=setup:active\r\na=fingerprint:sha-256 {}\r\na=ice-ufrag:{}\r\n"
                       "a=ice-pwd:{}\r\na=candidate:1 1 udp 2130706431 {} {} typ host\r\na=end-of-candidates\r\n",
                       identity_.fingerprint(), own_name, own_password, host, ntohs(own.sin_port));
}

bool WebrtcSubscriber::connect() { return check_path() && shake_hands(); }

void WebrtcSubscriber::send(base::ByteView bytes) const { (void)::send(descriptor(), bytes.data(), bytes.size(), 0); }

bool WebrtcSubscriber::check_path() {
    bool heard = false;
    bool was_asked = false;
    for (int i = 0; i < checks_max && !(heard && was_asked); ++i) {
        if (!heard) send(stun::request(there_, own_name));
        pollfd waited{descriptor(), POLLIN, 0};
        if (::poll(&waited, 1, check_wait_milliseconds) != 1) continue;
        std::array<std::uint8_t, 512> bytes{};
        const auto size = ::recv(descriptor(), bytes.data(), bytes.size(), 0);
        const auto datagram = base::ByteView{bytes}.first(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
        heard = heard || stun::is_response(datagram);
        was_asked = respond(datagram) || was_asked;
    }
    return heard && was_asked;
}

bool WebrtcSubscriber::respond(base::ByteView datagram) const {
    if (!stun::is_request(datagram)) return false;
    send(stun::response(datagram, peer_, own_password));
    return true;
}

bool WebrtcSubscriber::shake_hands() {
    const std::unique_ptr<SSL, decltype(&SSL_free)> dtls{SSL_new(identity_.context()), SSL_free};
    auto* const datagrams = BIO_new_dgram(descriptor(), BIO_NOCLOSE);
    CHECK(dtls && datagrams != nullptr);
    (void)BIO_ctrl(datagrams, BIO_CTRL_DGRAM_SET_CONNECTED, 0, &peer_);
    SSL_set_bio(dtls.get(), datagrams, datagrams);
    // Whatever is no record of DTLS is passed over; what is lost is sent again.
    if (SSL_connect(dtls.get()) != 1 || SSL_get_selected_srtp_profile(dtls.get()) == nullptr) return false;
    outgoing_ = session_of(dtls.get(), 0, ssrc_any_outbound);
    incoming_ = session_of(dtls.get(), 1, ssrc_any_inbound);
    return true;
}

WebrtcSubscriber::Srtp WebrtcSubscriber::session_of(SSL* dtls, std::size_t side, srtp_ssrc_type_t direction) {
    // The numbers are those that DTLS agrees on (RFC 5764 §4.1.2).
    const auto profile = static_cast<srtp_profile_t>(SSL_get_selected_srtp_profile(dtls)->id);
    const std::size_t key_bytes = srtp_profile_get_master_key_length(profile);
    const std::size_t salt_bytes = srtp_profile_get_master_salt_length(profile);
    // Both keys, then both salts (RFC 5764 §4.2).
    base::Bytes material(2 * (key_bytes + salt_bytes));
    const std::string label = "EXTRACTOR-dtls_srtp";
    CHECK(SSL_export_keying_material(dtls, material.data(), material.size(), label.data(), label.size(), nullptr, 0,
                                     0) == 1);
    const base::ByteView all{material};
    base::Bytes key;
    base::append(key, all.subspan(side * key_bytes, key_bytes));
    base::append(key, all.subspan(2 * key_bytes + side * salt_bytes, salt_bytes));
    srtp_policy_t policy{};
    policy.ssrc.type = direction;
    CHECK(srtp_crypto_policy_set_from_profile_for_rtp(&policy.rtp, profile) == srtp_err_status_ok);
    CHECK(srtp_crypto_policy_set_from_profile_for_rtcp(&policy.rtcp, profile) == srtp_err_status_ok);
    policy.key = key.data();
    srtp_t session = nullptr;
    CHECK(srtp_create(&session, &policy) == srtp_err_status_ok);
    return Srtp{session, srtp_dealloc};
}

void WebrtcSubscriber::take() {
    std::array<std::uint8_t, 2048> bytes{};
    for (;;) {
        const auto size = ::recv(descriptor(), bytes.data(), bytes.size(), MSG_DONTWAIT);
        if (size <= 0) return;
        const auto datagram = base::ByteView{bytes}.first(static_cast<std::size_t>(size));
        if (respond(datagram)) continue;
        // RTP, as told from STUN, DTLS and RTCP by the first two bytes (RFC 7983 §7, RFC 5761 §4).
        const bool rtp = size > 12 && bytes[0] >> 6 == 2 && (bytes[1] < 192 || bytes[1] > 223);
        int length = static_cast<int>(size);
        if (!rtp || srtp_unprotect(incoming_.get(), bytes.data(), &length) != srtp_err_status_ok) continue;
        ++received_;
        std::copy_n(bytes.begin() + 2, sequence_.size(), sequence_.begin());
        std::copy_n(bytes.begin() + 8, source_.size(), source_.begin());
    }
}

void WebrtcSubscriber::report() {
    send(stun::request(there_, own_name));
    // A receiver report with one block (RFC 3550 §6.4.2): nothing lost, no jitter.
    constexpr std::size_t report_bytes = 32;
    base::Bytes bytes{0x81, 201, 0, report_bytes / 4 - 1, 0, 0, 0, 1};
    base::append(bytes, source_);
    bytes.resize(bytes.size() + 6);
    base::append(bytes, sequence_);
    bytes.resize(report_bytes + SRTP_MAX_TRAILER_LEN + 4);
    int length = report_bytes;
    if (srtp_protect_rtcp(outgoing_.get(), bytes.data(), &length) == srtp_err_status_ok)
        send(base::ByteView{bytes}.first(static_cast<std::size_t>(length)));
}

} // namespace plenum::bench
