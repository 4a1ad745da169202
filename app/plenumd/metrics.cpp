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
    make.gauge("sessions", "Clients connected now.").add(relay.sessions);
    make.counter("sessions_opened", "Clients that connected.").add(relay.sessions_opened);
    {
        auto family = make.counter("sessions_closed", "Clients that are gone, by how it ended.");
        add_each(family, relay.sessions_closed, "end");
    }
    make.counter("sessions_refused",
                 "Attempts refused because a bound of limits.* was reached, by which; a client makes several.")
        .add(relay.sessions_refused_full, {label("limit", "sessions")})
        .add(relay.sessions_refused_address, {label("limit", "sessions_per_address")});
    make.gauge("conferences", "Conferences kept.").add(relay.conferences);
    make.gauge("conferences_in_use", "Of these those in which somebody is connected.").add(relay.conferences_in_use);
    make.counter("conferences_created", "Conferences made.").add(relay.conferences_created);
    make.counter("conferences_forgotten", "Conferences that ended or were given up.").add(relay.conferences_forgotten);
    make.counter("conferences_refused", "Conferences refused because limits.conferences was reached.")
        .add(relay.conferences_refused_full);
    make.counter("failures_contained",
                 "Faults while one conference was served, which closed that one alone for a while.")
        .add(relay.failures_contained);
    make.gauge("members", "Members in the logs of all conferences, by whether they are there.")
        .add(relay.members_present, {label("state", "present")})
        .add(relay.members - relay.members_present, {label("state", "absent")});
    make.gauge("log_entries", "Entries in the logs of all conferences, in memory and on disk.").add(relay.log_entries);
    {
        auto family = make.counter("entries_refused", "Entries that members asked for and nobody got, by why.");
        add_each(family, relay.entries_refused, "reason");
    }
    make.counter("entries_forged", "Of these, those in another's name or without a true signature.")
        .add(relay.entries_forged);
    {
        auto family = make.counter("messages_unheard",
                                   "Messages of members that were passed on to nobody, by why; of a large one each "
                                   "fragment counts.");
        add_each(family, relay.messages_unheard, "reason");
    }
}

void add_classes(Family&& family, const base::EnumArray<base::PriorityClass, std::uint64_t>& counts) {
    add_each(family, counts, "class");
}

void add_datagrams(const Maker& make, const Snapshot& at) {
    make.counter("datagrams", "Datagrams that came in, by what became of them.")
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
    add_classes(make.counter("received_datagrams", "Datagrams that were opened, by their most urgent class."),
                at.relay.received.datagrams);
    add_classes(make.counter("received_bytes", "UDP payload of these."), at.relay.received.bytes);
    add_classes(make.counter("sent_datagrams", "Sealed datagrams handed to the socket, by their most urgent class."),
                at.relay.sent.datagrams);
    add_classes(make.counter("sent_bytes", "UDP payload of these."), at.relay.sent.bytes);
    make.counter("socket_drops", "Datagrams that did not leave, by why.")
        .add(at.socket.dropped, {label("reason", "backlog_full")})
        .add(at.socket.refused, {label("reason", "refused")});
    make.counter("socket_receive_errors", "Errors of the socket on receiving.").add(at.socket.receive_errors);
    make.gauge("socket_backlog", "Datagrams that wait for the system to take them.").add(at.send_backlog);
}

void add_drops(Family&& family, const sched::DropCounters& drops) {
    for (const auto priority : base::enum_values<base::PriorityClass>)
        for (const auto reason : base::enum_values<sched::DropReason>)
            family.add(drops.of(priority, reason),
                       {label("class", base::enumerator_name(priority)), label("reason", name(reason))});
}

void add_links(const Maker& make, const Snapshot& at) {
    const auto& links = at.relay.links;
    add_drops(make.counter("queue_drops", "Packets that were dropped instead of sent, by class and reason."),
              links.drops);
    add_drops(make.counter("receive_drops",
                           "Datagrams that were dropped before they were opened, since too many waited "
                           "or for too long, by class and reason."),
              at.intake_drops);
    make.counter("packets_lost", "Packets to clients declared lost.").add(links.packets_lost);
    make.counter("packets_spurious", "Of these, those that had arrived after all.").add(links.packets_spurious);
    make.counter("resent_stream_bytes", "Bytes of reliable streams sent again.").add(links.stream_bytes_resent);
    make.counter("resent_fragments", "Fragments of live messages sent again.").add(links.fragments_resent);
    make.counter("given_up_fragments", "Fragments lost with no time left to send them again.")
        .add(links.fragments_given_up);
    make.gauge("queued_packets", "Packets that wait to be sent, over all clients.").add(at.load.queued_packets);
    make.gauge("stream_buffer_bytes", "Reliable bytes not yet confirmed, over all clients.").add(at.load.stream_bytes);
    make.gauge("reassembly_bytes", "Bytes received out of order, over all clients.").add(at.load.reassembly_bytes);
    make.gauge("history_bytes", "Reliable messages kept for those who come back.").add(at.relay.history_bytes);
}

void add_loop_and_store(const Maker& make, const Snapshot& at) {
    make.histogram("loop_turn_duration", "How long turns of the relay's thread took.").add(at.times.turns);
    make.histogram("loop_wake_lateness", "How much later than wanted the relay's thread woke up.")
        .add(at.times.lateness);
    make.histogram("store_commit_duration", "How long the disk took to make a group of changes durable.")
        .add(at.times.commits);
    make.counter("store_transactions", "Transactions that became durable.").add(at.store.transactions);
    make.counter("store_failures", "Transactions that failed.").add(at.store.failures);
    make.counter("store_entries", "Log entries that became durable.").add(at.store.entries);
    make.counter("store_words", "Messages of reliable flows that became durable.").add(at.store.words);
    make.counter("conferences_behind", "Members who knew more of a log than the store had given.")
        .add(at.relay.conferences_behind);
    make.counter("conferences_restored", "Conferences that a member gave back whole.")
        .add(at.relay.conferences_restored);
    make.counter("conferences_taken_over", "Conferences taken over as a standby.").add(at.relay.conferences_taken_over);
    make.counter("conferences_deposed", "Conferences that the standby took over.").add(at.relay.conferences_deposed);
    make.counter("log_entries_refilled", "Log entries that members gave back.").add(at.relay.entries_refilled);
    make.counter("store_behind", "Files that lacked what was written last.").add(at.store.behind);
    make.counter("store_set_aside", "Files that were put aside as damaged, foreign or incomplete.")
        .add(at.store.set_aside);
    make.gauge("store_failing_conferences", "Conferences that are not whole on disk.").add(at.store.failing);
    make.gauge("store_left_out_conferences", "Conferences whose files could not be loaded so far.")
        .add(at.store.left_out);
    make.gauge("store_missing_bytes", "Bytes that wait in memory until the disk takes them.")
        .add(at.store.missing_bytes);
}

/// What is one of the whole relay; bounds hold for each of its loops.
void add_whole(Families& into, const Snapshot& first, std::size_t loops) {
    const Maker make{into};
    make.gauge("sessions_limit", "limits.sessions, for all loops together.").add(loops * first.limits.sessions);
    make.gauge("conferences_limit", "limits.conferences, likewise.").add(loops * first.limits.conferences);
    make.gauge("uptime_seconds", "Since the relay was ready.").add(to_seconds(first.uptime));
    make.gauge("closing", "1 while the relay tells everyone that it ends.").add(first.closing ? 1 : 0);
    Family{into, MetricType::Gauge, "process_start_time_seconds", "When the process began, since 1970."}.add(
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
    gauge("process_max_fds", "Bound on open file descriptors.", process.descriptors_max);
    if (process.cpu_seconds)
        Family{into, MetricType::Counter, "process_cpu_seconds_total", "Processor time, user and system."}.add(
            *process.cpu_seconds);
    Family{into, MetricType::Gauge, "plenum_relay_build_info", "1; the version stands in the label."}.add(
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
