// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/disk/fault_disk.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace plenum::sim {

bool FaultDisk::counted_out() {
    if (calls_left_ != 0 && --calls_left_ == 0) {
        dead_ = died_ = true;
        died_in_checkpoint_ = outside_log_;
    }
    return dead_;
}

FaultDisk::Answer FaultDisk::before_write() {
    if (counted_out()) return Answer::dead;
    if (full_) return Answer::full;
    return write_error_ ? Answer::write_error : Answer::fine;
}

FaultDisk::Answer FaultDisk::before_sync() {
    if (counted_out()) return Answer::dead;
    if (lies_) return Answer::lie;
    return sync_error_ ? Answer::sync_error : Answer::fine;
}

bool FaultDisk::before_read() { return !read_error_ || !random_.chance(read_error_ppm); }

FaultDisk::Answer FaultDisk::before_remove() { return counted_out() ? Answer::dead : Answer::fine; }

void FaultDisk::apply(const Pending& pending, base::Bytes& to) {
    if (pending.truncation) return to.resize(pending.at);
    const auto end = pending.at + pending.bytes.size();
    if (to.size() < end) to.resize(end);
    if (!pending.bytes.empty()) std::memcpy(to.data() + pending.at, pending.bytes.data(), pending.bytes.size());
}

void FaultDisk::opened(const std::string& file, const base::Bytes& contents) {
    if (contents.empty() || !files_.contains(file)) files_[file] = {contents, {}};
}

void FaultDisk::written(const std::string& file, base::ByteView bytes, std::uint64_t at) {
    files_[file].pending.push_back({at, {bytes.begin(), bytes.end()}, false});
}

void FaultDisk::truncated(const std::string& file, std::uint64_t size) {
    files_[file].pending.push_back({size, {}, true});
}

void FaultDisk::synced(const std::string& file) {
    auto& [durable, pending] = files_[file];
    for (const auto& each : std::exchange(pending, {}))
        apply(each, durable);
}

void FaultDisk::sync_failed(const std::string& file) { files_[file].pending.clear(); }

std::map<std::string, base::Bytes> FaultDisk::after_power_cut() {
    std::map<std::string, base::Bytes> result;
    for (auto& [name, file] : files_) {
        for (auto& each : std::exchange(file.pending, {})) {
            const auto fate = random_.below(3);
            if (fate == 0) continue;
            if (fate == 1 && !each.truncation) {
                const auto sectors = each.bytes.size() / sector_bytes;
                each.bytes.resize(random_.below(sectors + 1) * sector_bytes);
            }
            apply(each, file.durable);
        }
        result[name] = file.durable;
    }
    return result;
}

void FaultDisk::start() {
    dead_ = died_ = died_in_checkpoint_ = false;
    calls_left_ = std::exchange(calls_from_start_, 0);
}

void FaultDisk::strike(FaultKind kind) {
    switch (kind) {
    case FaultKind::disk_full: full_ = true; return;
    case FaultKind::disk_error: write_error_ = true; return;
    case FaultKind::fsync_error: sync_error_ = true; return;
    case FaultKind::read_error: read_error_ = true; return;
    case FaultKind::sync_lie: lies_ = true; return;
    case FaultKind::store_no_memory: no_memory_ = true; return;
    case FaultKind::kill:
    case FaultKind::power_cut: calls_left_ = 1 + random_.below(cut_within); return;
    case FaultKind::cut_at_start: calls_from_start_ = 1 + random_.below(cut_within); return;
    case FaultKind::disk_well:
        full_ = write_error_ = sync_error_ = read_error_ = no_memory_ = false;
        calls_left_ = 0;
        if (std::exchange(lies_, false))
            for (const auto& [name, file] : files_)
                synced(name);
        return;
    default: return;
    }
}

void FaultDisk::replace(const std::map<std::string, base::Bytes>& files) {
    files_.clear();
    for (const auto& [name, contents] : files)
        files_[name] = {contents, {}};
}

std::optional<FaultDisk::Flip> FaultDisk::flip_bit() {
    if (files_.empty()) return std::nullopt;
    auto& [name, file] = *std::next(files_.begin(), static_cast<std::ptrdiff_t>(random_.below(files_.size())));
    if (file.durable.empty()) return std::nullopt;
    const auto bit = random_.below(file.durable.size() * 8);
    file.durable[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
    return Flip{name, bit};
}

} // namespace plenum::sim
