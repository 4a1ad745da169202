// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/disk/sqlite_store.h"

#include "core/base/check.h"
#include "core/runtime/store/store.h"
#include "tests/sim/disk/fault_vfs.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>

namespace plenum::sim {

namespace {

/// A new folder, in memory where the system has such; gone with this object.
class ScratchFolder {
  public:
    ScratchFolder() {
        const std::filesystem::path memory{"/dev/shm"};
        std::error_code error;
        const auto base =
            std::filesystem::is_directory(memory, error) ? memory : std::filesystem::temp_directory_path();
        auto name = (base / "plenum-sim-XXXXXX").string();
        CHECK(::mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    ~ScratchFolder() {
        std::error_code error;
        std::filesystem::remove_all(path_, error);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

class SqliteStore final : public RelayStore {
  public:
    explicit SqliteStore(base::Random random) : disk_{random.split()}, mount_{folder_.path().string(), disk_} {
        seed_sqlite(random.next());
    }

    Loaded start() override {
        disk_.start();
        const Working working{disk_};
        auto opened = runtime::Store::open(folder_.path());
        CHECK(opened.has_value());
        store_.emplace(std::move(*opened));
        gave_up_ = false;
        unread_.clear();
        Loaded result;
        for (const auto conference : store_->conferences()) {
            auto stored = store_->load(conference);
            if (stored) {
                result.conferences.push_back(std::move(stored->stored));
                for (auto& notice : stored->notices)
                    result.notices.push_back(std::move(notice.sentence));
            } else if (stored.error().kind == runtime::DatabaseError::Kind::damaged) {
                result.notices.push_back(store_->set_aside(conference, stored.error().text).sentence);
            } else {
                unread_.insert(conference);
                result.notices.push_back(store_->leave_out(conference, stored.error().text).sentence);
            }
        }
        result.unread.assign(unread_.begin(), unread_.end());
        return result;
    }

    void stop(bool power_cut) override {
        // A program that is killed closes nothing, so that closing must have no effect.
        disk_.stop();
        store_.reset();
        if (!power_cut) return;
        for (const auto& [name, contents] : disk_.after_power_cut()) {
            if (!std::filesystem::exists(name)) continue;
            std::ofstream file{name, std::ios::binary | std::ios::trunc};
            file.write(reinterpret_cast<const char*>(contents.data()), static_cast<std::streamsize>(contents.size()));
        }
    }

    void refuse(const base::ConferenceHandle& conference) override {
        (void)store_->set_aside(conference, "its entries do not belong together");
    }
    void refuse_late(const base::ConferenceHandle& conference) override {
        const Working working{disk_};
        store_->refuse(conference);
    }

    void put(runtime::StoreItem item) override {
        const Working working{disk_};
        if (const auto* made = std::get_if<node::StoreConference>(&item)) unread_.erase(made->conference);
        store_->put(std::move(item));
    }

    Committed commit(base::LocalTime now) override {
        const Working working{disk_};
        auto committed = store_->commit(now);
        Committed result{{}, std::move(committed.kept), {}, {}};
        for (auto& loaded : committed.loaded) {
            unread_.erase(loaded.stored.conference);
            result.loaded.push_back(std::move(loaded.stored));
            std::ranges::move(loaded.notices, std::back_inserter(committed.notices));
        }
        for (auto& notice : committed.notices) {
            gave_up_ = gave_up_ || notice.kind == runtime::StoreNotice::Kind::set_aside;
            result.notices.push_back(std::move(notice.sentence));
        }
        if (store_->counters().left_out == 0)
            std::ranges::copy(std::exchange(unread_, {}), std::back_inserter(result.gone));
        return result;
    }
    bool whole() const override { return !gave_up_ && !store_->dirty() && store_->wake() == base::local_time_max; }
    base::LocalTime wake() const override { return store_->wake(); }
    bool died() const override { return disk_.died(); }
    bool died_in_checkpoint() const override { return disk_.died_in_checkpoint(); }

    void strike(FaultKind kind) override {
        if (kind == FaultKind::backup) return void(backup_ = files());
        if (kind == FaultKind::old_backup) return put_back(backup_);
        if (kind == FaultKind::disk_lost) return put_back({});
        if (kind != FaultKind::bit_flip) return disk_.strike(kind);
        const auto flip = disk_.flip_bit();
        if (!flip) return;
        std::fstream file{flip->file, std::ios::binary | std::ios::in | std::ios::out};
        const auto at = static_cast<std::streamoff>(flip->bit / 8);
        file.seekg(at);
        const auto byte = file.get();
        if (!file) return;
        file.seekp(at);
        file.put(static_cast<char>(byte ^ 1 << flip->bit % 8));
    }

  private:
    using Files = std::map<std::string, base::Bytes>;
    [[nodiscard]] Files files() const {
        Files result;
        for (const auto& each : std::filesystem::directory_iterator{folder_.path()}) {
            std::ifstream file{each.path(), std::ios::binary};
            result[each.path().string()] = {std::istreambuf_iterator<char>{file}, {}};
        }
        return result;
    }
    /// The program does not run.
    void put_back(const Files& wanted) {
        for (const auto& [name, contents] : files())
            std::filesystem::remove(name);
        for (const auto& [name, contents] : wanted) {
            std::ofstream file{name, std::ios::binary};
            file.write(reinterpret_cast<const char*>(contents.data()), static_cast<std::streamsize>(contents.size()));
        }
        disk_.replace(wanted);
    }

    ScratchFolder folder_;
    Files backup_;
    FaultDisk disk_;
    Mount mount_;
    std::optional<runtime::Store> store_;
    bool gave_up_{false};
    std::set<base::ConferenceHandle> unread_;
};

} // namespace

StoreFactory sqlite_stores() {
    return [](base::Random random) { return std::make_unique<SqliteStore>(random); };
}

} // namespace plenum::sim
