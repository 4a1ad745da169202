// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/base/units.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <expected>
#include <span>
#include <variant>
#include <vector>

namespace plenum::tag {

/// A message as it is kept for those who pull it.
struct Sample {
    base::SequenceNumber sequence;
    base::ConferenceTime sent_at;
    bool key_frame{false};
    base::Bytes sealed;
};

/// Which samples a subscriber pulls (push-pull §2.3; the time range is ours).
struct PullLatest {
    /// 0 is the newest, n the n-th before it.
    std::uint32_t before{0};
};
struct PullNumber {
    base::SequenceNumber sequence;
};
/// Both ends included. Where the samples are video, the range begins with the last key frame at or before `from`.
struct PullRange {
    base::ConferenceTime from;
    base::ConferenceTime to;
};
using Pull = std::variant<PullLatest, PullNumber, PullRange>;

enum class PullError : std::uint8_t {
    empty = 1,   ///< nothing was published yet, or nothing is kept
    expired = 2, ///< it was here, and went to keep the bounds
    future = 3,  ///< it was not published yet
    missing = 4, ///< older and newer ones are here, but this one never arrived
    wrong = 5,   ///< no sample can be meant: number 0, or a range that ends before it begins
};

/// The newest samples of one publisher on one tag, bounded by number, bytes and age (push-pull §2.3).
class SampleHistory {
  public:
    struct Bounds {
        std::size_t samples_max{0};
        std::size_t bytes_max{0};
        base::Duration age_max{};
    };
    explicit SampleHistory(Bounds bounds) : bounds_{bounds} {}

    /// Adds a sample; an older one than the newest takes its place by number, a duplicate changes nothing.
    void push(Sample sample);
    /// Drops what is too old.
    void expire(base::ConferenceTime now);
    void drop_oldest();

    /// Views of consecutive samples, valid until the next change; never empty.
    using Found = std::expected<std::vector<const Sample*>, PullError>;
    [[nodiscard]] Found pull(const Pull& what) const;

    /// How much newer than this sample the newest published one can be (push-pull §2.4): `clock_error` is ε.
    [[nodiscard]] static base::Duration age_max(const Sample& sample, base::ConferenceTime now,
                                                base::Duration clock_error) {
        return now - sample.sent_at + clock_error;
    }
    [[nodiscard]] bool empty() const { return samples_.empty(); }
    [[nodiscard]] std::size_t size() const { return samples_.size(); }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

  private:
    [[nodiscard]] Found find(const PullLatest& what) const;
    [[nodiscard]] Found find(const PullNumber& what) const;
    [[nodiscard]] Found find(const PullRange& what) const;

    Bounds bounds_;
    /// In the order of their numbers.
    std::deque<Sample> samples_;
    std::size_t bytes_{0};
    /// The highest number that was dropped to keep the bounds; 0 is none.
    base::SequenceNumber dropped_{};
};

} // namespace plenum::tag
