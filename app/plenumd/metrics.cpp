// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/metrics.h"

#include <prometheus/text_serializer.h>

#include <array>
#include <chrono>
#include <limits>

namespace plenum::app {

namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;
using Families = std::vector<MetricFamily>;

double to_seconds(base::Duration duration) { return std::chrono::duration<double>{duration}.count(); }

ClientMetric::Label label(std::string_view name, std::string_view value) {
    return {std::string{name}, std::string{value}};
}

/// A family in the making; each `add` is one line.
class Family {
  public:
    Family(Families& into, MetricType type, std::string name, std::string help) : into_{into} {
        family_.name = std::move(name);
        family_.help = std::move(help);
        family_.type = type;
    }
    Family(const Family&) = delete;
    Family& operator=(const Family&) = delete;
    ~Family() { into_.push_back(std::move(family_)); }

    template <class Number>
    Family& add(Number value, std::vector<ClientMetric::Label> labels = {}) {
        ClientMetric metric;
        metric.label = std::move(labels);
        (family_.type == MetricType::Counter ? metric.counter.value : metric.gauge.value) = static_cast<double>(value);
        family_.metric.push_back(std::move(metric));
        return *this;
    }
    Family& add(const runtime::TimeHistogram& times) {
        ClientMetric metric;
        std::uint64_t below = 0;
        for (std::size_t bucket = 0; bucket < times.bounds.size(); ++bucket) {
            below += times.counts[bucket];
            metric.histogram.bucket.push_back({below, to_seconds(times.bounds[bucket])});
        }
        metric.histogram.sample_count = below + times.counts.back();
        metric.histogram.bucket.push_back({metric.histogram.sample_count, std::numeric_limits<double>::infinity()});
        metric.histogram.sample_sum = to_seconds(times.sum);
        family_.metric.push_back(std::move(metric));
        return *this;
    }

  private:
    Families& into_;
    MetricFamily family_;
};

/// One line for each value.
template <class E>
void add_each(Family& family, const base::EnumArray<E, std::uint64_t>& counts, std::string_view label_name) {
    for (const auto value : base::enum_values<E>)
        family.add(counts[value], {label(label_name, base::enumerator_name(value))});
}

/// The maker of families under our own prefix.
struct Maker {
    Families& into;
    [[nodiscard]] Family counter(const std::string& name, std::string help) const {
        return {into, MetricType::Counter, "plenum_relay_" + name + "_total", std::move(help)};
    }
    [[nodiscard]] Family gauge(const std::string& name, std::string help) const {
        return {into, MetricType::Gauge, "plenum_relay_" + name, std::move(help)};
    }
    [[nodiscard]] Family histogram(const std::string& name, std::string help) const {
        return {into, MetricType::Histogram, "plenum_relay_" + name + "_seconds", std::move(help)};
    }
};

void add_people(const Maker& make, const Snapshot& at) {
    const auto& relay = at.relay;
    make.gauge("sessions", "Connected clients.").add(relay.sessions);
    make.counter("sessions_opened", "Clients that connected.").add(relay.sessions_opened);
    {
        auto family = make.counter("sessions_closed", "Sessions that ended, by reason.");
        add_each(family, relay.sessions_closed, "end");
    }
    make.counter("sessions_refused",
                 "Attempts to connect that were refused because a limit was reached; a client makes several.")
        .add(relay.sessions_refused_full, {label("limit", "sessions")})
        .add(relay.sessions_refused_address, {label("limit", "sessions_per_address")});
    make.gauge("conferences", "Conferences kept.").add(relay.conferences);
    make.gauge("conferences_in_use", "Conferences in which at least one client is connected.")
        .add(relay.conferences_in_use);
    make.counter("conferences_created", "Conferences created.").add(relay.conferences_created);
    make.counter("conferences_forgotten", "Conferences deleted.").add(relay.conferences_forgotten);
    make.counter("conferences_refused", "Conferences refused because limits.conferences was reached.")
        .add(relay.conferences_refused_full);
    make.counter("failures_contained", "Faults that closed one conference for a while.").add(relay.failures_contained);
    make.gauge("members", "Members in the logs of all conferences, present or absent.")
        .add(relay.members_present, {label("state", "present")})
        .add(relay.members - relay.members_present, {label("state", "absent")});
    make.gauge("log_entries", "Entries in the logs of all conferences, in memory and on disk.").add(relay.log_entries);
    {
        auto family = make.counter("entries_refused", "Operations from members that were refused, by reason.");
        add_each(family, relay.entries_refused, "reason");
    }
    make.counter("entries_forged", "Refused operations in another member's name or with an invalid signature.")
        .add(relay.entries_forged);
    {
        auto family =
            make.counter("messages_unheard",
                         "Messages refused, or held back (excess on whiteboards), by reason; each fragment counts.");
        add_each(family, relay.messages_unheard, "reason");
    }
}

void add_classes(Family&& family, const base::EnumArray<base::PriorityClass, std::uint64_t>& counts) {
    add_each(family, counts, "class");
}

void add_datagrams(const Maker& make, const Snapshot& at) {
    make.counter("datagrams", "Datagrams received, by outcome.")
        .add(at.datagrams.opened, {label("outcome", "opened")})
        .add(at.datagrams.replayed, {label("outcome", "replayed")})
        .add(at.datagrams.forged, {label("outcome", "forged")})
        .add(at.datagrams.malformed, {label("outcome", "malformed")})
        .add(at.datagrams.strange + at.intake.of(sched::IntakeRefusal::strange) +
                 at.intake.of(sched::IntakeRefusal::malformed),
             {label("outcome", "strange")})
        .add(at.intake.of(sched::IntakeRefusal::crowded), {label("outcome", "crowded")})
        .add(at.datagrams.handshakes, {label("outcome", "handshake")})
        .add(at.socket.oversized, {label("outcome", "oversized")});
    add_classes(make.counter("received_datagrams", "Datagrams opened, by their most urgent class."),
                at.relay.received.datagrams);
    add_classes(make.counter("received_bytes", "UDP payload of the opened datagrams."), at.relay.received.bytes);
    add_classes(make.counter("sent_datagrams", "Datagrams given to the socket, by their most urgent class."),
                at.relay.sent.datagrams);
    add_classes(make.counter("sent_bytes", "UDP payload of the sent datagrams."), at.relay.sent.bytes);
    make.counter("socket_drops", "Datagrams that the system did not send, by reason.")
        .add(at.socket.dropped, {label("reason", "backlog_full")})
        .add(at.socket.refused, {label("reason", "refused")});
    make.counter("socket_receive_errors", "Errors when receiving from the socket.").add(at.socket.receive_errors);
    make.gauge("socket_backlog", "Datagrams that wait for the system to accept them.").add(at.send_backlog);
}

void add_drops(Family&& family, const sched::DropCounters& drops) {
    for (const auto priority : base::enum_values<base::PriorityClass>)
        for (const auto reason : base::enum_values<sched::DropReason>)
            family.add(drops.of(priority, reason),
                       {label("class", base::enumerator_name(priority)), label("reason", name(reason))});
}

void add_links(const Maker& make, const Snapshot& at) {
    const auto& links = at.relay.links;
    add_drops(make.counter("queue_drops", "Packets dropped before sending, by class and reason."), links.drops);
    add_drops(
        make.counter("receive_drops",
                     "Datagrams dropped before opening because the queue was full or too slow, by class and reason."),
        at.intake_drops);
    make.counter("packets_lost", "Packets to clients that were declared lost.").add(links.packets_lost);
    make.counter("packets_spurious", "Packets declared lost that had arrived.").add(links.packets_spurious);
    make.counter("resent_stream_bytes", "Bytes of reliable streams that were sent again.")
        .add(links.stream_bytes_resent);
    make.counter("resent_fragments", "Fragments of live messages that were sent again.").add(links.fragments_resent);
    make.counter("given_up_fragments", "Lost fragments that were too late to send again.")
        .add(links.fragments_given_up);
    make.gauge("queued_packets", "Packets that wait to be sent, for all clients.").add(at.load.queued_packets);
    make.gauge("stream_buffer_bytes", "Bytes of reliable streams not yet acknowledged, for all clients.")
        .add(at.load.stream_bytes);
    make.gauge("reassembly_bytes", "Bytes received out of order, from all clients.").add(at.load.reassembly_bytes);
    make.gauge("history_bytes", "Bytes of reliable messages kept in memory for returning members.")
        .add(at.relay.history_bytes);
}

void add_loop_and_store(const Maker& make, const Snapshot& at) {
    make.histogram("loop_turn_duration", "Duration of the turns of the relay's loops.").add(at.times.turns);
    make.histogram("loop_wake_lateness", "Delay of wake-ups of the relay's loops.").add(at.times.lateness);
    make.histogram("store_commit_duration", "Time until a group of changes was durable on disk.").add(at.times.commits);
    make.counter("store_transactions", "Transactions that became durable.").add(at.store.transactions);
    make.counter("store_failures", "Transactions that failed.").add(at.store.failures);
    make.counter("store_entries", "Log entries that became durable.").add(at.store.entries);
    make.counter("store_words", "Reliable messages that became durable.").add(at.store.words);
    make.counter("conferences_behind", "Members who had read further than the store.").add(at.relay.conferences_behind);
    make.counter("conferences_restored", "Conferences that a member gave back completely.")
        .add(at.relay.conferences_restored);
    make.counter("conferences_taken_over", "Conferences taken over as a standby.").add(at.relay.conferences_taken_over);
    make.counter("conferences_deposed", "Conferences that the standby took over.").add(at.relay.conferences_deposed);
    make.counter("log_entries_refilled", "Log entries that members gave back.").add(at.relay.entries_refilled);
    make.counter("store_behind", "Files that lacked their newest part.").add(at.store.behind);
    make.counter("store_set_aside", "Files set aside as damaged, foreign or incomplete.").add(at.store.set_aside);
    make.gauge("store_failing_conferences", "Conferences that are not complete on disk.").add(at.store.failing);
    make.gauge("store_left_out_conferences", "Conferences whose files could not be loaded yet.").add(at.store.left_out);
    make.gauge("store_missing_bytes", "Bytes in memory that wait to be written to disk.").add(at.store.missing_bytes);
}

/// What is one of the whole relay; bounds hold for each of its loops.
void add_whole(Families& into, const Snapshot& first, std::size_t loops) {
    const Maker make{into};
    make.gauge("sessions_limit", "The limit limits.sessions for all loops together.")
        .add(loops * first.limits.sessions);
    make.gauge("conferences_limit", "The limit limits.conferences for all loops together.")
        .add(loops * first.limits.conferences);
    make.gauge("uptime_seconds", "Time since the relay was ready.").add(to_seconds(first.uptime));
    make.gauge("closing", "1 while the relay notifies its clients that it ends, otherwise 0.")
        .add(first.closing ? 1 : 0);
    Family{into, MetricType::Gauge, "process_start_time_seconds", "Start of the process, in seconds since 1970."}.add(
        first.started_at);
}

Families families_of(const Snapshot& loop) {
    Families families;
    const Maker make{families};
    add_people(make, loop);
    add_datagrams(make, loop);
    add_links(make, loop);
    add_loop_and_store(make, loop);
    return families;
}

void add(ClientMetric& sum, const ClientMetric& more) {
    sum.counter.value += more.counter.value;
    sum.gauge.value += more.gauge.value;
    sum.histogram.sample_count += more.histogram.sample_count;
    sum.histogram.sample_sum += more.histogram.sample_sum;
    for (std::size_t bucket = 0; bucket < sum.histogram.bucket.size(); ++bucket)
        sum.histogram.bucket[bucket].cumulative_count += more.histogram.bucket[bucket].cumulative_count;
}

/// Both are made by `families_of`, so their lines are the same.
void add(Families& sums, const Families& more) {
    for (std::size_t family = 0; family < sums.size(); ++family)
        for (std::size_t line = 0; line < sums[family].metric.size(); ++line)
            add(sums[family].metric[line], more[family].metric[line]);
}

/// The names that every Prometheus client gives (prometheus.io/docs/instrumenting/writing_clientlibs).
void add_process(Families& into, const ProcessFigures& process) {
    const auto gauge = [&](const char* name, const char* help, auto value) {
        if (value) Family{into, MetricType::Gauge, name, help}.add(*value);
    };
    gauge("process_resident_memory_bytes", "Resident memory.", process.resident_bytes);
    gauge("process_virtual_memory_bytes", "Virtual memory.", process.virtual_bytes);
    gauge("process_open_fds", "Open file descriptors.", process.open_descriptors);
    gauge("process_max_fds", "Limit of open file descriptors.", process.descriptors_max);
    if (process.cpu_seconds)
        Family{into, MetricType::Counter, "process_cpu_seconds_total", "Processor time, user and system."}.add(
            *process.cpu_seconds);
    Family{into, MetricType::Gauge, "plenum_relay_build_info", "Always 1; the label holds the version."}.add(
        1, {label("version", PLENUM_VERSION)});
}

} // namespace

Families metric_families(const Snapshot& first, const ProcessFigures& process, std::span<const Snapshot> others) {
    auto families = families_of(first);
    for (const auto& other : others)
        add(families, families_of(other));
    add_whole(families, first, 1 + others.size());
    add_process(families, process);
    return families;
}

std::string metrics_text(const Snapshot& first, const ProcessFigures& process, std::span<const Snapshot> others) {
    return prometheus::TextSerializer{}.Serialize(metric_families(first, process, others));
}

} // namespace plenum::app
