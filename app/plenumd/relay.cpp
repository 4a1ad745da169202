// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/relay.h"

#include "app/plenumd/cluster_register.h"
#include "app/plenumd/config_keys.h"
#include "app/plenumd/creation_secret.h"
#include "app/plenumd/http_pages.h"
#include "app/plenumd/plugins.h"
#include "app/plenumd/relay_files.h"
#include "app/plenumd/serving.h"
#include "core/runtime/clock.h"
#include "core/runtime/files.h"
#include "core/runtime/net/socket_address.h"
#include "core/runtime/net/socket_group.h"
#include "core/runtime/service_manager.h"
#include "plugins/floor/floor_styles.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <thread>
#include <utility>

namespace plenum::app {

namespace {

/// How often a relay looks after itself. A watchdog may want it more often.
constexpr base::Duration tick_interval = std::chrono::seconds{1};
/// A tick that comes so much too late is told.
constexpr base::Duration lateness_told = std::chrono::milliseconds{500};
/// A loop that did not look after itself for so many ticks stands still; the service manager is told nothing any more.
constexpr int ticks_missed_max = 3;
/// As its file begins and the store's sentences name it.
std::string digits_of(const base::ConferenceHandle& conference) {
    constexpr std::size_t digits = 8;
    return base::to_hex(conference.view()).substr(0, digits);
}

Log::Options log_options(const Config& config, bool json) {
    return {config.log_level, config.log_json || json, config.log_addresses, runtime::leads_to_journal(STDERR_FILENO)};
}

double seconds_since_1970() {
    return std::chrono::duration<double>{std::chrono::system_clock::now().time_since_epoch()}.count();
}

} // namespace

/// Everything here happens on the first loop's thread, which is the one that called `run`; what others report is handed
/// over to it.
struct Relay::Impl {
    explicit Impl(Options taken)
        : options{std::move(taken)},
          log{log_options(options.config, options.json), Log::standard_error()},
          manager{runtime::ServiceManager::from_environment()} {}

    void load_styles();
    void tell_fault(std::string_view style, std::string_view what);
    [[nodiscard]] std::expected<void, std::string> open_servings();
    void hand_over(std::size_t from, Serving::Report report);
    void handle(std::size_t from, const node::RelayStatus& changed);
    void handle(std::size_t from, const node::RelayIncident& incident);
    void write_refused(const node::RefusedEntry& entry, const std::string& from);
    void write_failure(const node::ContainedFailure& failure);
    void write_standby(LogEvent event, const node::RelayIncident& incident);
    void write_unheard(const node::RejectedMember& member, const std::string& from);
    void handle(std::size_t from, const runtime::StoreNotice& notice);
    void handle(std::size_t from, const Serving::Ready& ready);
    void handle(std::size_t from, const Serving::Look& look);
    void handle(std::size_t, const node::AssignmentWanted& wanted) { cluster->want(wanted); }
    void handle(std::size_t, const node::AssignmentOver& over) { cluster->want(over); }
    [[nodiscard]] std::expected<void, std::string> join_cluster();
    void handle_signal(int signal);
    void reload();
    void begin_closing(node::RelayClosing how);
    void end_now();
    void post(const node::Command& command);
    void stop();
    void tick();
    [[nodiscard]] base::Duration interval() const;
    void tick_in_time();
    void tell_ready();
    [[nodiscard]] std::expected<void, std::string> serve_pages();
    [[nodiscard]] std::string figures() const;
    [[nodiscard]] std::vector<node::RelayRepairs> repairs() const;
    [[nodiscard]] bool all_alive() const;
    [[nodiscard]] Serving& front() { return *servings.front(); }

    Options options;
    Log log;
    runtime::ServiceManager manager;
    /// Outlives whoever serves.
    runtime::StyleRegistry styles{floor::floor_styles(),
                                  [this](std::string_view style, std::string_view what) { tell_fault(style, what); }};
    std::vector<std::unique_ptr<Serving>> servings;
    /// Of each loop, and all together.
    std::vector<node::RelayStatus> statuses;
    node::RelayStatus status;
    std::size_t ready_count{0};
    std::filesystem::path data;
    /// As of the start.
    std::string create_secret;
    base::LocalTime ready_at{};
    double started_at{seconds_since_1970()};
    /// While closing: until when at the longest.
    std::optional<base::LocalTime> close_at;
    /// Its thread hands over to the loops, so it goes first.
    std::unique_ptr<ClusterRegister> cluster;
};

void Relay::Impl::load_styles() {
    load_plugins(
        styles, options.config.floor_plugins, [this](const std::filesystem::path& file, const PluginLoad& loaded) {
            if (!loaded)
                return log.write(LogEvent::plugin_refused, {{"file", file.string()}, {"text", loaded.error()}});
            std::string names;
            for (const auto& name : *loaded)
                names += (names.empty() ? "" : ", ") + name;
            log.write(LogEvent::plugin_loaded, {{"file", file.string()}, {"styles", names}});
        });
}

/// On any loop's thread, or at the start.
void Relay::Impl::tell_fault(std::string_view style, std::string_view what) {
    const auto write = [this, name = std::string{style}, text = std::string{what}] {
        log.write(LogEvent::plugin_faulty, {{"style", name}, {"text", text}});
    };
    if (servings.empty()) return write();
    // A log that thousands of lines wait for does without one more.
    std::ignore = front().loop().run_soon(write);
}

std::expected<void, std::string> Relay::Impl::open_servings() {
    const auto& config = options.config;
    const auto folder = usable_data_folder(config);
    if (!folder) return std::unexpected(folder.error());
    const auto store = runtime::Store::open(*folder / "conferences");
    if (!store) return std::unexpected(store.error());
    load_styles();
    const auto nodes = node_options(config, *folder, styles.styles());
    if (!nodes) return std::unexpected(nodes.error());
    data = *folder;
    create_secret = nodes->front().relay->create_secret;
    auto sockets = open_sockets(config);
    if (!sockets) return std::unexpected(sockets.error());
    const auto loops = config.loops;
    statuses.resize(loops);
    for (std::size_t i = 0; i < loops; ++i) {
        const auto has = [i, loops](const base::ConferenceHandle& conference) {
            return runtime::loop_of(conference, loops) == i;
        };
        const bool leaves_figures = i > 0 && !config.metrics_listen.empty();
        const auto name = i == 0 ? std::string{"plenumd-loop"} : "plenumd-loop" + std::to_string(i + 1);
        auto made =
            Serving::open({(*nodes)[i], std::move((*sockets)[i]), store->share(has, loops), name, interval(),
                           leaves_figures, [this, i](Serving::Report report) { hand_over(i, std::move(report)); }});
        if (!made) return std::unexpected(made.error());
        servings.push_back(std::move(*made));
    }
    return {};
}

void Relay::Impl::hand_over(std::size_t from, Serving::Report report) {
    const auto take = [this, from](const Serving::Report& taken) {
        std::visit([&](const auto& content) { handle(from, content); }, taken);
    };
    if (from == 0) return take(report);
    // Each report is followed by another that says more.
    std::ignore = front().loop().run_soon([take, moved = std::move(report)] { take(moved); });
}

void Relay::Impl::handle(std::size_t from, const node::RelayStatus& changed) {
    statuses[from] = changed;
    status = {};
    for (const auto& each : statuses) {
        status.sessions += each.sessions;
        status.conferences += each.conferences;
    }
    if (close_at && status.sessions == 0) stop();
}

void Relay::Impl::handle(std::size_t, const node::RelayIncident& incident) {
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
    case Kind::entry_refused: return write_refused(*incident.entry, from);
    case Kind::member_unheard: return write_unheard(*incident.unheard, from);
    case Kind::failure_contained: return write_failure(*incident.failure);
    case Kind::standby_synced: return write_standby(LogEvent::standby_synced, incident);
    case Kind::standby_silent: return write_standby(LogEvent::standby_silent, incident);
    case Kind::conference_taken_over: return write_standby(LogEvent::conference_taken_over, incident);
    case Kind::conference_deposed: return write_standby(LogEvent::conference_deposed, incident);
    case Kind::peer_silent: return log.write(LogEvent::peer_silent, {{"peer", from}});
    case Kind::peer_answers: return log.write(LogEvent::peer_answers, {{"peer", from}});
    }
}

void Relay::Impl::write_refused(const node::RefusedEntry& entry, const std::string& from) {
    const auto event = [&] {
        switch (entry.grade) {
        case node::RefusedEntry::Grade::forged: return LogEvent::entry_forged;
        case node::RefusedEntry::Grade::refused: return LogEvent::entry_refused;
        case node::RefusedEntry::Grade::late: return LogEvent::entry_late;
        }
        return LogEvent::entry_refused;
    }();
    log.write(event, {{"conference", digits_of(entry.conference)},
                      {"member", entry.member.value()},
                      {"operation", entry.operation.empty() ? "unreadable" : entry.operation},
                      {"reason", log::name_of(entry.reason)},
                      {"from", from}});
}

void Relay::Impl::write_unheard(const node::RejectedMember& member, const std::string& from) {
    log.write(LogEvent::member_unheard, {{"conference", digits_of(member.conference)},
                                         {"member", member.member.value()},
                                         {"reason", name_of(member.why)},
                                         {"messages", member.messages},
                                         {"from", from}});
}

void Relay::Impl::write_standby(LogEvent event, const node::RelayIncident& incident) {
    log.write(event, {{"conference", digits_of(incident.conference.value_or(base::ConferenceHandle{}))}});
}

void Relay::Impl::write_failure(const node::ContainedFailure& failure) {
    const bool returns = failure.back_in < base::Duration::max();
    log.write(LogEvent::failure_contained,
              {{"conference", failure.conference ? digits_of(*failure.conference) : std::string{}},
               {"what", failure.what},
               {"failures", failure.failures},
               {"back_s", returns ? std::chrono::ceil<std::chrono::seconds>(failure.back_in).count() : -1}});
}

void Relay::Impl::handle(std::size_t, const runtime::StoreNotice& notice) {
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

void Relay::Impl::handle(std::size_t from, const Serving::Ready& ready) {
    if (from == 0)
        log.write(LogEvent::thread_priority,
                  {{"standing", runtime::name_of(ready.standing)}, {"text", runtime::explain(ready.standing)}});
    if (++ready_count == servings.size()) tell_ready();
}

void Relay::Impl::handle(std::size_t from, const Serving::Look& look) {
    if (look.late >= lateness_told)
        log.write(LogEvent::loop_late,
                  {{"late_ms", std::chrono::duration_cast<std::chrono::milliseconds>(look.late).count()}});
    if (from == 0) tick();
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
    if (status.sessions == 0) return stop();
    close_at = runtime::now() + options.config.drain_time;
    tick_in_time();
    post(node::CloseRelay{how});
}

void Relay::Impl::end_now() {
    log.write(LogEvent::closed_early, {{"sessions", status.sessions}});
    stop();
}

void Relay::Impl::post(const node::Command& command) {
    for (const auto& serving : servings)
        serving->post(command);
}

void Relay::Impl::stop() {
    for (const auto& serving : servings)
        serving->loop().stop();
}

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
        for (const auto* key : differences(config, *loaded)) {
            changed += key->reloads ? 1 : 0;
            if (key->reloads) continue;
            secret_told = secret_told || key->name.starts_with("create_secret");
            log.write(LogEvent::config_needs_restart, {{"key", key->name}});
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
    log.sum_up();
    const auto alive = all_alive() ? std::string{"WATCHDOG=1\n"} : std::string{};
    manager.tell(alive + "STATUS=" + std::to_string(status.sessions) + " connected, " +
                 std::to_string(status.conferences) + " conferences");
    if (!close_at) return;
    if (runtime::now() >= *close_at) return end_now();
    tick_in_time();
}

bool Relay::Impl::all_alive() const {
    return std::ranges::all_of(servings, [this](const auto& serving) {
        const auto looked_at = serving->looked_at();
        return looked_at == base::LocalTime{} || runtime::now() - looked_at < ticks_missed_max * interval();
    });
}

base::Duration Relay::Impl::interval() const {
    const auto wanted = manager.watchdog();
    return wanted ? std::min(tick_interval, *wanted / 2) : tick_interval;
}

/// While closing, no later than when that must be over.
void Relay::Impl::tick_in_time() {
    front().look_within(std::clamp(*close_at - runtime::now(), base::Duration{}, interval()));
}

void Relay::Impl::tell_ready() {
    ready_at = runtime::now();
    const auto address = runtime::to_text(front().loop().socket().local());
    const auto key = fingerprint(front().node().relay_key());
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
}

std::expected<void, std::string> Relay::Impl::join_cluster() {
    const auto& config = options.config;
    if (config.etcd.endpoints.empty()) return {};
    const auto place = cluster_place(config);
    if (!place) return std::unexpected(place.error());
    const auto at_front = [this](const std::function<void()>& work) { std::ignore = front().loop().run_soon(work); };
    ClusterRegister::Handlers handlers;
    handlers.answer = [this](const node::AnswerAssignment& answer) {
        servings[runtime::loop_of(answer.conference, servings.size())]->post(answer);
    };
    handlers.peers = [this, at_front](const node::SetPeers& peers) {
        post(peers);
        at_front([this, count = peers.peers.size()] { log.write(LogEvent::cluster_changed, {{"peers", count}}); });
    };
    handlers.health = [this, at_front](const std::optional<std::string>& wrong) {
        at_front([this, wrong] {
            if (wrong)
                log.write(LogEvent::cluster_unreachable, {{"text", *wrong}});
            else
                log.write(LogEvent::cluster_reachable, {});
        });
    };
    cluster = std::make_unique<ClusterRegister>(ClusterRegister::Options{config.etcd, *place}, std::move(handlers));
    return {};
}

/// Nothing is gathered until somebody asks; then between two turns, so that the hot path takes no lock.
std::expected<void, std::string> Relay::Impl::serve_pages() {
    if (options.config.metrics_listen.empty()) return {};
    const auto where = metrics_address(options.config);
    if (!where) return std::unexpected(where.error());
    const auto served =
        front().loop().answer_http(*where, http_pages({[this] { return figures(); }, [this] { return repairs(); }}));
    if (!served) return std::unexpected("Metrics: " + served.error());
    return {};
}

std::vector<node::RelayRepairs> Relay::Impl::repairs() const {
    auto all = servings.front()->node().relay_repairs();
    for (std::size_t i = 1; i < servings.size(); ++i) {
        const auto others = servings[i]->last_snapshot().repairs;
        all.insert(all.end(), others.begin(), others.end());
    }
    return all;
}

/// Those of other loops are what they left behind last.
std::string Relay::Impl::figures() const {
    auto first = servings.front()->snapshot();
    first.uptime = runtime::now() - ready_at;
    first.started_at = started_at;
    first.closing = close_at.has_value();
    first.limits = options.config.limits;
    std::vector<Snapshot> others;
    for (std::size_t i = 1; i < servings.size(); ++i)
        others.push_back(servings[i]->last_snapshot());
    return metrics_text(first, read_process_figures(), others);
}

Relay::Relay(std::unique_ptr<Impl> impl) : impl_{std::move(impl)} {}
Relay::Relay(Relay&&) noexcept = default;
Relay& Relay::operator=(Relay&&) noexcept = default;
Relay::~Relay() = default;

std::expected<Relay, std::string> Relay::open(Options options) {
    auto impl = std::make_unique<Impl>(std::move(options));
    if (const auto opened = impl->open_servings(); !opened) return std::unexpected(opened.error());
    const auto handled = impl->front().loop().call_on_signals(
        {SIGINT, SIGTERM, SIGHUP}, [at = impl.get()](int signal) { at->handle_signal(signal); });
    if (!handled) return std::unexpected(handled.error());
    if (const auto served = impl->serve_pages(); !served) return std::unexpected(served.error());
    if (const auto joined = impl->join_cluster(); !joined) return std::unexpected(joined.error());
    return Relay{std::move(impl)};
}

void Relay::run() {
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 1; i < impl_->servings.size(); ++i)
            threads.emplace_back([&serving = *impl_->servings[i]] { serving.run(); });
        impl_->front().run();
    }
    impl_->cluster.reset();
    impl_->log.sum_up_all();
    std::size_t unstored = 0;
    for (const auto& serving : impl_->servings)
        unstored += serving->unstored();
    if (unstored > 0) impl_->log.write(LogEvent::closed_unstored, {{"conferences", unstored}});
    const auto uptime = std::chrono::duration_cast<std::chrono::seconds>(runtime::now() - impl_->ready_at).count();
    impl_->log.write(LogEvent::closed, {{"uptime_s", uptime}});
}

} // namespace plenum::app
