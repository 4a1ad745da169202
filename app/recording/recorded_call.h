// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recording/recorded_event.h"
#include "media/recording/matroska_reader.h"

#include <vector>

namespace plenum::app {

/// What happened, and when since the beginning.
struct TimedEvent {
    base::Duration at{};
    RecordedEvent event;
};

/// A file that a `CallRecorder` wrote, to be looked at again. It may end in the middle.
class RecordedCall {
  public:
    /// Errors: bad_file, also for recordings of other programs.
    [[nodiscard]] static media::Result<RecordedCall> open(const std::filesystem::path& path);
    [[nodiscard]] static media::Result<RecordedCall> read_from(media::MatroskaReader reader, const std::string& name);

    [[nodiscard]] const media::MatroskaReader& reader() const { return reader_; }
    /// In the order in which the recording program was told, which is the order of cause. Times never go back.
    [[nodiscard]] const std::vector<TimedEvent>& events() const { return events_; }
    /// Of the data tracks, that could not be read.
    [[nodiscard]] std::size_t damaged() const { return damaged_; }

    /// Of a person's part of the data tracks: as many as an hour of busy drawing makes, times ten.
    static constexpr std::size_t events_max = 4'000'000;
    static constexpr std::size_t event_bytes_max = std::size_t{1} << 30U;

  private:
    explicit RecordedCall(media::MatroskaReader reader) : reader_{std::move(reader)} {}

    media::MatroskaReader reader_;
    std::vector<TimedEvent> events_;
    std::size_t damaged_{0};
};

} // namespace plenum::app
