// SPDX-License-Identifier: Apache-2.0
#include "core/file/fetch.h"

#include <algorithm>

namespace plenum::file {

std::vector<Range> Fetch::missing() const {
    std::vector<Range> ranges;
    std::uint64_t next = 0;
    const auto add = [&](std::uint64_t first, std::uint64_t end) {
        if (first < end && ranges.size() < limits::ranges_max)
            ranges.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end - first)});
    };
    for (const auto& [first, last] : there_.intervals()) {
        add(next, first);
        next = last + 1;
    }
    add(next, content_.pieces());
    return ranges;
}

Fetch::Taken Fetch::take(std::uint64_t piece, base::ByteView bytes, Store& store) {
    if (bytes.empty() || bytes.size() != content_.size_of(piece) || there_.contains(piece)) return Taken::ignored;
    if (!store.write(content_, Content::offset_of(piece), bytes)) return Taken::not_stored;
    there_.insert(piece);
    bytes_there_ += bytes.size();
    return Taken::added;
}

Fetch::Verdict Fetch::check(Store& store) {
    if (!all_there()) return Verdict::unknown;
    if (!hasher_) hasher_ = std::make_unique<crypto::Hasher>();
    const auto end = std::min(content_.pieces(), pieces_checked_ + check_pieces);
    for (; pieces_checked_ < end; ++pieces_checked_) {
        const auto size = content_.size_of(pieces_checked_);
        const auto bytes = store.read(content_, Content::offset_of(pieces_checked_), size);
        if (!bytes || bytes->size() != size) return Verdict::not_readable;
        hasher_->add(*bytes);
    }
    if (pieces_checked_ < content_.pieces()) return Verdict::unknown;
    const bool right = hasher_->finish() == content_.hash;
    hasher_.reset();
    pieces_checked_ = 0;
    return right ? Verdict::right : Verdict::wrong;
}

void Fetch::begin_anew() {
    there_ = base::IntervalSet{limits::pieces_max};
    bytes_there_ = 0;
    hasher_.reset();
    pieces_checked_ = 0;
}

} // namespace plenum::file
