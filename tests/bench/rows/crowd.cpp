// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/crowd.h"

#include "core/runtime/clock.h"
#include "tests/bench/process.h"
#include "tests/bench/relay_process.h"
#include "tests/bench/rows/rows.h"

#include <fmt/format.h>

#include <algorithm>

/// A conference in which six people talk all the time, on one relay: sound that reached nobody, processor and memory of
/// the relay, and whether its memory grows. All members run in one process and thread. Where that thread is too slow to
/// speak in time, the row says so: then the figures are those of the crowd, not of the relay.
namespace plenum::bench {

namespace {

constexpr std::size_t speakers = 6;
/// Opus at 32 kbit/s in frames of 20 ms (RFC 6716 §2.1.4).
constexpr std::size_t sound_bytes = 80;
constexpr base::Duration sound_interval = std::chrono::milliseconds{20};
constexpr base::Duration settle_time = std::chrono::seconds{1};
constexpr base::Duration assembly_patience = std::chrono::minutes{5};
/// Before memory is read for the first time.
constexpr base::Duration first_time = std::chrono::seconds{10};
constexpr base::Duration turn = sound_interval / speakers;
/// Of what was to be said, that a crowd in time says.
constexpr double said_least = 0.98;

struct Talk {
    std::uint64_t sent{0};
    std::uint64_t received{0};
    double seconds{0};
};

std::uint64_t sounds_received(Crowd& crowd) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < crowd.size(); ++i)
        sum += crowd.at(i).messages();
    return sum;
}

/// Speakers take turns within each interval.
Talk talk(Crowd& crowd, base::Duration length) {
    const auto before = sounds_received(crowd);
    const auto began = runtime::now();
    Talk done;
    // A crowd behind its time says less; it does not catch up, which would be another load.
    for (auto at = began; at < began + length; at = std::max(at + turn, runtime::now())) {
        crowd.serve_for(std::max(base::Duration{at - runtime::now()}, turn / 2));
        crowd.at(done.sent % speakers).publish(base::FlowKind::audio, base::Bytes(sound_bytes, 1), runtime::now());
        ++done.sent;
    }
    done.seconds = std::chrono::duration<double>(runtime::now() - began).count();
    crowd.serve_for(settle_time);
    done.received = sounds_received(crowd) - before;
    return done;
}

void tell(const Teller& teller, const Talk& talk) {
    teller.samples({static_cast<double>(talk.sent), static_cast<double>(talk.received), talk.seconds});
}

void meet(const Teller& teller, const base::Address& relay, std::size_t members, base::Duration length) {
    Crowd crowd;
    if (!crowd.assemble(relay, members)) return;
    crowd.serve_for(settle_time);
    teller.line("here");
    tell(teller, talk(crowd, first_time));
    tell(teller, talk(crowd, length));
    // Alive, so that the relay keeps what it has for its members.
    crowd.serve_for(patience);
}

struct Meeting {
    std::size_t members;
    /// After the first reading of memory.
    base::Duration length;
};

/// What one run gave.
struct Figures {
    double lost_permille{0};
    double relay_percent{0};
    double kib_per_member{0};
    double growth_kib{0};
    std::string note;
};

std::expected<Figures, std::string> run(const Meeting& meeting) {
    const auto relay = RelayProcess::start(core_first);
    if (!relay) return std::unexpected(relay.error());
    const auto& process = relay->process();
    const auto empty = process.private_kib();
    auto crowd = Process::fork(
        core_second, [&](const Teller& teller) { meet(teller, relay->address(), meeting.members, meeting.length); });
    if (!crowd.line(assembly_patience)) return std::unexpected("the members did not come together");
    if (crowd.samples().size() != 3) return std::unexpected("the members said nothing");
    const auto first = process.private_kib();
    const auto spent = process.processor_time();
    const auto told = crowd.samples(meeting.length + patience);
    if (told.size() != 3) return std::unexpected("the members said nothing more");
    const std::chrono::duration<double> used = process.processor_time() - spent;
    const auto last = process.private_kib();
    const auto wanted = told[0] * static_cast<double>(meeting.members - 1);
    const auto planned = std::chrono::duration<double>(meeting.length) / std::chrono::duration<double>(turn);
    const auto seconds = told[2] + std::chrono::duration<double>(settle_time).count();
    Figures figures{1000 * (1 - told[1] / wanted),
                    100 * used.count() / seconds,
                    (last - empty) / static_cast<double>(meeting.members),
                    last - first,
                    {}};
    if (told[0] < planned * said_least)
        figures.note =
            fmt::format("the crowd's thread was too slow: it said {:.0f} of {:.0f} sounds", told[0], planned);
    return figures;
}

Row single(const std::string& name, double value, const std::string& unit, const std::string& aim,
           const std::string& note) {
    Row row;
    row.name = name;
    row.median = value;
    row.unit = unit;
    row.runs = 1;
    row.aim = aim;
    row.note = note;
    return row;
}

Measure crowd_of(const Meeting& meeting) {
    const auto name = fmt::format("crowd-{}", meeting.members);
    return {name, [=](const ContestOptions&) {
                const auto figures = run(meeting);
                if (!figures) {
                    Row failed;
                    failed.name = name;
                    failed.note = figures.error();
                    return std::vector<Row>{failed};
                }
                const auto& note = figures->note;
                return std::vector<Row>{single(name + "-sound-lost", figures->lost_permille, "permille", "0", note),
                                        single(name + "-relay-cpu", figures->relay_percent, "%", "", note),
                                        single(name + "-relay-memory", figures->kib_per_member, "KiB", "", note),
                                        single(name + "-relay-growth", figures->growth_kib, "KiB", "0", note)};
            }};
}

} // namespace

std::vector<Measure> crowd_measures() {
    using std::chrono::seconds;
    return {crowd_of({50, seconds{20}}), crowd_of({100, seconds{20}}), crowd_of({200, seconds{120}})};
}

} // namespace plenum::bench
