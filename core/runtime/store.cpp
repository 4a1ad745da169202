// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/store.h"

#include <algorithm>
#include <array>
#include <system_error>

namespace plenum::runtime {

namespace {

constexpr std::string_view suffix = ".sqlite";
/// What SQLite keeps beside a file.
constexpr std::array companions{"", "-wal", "-shm", "-journal"};

std::string why(const DatabaseError& error) {
    switch (error.kind) {
    case DatabaseError::Kind::full: return "The disk is full";
    case DatabaseError::Kind::device: return "Writing to the disk failed (" + error.text + ")";
    default: return "The store cannot be written (" + error.text + ")";
    }
}

/// Enough to find the file by, of a name that is pseudonymous already.
std::string short_name(base::ConferenceHandle conference) { return base::to_hex(conference.view()).substr(0, 8); }

bool writable(const std::filesystem::path& folder) { return ::access(folder.c_str(), W_OK | X_OK) == 0; }

} // namespace

std::expected<Store, std::string> Store::open(const std::filesystem::path& folder) {
    if (const auto made = make_folder(folder); !made) return std::unexpected(made.error());
    if (!writable(folder)) return std::unexpected(folder.string() + " cannot be written by this user.");
    auto lock = FolderLock::take(folder);
    if (!lock) return std::unexpected(lock.error());
    return Store{folder, std::move(*lock)};
}

std::filesystem::path Store::file_of(base::ConferenceHandle conference) const {
    return folder_ / (base::to_hex(conference.view()) + std::string{suffix});
}

std::vector<base::ConferenceHandle> Store::conferences() const {
    std::vector<base::ConferenceHandle> result;
    std::error_code error;
    for (const auto& each : std::filesystem::directory_iterator{folder_, error}) {
        if (each.path().extension() != suffix) continue;
        const auto name = base::from_hex(each.path().stem().string());
        if (!name) continue;
        if (const auto handle = base::ConferenceHandle::from(*name)) result.push_back(*handle);
    }
    std::sort(result.begin(), result.end());
    return result;
}

std::expected<node::ConferenceStored, DatabaseError> Store::load(base::ConferenceHandle conference) {
    auto file = ConferenceFile::open(file_of(conference));
    if (!file) return std::unexpected(file.error());
    auto stored = file->read(conference);
    if (!stored) return stored;
    Slot slot{{conference, stored->access}, {}, 0};
    slot.made = true;
    // What an earlier run left may be in the system's cache alone: its last sync may have failed.
    slot.settled = file->settle().has_value();
    dirty_ = dirty_ || !slot.settled;
    slots_.insert_or_assign(conference, std::move(slot));
    return stored;
}

StoreNotice Store::set_aside(base::ConferenceHandle conference, const std::string& reason) {
    ++counters_.set_aside;
    slots_.erase(conference);
    const auto file = file_of(conference);
    auto target = file.string() + ".aside";
    std::error_code error;
    for (int number = 2; std::filesystem::exists(target, error) && number < 1000; ++number)
        target = file.string() + ".aside-" + std::to_string(number);
    for (const auto* companion : companions)
        std::filesystem::rename(file.string() + companion, target + companion, error);
    return {StoreNotice::Kind::set_aside, "Conference " + short_name(conference) + " is set aside as " +
                                              std::filesystem::path{target}.filename().string() + ": " + reason + "."};
}

void Store::put(const node::StoreConference& conference) {
    const auto handle = conference.conference;
    slots_.insert_or_assign(handle, Slot{conference, {}, 0});
    dirty_ = true;
}

void Store::put(node::StoreEntry entry) {
    const auto found = slots_.find(entry.conference);
    if (found == slots_.end() || found->second.given_up) return;
    auto& slot = found->second;
    slot.missing_bytes += entry.entry.size();
    slot.missing.push_back(std::move(entry));
    dirty_ = true;
}

void Store::put(const node::ForgetConference& conference) {
    slots_.erase(conference.conference);
    std::error_code error;
    for (const auto* companion : companions)
        std::filesystem::remove(file_of(conference.conference).string() + companion, error);
}

std::expected<void, DatabaseError> Store::write(Slot& slot) {
    if (!slot.file) {
        auto opened = ConferenceFile::open(file_of(slot.conference.conference));
        if (!opened) return std::unexpected(opened.error());
        slot.file.emplace(std::move(*opened));
        if (slot.retry_at || !slot.settled) {
            if (const auto settled = slot.file->settle(); !settled) return settled;
            slot.settled = true;
        }
    }
    if (const auto written = slot.file->write(slot.conference, slot.missing); !written) return written;
    ++counters_.transactions;
    counters_.entries += slot.missing.size();
    slot.missing.clear();
    slot.missing_bytes = 0;
    slot.made = true;
    slot.written_at = ++writes_;
    return {};
}

void Store::fail(Slot& slot, const DatabaseError& error, base::LocalTime now, std::vector<StoreNotice>& notices) {
    slot.file.reset();
    ++counters_.failures;
    if (error.kind == DatabaseError::Kind::damaged) {
        notices.push_back(set_aside(slot.conference.conference, error.text));
        return;
    }
    if (!slot.retry_at)
        notices.push_back(
            {StoreNotice::Kind::failing, why(error) + ": conference " + short_name(slot.conference.conference) +
                                             " goes on without history, and would be lost if this relay restarted."});
    slot.retry_at = now + retry_delay;
}

void Store::give_up(Slot& slot, std::vector<StoreNotice>& notices) {
    const auto conference = slot.conference;
    notices.push_back(set_aside(conference.conference, "too much of it could not be written"));
    auto& left = slots_.insert_or_assign(conference.conference, Slot{conference, {}, 0}).first->second;
    left.given_up = true;
}

void Store::commit(Slot& slot, base::LocalTime now, std::vector<StoreNotice>& notices) {
    const auto failing = slot.retry_at.has_value();
    if (failing && now < *slot.retry_at) {
        if (slot.missing_bytes > missing_bytes_max) give_up(slot, notices);
        return;
    }
    if (const auto written = write(slot); !written) return fail(slot, written.error(), now, notices);
    slot.retry_at.reset();
    if (failing)
        notices.push_back({StoreNotice::Kind::recovered,
                           "Conference " + short_name(slot.conference.conference) + " is stored whole again."});
}

std::vector<StoreNotice> Store::commit(base::LocalTime now) {
    std::vector<StoreNotice> notices;
    for (auto each = slots_.begin(); each != slots_.end();) {
        auto& slot = (each++)->second; // A slot may go away while it is written.
        if (!slot.given_up && (!slot.missing.empty() || slot.retry_at || !slot.made || !slot.settled))
            commit(slot, now, notices);
    }
    dirty_ = false;
    close_oldest();
    find_next_retry();
    return notices;
}

Store::Counters Store::counters() const {
    auto result = counters_;
    for (const auto& [handle, slot] : slots_) {
        if (slot.retry_at || slot.given_up) ++result.failing;
        result.missing_bytes += slot.missing_bytes;
    }
    return result;
}

void Store::close_oldest() {
    for (;;) {
        std::size_t open = 0;
        Slot* oldest = nullptr;
        for (auto& [handle, slot] : slots_) {
            if (!slot.file) continue;
            ++open;
            if (oldest == nullptr || slot.written_at < oldest->written_at) oldest = &slot;
        }
        if (open <= open_files_max) return;
        oldest->file.reset();
    }
}

void Store::find_next_retry() {
    retry_at_ = base::local_time_max;
    for (const auto& [handle, slot] : slots_)
        if (slot.retry_at && !slot.given_up) retry_at_ = std::min(retry_at_, *slot.retry_at);
}

} // namespace plenum::runtime
