// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/intervals.h"
#include "core/crypto/hash.h"
#include "core/file/content.h"
#include "core/file/messages.h"

#include <memory>
#include <optional>
#include <vector>

namespace plenum::file {

/// One content on its way here: which pieces are there, and whether all of them together are what was announced.
class Fetch {
  public:
    /// Pieces that one call of `check` reads: 1 MiB, some milliseconds.
    static constexpr std::uint64_t check_pieces = 68;

    explicit Fetch(const Content& content) : content_{content} {}

    [[nodiscard]] const Content& content() const { return content_; }
    [[nodiscard]] std::uint64_t bytes_there() const { return bytes_there_; }
    [[nodiscard]] bool all_there() const { return bytes_there_ == content_.bytes; }
    /// At most `limits::ranges_max`, lowest first.
    [[nodiscard]] std::vector<Range> missing() const;

    enum class Taken : std::uint8_t { added = 1, ignored, not_stored };
    Taken take(std::uint64_t piece, base::ByteView bytes, Store& store);

    enum class Verdict : std::uint8_t { unknown = 1, right, wrong, not_readable };
    /// Once all pieces are there: reads on, as far as one call may. To be called again while `unknown`.
    [[nodiscard]] Verdict check(Store& store);
    /// All pieces are missing again.
    void begin_anew();

  private:
    Content content_;
    base::IntervalSet there_{limits::pieces_max};
    std::uint64_t bytes_there_{0};
    std::unique_ptr<crypto::Hasher> hasher_;
    std::uint64_t pieces_checked_{0};
};

} // namespace plenum::file
