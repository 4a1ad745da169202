// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

struct _GstAudioResampler;

namespace plenum::media {

/// Plays sound a little faster or slower than it was recorded, by GStreamer's resampler with an interpolated filter.
/// A third of a millisecond of delay. Not for several threads.
class RateAdapter {
  public:
    RateAdapter();

    /// `faster`: by this share; 0.0002 where 5001 samples become 5000. Appends what comes out.
    void process(std::span<const std::int16_t> samples, double faster, std::vector<std::int16_t>& out);

  private:
    struct Free {
        void operator()(_GstAudioResampler* resampler) const;
    };
    std::unique_ptr<_GstAudioResampler, Free> resampler_;
    int rate_in_;
};

} // namespace plenum::media
