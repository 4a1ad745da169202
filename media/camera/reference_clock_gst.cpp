// SPDX-License-Identifier: Apache-2.0
#include "media/camera/reference_clock_gst.h"

#include "media/clock.h"
#include "media/gst/element_runner.h"

#include <gst/net/gstnet.h>
#include <gst/net/gstptpclock.h>

#include <algorithm>
#include <array>
#include <future>
#include <limits>
#include <utility>
#include <vector>

namespace plenum::media {
namespace {

struct Unref {
    void operator()(gpointer object) const { g_object_unref(object); }
};
using Clock = std::unique_ptr<GstClock, Unref>;
using Provider = std::unique_ptr<GstNetTimeProvider, Unref>;
using Socket = std::unique_ptr<GSocket, Unref>;
using SocketAddress = std::unique_ptr<GSocketAddress, Unref>;

/// Between the two readings of the own clock another program may run; of so many tries the shortest counts.
constexpr int tries = 5;

/// FNV-1a, the same on all machines.
std::uint64_t number_of(std::string_view text) {
    std::uint64_t number = 0xcbf29ce484222325;
    for (const char each : text)
        number = (number ^ static_cast<unsigned char>(each)) * 0x100000001b3;
    return number;
}

/// All that the name has; none where it is unknown, or the search was given up.
std::vector<SocketAddress> addresses_of(const ReferenceClock::Net& source, GCancellable* give_up) {
    const std::unique_ptr<GSocketConnectable, Unref> name{g_network_address_new(source.host.c_str(), source.port)};
    const std::unique_ptr<GSocketAddressEnumerator, Unref> found{g_socket_connectable_enumerate(name.get())};
    std::vector<SocketAddress> addresses;
    while (auto* address = g_socket_address_enumerator_next(found.get(), give_up, nullptr))
        addresses.emplace_back(address);
    return addresses;
}

/// Asks a net clock for the time beside GStreamer's client, which stays in step for ever once its server is gone.
class NetClockProbe {
  public:
    explicit NetClockProbe(std::vector<SocketAddress> addresses) {
        for (auto& address : addresses) {
            Socket socket{g_socket_new(g_socket_address_get_family(address.get()), G_SOCKET_TYPE_DATAGRAM,
                                       G_SOCKET_PROTOCOL_UDP, nullptr)};
            if (!socket) continue;
            g_socket_set_blocking(socket.get(), FALSE);
            ways_.push_back({std::move(address), std::move(socket)});
        }
    }

    [[nodiscard]] bool answers(base::LocalTime now) {
        for (const auto& way : ways_)
            if (is_heard(way)) heard_at_ = now;
        if (now >= ask_at_) {
            ask_at_ = now + ask_interval;
            for (const auto& way : ways_)
                ask(way);
        }
        return heard_at_ && now - *heard_at_ < patience;
    }

  private:
    static constexpr base::Duration ask_interval = std::chrono::seconds{1};
    static constexpr base::Duration patience = std::chrono::seconds{10};

    struct Way {
        SocketAddress address;
        Socket socket;
    };

    /// GStreamer's own function for it waits for a packet, although the socket does not.
    [[nodiscard]] static bool is_heard(const Way& way) {
        std::array<gchar, GST_NET_TIME_PACKET_SIZE> packet{};
        bool heard = false;
        while (g_socket_receive(way.socket.get(), packet.data(), packet.size(), nullptr, nullptr) ==
               GST_NET_TIME_PACKET_SIZE)
            heard = true;
        return heard;
    }

    static void ask(const Way& way) {
        auto* question = gst_net_time_packet_new(nullptr);
        gst_net_time_packet_send(question, way.socket.get(), way.address.get(), nullptr);
        gst_net_time_packet_free(question);
    }

    std::vector<Way> ways_;
    base::LocalTime ask_at_{};
    std::optional<base::LocalTime> heard_at_;
};

/// Looks for the host until its name has an address, beside the caller: a name server may take long to answer.
/// GStreamer looks once, when its client is made, and goes on using that client for a minute.
class NetClockSearch {
  public:
    struct Found {
        Clock clock;
        NetClockProbe probe;
    };

    explicit NetClockSearch(ReferenceClock::Net source) : source_{std::move(source)} {}
    ~NetClockSearch() { g_cancellable_cancel(give_up_.get()); }
    NetClockSearch(const NetClockSearch&) = delete;
    NetClockSearch& operator=(const NetClockSearch&) = delete;

    [[nodiscard]] std::optional<Found> poll(base::LocalTime now) {
        if (!running_.valid()) {
            if (now < next_at_) return std::nullopt;
            next_at_ = now + source_.search_interval;
            running_ = std::async(std::launch::async, [this] { return look(); });
        }
        if (running_.wait_for(std::chrono::seconds{0}) != std::future_status::ready) return std::nullopt;
        return running_.get();
    }

  private:
    [[nodiscard]] std::optional<Found> look() const {
        auto addresses = addresses_of(source_, give_up_.get());
        if (addresses.empty()) return std::nullopt;
        Clock clock{gst_net_client_clock_new("reference", source_.host.c_str(), source_.port, 0)};
        if (!clock) return std::nullopt;
        return Found{std::move(clock), NetClockProbe{std::move(addresses)}};
    }

    ReferenceClock::Net source_;
    std::unique_ptr<GCancellable, Unref> give_up_{g_cancellable_new()};
    base::LocalTime next_at_{};
    /// Its destructor waits, so it goes first.
    std::future<std::optional<Found>> running_;
};

class GstReferenceClock final : public ReferenceClock {
  public:
    /// PTP, which tells the grandmaster.
    explicit GstReferenceClock(Clock clock) : clock_{std::move(clock)} {}
    explicit GstReferenceClock(const Net& source)
        : id_{number_of(source.host + ":" + std::to_string(source.port))},
          search_{std::in_place, source} {
        find(local_now());
    }

    [[nodiscard]] std::optional<Reading> read() override {
        if (search_) find(local_now());
        if (!clock_) return std::nullopt;
        if (probe_ && !probe_->answers(local_now())) return std::nullopt;
        if (gst_clock_is_synced(clock_.get()) == FALSE) return std::nullopt;
        auto span_least = base::Duration::max();
        Reading reading{id_ ? *id_ : grandmaster(), {}};
        for (int i = 0; i < tries; ++i) {
            const auto before = local_now();
            const auto shows = gst_clock_get_time(clock_.get());
            const auto span = local_now() - before;
            if (shows == GST_CLOCK_TIME_NONE || shows > std::numeric_limits<std::int64_t>::max() / 2)
                return std::nullopt;
            if (span >= span_least) continue;
            span_least = span;
            reading.ahead = base::Duration{static_cast<std::int64_t>(shows)} - (before.time_since_epoch() + span / 2);
        }
        return reading;
    }

  private:
    void find(base::LocalTime now) {
        auto found = search_->poll(now);
        if (!found) return;
        clock_ = std::move(found->clock);
        probe_ = std::move(found->probe);
        search_.reset();
    }
    [[nodiscard]] std::uint64_t grandmaster() const {
        guint64 id = 0;
        guint domain = 0;
        g_object_get(clock_.get(), "grandmaster-clock-id", &id, "domain", &domain, nullptr);
        return id ^ domain;
    }

    /// Null until the host is found.
    Clock clock_;
    std::optional<std::uint64_t> id_;
    std::optional<NetClockProbe> probe_;
    /// Absent for PTP, and once the host is found.
    std::optional<NetClockSearch> search_;
};

class GstReferenceClockServer final : public ReferenceClockServer {
  public:
    GstReferenceClockServer(Clock clock, Provider provider)
        : clock_{std::move(clock)},
          provider_{std::move(provider)} {}

    [[nodiscard]] std::uint16_t port() const override {
        gint port = 0;
        g_object_get(provider_.get(), "port", &port, nullptr);
        return static_cast<std::uint16_t>(port);
    }

  private:
    Clock clock_;
    Provider provider_;
};

/// Whether nobody has it. GStreamer's provider shares its port with any other that does so, and each datagram then
/// comes to one of the two. Between this and its start another program may still take the port.
bool is_free(std::uint16_t port) {
    const Socket socket{g_socket_new(G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_DATAGRAM, G_SOCKET_PROTOCOL_UDP, nullptr)};
    const std::unique_ptr<GInetAddress, Unref> any{g_inet_address_new_any(G_SOCKET_FAMILY_IPV4)};
    const SocketAddress address{g_inet_socket_address_new(any.get(), port)};
    // What keeps this from having a socket, the provider meets too, and its start fails.
    return !socket || g_socket_bind(socket.get(), address.get(), FALSE, nullptr) != FALSE;
}

Result<std::unique_ptr<ReferenceClock>> open(const ReferenceClock::Ptp& source) {
    if (gst_ptp_init(GST_PTP_CLOCK_ID_NONE, nullptr) == FALSE)
        return media_error(
            MediaError::Kind::no_device,
            "PTP could not be started. Its helper program, gst-ptp-helper, is part of GStreamer and needs "
            "the right to use the ports 319 and 320: run it as the administrator or give it "
            "CAP_NET_BIND_SERVICE.");
    Clock clock{gst_ptp_clock_new("reference", source.domain)};
    if (!clock) return media_error(MediaError::Kind::no_device, "There is no PTP clock on this machine.");
    return std::make_unique<GstReferenceClock>(std::move(clock));
}

Result<std::unique_ptr<ReferenceClock>> open(const ReferenceClock::Net& source) {
    return std::make_unique<GstReferenceClock>(source);
}

} // namespace

Result<std::unique_ptr<ReferenceClock>> ReferenceClock::open(const Source& source) {
    gst::initialise();
    return std::visit([](const auto& each) { return media::open(each); }, source);
}

Result<std::unique_ptr<ReferenceClockServer>> ReferenceClockServer::start(std::uint16_t port) {
    gst::initialise();
    const auto in_use = [port] {
        return media_error(MediaError::Kind::no_device, "UDP port " + std::to_string(port) +
                                                            " is in use; another \"plenum-cli clock\" may run on this "
                                                            "machine. End it, or choose another port.");
    };
    if (port != 0 && !is_free(port)) return in_use();
    Clock clock{gst_system_clock_obtain()};
    Provider provider{gst_net_time_provider_new(clock.get(), nullptr, port)};
    if (!provider) return in_use();
    return std::make_unique<GstReferenceClockServer>(std::move(clock), std::move(provider));
}

} // namespace plenum::media
