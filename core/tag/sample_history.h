// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/tag/pull.h"
#include "core/wire/frames.h"

#include <cstddef>
#include <deque>
#include <expected>
#include <vector>

namespace plenum::tag {

/// A message, or a bundle of several, as it is kept for those who pull it.
struct Sample {
    /// Of the first message.
    base::SequenceNumber sequence;
    base::ConferenceTime sent_at;
    wire::MessageFlags flags;
    /// Messages in it.
    std::uint8_t count{1};
    /// Sealed, or the body where the history is the subscriber's own.
    base::Bytes bytes;

    [[nodiscard]] base::SequenceNumber last() const { return base::SequenceNumber{sequence.value() + count - 1U}; }
};

/// What a pull found. Views, valid until the history changes; never empty.
struct Selection {
    std::vector<const Sample*> samples;
    /// The one message that is meant, where the sample may be a bundle; 0 is all.
    base::SequenceNumber only{};
};
using Selected = std::expected<Selection, PullError>;

/// The newest samples of one publisher on one tag, bounded by number and bytes (push-pull §2.3).
class SampleHistory {
  public:
    struct Bounds {
        std::size_t samples_max{0};
        std::size_t bytes_max{0};
    };

    /// Adds a sample; an older one than the newest takes its place by number, a duplicate changes nothing. False if it
    /// was not added.
    bool push(Sample sample, Bounds bounds);
    /// Drops that sample and those before it.
    void drop_through(base::SequenceNumber sequence);

    [[nodiscard]] Selected pull(const Pull& what) const;

    [[nodiscard]] std::size_t size() const { return samples_.size(); }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

  private:
    [[nodiscard]] Selected find(const PullLatest& what) const;
    [[nodiscard]] Selected find(const PullNumber& what) const;
    [[nodiscard]] Selected find(const PullRange& what) const;
    /// Why what is older than all that is here is not.
    [[nodiscard]] PullError error_before() const;
    void drop_oldest();

    /// In the order of their numbers.
    std::deque<Sample> samples_;
    std::size_t bytes_{0};
    /// The highest number that was dropped to keep the bounds; 0 is none.
    base::SequenceNumber dropped_{};
    /// The lowest number that ever came; 0 is none.
    base::SequenceNumber first_{};
};

} // namespace plenum::tag
