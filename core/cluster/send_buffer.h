// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/cluster/ensemble_id.h"
#include "core/cluster/limits.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

namespace plenum::cluster {

/// The frames of one sender, from the application until the receiver has them. A frame is cut into pieces when its
/// first piece is to be sent. Until then it can still be dropped as a whole.
class SendBuffer {
  public:
    /// False if the frame is empty or too long, or if bounds are reached.
    [[nodiscard]] bool push(EnsembleId ensemble, base::Bytes frame);
    /// Drops frames of which no piece was sent and for which `is_dropped(ensemble)`. Returns how many.
    template <class Predicate>
    std::size_t drop_waiting(const Predicate& is_dropped) {
        return std::erase_if(waiting_, [&](const Waiting& frame) {
            if (!is_dropped(frame.ensemble)) return false;
            bytes_ -= frame.bytes.size();
            return true;
        });
    }

    struct Piece {
        base::ByteView bytes;
        std::uint64_t left;
    };
    [[nodiscard]] bool has_new() const { return begun_left_ > 0 || !waiting_.empty(); }
    /// Number of the next piece that was never sent. Precondition: `has_new()`.
    [[nodiscard]] std::uint64_t take_new();
    /// Precondition: it was taken and is not acknowledged.
    [[nodiscard]] Piece piece(std::uint64_t number) const;
    /// No effect on a piece that is acknowledged already. Precondition: it was taken.
    void acknowledge(std::uint64_t number);
    /// All pieces below `next`. Precondition: they were taken.
    void acknowledge_below(std::uint64_t next);
    [[nodiscard]] bool is_acknowledged(std::uint64_t number) const {
        return number < first_ || pieces_[number - first_];
    }
    /// Pieces below it were taken.
    [[nodiscard]] std::uint64_t next() const { return first_ + pieces_.size(); }

    /// Bytes that are not acknowledged, sent or not.
    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    /// Frames of which no piece was taken.
    [[nodiscard]] std::size_t frames_waiting() const { return waiting_.size(); }
    /// The ensemble of the newest frame that was begun. Drops after it leave no part of a frame.
    [[nodiscard]] EnsembleId newest_begun() const { return newest_begun_; }

  private:
    struct Waiting {
        EnsembleId ensemble;
        base::Bytes bytes;
    };
    struct Begun {
        std::uint64_t first;
        std::uint64_t pieces;
        base::Bytes bytes;
    };
    [[nodiscard]] const Begun& frame_of(std::uint64_t number) const;
    [[nodiscard]] static std::uint64_t pieces_of(const base::Bytes& frame);
    void drop_acknowledged();

    std::deque<Waiting> waiting_;
    std::deque<Begun> begun_;
    /// Pieces of the last begun frame that were not taken.
    std::uint64_t begun_left_{0};
    /// Whether each piece from `first_` on is acknowledged.
    std::deque<bool> pieces_;
    std::uint64_t first_{0};
    std::size_t bytes_{0};
    EnsembleId newest_begun_;
};

} // namespace plenum::cluster
