// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/disk/fault_vfs.h"

#include "core/base/check.h"

#include <sqlite3.h>

#include <map>

namespace plenum::sim {

namespace {

std::map<std::string, FaultDisk*>& mounts() {
    static std::map<std::string, FaultDisk*> all;
    return all;
}

base::Random& draws() {
    static base::Random random{0};
    return random;
}

FaultDisk* disk_of(const char* name) {
    if (name == nullptr) return nullptr;
    for (const auto& [folder, disk] : mounts()) {
        if (std::string_view{name}.starts_with(folder)) return disk;
    }
    return nullptr;
}

sqlite3_vfs* real = nullptr;
sqlite3_vfs shim{};

/// What SQLite allocates for us; the system's own file stands right behind it. `name` lives as long as SQLite has the
/// file open (xOpen's promise).
struct File {
    sqlite3_file base;
    sqlite3_file* inner;
    const char* name;
    FaultDisk* disk;
};

File& own(sqlite3_file* file) { return *reinterpret_cast<File*>(file); }
sqlite3_file* inner(sqlite3_file* file) { return own(file).inner; }

int close_file(sqlite3_file* file) { return inner(file)->pMethods->xClose(inner(file)); }
int read(sqlite3_file* file, void* to, int size, sqlite3_int64 at) {
    if (!own(file).disk->before_read()) return SQLITE_IOERR_READ;
    return inner(file)->pMethods->xRead(inner(file), to, size, at);
}

int write(sqlite3_file* file, const void* from, int size, sqlite3_int64 at) {
    const auto put = [&](int count) {
        const auto code = inner(file)->pMethods->xWrite(inner(file), from, count, at);
        const base::ByteView bytes{static_cast<const std::uint8_t*>(from), static_cast<std::size_t>(count)};
        own(file).disk->written(own(file).name, bytes, static_cast<std::uint64_t>(at));
        return code;
    };
    own(file).disk->touch(own(file).name);
    switch (own(file).disk->before_write()) {
    case FaultDisk::Answer::fine: return put(size);
    case FaultDisk::Answer::full: return SQLITE_FULL;
    // Half of it gets there.
    case FaultDisk::Answer::write_error: (void)put(size / 2); return SQLITE_IOERR_WRITE;
    default: return SQLITE_IOERR;
    }
}

int truncate(sqlite3_file* file, sqlite3_int64 size) {
    own(file).disk->touch(own(file).name);
    if (own(file).disk->before_remove() != FaultDisk::Answer::fine) return SQLITE_IOERR_TRUNCATE;
    own(file).disk->truncated(own(file).name, static_cast<std::uint64_t>(size));
    return inner(file)->pMethods->xTruncate(inner(file), size);
}

int sync(sqlite3_file* file, int) {
    own(file).disk->touch(own(file).name);
    switch (own(file).disk->before_sync()) {
    case FaultDisk::Answer::lie: return SQLITE_OK;
    case FaultDisk::Answer::fine: own(file).disk->synced(own(file).name); return SQLITE_OK;
    case FaultDisk::Answer::sync_error: own(file).disk->sync_failed(own(file).name); return SQLITE_IOERR_FSYNC;
    default: return SQLITE_IOERR;
    }
}

int file_size(sqlite3_file* file, sqlite3_int64* size) { return inner(file)->pMethods->xFileSize(inner(file), size); }
int lock(sqlite3_file* file, int level) { return inner(file)->pMethods->xLock(inner(file), level); }
int unlock(sqlite3_file* file, int level) { return inner(file)->pMethods->xUnlock(inner(file), level); }
int check_lock(sqlite3_file* file, int* held) { return inner(file)->pMethods->xCheckReservedLock(inner(file), held); }
int control(sqlite3_file* file, int operation, void* argument) {
    return inner(file)->pMethods->xFileControl(inner(file), operation, argument);
}
int sector_size(sqlite3_file*) { return FaultDisk::sector_bytes; }
/// None that SQLite could rely on: nothing is atomic here, and nothing survives a power cut in the order of writing.
int characteristics(sqlite3_file*) { return 0; }

/// Version 1: no shared memory, no mapping. Conferences' files are open to one connection alone.
const sqlite3_io_methods methods{
    1,           close_file,      read,    write,   truncate, sync,    file_size, lock,   unlock, check_lock, control,
    sector_size, characteristics, nullptr, nullptr, nullptr,  nullptr, nullptr,   nullptr};

base::Bytes contents_of(sqlite3_file* file) {
    sqlite3_int64 size = 0;
    (void)file->pMethods->xFileSize(file, &size);
    base::Bytes result(static_cast<std::size_t>(size));
    if (size > 0) (void)file->pMethods->xRead(file, result.data(), static_cast<int>(size), 0);
    return result;
}

int open(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* flags_out) {
    auto* disk = disk_of(name);
    if (disk == nullptr) return real->xOpen(real, name, file, flags, flags_out);
    own(file).inner = reinterpret_cast<sqlite3_file*>(&own(file) + 1);
    own(file).name = name;
    own(file).disk = disk;
    const auto code = real->xOpen(real, name, inner(file), flags, flags_out);
    file->pMethods = inner(file)->pMethods != nullptr ? &methods : nullptr;
    if (code == SQLITE_OK) disk->opened(name, contents_of(inner(file)));
    return code;
}

int remove(sqlite3_vfs*, const char* name, int sync_folder) {
    auto* disk = disk_of(name);
    if (disk != nullptr) {
        if (disk->before_remove() != FaultDisk::Answer::fine) return SQLITE_IOERR_DELETE;
        disk->removed(name);
    }
    return real->xDelete(real, name, sync_folder);
}

int randomness(sqlite3_vfs*, int size, char* out) {
    for (int at = 0; at < size; ++at)
        out[at] = static_cast<char>(draws().next());
    return size;
}

/// No time is kept in what we store.
int current_time(sqlite3_vfs*, sqlite3_int64* out) {
    *out = 0;
    return SQLITE_OK;
}

FaultDisk* working = nullptr;
sqlite3_mem_methods real_memory{};

bool has_memory() { return working == nullptr || working->before_allocation(); }
void* allocate(int size) { return has_memory() ? real_memory.xMalloc(size) : nullptr; }
void* reallocate(void* memory, int size) { return has_memory() ? real_memory.xRealloc(memory, size) : nullptr; }

/// Before SQLite is used for the first time.
void install_memory() {
    CHECK(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_memory) == SQLITE_OK);
    auto scarce = real_memory;
    scarce.xMalloc = allocate;
    scarce.xRealloc = reallocate;
    CHECK(sqlite3_config(SQLITE_CONFIG_MALLOC, &scarce) == SQLITE_OK);
}

void install() {
    if (real != nullptr) return;
    install_memory();
    real = sqlite3_vfs_find(nullptr);
    shim = *real;
    shim.zName = "plenum-sim";
    shim.szOsFile = static_cast<int>(sizeof(File)) + real->szOsFile;
    shim.xOpen = open;
    shim.xDelete = remove;
    shim.xRandomness = randomness;
    shim.xCurrentTimeInt64 = current_time;
    sqlite3_vfs_register(&shim, 1);
}

} // namespace

Mount::Mount(std::string folder, FaultDisk& disk) : folder_{std::move(folder)} {
    install();
    mounts()[folder_] = &disk;
}

Mount::~Mount() { mounts().erase(folder_); }

Working::Working(FaultDisk& disk) { working = &disk; }
Working::~Working() { working = nullptr; }

void seed_sqlite(std::uint64_t seed) {
    install();
    draws() = base::Random{seed};
    // Forgets what was drawn from the last seed.
    sqlite3_randomness(0, nullptr);
}

} // namespace plenum::sim
