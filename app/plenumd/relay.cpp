// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/relay.h"

#include "core/crypto/hash.h"
#include "core/runtime/entropy.h"
#include "core/runtime/event_loop.h"
#include "core/runtime/files.h"
#include "core/runtime/node_core.h"
#include "core/runtime/resolver.h"
#include "core/runtime/socket_address.h"
#include "core/runtime/store.h"
#include "core/runtime/threads.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <utility>

namespace plenum::app {

namespace {

/// After a signal: how long those connected are given to take in that the relay closes.
constexpr base::Duration close_time_max = std::chrono::seconds{2};

std::expected<std::filesystem::path, std::string> data_folder(const Config& config) {
    if (!config.data.empty()) return config.data;
    const auto state = runtime::state_folder();
    if (!state) return std::unexpected(state.error());
    return *state / "plenumd";
}

std::expected<runtime::UdpSocket, std::string> open_socket(const Config& config) {
    const auto where = runtime::parse_host_port(config.listen);
    if (!where) return std::unexpected(where.error());
    const auto addresses = runtime::resolve(*where);
    if (!addresses) return std::unexpected(addresses.error());
    auto socket = runtime::UdpSocket::open({.bind = addresses->front()});
    if (!socket) return std::unexpected(socket.error().sentence);
    return std::move(*socket);
}

std::expected<node::NodeOptions, std::string> node_options(const Config& config, const std::filesystem::path& data) {
    const auto identity = runtime::load_or_create_seed(data / "relay.key");
    if (!identity) return std::unexpected(identity.error());
    const auto seed = runtime::draw_seed();
    if (!seed) return std::unexpected(seed.error());
    node::NodeOptions options;
    options.seed = *seed;
    options.relay = node::RelayOptions{*identity, config.create_secret};
    return options;
}

/// As in links and on other relays' screens: the first 16 bytes of BLAKE2b-256.
std::string fingerprint(const base::ExchangeKey& key) {
    return base::to_hex(crypto::hash(key.view()).view().first(node::KeyFingerprint::size));
}

} // namespace

struct Relay::Impl final : runtime::Sink {
    Impl(const Log& log_taken, bool json_taken, runtime::Store store_taken, const node::NodeOptions& options)
        : log{log_taken},
          json{json_taken},
          store{std::move(store_taken)},
          core{options} {}

    void handle_event(node::Event event) override;
    void handle_notice(std::string sentence) override { log.warning(sentence); }
    void handle_termination();
    void tell_ready() const;

    const Log& log;
    bool json;
    runtime::Store store;
    runtime::NodeCore core;
    std::unique_ptr<runtime::EventLoop> loop;
    node::RelayStatus status;
    bool closing{false};
};

void Relay::Impl::handle_event(node::Event event) {
    const auto* changed = std::get_if<node::RelayStatus>(&event);
    if (changed == nullptr) return;
    status = *changed;
    log.debug("sessions=" + std::to_string(status.sessions) + " conferences=" + std::to_string(status.conferences));
    if (closing && status.sessions == 0) loop->stop();
}

void Relay::Impl::handle_termination() {
    if (std::exchange(closing, true) || status.sessions == 0) return loop->stop();
    log.info("closing, sessions=" + std::to_string(status.sessions));
    loop->call_after(close_time_max, [this] {
        log.warning("closed without an answer of sessions=" + std::to_string(status.sessions));
        loop->stop();
    });
    if (!loop->post(node::CloseRelay{})) loop->stop();
}

void Relay::Impl::tell_ready() const {
    const auto address = runtime::to_text(loop->socket().local());
    const auto key = fingerprint(core.node().relay_key());
    const auto line =
        json ? nlohmann::json{{"ready", true}, {"listen", address}, {"relay_key", key}, {"version", PLENUM_VERSION}}
                   .dump()
             : "plenumd " PLENUM_VERSION " ready on " + address + ", relay key " + key;
    std::puts(line.c_str());
    std::fflush(stdout);
}

Relay::Relay(std::unique_ptr<Impl> impl) : impl_{std::move(impl)} {}
Relay::Relay(Relay&&) noexcept = default;
Relay& Relay::operator=(Relay&&) noexcept = default;
Relay::~Relay() = default;

std::expected<Relay, std::string> Relay::open(const Config& config, const Log& log, bool json) {
    const auto data = data_folder(config);
    if (!data) return std::unexpected(data.error());
    if (const auto made = runtime::make_folder(*data); !made) return std::unexpected(made.error());
    auto store = runtime::Store::open(*data / "conferences");
    if (!store) return std::unexpected(store.error());
    const auto options = node_options(config, *data);
    if (!options) return std::unexpected(options.error());
    auto socket = open_socket(config);
    if (!socket) return std::unexpected(socket.error());
    auto impl = std::make_unique<Impl>(log, json, std::move(*store), *options);
    auto loop = runtime::EventLoop::create(std::move(*socket), impl->core, &impl->store, *impl);
    if (!loop) return std::unexpected(loop.error());
    impl->loop = std::move(*loop);
    return Relay{std::move(impl)};
}

void Relay::run() {
    if (const auto set = impl_->loop->call_on_termination([this] { impl_->handle_termination(); }); !set)
        impl_->log.warning(set.error());
    runtime::name_thread("plenumd-loop");
    const auto standing = runtime::raise_thread_priority(runtime::ThreadWork::delivery);
    impl_->log.info(runtime::explain(standing));
    // Behind the restoring of what the store has.
    impl_->loop->run_soon([this] { impl_->tell_ready(); });
    impl_->loop->run();
    impl_->log.info("closed");
}

} // namespace plenum::app
