// SPDX-License-Identifier: Apache-2.0
#include "core/base/bytes.h"
#include "core/base/check.h"
#include "core/runtime/clock.h"
#include "core/runtime/net/descriptor.h"
#include "tests/bench/handshakes.h"
#include "tests/bench/peers/peers.h"
#include "tests/bench/process.h"

#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <netinet/in.h>
#include <ngtcp2/ngtcp2.h>
#include <ngtcp2/ngtcp2_crypto.h>
#include <ngtcp2/ngtcp2_crypto_gnutls.h>
#include <sys/socket.h>

#include <array>
#include <ctime>
#include <memory>
#include <optional>
#include <thread>

/// A QUIC handshake with everything on default but what would slow it: X25519 and ChaCha20-Poly1305 alone are offered,
/// the certificate is a self-signed Ed25519 one that the client takes unseen (its signature in the handshake is
/// verified all the same).
namespace plenum::bench {

namespace {

constexpr std::size_t packet_bytes_max = 1200;
constexpr std::size_t connection_id_bytes = 8;
constexpr const char* priorities = "NORMAL:-VERS-ALL:+VERS-TLS1.3:-CIPHER-ALL:+CHACHA20-POLY1305:-GROUP-ALL:"
                                   "+GROUP-X25519:%DISABLE_TLS13_COMPAT_MODE";

ngtcp2_tstamp timestamp() { return static_cast<ngtcp2_tstamp>(runtime::now().time_since_epoch().count()); }

void draw(std::uint8_t* into, std::size_t bytes) { CHECK(gnutls_rnd(GNUTLS_RND_RANDOM, into, bytes) == 0); }

ngtcp2_cid draw_id() {
    ngtcp2_cid id{};
    id.datalen = connection_id_bytes;
    draw(id.data, id.datalen);
    return id;
}

/// A key pair and its certificate, signed by itself.
gnutls_certificate_credentials_t make_credentials() {
    gnutls_x509_privkey_t key{};
    gnutls_x509_crt_t certificate{};
    gnutls_certificate_credentials_t credentials{};
    CHECK(gnutls_x509_privkey_init(&key) == 0 && gnutls_x509_crt_init(&certificate) == 0);
    CHECK(gnutls_x509_privkey_generate(key, GNUTLS_PK_EDDSA_ED25519, 0, 0) == 0);
    const std::array<std::uint8_t, 1> serial{1};
    CHECK(gnutls_x509_crt_set_version(certificate, 3) == 0);
    CHECK(gnutls_x509_crt_set_serial(certificate, serial.data(), serial.size()) == 0);
    CHECK(gnutls_x509_crt_set_activation_time(certificate, std::time(nullptr)) == 0);
    CHECK(gnutls_x509_crt_set_expiration_time(certificate, std::time(nullptr) + 86'400) == 0);
    CHECK(gnutls_x509_crt_set_dn(certificate, "CN=bench", nullptr) == 0);
    CHECK(gnutls_x509_crt_set_key(certificate, key) == 0);
    CHECK(gnutls_x509_crt_sign2(certificate, certificate, key, GNUTLS_DIG_SHA512, 0) == 0);
    CHECK(gnutls_certificate_allocate_credentials(&credentials) == 0);
    CHECK(gnutls_certificate_set_x509_key(credentials, &certificate, 1, key) == 0);
    return credentials;
}

int give_connection_id(ngtcp2_conn*, ngtcp2_cid* id, std::uint8_t* token, std::size_t bytes, void*) {
    id->datalen = bytes;
    draw(id->data, bytes);
    draw(token, NGTCP2_STATELESS_RESET_TOKENLEN);
    return 0;
}

/// One connection, of either side.
class Connection {
  public:
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection() {
        ngtcp2_conn_del(connection_);
        gnutls_deinit(session_);
    }

    [[nodiscard]] static std::unique_ptr<Connection> client(gnutls_certificate_credentials_t credentials,
                                                            const ngtcp2_path& path) {
        auto made = std::unique_ptr<Connection>(new Connection(GNUTLS_CLIENT, credentials));
        CHECK(ngtcp2_crypto_gnutls_configure_client_session(made->session_) == 0);
        auto callbacks = common_callbacks();
        callbacks.client_initial = ngtcp2_crypto_client_initial_cb;
        callbacks.recv_retry = ngtcp2_crypto_recv_retry_cb;
        callbacks.handshake_confirmed = note_confirmed;
        const auto to = draw_id();
        const auto from = draw_id();
        const auto settings = made->settings();
        const auto parameters = transport_parameters();
        CHECK(ngtcp2_conn_client_new(&made->connection_, &to, &from, &path, NGTCP2_PROTO_VER_V1, &callbacks, &settings,
                                     &parameters, nullptr, made.get()) == 0);
        ngtcp2_conn_set_tls_native_handle(made->connection_, made->session_);
        return made;
    }
    [[nodiscard]] static std::unique_ptr<Connection> server(gnutls_certificate_credentials_t credentials,
                                                            const ngtcp2_path& path, const ngtcp2_pkt_hd& first) {
        auto made = std::unique_ptr<Connection>(new Connection(GNUTLS_SERVER, credentials));
        CHECK(ngtcp2_crypto_gnutls_configure_server_session(made->session_) == 0);
        auto callbacks = common_callbacks();
        callbacks.recv_client_initial = ngtcp2_crypto_recv_client_initial_cb;
        const auto own = draw_id();
        const auto settings = made->settings();
        auto parameters = transport_parameters();
        parameters.original_dcid = first.dcid;
        CHECK(ngtcp2_conn_server_new(&made->connection_, &first.scid, &own, &path, first.version, &callbacks, &settings,
                                     &parameters, nullptr, made.get()) == 0);
        ngtcp2_conn_set_tls_native_handle(made->connection_, made->session_);
        return made;
    }

    /// False when the peer speaks wrongly.
    [[nodiscard]] bool take(const ngtcp2_path& path, base::ByteView packet) {
        const ngtcp2_pkt_info info{};
        return ngtcp2_conn_read_pkt(connection_, &path, &info, packet.data(), packet.size(), timestamp()) == 0;
    }
    /// Gives `send` each packet that is to go.
    template <class Send>
    void give(Send&& send) {
        std::array<std::uint8_t, packet_bytes_max> packet{};
        for (;;) {
            ngtcp2_pkt_info info{};
            const auto size =
                ngtcp2_conn_write_pkt(connection_, nullptr, &info, packet.data(), packet.size(), timestamp());
            if (size <= 0) return;
            send(base::ByteView{packet}.first(static_cast<std::size_t>(size)));
        }
    }
    /// Client: the server has said that the handshake is complete on its side too.
    [[nodiscard]] bool confirmed() const { return confirmed_; }

  private:
    Connection(unsigned side, gnutls_certificate_credentials_t credentials) {
        CHECK(gnutls_init(&session_, side | GNUTLS_NO_SIGNAL) == 0);
        CHECK(gnutls_priority_set_direct(session_, priorities, nullptr) == 0);
        CHECK(gnutls_credentials_set(session_, GNUTLS_CRD_CERTIFICATE, credentials) == 0);
        std::array<unsigned char, 5> name{'b', 'e', 'n', 'c', 'h'};
        const gnutls_datum_t protocol{name.data(), name.size()};
        CHECK(gnutls_alpn_set_protocols(session_, &protocol, 1, GNUTLS_ALPN_MANDATORY) == 0);
        reference_.get_conn = [](ngtcp2_crypto_conn_ref* reference) {
            return static_cast<Connection*>(reference->user_data)->connection_;
        };
        reference_.user_data = this;
        gnutls_session_set_ptr(session_, &reference_);
    }
    static ngtcp2_callbacks common_callbacks() {
        ngtcp2_callbacks callbacks{};
        callbacks.recv_crypto_data = ngtcp2_crypto_recv_crypto_data_cb;
        callbacks.encrypt = ngtcp2_crypto_encrypt_cb;
        callbacks.decrypt = ngtcp2_crypto_decrypt_cb;
        callbacks.hp_mask = ngtcp2_crypto_hp_mask_cb;
        callbacks.rand = [](std::uint8_t* into, std::size_t bytes, const ngtcp2_rand_ctx*) { draw(into, bytes); };
        callbacks.get_new_connection_id = give_connection_id;
        callbacks.update_key = ngtcp2_crypto_update_key_cb;
        callbacks.delete_crypto_aead_ctx = ngtcp2_crypto_delete_crypto_aead_ctx_cb;
        callbacks.delete_crypto_cipher_ctx = ngtcp2_crypto_delete_crypto_cipher_ctx_cb;
        callbacks.get_path_challenge_data = ngtcp2_crypto_get_path_challenge_data_cb;
        callbacks.version_negotiation = ngtcp2_crypto_version_negotiation_cb;
        return callbacks;
    }
    static int note_confirmed(ngtcp2_conn*, void* self) {
        static_cast<Connection*>(self)->confirmed_ = true;
        return 0;
    }
    [[nodiscard]] static ngtcp2_settings settings() {
        ngtcp2_settings settings;
        ngtcp2_settings_default(&settings);
        settings.initial_ts = timestamp();
        settings.no_pmtud = 1;
        return settings;
    }
    [[nodiscard]] static ngtcp2_transport_params transport_parameters() {
        ngtcp2_transport_params parameters;
        ngtcp2_transport_params_default(&parameters);
        return parameters;
    }

    gnutls_session_t session_{};
    ngtcp2_conn* connection_{};
    ngtcp2_crypto_conn_ref reference_{};
    bool confirmed_{false};
};

/// A blocking socket on the loopback.
struct Socket {
    runtime::Descriptor descriptor{::socket(AF_INET, SOCK_DGRAM, 0)};
    sockaddr_in local{};

    Socket() {
        local.sin_family = AF_INET;
        local.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof local;
        CHECK(::bind(descriptor.value(), reinterpret_cast<sockaddr*>(&local), size) == 0);
        CHECK(::getsockname(descriptor.value(), reinterpret_cast<sockaddr*>(&local), &size) == 0);
    }
    [[nodiscard]] ngtcp2_path path_to(sockaddr_in& remote) {
        return {{reinterpret_cast<sockaddr*>(&local), sizeof local},
                {reinterpret_cast<sockaddr*>(&remote), sizeof remote},
                nullptr};
    }
    void send(const sockaddr_in& to, base::ByteView packet) const {
        (void)::sendto(descriptor.value(), packet.data(), packet.size(), 0, reinterpret_cast<const sockaddr*>(&to),
                       sizeof to);
    }
    /// Waits for the next packet.
    [[nodiscard]] base::ByteView receive(sockaddr_in& from) {
        socklen_t size = sizeof from;
        const auto length =
            ::recvfrom(descriptor.value(), buffer.data(), buffer.size(), 0, reinterpret_cast<sockaddr*>(&from), &size);
        return base::ByteView{buffer}.first(length < 0 ? 0 : static_cast<std::size_t>(length));
    }
    std::array<std::uint8_t, 2048> buffer{};
};

/// Serves one connection at a time: a new first packet begins the next.
void serve(const Teller& teller) {
    const auto credentials = make_credentials();
    Socket socket;
    teller.line(std::to_string(ntohs(socket.local.sin_port)));
    std::unique_ptr<Connection> connection;
    sockaddr_in peer{};
    for (;;) {
        sockaddr_in from{};
        const auto packet = socket.receive(from);
        if (packet.empty()) return;
        const auto path = socket.path_to(from);
        ngtcp2_pkt_hd first{};
        if (from.sin_port != peer.sin_port && ngtcp2_accept(&first, packet.data(), packet.size()) == 0) {
            connection = Connection::server(credentials, path, first);
            peer = from;
        }
        if (!connection || from.sin_port != peer.sin_port || !connection->take(path, packet)) continue;
        connection->give([&](base::ByteView answer) { socket.send(from, answer); });
    }
}

/// Microseconds from nothing to a connection that both sides know to work.
std::optional<double> connect(gnutls_certificate_credentials_t credentials, std::uint16_t port) {
    Socket socket;
    sockaddr_in remote = socket.local;
    remote.sin_port = htons(port);
    const auto before = runtime::now();
    const auto path = socket.path_to(remote);
    const auto connection = Connection::client(credentials, path);
    while (!connection->confirmed()) {
        connection->give([&](base::ByteView packet) { socket.send(remote, packet); });
        sockaddr_in from{};
        if (!connection->take(path, socket.receive(from))) return std::nullopt;
    }
    const std::chrono::duration<double, std::micro> taken = runtime::now() - before;
    return taken.count();
}

void dial(const Teller& teller, std::uint16_t port) {
    gnutls_certificate_credentials_t credentials{};
    CHECK(gnutls_certificate_allocate_credentials(&credentials) == 0);
    Samples samples;
    for (std::size_t i = 0; i < handshakes_first + handshakes; ++i) {
        std::this_thread::sleep_for(handshake_rest);
        const auto taken = connect(credentials, port);
        if (!taken) return;
        if (i >= handshakes_first) samples.push_back(*taken);
    }
    teller.samples(samples);
}

} // namespace

Run quic_handshake() {
    auto far = Process::fork(core_first, serve);
    const auto port = static_cast<std::uint16_t>(std::stoul(far.line().value_or("0")));
    auto near = Process::fork(core_first, [port](const Teller& teller) { dial(teller, port); });
    auto samples = near.samples();
    if (samples.empty()) return std::unexpected("a handshake failed");
    return samples;
}

} // namespace plenum::bench
