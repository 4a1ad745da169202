// SPDX-License-Identifier: Apache-2.0
// Messages of the exchange of files: a value has one encoding and keeps its bounds.
#include "core/file/messages.h"

#include "core/base/check.h"
#include "core/file/limits.h"
#include "tests/fuzz/bodies.h"

#include <algorithm>

namespace plenum::fuzz {

void run_file_messages(base::ByteView input) {
    const auto message = file::decode(input);
    if (!message) return;
    CHECK(std::ranges::equal(file::encode(*message), input));
    if (const auto* want = std::get_if<file::Want>(&*message)) {
        for (const auto& range : want->missing)
            CHECK(range.count > 0 && std::uint64_t{range.first} + range.count <= file::limits::pieces_max);
    }
}

std::vector<base::Bytes> file_messages_seeds() {
    const base::Hash hash{{1, 2, 3}};
    const base::MemberIndex member{300};
    return {file::encode(file::Want{hash, member, {{0, 7}, {70, 1}}}),
            file::encode(file::Unavailable{hash, member}),
            file::encode(file::Seek{hash}),
            file::encode(file::Have{hash, member}),
            file::encode(file::Piece{hash, 70, {1, 2}}),
            file::encode(file::Progress{base::SequenceNumber{9}})};
}

} // namespace plenum::fuzz
