// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/fault.h"

#include "core/base/check.h"

#include <algorithm>
#include <array>

namespace plenum::sim {

namespace {

using enum FaultKind;

constexpr std::array faults{
    FaultTraits{.kind = crash, .name = "crash", .end = restart},
    FaultTraits{.kind = restart, .name = "restart"},
    FaultTraits{.kind = partition, .name = "partition", .end = heal},
    FaultTraits{.kind = heal, .name = "heal", .all_by_default = true},
    FaultTraits{.kind = isolate, .name = "isolate", .end = heal},
    FaultTraits{.kind = mute, .name = "mute", .end = heal},
    FaultTraits{.kind = deaf, .name = "deaf", .end = heal},
    FaultTraits{.kind = clog, .name = "clog", .end = unclog},
    FaultTraits{.kind = unclog, .name = "unclog", .all_by_default = true},
    FaultTraits{.kind = swizzle, .name = "swizzle", .end = unclog},
    FaultTraits{.kind = pause, .name = "pause", .end = resume},
    FaultTraits{.kind = suspend, .name = "suspend", .end = resume},
    FaultTraits{.kind = resume, .name = "resume", .all_by_default = true},
    FaultTraits{.kind = jump, .name = "jump", .amount = "ms"},
    FaultTraits{.kind = drift, .name = "drift", .amount = "ppm"},
    FaultTraits{.kind = block_send, .name = "block_send", .end = free_send},
    FaultTraits{.kind = drop_send, .name = "drop_send", .end = free_send},
    FaultTraits{.kind = free_send, .name = "free_send", .all_by_default = true},
    FaultTraits{.kind = disk_full, .name = "disk_full", .end = disk_well, .disk = true},
    FaultTraits{.kind = disk_error, .name = "disk_error", .end = disk_well, .disk = true},
    FaultTraits{.kind = fsync_error, .name = "fsync_error", .end = disk_well, .disk = true},
    FaultTraits{.kind = disk_well, .name = "disk_well", .all_by_default = true},
    FaultTraits{.kind = power_cut, .name = "power_cut", .end = restart, .disk = true},
    FaultTraits{.kind = bit_flip, .name = "bit_flip", .disk = true},
    FaultTraits{.kind = disk_lost, .name = "disk_lost", .end = restart, .disk = true},
    FaultTraits{.kind = backup, .name = "backup", .disk = true},
    FaultTraits{.kind = old_backup, .name = "old_backup", .end = restart, .disk = true},
    FaultTraits{.kind = kill, .name = "kill", .end = restart, .disk = true},
    FaultTraits{.kind = cut_at_start, .name = "cut_at_start", .end = restart, .disk = true},
    FaultTraits{.kind = read_error, .name = "read_error", .end = disk_well, .disk = true},
    FaultTraits{.kind = disk_slow, .name = "disk_slow", .end = disk_well, .disk = true},
    FaultTraits{.kind = disk_hang, .name = "disk_hang", .end = disk_well, .disk = true},
    FaultTraits{.kind = sync_lie, .name = "sync_lie", .end = disk_well, .disk = true},
    FaultTraits{.kind = store_no_memory, .name = "store_no_memory", .end = disk_well, .disk = true},
    FaultTraits{.kind = no_memory, .name = "no_memory", .end = restart},
    FaultTraits{.kind = stand_in, .name = "stand_in"},
    FaultTraits{.kind = lost, .name = "lost"},
    FaultTraits{.kind = register_lost, .name = "register_lost", .end = register_back},
    FaultTraits{.kind = register_back, .name = "register_back", .all_by_default = true},
    FaultTraits{.kind = withhold, .name = "withhold", .end = unwithhold, .succession = true},
    FaultTraits{.kind = unwithhold, .name = "unwithhold", .all_by_default = true, .succession = true},
    FaultTraits{.kind = leave, .name = "leave", .end = restart, .succession = true},
    FaultTraits{.kind = close, .name = "close", .succession = true},
    FaultTraits{.kind = host_again, .name = "host_again", .succession = true},
    FaultTraits{.kind = usurp, .name = "usurp", .end = restart, .succession = true},
};

/// A time within [from, from + span].
VirtualTime draw_time(base::Random& random, VirtualTime from, base::Duration span) {
    return from + base::Duration{random.between(0, span.count())};
}

void spell_swizzle(const Fault& fault, base::Random& random, std::vector<Fault>& to) {
    const auto half = fault.lasting / 2;
    for (const auto node : fault.nodes) {
        to.push_back({draw_time(random, fault.at, half), clog, {node}});
        to.push_back({draw_time(random, fault.at + half, half), unclog, {node}});
    }
}

void spell(const Fault& fault, base::Random& random, std::vector<Fault>& to) {
    if (fault.kind == swizzle) return spell_swizzle(fault, random, to);
    auto begin = fault;
    begin.lasting = {};
    if (fault.kind == isolate) {
        begin.kind = partition;
        for (const auto node : fault.nodes) {
            begin.nodes = {node};
            to.push_back(begin);
        }
    } else {
        to.push_back(begin);
    }
    const auto end = traits_of(fault.kind).end;
    if (end && fault.lasting > base::Duration{}) to.push_back({fault.at + fault.lasting, *end, fault.nodes});
}

/// The longest time that some node spends between one of `begins` and its end.
base::Duration longest(const std::vector<Fault>& faults_in_order, VirtualTime end,
                       std::initializer_list<FaultKind> begins) {
    base::Duration result{};
    for (auto each = faults_in_order.begin(); each != faults_in_order.end(); ++each) {
        if (std::ranges::find(begins, each->kind) == begins.end()) continue;
        const auto over = std::find_if(each, faults_in_order.end(), [&](const Fault& later) {
            return later.kind == traits_of(each->kind).end &&
                   (later.nodes.empty() || std::ranges::includes(later.nodes, each->nodes));
        });
        result = std::max(result, (over == faults_in_order.end() ? end : over->at) - each->at);
    }
    return result;
}

} // namespace

std::span<const FaultTraits> all_faults() { return faults; }

const FaultTraits& traits_of(FaultKind kind) {
    const auto* found = std::ranges::find(faults, kind, &FaultTraits::kind);
    CHECK(found != faults.end());
    return *found;
}

std::string_view name_of(FaultKind kind) { return traits_of(kind).name; }

std::vector<Fault> spelled_out(const std::vector<Fault>& all, base::Random random) {
    std::vector<Fault> spelled;
    for (const auto& fault : all)
        spell(fault, random, spelled);
    std::vector<Fault> result;
    for (auto& fault : spelled)
        result.insert(std::ranges::upper_bound(result, fault.at, {}, &Fault::at), std::move(fault));
    return result;
}

LongestHold longest_hold(const std::vector<Fault>& all, VirtualTime end) {
    return {longest(all, end, {clog}) + longest(all, end, {block_send}), longest(all, end, {pause, suspend})};
}

} // namespace plenum::sim
