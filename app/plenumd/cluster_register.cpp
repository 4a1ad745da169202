// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/cluster_register.h"

#include "core/runtime/net/resolver.h"
#include "core/runtime/net/socket_address.h"
#include "core/runtime/threads.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plenum::app {
namespace {

using nlohmann::json;

constexpr std::string_view relays{"/plenum/relays/"};
constexpr std::string_view conferences{"/plenum/conferences/"};
constexpr std::string_view identity{"/plenum/identity"};
/// A relay that is silent for so long is listed no more.
constexpr std::uint64_t lease_seconds = 5;
/// More than a cluster has. Of more, the first in the order of keys count.
constexpr std::size_t peers_max = 64;
constexpr auto look_interval = std::chrono::milliseconds{1000};
/// After an etcd that did not answer.
constexpr int requests_at_once = 64;
constexpr auto retry_pause = std::chrono::milliseconds{300};

std::optional<base::Address> address_of(std::string_view text) {
    const auto place = runtime::parse_host_port(text);
    return place ? runtime::parse_address(place->host, place->port) : std::nullopt;
}

std::string key_of(const base::ConferenceHandle& conference) {
    return std::string{conferences} + base::to_hex(conference.view());
}

std::string value_of(const node::AssignmentWanted& wanted) {
    return json{{"home", runtime::to_text(wanted.home)},
                {"standby", wanted.standby ? runtime::to_text(*wanted.standby) : std::string{}}}
        .dump();
}

/// What nobody of us wrote counts as nobody's.
node::Assignment assignment_of(const EtcdClient::Value& value) {
    node::Assignment assignment;
    assignment.revision = value.revision;
    const auto parsed = json::parse(value.value, nullptr, false);
    if (!parsed.is_object()) return assignment;
    const auto home = parsed.find("home");
    const auto standby = parsed.find("standby");
    if (home != parsed.end() && home->is_string())
        assignment.home = address_of(home->get<std::string>()).value_or(base::Address{});
    if (standby != parsed.end() && standby->is_string()) assignment.standby = address_of(standby->get<std::string>());
    return assignment;
}

} // namespace

std::expected<base::Seed, std::string> ClusterRegister::share_identity(const EtcdOptions& etcd, const base::Seed& own) {
    EtcdClient client{etcd};
    const auto kept = client.put_if(identity, base::to_hex(own.view()), 0);
    if (!kept) return std::unexpected(kept.error());
    const auto bytes = base::from_hex(kept->value);
    const auto seed = bytes ? base::Seed::from(*bytes) : std::nullopt;
    if (!seed) return std::unexpected("What stands in etcd at " + std::string{identity} + " is no relay key.");
    return *seed;
}

ClusterRegister::ClusterRegister(Options options, Handlers handlers)
    : options_{std::move(options)},
      handlers_{std::move(handlers)},
      etcd_{options_.etcd},
      thread_{[this] { run(); }} {}

ClusterRegister::~ClusterRegister() {
    {
        const std::lock_guard lock{mutex_};
        over_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void ClusterRegister::add(Request request) {
    {
        const std::lock_guard lock{mutex_};
        requests_.push_back(std::move(request));
    }
    changed_.notify_all();
}

void ClusterRegister::run() {
    runtime::name_thread("plenumd-etcd");
    auto look_at = std::chrono::steady_clock::now();
    for (;;) {
        bool well = handle_requests();
        if (well && std::chrono::steady_clock::now() >= look_at) {
            well = keep_registered() && look_for_peers();
            look_at = std::chrono::steady_clock::now() + look_interval;
        }
        std::unique_lock lock{mutex_};
        if (over_) break;
        if (well)
            changed_.wait_until(lock, look_at, [this] { return over_ || !requests_.empty(); });
        else
            changed_.wait_for(lock, retry_pause, [this] { return over_; });
    }
    if (lease_ != 0) std::ignore = etcd_.revoke_lease(lease_);
}

template <class T>
bool ClusterRegister::answered(const EtcdClient::Result<T>& result) {
    const bool well = result.has_value();
    if (std::exchange(healthy_, well) != well)
        handlers_.health(well ? std::nullopt : std::optional{std::string{result.error()}});
    return well;
}

bool ClusterRegister::handle_requests() {
    // The lease is kept meanwhile.
    for (int handled = 0; handled < requests_at_once; ++handled) {
        std::optional<Request> next;
        {
            const std::lock_guard lock{mutex_};
            if (requests_.empty() || over_) return true;
            next = requests_.front();
        }
        // What was not answered is asked again: once it was written, what stands there is as wanted.
        if (!std::visit([this](const auto& request) { return handle(request); }, *next)) return false;
        const std::lock_guard lock{mutex_};
        requests_.pop_front();
    }
    return true;
}

bool ClusterRegister::handle(const node::AssignmentWanted& wanted) {
    const auto key = key_of(wanted.conference);
    if (wanted.writes()) {
        const auto now = etcd_.put_if(key, value_of(wanted), wanted.expected);
        if (!answered(now)) return false;
        handlers_.answer({wanted.conference, wanted.number, assignment_of(*now)});
        return true;
    }
    const auto found = etcd_.list(key);
    if (!answered(found)) return false;
    const auto own = std::ranges::find(*found, key, &EtcdClient::Value::key);
    handlers_.answer(
        {wanted.conference, wanted.number, own == found->end() ? node::Assignment{} : assignment_of(*own)});
    return true;
}

bool ClusterRegister::handle(const node::AssignmentOver& over) {
    const auto key = key_of(over.conference);
    const auto found = etcd_.list(key);
    if (!answered(found)) return false;
    for (const auto& value : *found)
        if (value.key == key && assignment_of(value).home == over.home)
            return answered(etcd_.remove_if(key, value.revision));
    return true;
}

bool ClusterRegister::keep_registered() {
    if (lease_ != 0) {
        const auto kept = etcd_.keep_lease(lease_);
        if (!answered(kept)) return false;
        if (*kept) return true;
    }
    const auto lease = etcd_.grant_lease(lease_seconds);
    if (!answered(lease)) return false;
    const auto self = runtime::to_text(options_.self.address);
    if (!answered(etcd_.put(std::string{relays} + self, options_.self.host, *lease))) return false;
    lease_ = *lease;
    return true;
}

bool ClusterRegister::look_for_peers() {
    const auto found = etcd_.list(relays);
    if (!answered(found)) return false;
    std::vector<base::Address> addresses;
    node::SetPeers peers;
    for (const auto& each : *found) {
        if (addresses.size() == peers_max) break;
        if (!each.key.starts_with(relays)) continue;
        const auto address = address_of(std::string_view{each.key}.substr(relays.size()));
        if (!address || *address == options_.self.address) continue;
        addresses.push_back(*address);
        peers.peers.push_back({runtime::host_text(*address), *address});
    }
    if (std::exchange(peers_told_, true) && addresses == peers_known_) return true;
    peers_known_ = std::move(addresses);
    handlers_.peers(peers);
    return true;
}

} // namespace plenum::app
