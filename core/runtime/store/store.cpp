// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/store/store.h"

#include "core/runtime/store/aside.h"

#include <unistd.h>

#include <algorithm>
#include <system_error>
#include <utility>

namespace plenum::runtime {

namespace {

constexpr std::string_view suffix = ".sqlite";

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

StoreNotice behind_notice(base::ConferenceHandle conference, const std::string& what) {
    return {StoreNotice::Kind::behind, "Conference " + short_name(conference) + " lacks what was written last (" +
                                           what + "); its members are asked for it."};
}

} // namespace

std::expected<Store, std::string> Store::open(const std::filesystem::path& folder) {
    if (const auto made = make_folder(folder); !made) return std::unexpected(made.error());
    if (!writable(folder)) return std::unexpected(folder.string() + " cannot be written by this user.");
    auto lock = FolderLock::take(folder);
    if (!lock) return std::unexpected(lock.error());
    return Store{folder, std::make_shared<FolderLock>(std::move(*lock))};
}

Store Store::share(Has has, std::size_t count) const {
    Store store{folder_, lock_};
    store.has_ = std::move(has);
    store.open_files_most_ = std::max<std::size_t>(open_files_max / count, 1);
    return store;
}

std::filesystem::path Store::file_of(base::ConferenceHandle conference) const {
    return folder_ / (base::to_hex(conference.view()) + std::string{suffix});
}

std::vector<base::ConferenceHandle> Store::conferences() {
    std::vector<base::ConferenceHandle> result;
    std::error_code error;
    for (std::filesystem::directory_iterator each{folder_, error}, end; !error && each != end; each.increment(error)) {
        if (each->path().extension() != suffix) continue;
        const auto name = base::from_hex(each->path().stem().string());
        if (!name) continue;
        const auto handle = base::ConferenceHandle::from(*name);
        if (handle && (!has_ || has_(*handle))) result.push_back(*handle);
    }
    std::sort(result.begin(), result.end());
    if (error) {
        notices_.push_back({StoreNotice::Kind::left_out, folder_.string() + " cannot be read to its end (" +
                                                             error.message() +
                                                             "): conferences may be missing. See to the disk, "
                                                             "then restart the relay."});
        dirty_ = true;
    }
    return result;
}

std::expected<Store::Loaded, DatabaseError> Store::load(base::ConferenceHandle conference) {
    auto file = ConferenceFile::open(file_of(conference));
    if (!file) return std::unexpected(file.error());
    auto contents = file->read(conference);
    if (!contents) return std::unexpected(contents.error());
    Loaded result{std::move(contents->stored), {}};
    Slot slot{.conference = {conference, result.stored.access}};
    slot.made = true;
    if (contents->words_damaged > 0)
        result.notices.push_back(
            behind_notice(conference, std::to_string(contents->words_damaged) + " messages are damaged"));
    if (!contents->entries_damage.empty()) {
        file = std::unexpected(DatabaseError{}); // closed before it is moved
        result.notices.push_back(set_aside(conference, contents->entries_damage));
        if (result.notices.back().kind == StoreNotice::Kind::left_out)
            slot.given_up = true;
        else
            begin_anew(slot, result.stored);
        result.notices.push_back(behind_notice(conference, contents->entries_damage));
    }
    result.stored.behind = !contents->entries_damage.empty();
    counters_.behind += result.notices.empty() ? 0 : 1;
    // What an earlier run left may be in the system's cache alone: its last sync may have failed.
    slot.settled = !slot.made || file->settle().has_value();
    result.stored.durable = slot.settled && slot.made;
    dirty_ = dirty_ || !result.stored.durable;
    slots_.insert_or_assign(conference, std::move(slot));
    return result;
}

/// What came back of a damaged file goes into a new one.
void Store::begin_anew(Slot& slot, const node::ConferenceStored& stored) {
    slot.made = false;
    auto position = stored.first;
    for (const auto& entry : stored.entries)
        slot.missing.push_back(node::StoreEntry{stored.conference, std::exchange(position, position.next()), entry});
    if (!stored.state.empty())
        slot.missing.push_back(node::StoreCheckpoint{stored.conference, stored.first, stored.state});
    for (const auto& word : stored.words)
        slot.missing.push_back(node::StoreMessage{stored.conference, word});
    if (stored.role != node::ConferenceRole::primary)
        slot.missing.push_back(node::StoreRole{stored.conference, stored.role});
}

StoreNotice Store::set_aside(base::ConferenceHandle conference, const std::string& reason) {
    slots_.erase(conference);
    return move_aside(conference, reason);
}

StoreNotice Store::leave_out(base::ConferenceHandle conference, const std::string& why) {
    left_out_[conference] = retry_at_ = base::LocalTime::min();
    const auto file = folder_ / (short_name(conference) + "*");
    return {StoreNotice::Kind::left_out, "Conference " + short_name(conference) +
                                             " could not be loaded and is tried again every few seconds: " + why +
                                             ". See who owns " + file.string() + " and may read and write it."};
}

void Store::load_left_out(base::LocalTime now, Committed& committed) {
    for (auto each = left_out_.begin(); each != left_out_.end();) {
        const auto conference = each->first;
        if (now < each->second) {
            ++each;
            continue;
        }
        auto loaded = load(conference);
        if (!loaded && loaded.error().kind != DatabaseError::Kind::damaged) {
            each->second = now + retry_delay;
            ++each;
            continue;
        }
        each = left_out_.erase(each);
        if (!loaded) {
            committed.notices.push_back(set_aside(conference, loaded.error().text));
            continue;
        }
        committed.notices.push_back(
            {StoreNotice::Kind::recovered, "Conference " + short_name(conference) + " could be loaded now."});
        committed.loaded.push_back(std::move(*loaded));
    }
}

void Store::refuse(base::ConferenceHandle conference) {
    const auto found = slots_.find(conference);
    if (found == slots_.end() || found->second.number != 0) return;
    notices_.push_back(
        set_aside(conference, "its log was given back by members before, or does not belong to this relay's key"));
}

StoreNotice Store::move_aside(base::ConferenceHandle conference, const std::string& reason) {
    const auto moved = runtime::move_aside(file_of(conference));
    if (!moved)
        return {StoreNotice::Kind::left_out, "Conference " + short_name(conference) + " cannot be used (" + reason +
                                                 ") nor set aside (" + moved.error() + "): its file is left as it is."};
    ++counters_.set_aside;
    return {StoreNotice::Kind::set_aside, "Conference " + short_name(conference) + " is set aside as " +
                                              moved->filename().string() + ": " + reason + "."};
}

void Store::put(StoreItem item) {
    const auto conference = conference_of(item);
    if (std::holds_alternative<node::ForgetConference>(item)) return forget(conference);
    if (const auto* made = std::get_if<node::StoreConference>(&item)) {
        // Whoever makes it has not taken what may have been loaded of it meanwhile.
        slots_.erase(conference);
        left_out_.erase(conference);
        const bool free = make_way(conference);
        slots_.insert_or_assign(conference, Slot{.conference = *made, .number = made->number, .given_up = !free});
        dirty_ = true;
        return;
    }
    const auto found = slots_.find(conference);
    if (found == slots_.end()) return;
    auto& slot = found->second;
    slot.number = std::max(slot.number, number_of(item));
    dirty_ = true;
    if (slot.given_up) return;
    slot.missing_bytes += bytes_in(item);
    slot.missing.push_back(std::move(item));
}

/// A file that could not be read at the start may hold other entries in the same places, and what is not written over
/// is not kept.
bool Store::make_way(base::ConferenceHandle conference) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file_of(conference), error)) return true;
    if (const auto file = ConferenceFile::open(file_of(conference)); file && !file->made()) return true;
    notices_.push_back(move_aside(conference, "it could not be read at the start, and members gave the log back"));
    return notices_.back().kind != StoreNotice::Kind::left_out;
}

void Store::forget(base::ConferenceHandle conference) {
    slots_.erase(conference);
    left_out_.erase(conference);
    if (const auto removed = remove_whole(file_of(conference)); !removed)
        notices_.push_back({StoreNotice::Kind::left_out, "The file of conference " + short_name(conference) +
                                                             ", which is over, cannot be removed: " + removed.error() +
                                                             "."});
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
    for (const auto& item : slot.missing) {
        counters_.entries += std::holds_alternative<node::StoreEntry>(item) ? 1 : 0;
        counters_.words += std::holds_alternative<node::StoreMessage>(item) ? 1 : 0;
    }
    slot.missing.clear();
    slot.missing_bytes = 0;
    slot.made = true;
    slot.written_at = ++writes_;
    return {};
}

void Store::fail(Slot& slot, const DatabaseError& error, base::LocalTime now, Committed& committed) {
    slot.file.reset();
    ++counters_.failures;
    report(slot, false, committed);
    if (error.kind == DatabaseError::Kind::damaged) return give_up(slot, error.text);
    if (!slot.retry_at)
        committed.notices.push_back(
            {StoreNotice::Kind::failing,
             why(error) + ": conference " + short_name(slot.conference.conference) +
                 " goes on without history; see to the disk, and do not restart the relay before it is stored."});
    slot.retry_at = now + retry_delay;
}

void Store::give_up(Slot& slot, const std::string& reason) {
    slot.file.reset();
    notices_.push_back(move_aside(slot.conference.conference, reason));
    slot.missing.clear();
    slot.missing_bytes = 0;
    slot.retry_at.reset();
    slot.given_up = true;
}

void Store::give_up(base::ConferenceHandle conference, std::uint64_t number, const std::string& reason) {
    const auto found = slots_.find(conference);
    if (found == slots_.end()) return;
    found->second.number = std::max(found->second.number, number);
    dirty_ = true;
    if (!found->second.given_up) give_up(found->second, reason);
}

void Store::report(Slot& slot, bool durable, Committed& committed) {
    if (slot.number == 0 || (!durable && slot.reported == slot.number)) return;
    slot.reported = slot.number;
    committed.kept.push_back({slot.conference.conference, slot.number, durable});
}

void Store::commit(Slot& slot, base::LocalTime now, Committed& committed) {
    if (slot.given_up) return report(slot, false, committed);
    const auto failing = slot.retry_at.has_value();
    if (failing && now < *slot.retry_at) {
        report(slot, false, committed);
        if (slot.missing_bytes > missing_bytes_max) give_up(slot, "too much of it could not be written");
        return;
    }
    if (slot.missing.empty() && !failing && slot.made && slot.settled) return;
    const bool unsure = !slot.made || !slot.settled;
    if (const auto written = write(slot); !written) return fail(slot, written.error(), now, committed);
    slot.retry_at.reset();
    report(slot, true, committed);
    // Of what was loaded, and nothing put since.
    if (unsure && slot.number == 0) committed.kept.push_back({slot.conference.conference, 0, true});
    if (failing)
        committed.notices.push_back(
            {StoreNotice::Kind::recovered,
             "Conference " + short_name(slot.conference.conference) + " is stored whole again."});
}

Store::Committed Store::commit(base::LocalTime now) {
    Committed committed;
    load_left_out(now, committed);
    for (auto& [handle, slot] : slots_)
        commit(slot, now, committed);
    dirty_ = false;
    close_oldest();
    find_next_retry();
    std::ranges::move(std::exchange(notices_, {}), std::back_inserter(committed.notices));
    return committed;
}

Store::Counters Store::counters() const {
    auto result = counters_;
    result.left_out = left_out_.size();
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
        if (open <= open_files_most_) return;
        oldest->file.reset();
    }
}

void Store::find_next_retry() {
    retry_at_ = base::local_time_max;
    for (const auto& [handle, slot] : slots_)
        if (slot.retry_at && !slot.given_up) retry_at_ = std::min(retry_at_, *slot.retry_at);
    for (const auto& [handle, at] : left_out_)
        retry_at_ = std::min(retry_at_, at);
}

} // namespace plenum::runtime
