// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/call_records.h"

#include "core/runtime/files.h"

#include <charconv>
#include <chrono>
#include <string>
#include <string_view>
#include <tuple>
#include <unistd.h>
#include <utility>

namespace plenum::app {
namespace {

constexpr std::size_t file_bytes_max = 1U << 20U;
constexpr std::string_view name_begin = "call-";
constexpr std::string_view name_end = ".json";
/// Since the record was last written, which may be long before its program was killed. Later nobody waits any more, and
/// the seed of a relay should not lie about.
constexpr std::chrono::hours age_max{12};

std::optional<CallRecord> read(const std::filesystem::path& file) {
    const auto text = runtime::read_private(file, file_bytes_max);
    if (!text) return std::nullopt;
    return CallRecord::from_json(
        QByteArray{reinterpret_cast<const char*>(text->data()), static_cast<qsizetype>(text->size())});
}

/// The record where its conference can be hosted again.
std::optional<CallRecord> read_hosted(const std::filesystem::path& file) {
    std::error_code error;
    const auto written = std::filesystem::last_write_time(file, error);
    if (error || std::filesystem::file_time_type::clock::now() - written > age_max) return std::nullopt;
    auto record = read(file);
    if (!record || !record->hosted || !record->relay) return std::nullopt;
    return record;
}

/// The name of what runs as that process; empty if nothing does, or only its exit status is left.
std::string program_of(const std::string& process) {
    std::error_code error;
    auto name = std::filesystem::read_symlink("/proc/" + process + "/exe", error).filename().string();
    // An upgrade replaces the file of a program that runs.
    constexpr std::string_view replaced = " (deleted)";
    if (name.ends_with(replaced)) name.resize(name.size() - replaced.size());
    return error ? std::string{} : name;
}

/// After a restart of the machine, another program may have the number of one that held a call.
bool runs_this_program(pid_t process) { return program_of(std::to_string(process)) == program_of("self"); }

} // namespace

CallRecords::CallRecords(std::filesystem::path folder) : folder_{std::move(folder)} {
    if (!folder_.empty()) file_ = file_of(getpid());
}

std::filesystem::path CallRecords::file_of(pid_t process) const {
    return folder_ / (std::string{name_begin} + std::to_string(process) + std::string{name_end});
}

bool CallRecords::write(const CallRecord& record) const {
    if (file_.empty() || !runtime::make_folder(folder_)) return false;
    const auto text = record.to_json();
    const std::string_view view{text.constData(), static_cast<std::size_t>(text.size())};
    return runtime::write_atomically(file_, base::as_bytes(view)).has_value();
}

void CallRecords::remove() const {
    std::error_code error;
    if (!file_.empty()) std::filesystem::remove(file_, error);
}

void CallRecords::remove_spent() const {
    if (!read_hosted(file_)) remove();
}

std::optional<CallRecord> CallRecords::adopt(const std::filesystem::path& file) const {
    std::error_code error;
    std::filesystem::rename(file, file_, error);
    if (error) return std::nullopt;
    return read(file_);
}

std::optional<CallRecord> CallRecords::take(pid_t process) const {
    if (folder_.empty()) return std::nullopt;
    return adopt(file_of(process));
}

std::optional<CallRecord> CallRecords::take(const QString& link) const {
    const auto file = find(link);
    return file ? adopt(*file) : std::nullopt;
}

std::vector<CallRecords::Left> CallRecords::left_behind() const {
    std::vector<Left> left;
    if (folder_.empty()) return left;
    std::error_code error;
    for (std::filesystem::directory_iterator at{folder_, error}, end; !error && at != end; at.increment(error)) {
        const auto name = at->path().filename().string();
        if (!name.starts_with(name_begin) || !name.ends_with(name_end)) continue;
        const auto digits =
            std::string_view{name}.substr(name_begin.size(), name.size() - name_begin.size() - name_end.size());
        pid_t process = 0;
        std::ignore = std::from_chars(digits.data(), digits.data() + digits.size(), process);
        if (process <= 0 || !runs_this_program(process)) left.push_back({at->path(), process});
    }
    return left;
}

std::optional<std::filesystem::path> CallRecords::find(const QString& link) const {
    if (link.isEmpty()) return std::nullopt;
    auto candidates = left_behind();
    // Taken before, by a person who went back to the start screen.
    candidates.push_back({file_, getpid()});
    for (const auto& [file, process] : candidates)
        if (const auto record = read_hosted(file); record && record->link == link) return file;
    return std::nullopt;
}

void CallRecords::remove_stale(pid_t but) const {
    for (const auto& [file, process] : left_behind()) {
        std::error_code ignored;
        if (process != but && !read_hosted(file)) std::filesystem::remove(file, ignored);
    }
}

} // namespace plenum::app
