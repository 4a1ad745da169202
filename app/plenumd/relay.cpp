// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/relay.h"

#include "app/plenumd/metrics.h"
#include "app/plenumd/relay_files.h"
#include "app/plenumd/settings.h"
#include "core/base/check.h"
#include "core/runtime/clock.h"
#include "core/runtime/event_loop.h"
#include "core/runtime/files.h"
#include "core/runtime/node_core.h"
#include "core/runtime/service_manager.h"
#include "core/runtime/socket_address.h"
#include "core/runtime/threads.h"

#include <nlohmann/json.hpp>

#include <csignal>
#include <cstdio>
#include <utility>

namespace plenum::app {

namespace {

/// How often a relay looks after itself. A watchdog may want it more often.
constexpr base::Duration tick_interval = std::chrono::seconds{1};
/// A tick that comes so much too late is told.
constexpr base::Duration lateness_told = std::chrono::milliseconds{500};

Log::Options log_options(const Config& config, bool json) {
    return {config.log_level, config.log_json || json, config.log_addresses, runtime::leads_to_journal(STDERR_FILENO)};
}

std::string_view name_of(node::SessionEnd end) {
    constexpr std::array<std::string_view, node::session_end_count> names{
        "left",    "closed_by_peer",  "lost",        "replaced", "faulty", "too_slow",
        "refused", "unknown_version", "relay_closed"};
    return names[static_cast<std::size_t>(end) - 1];
}

double seconds_since_1970() {
    return std::chrono::duration<double>{std::chrono::system_clock::now().time_since_epoch()}.count();
}

} // namespace

struct Relay::Impl final : runtime::Sink {
    Impl(Options taken, runtime::Store store_taken, const node::NodeOptions& node_options)
        : options{std::move(taken)},
          create_secret{node_options.relay->create_secret},
          log{log_options(options.config, options.json), Log::standard_error()},
          store{std::move(store_taken)},
          core{node_options},
          manager{runtime::ServiceManager::from_environment()} {}

    void handle_event(node::Event event) override;
    void handle_notice(runtime::StoreNotice notice) override;
    void handle(const node::RelayStatus& changed);
    void handle(const node::RelayIncident& incident);
    void handle_signal(int signal);
    void reload();
    void begin_closing(node::RelayClosing how);
    void end_now();
    void post(node::Command command);
    void tick();
    void tick_again();
    void tell_ready();
    [[nodiscard]] std::expected<void, std::string> serve_metrics();
    [[nodiscard]] Snapshot snapshot() const;

    Options options;
    std::filesystem::path data;
    /// As it was at the start, whatever stands in its file since.
    std::string create_secret;
    Log log;
    runtime::Store store;
    runtime::NodeCore core;
    runtime::ServiceManager manager;
    std::unique_ptr<runtime::EventLoop> loop;
    node::RelayStatus status;
    base::LocalTime ready_at{};
    double started_at{seconds_since_1970()};
    /// While closing: until when at the longest.
    std::optional<base::LocalTime> close_at;
    base::LocalTime tick_at{};
};

void Relay::Impl::handle_event(node::Event event) {
    if (const auto* changed = std::get_if<node::RelayStatus>(&event)) handle(*changed);
    if (const auto* incident = std::get_if<node::RelayIncident>(&event)) handle(*incident);
}

void Relay::Impl::handle(const node::RelayStatus& changed) {
    status = changed;
    if (close_at && status.sessions == 0) loop->stop();
}

void Relay::Impl::handle(const node::RelayIncident& incident) {
    using Kind = node::RelayIncident::Kind;
    const auto from = runtime::to_text(incident.from);
    const auto& limits = options.config.limits;
    switch (incident.kind) {
    case Kind::session_opened:
        return log.write(LogEvent::session_opened, {{"sessions", status.sessions}, {"from", from}});
    case Kind::session_closed: {
        const auto end = incident.end.value_or(node::SessionEnd::lost);
        if (end == node::SessionEnd::faulty)
            return log.write(LogEvent::session_faulty, {{"sessions", status.sessions}, {"from", from}});
        return log.write(LogEvent::session_closed,
                         {{"end", name_of(end)}, {"sessions", status.sessions}, {"from", from}});
    }
    case Kind::sessions_full: return log.write(LogEvent::sessions_full, {{"limit", limits.sessions}, {"from", from}});
    case Kind::address_full:
        return log.write(LogEvent::address_full, {{"limit", limits.sessions_per_address}, {"from", from}});
    case Kind::conference_created:
        return log.write(LogEvent::conference_created, {{"conferences", status.conferences}, {"from", from}});
    case Kind::conferences_full:
        return log.write(LogEvent::conferences_full, {{"limit", limits.conferences}, {"from", from}});
    case Kind::conference_forgotten:
        return log.write(LogEvent::conference_forgotten, {{"conferences", status.conferences}});
    case Kind::conference_behind: return log.write(LogEvent::conference_behind, {{"from", from}});
    case Kind::conference_restored:
        return log.write(LogEvent::conference_restored, {{"conferences", status.conferences}, {"from", from}});
    }
}

void Relay::Impl::handle_notice(runtime::StoreNotice notice) {
    using Kind = runtime::StoreNotice::Kind;
    const auto event = [&] {
        switch (notice.kind) {
        case Kind::failing: return LogEvent::store_failing;
        case Kind::recovered: return LogEvent::store_recovered;
        case Kind::set_aside: return LogEvent::store_set_aside;
        case Kind::left_out: return LogEvent::store_left_out;
        case Kind::behind: return LogEvent::store_behind;
        }
        return LogEvent::store_failing;
    }();
    log.write(event, {{"text", notice.sentence}});
}

void Relay::Impl::handle_signal(int signal) {
    if (signal == SIGHUP) return reload();
    if (close_at) return end_now();
    begin_closing(signal == SIGTERM ? node::RelayClosing::restarting : node::RelayClosing::for_good);
}

void Relay::Impl::begin_closing(node::RelayClosing how) {
    manager.tell("STOPPING=1");
    log.write(LogEvent::closing, {{"how", how == node::RelayClosing::restarting ? "restarting" : "for_good"},
                                  {"sessions", status.sessions}});
    if (status.sessions == 0) return loop->stop();
    close_at = runtime::now() + options.config.drain_time;
    tick_again();
    post(node::CloseRelay{how});
}

void Relay::Impl::end_now() {
    log.write(LogEvent::closed_early, {{"sessions", status.sessions}});
    loop->stop();
}

/// Nobody else gives this node commands, and the loop's thread takes them, so there is room.
void Relay::Impl::post(node::Command command) { CHECK(loop->post(std::move(command))); }

void Relay::Impl::reload() {
    manager.tell("RELOADING=1\nMONOTONIC_USEC=" + std::to_string(base::to_us(runtime::now().time_since_epoch())));
    const auto loaded = options.reload();
    if (!loaded) {
        for (const auto& mistake : loaded.error())
            log.write(LogEvent::config_refused, {{"line", mistake.line}, {"text", mistake.text}});
    } else {
        auto& config = options.config;
        std::size_t changed = 0;
        auto secret_told = false;
        for (const auto* setting : differences(config, *loaded)) {
            changed += setting->reloads ? 1 : 0;
            if (setting->reloads) continue;
            secret_told = secret_told || setting->key.starts_with("create_secret");
            log.write(LogEvent::config_needs_restart, {{"key", setting->key}});
        }
        // The name is the same, and what stands in that file is not.
        if (!secret_told && creation_secret(*loaded) != create_secret)
            log.write(LogEvent::config_needs_restart, {{"key", "create_secret_file"}});
        config = reloaded(config, *loaded);
        log.set_options(log_options(config, options.json));
        post(node::SetRelayLimits{config.limits});
        log.write(LogEvent::config_reloaded, {{"changed", changed}});
    }
    manager.tell("READY=1");
}

void Relay::Impl::tick() {
    const auto late = runtime::now() - tick_at;
    if (late >= lateness_told)
        log.write(LogEvent::loop_late,
                  {{"late_ms", std::chrono::duration_cast<std::chrono::milliseconds>(late).count()}});
    log.sum_up();
    manager.tell("WATCHDOG=1\nSTATUS=" + std::to_string(status.sessions) + " connected, " +
                 std::to_string(status.conferences) + " conferences");
    if (close_at && runtime::now() >= *close_at) return end_now();
    tick_again();
}

void Relay::Impl::tick_again() {
    auto interval = tick_interval;
    if (const auto wanted = manager.watchdog()) interval = std::min(interval, *wanted / 2);
    if (close_at) interval = std::clamp(*close_at - runtime::now(), base::Duration{}, interval);
    tick_at = runtime::now() + interval;
    loop->call_after(interval, [this] { tick(); });
}

void Relay::Impl::tell_ready() {
    ready_at = runtime::now();
    const auto address = runtime::to_text(loop->socket().local());
    const auto key = fingerprint(core.node().relay_key());
    const auto line =
        options.json
            ? nlohmann::json{{"ready", true}, {"listen", address}, {"relay_key", key}, {"version", PLENUM_VERSION}}
                  .dump()
            : "plenumd " PLENUM_VERSION " ready on " + address + ", relay key " + key;
    std::puts(line.c_str());
    std::fflush(stdout);
    log.write(LogEvent::ready, {{"listen", address},
                                {"relay_key", key},
                                {"version", PLENUM_VERSION},
                                {"conferences", status.conferences},
                                {"data", data.string()}});
    manager.tell("READY=1");
    tick_again();
}

/// Nothing is gathered until somebody asks; then between two turns, so that the hot path takes no lock.
std::expected<void, std::string> Relay::Impl::serve_metrics() {
    if (options.config.metrics_listen.empty()) return {};
    const auto where = metrics_address(options.config);
    if (!where) return std::unexpected(where.error());
    const auto find = [this](std::string_view path) -> std::optional<runtime::HttpResponder::Page> {
        if (path != "/metrics") return std::nullopt;
        return runtime::HttpResponder::Page{metrics_content_type, metrics_text(snapshot(), read_process_figures())};
    };
    const auto served = loop->answer_http(*where, find);
    if (!served) return std::unexpected("Metrics: " + served.error());
    return {};
}

Snapshot Relay::Impl::snapshot() const {
    Snapshot result;
    result.relay = core.node().relay_statistics();
    result.datagrams = core.node().datagrams();
    result.load = core.node().load();
    result.times = loop->times();
    result.socket = loop->socket().counters();
    result.intake = loop->intake_counters();
    result.intake_drops = loop->intake_drops();
    result.send_backlog = loop->socket().backlog();
    result.store = loop->store_counters();
    result.uptime = runtime::now() - ready_at;
    result.started_at = started_at;
    result.closing = close_at.has_value();
    result.limits = options.config.limits;
    return result;
}

Relay::Relay(std::unique_ptr<Impl> impl) : impl_{std::move(impl)} {}
Relay::Relay(Relay&&) noexcept = default;
Relay& Relay::operator=(Relay&&) noexcept = default;
Relay::~Relay() = default;

std::expected<Relay, std::string> Relay::open(Options options) {
    const auto data = usable_data_folder(options.config);
    if (!data) return std::unexpected(data.error());
    auto store = runtime::Store::open(*data / "conferences");
    if (!store) return std::unexpected(store.error());
    const auto node = node_options(options.config, *data);
    if (!node) return std::unexpected(node.error());
    auto socket = open_socket(options.config);
    if (!socket) return std::unexpected(socket.error());
    auto impl = std::make_unique<Impl>(std::move(options), std::move(*store), *node);
    impl->data = *data;
    auto loop = runtime::EventLoop::create(std::move(*socket), impl->core, &impl->store, *impl);
    if (!loop) return std::unexpected(loop.error());
    impl->loop = std::move(*loop);
    const auto handled = impl->loop->call_on_signals({SIGINT, SIGTERM, SIGHUP},
                                                     [at = impl.get()](int signal) { at->handle_signal(signal); });
    if (!handled) return std::unexpected(handled.error());
    if (const auto served = impl->serve_metrics(); !served) return std::unexpected(served.error());
    return Relay{std::move(impl)};
}

void Relay::run() {
    runtime::name_thread("plenumd-loop");
    const auto standing = runtime::raise_thread_priority(runtime::ThreadWork::delivery);
    impl_->log.write(LogEvent::thread_priority,
                     {{"standing", runtime::name_of(standing)}, {"text", runtime::explain(standing)}});
    // Behind the restoring of what the store has.
    impl_->loop->run_soon([this] { impl_->tell_ready(); });
    impl_->loop->run();
    const auto uptime = std::chrono::duration_cast<std::chrono::seconds>(runtime::now() - impl_->ready_at).count();
    impl_->log.write(LogEvent::closed, {{"uptime_s", uptime}});
}

} // namespace plenum::app
