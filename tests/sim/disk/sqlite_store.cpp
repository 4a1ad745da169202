// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/disk/sqlite_store.h"

#include "core/base/check.h"
#include "core/runtime/store.h"
#include "tests/sim/disk/fault_vfs.h"

#include <filesystem>
#include <fstream>

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
        auto opened = runtime::Store::open(folder_.path());
        CHECK(opened.has_value());
        store_.emplace(std::move(*opened));
        gave_up_ = false;
        Loaded result;
        for (const auto conference : store_->conferences()) {
            if (auto stored = store_->load(conference)) {
                result.conferences.push_back(std::move(*stored));
            } else if (stored.error().kind == runtime::DatabaseError::Kind::damaged) {
                result.notices.push_back(store_->set_aside(conference, stored.error().text).sentence);
            } else {
                result.notices.push_back("A conference could not be loaded: " + stored.error().text + ".");
            }
        }
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

    void put(const node::StoreConference& conference) override { store_->put(conference); }
    void put(const node::StoreEntry& entry) override { store_->put(entry); }
    void put(const node::ForgetConference& conference) override { store_->put(conference); }

    std::vector<std::string> commit(base::LocalTime now) override {
        if (!store_->dirty() && store_->wake() > now) return {};
        std::vector<std::string> sentences;
        for (auto& notice : store_->commit(now)) {
            gave_up_ = gave_up_ || notice.kind == runtime::StoreNotice::Kind::set_aside;
            sentences.push_back(std::move(notice.sentence));
        }
        return sentences;
    }
    bool whole() const override { return !gave_up_ && !store_->dirty() && store_->wake() == base::local_time_max; }
    base::LocalTime wake() const override { return store_->wake(); }
    bool died() const override { return disk_.died(); }

    void strike(FaultKind kind) override {
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
    ScratchFolder folder_;
    FaultDisk disk_;
    Mount mount_;
    std::optional<runtime::Store> store_;
    bool gave_up_{false};
};

} // namespace

StoreFactory sqlite_stores() {
    return [](base::Random random) { return std::make_unique<SqliteStore>(random); };
}

} // namespace plenum::sim
