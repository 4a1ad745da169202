// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recording/recorded_event.h"
#include "media/recording/matroska_reader.h"

#include <map>
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
    /// The content of a picture on the whiteboard; nullopt where the file has none of that hash.
    [[nodiscard]] std::optional<base::Bytes> picture(const base::Hash& content) const;
    /// Of the data tracks, that could not be read.
    [[nodiscard]] std::size_t damaged() const { return damaged_; }

    /// Of a person's part of the data tracks: as many as an hour of busy drawing makes, times ten.
    static constexpr std::size_t events_max = 4'000'000;
    static constexpr std::size_t event_bytes_max = std::size_t{1} << 30U;
    /// Of these, so that they displace nothing: ten people who point for an hour.
    static constexpr std::size_t pointers_max = 1'000'000;

  private:
    explicit RecordedCall(media::MatroskaReader reader) : reader_{std::move(reader)} {}

    media::MatroskaReader reader_;
    std::vector<TimedEvent> events_;
    /// Among the attachments.
    std::map<base::Hash, std::size_t> pictures_;
    std::size_t damaged_{0};
};

} // namespace plenum::app
