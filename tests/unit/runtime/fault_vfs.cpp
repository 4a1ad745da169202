// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/runtime/fault_vfs.h"

#include <sqlite3.h>

#include <cstdint>

namespace plenum::runtime {

namespace {

struct State {
    int write_error{0};
    int sync_error{0};
    std::function<void()> on_sync;
    std::uint64_t operations{0};
    std::uint64_t syncs{0};
    std::uint64_t operations_max{UINT64_MAX};
};
State state;
sqlite3_vfs* real = nullptr;
sqlite3_vfs shim{};

/// Ours, with the real file right behind it.
struct File {
    sqlite3_file base;
    sqlite3_file* inner;
};

sqlite3_file* inner(sqlite3_file* file) { return reinterpret_cast<File*>(file)->inner; }

int count_operation(int error) {
    if (++state.operations > state.operations_max) return SQLITE_IOERR;
    return error;
}

int close_file(sqlite3_file* file) { return inner(file)->pMethods->xClose(inner(file)); }
int read(sqlite3_file* file, void* to, int size, sqlite3_int64 at) {
    return inner(file)->pMethods->xRead(inner(file), to, size, at);
}
int write(sqlite3_file* file, const void* from, int size, sqlite3_int64 at) {
    const auto error = count_operation(state.write_error);
    if (error == SQLITE_OK) return inner(file)->pMethods->xWrite(inner(file), from, size, at);
    // Half of it gets there: a torn write.
    (void)inner(file)->pMethods->xWrite(inner(file), from, size / 2, at);
    return error;
}
int truncate(sqlite3_file* file, sqlite3_int64 size) { return inner(file)->pMethods->xTruncate(inner(file), size); }
int sync(sqlite3_file* file, int flags) {
    ++state.syncs;
    if (state.on_sync) state.on_sync();
    if (const auto error = count_operation(state.sync_error); error != SQLITE_OK) return error;
    return inner(file)->pMethods->xSync(inner(file), flags);
}
int file_size(sqlite3_file* file, sqlite3_int64* size) { return inner(file)->pMethods->xFileSize(inner(file), size); }
int lock(sqlite3_file* file, int level) { return inner(file)->pMethods->xLock(inner(file), level); }
int unlock(sqlite3_file* file, int level) { return inner(file)->pMethods->xUnlock(inner(file), level); }
int check_lock(sqlite3_file* file, int* held) { return inner(file)->pMethods->xCheckReservedLock(inner(file), held); }
int control(sqlite3_file* file, int operation, void* argument) {
    return inner(file)->pMethods->xFileControl(inner(file), operation, argument);
}
int sector_size(sqlite3_file* file) { return inner(file)->pMethods->xSectorSize(inner(file)); }
int characteristics(sqlite3_file* file) { return inner(file)->pMethods->xDeviceCharacteristics(inner(file)); }
int shm_map(sqlite3_file* file, int page, int size, int extend, volatile void** to) {
    return inner(file)->pMethods->xShmMap(inner(file), page, size, extend, to);
}
int shm_lock(sqlite3_file* file, int offset, int count, int flags) {
    return inner(file)->pMethods->xShmLock(inner(file), offset, count, flags);
}
void shm_barrier(sqlite3_file* file) { inner(file)->pMethods->xShmBarrier(inner(file)); }
int shm_unmap(sqlite3_file* file, int remove) { return inner(file)->pMethods->xShmUnmap(inner(file), remove); }

const sqlite3_io_methods methods{
    2,         close_file, read,    write,       truncate,        sync,    file_size, lock,
    unlock,    check_lock, control, sector_size, characteristics, shm_map, shm_lock,  shm_barrier,
    shm_unmap, nullptr,    nullptr};

int open(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* flags_out) {
    auto* own = reinterpret_cast<File*>(file);
    own->inner = reinterpret_cast<sqlite3_file*>(own + 1);
    const auto code = real->xOpen(real, name, own->inner, flags, flags_out);
    own->base.pMethods = own->inner->pMethods != nullptr ? &methods : nullptr;
    return code;
}

} // namespace

FaultVfs::FaultVfs() {
    state = {};
    real = sqlite3_vfs_find(nullptr);
    shim = *real;
    shim.zName = "plenum-faults";
    shim.szOsFile = static_cast<int>(sizeof(File)) + real->szOsFile;
    shim.xOpen = open;
    sqlite3_vfs_register(&shim, 1);
}

FaultVfs::~FaultVfs() {
    sqlite3_vfs_unregister(&shim);
    sqlite3_vfs_register(real, 1);
}

void FaultVfs::fail_writes(int code) { state.write_error = code; }
void FaultVfs::fail_syncs(int code) { state.sync_error = code; }
void FaultVfs::on_sync(std::function<void()> call) { state.on_sync = std::move(call); }
void FaultVfs::fail_all_after(std::uint64_t count) {
    state.operations = 0;
    state.operations_max = count;
}
std::uint64_t FaultVfs::operations() const { return state.operations; }
std::uint64_t FaultVfs::syncs() const { return state.syncs; }

} // namespace plenum::runtime
