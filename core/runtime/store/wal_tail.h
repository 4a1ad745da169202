// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

namespace plenum::runtime {

/// What stands at the end of a SQLite write-ahead log.
enum class WalTail : std::uint8_t {
    whole = 1,        ///< nothing, or nothing that ever was a commit
    commits_lost = 2, ///< commits behind a damaged frame, which SQLite passes over without a word
};

/// Looks before SQLite does: it takes a log up to the first frame whose checksum is wrong and forgets the rest, which
/// is right after a crash and wrong after rot. What follows that frame tells the two apart: a crash leaves at most the
/// frames of the commit that was being written, rot leaves commits after it (SQLite file format §4.1, §4.2).
///
/// After a crash in the middle of a commit whose frames reached the disk in another order, this may cry wolf; a relay
/// then asks members for what does not exist. Damage in the very last commit looks like a crash.
[[nodiscard]] WalTail look_at_wal(const std::filesystem::path& database);

} // namespace plenum::runtime
