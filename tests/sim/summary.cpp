// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/summary.h"

#include "tests/sim/trace.h"

#include <fmt/format.h>

namespace plenum::sim {

std::string summary_json(const std::string& scenario, std::uint64_t seed, const Result& result) {
    auto text = fmt::format(R"({{"scenario":{},"seed":{},"ok":{},"steps":{},"virtual_us":{},"converged_us":{},)"
                            R"("sent":{},"delivered":{},"discarded":{},"refused":{},"log_length":{},"ended":{},)"
                            R"("reconnects":{},"queued_packets_max":{},"stream_bytes_max":{},)",
                            json_text(scenario), seed, !result.broken, result.steps, to_us(result.ended_at),
                            base::to_us(result.converged_after), result.sent, result.delivered, result.discarded,
                            result.refused, result.log_size, result.ended, result.reconnects, result.queued_packets_max,
                            result.stream_bytes_max);
    const auto& network = result.network;
    text += fmt::format(R"("datagrams":{{"sent":{},"delivered":{},"lost":{},"overflowed":{},"cut":{},"duplicated":{},)"
                        R"("reordered":{},"damaged":{},"clogged":{},"unread":{},"unsent":{}}},"faults":{},)"
                        R"("store_notices":{},"log_lost":{},"lost_untold":{})",
                        network.sent, network.delivered, network.lost, network.overflowed, network.cut,
                        network.duplicated, network.reordered, network.damaged, network.clogged, result.edge.overflowed,
                        result.edge.refused, result.faults, result.store_notices, result.log_lost, result.lost_untold);
    const auto& kills = result.kills;
    const auto& told = result.told;
    text += fmt::format(R"(,"kills":{{"all":{},"power":{},"in_commit":{},"in_checkpoint":{},"unanswered":{},)"
                        R"("at_start":{},"on_bad_disk":{}}})",
                        kills.all, kills.power, kills.in_commit, kills.in_checkpoint, kills.unanswered, kills.at_start,
                        kills.on_bad_disk);
    text += fmt::format(R"(,"told":{{"lines":{},"entries":{},"lines_looked_for":{},"entries_looked_for":{},)"
                        R"("lines_lost_by_disk":{},"entries_lost_by_disk":{},"entries_unkept":{}}})",
                        told.lines, told.entries, told.lines_looked_for, told.entries_looked_for,
                        told.lines_lost_by_disk, told.entries_lost_by_disk, told.entries_unkept);
    if (result.broken) {
        text += fmt::format(R"(,"broken":{{"step":{},"t_us":{},"what":{}}})", result.broken->step,
                            to_us(result.broken->at), json_text(result.broken->what));
    }
    return text + "}";
}

std::string summary_text(const std::string& scenario, std::uint64_t seed, const Result& result, double seconds) {
    const auto virtual_seconds = static_cast<double>(to_us(result.ended_at)) / 1e6;
    const auto& network = result.network;
    return fmt::format("{}, seed {}: {}\n"
                       "  messages   {} sent, {} delivered, {} discarded, {} refused\n"
                       "  log        {} entries; {} reconnections, {} times out of the conference\n"
                       "  datagrams  {} sent, {} delivered, {} lost, {} overflowed, {} cut, {} doubled, {} reordered\n"
                       "  time       {:.1f} s virtual in {:.2f} s of processor ({:.0f} times as fast), {} steps, "
                       "well {:.1f} s after the faults\n",
                       scenario, seed, result.broken ? "BROKEN" : "all invariants held", result.sent, result.delivered,
                       result.discarded, result.refused, result.log_size, result.reconnects, result.ended, network.sent,
                       network.delivered, network.lost, network.overflowed, network.cut, network.duplicated,
                       network.reordered, virtual_seconds, seconds, virtual_seconds / seconds, result.steps,
                       base::to_ms(result.converged_after) / 1e3);
}

std::string break_text(const std::string& scenario, std::uint64_t seed, const Break& broken) {
    return fmt::format("{}: seed {}: broken at step {}, {} us: {}", scenario, seed, broken.step, to_us(broken.at),
                       broken.what);
}

} // namespace plenum::sim
