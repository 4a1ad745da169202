// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/capture/ensemble_file.h"
#include "app/capture/studio_types.h"

#include <mutex>

namespace plenum::app {

/// Writes ensembles into a file while it is on. Any thread may call anything.
class EnsembleRecorder {
  public:
    /// The file must not exist.
    [[nodiscard]] std::expected<void, StudioError> start(const std::filesystem::path& file);
    void stop();
    /// False, once, when the disk takes nothing any more: then it is off.
    [[nodiscard]] bool add(const cluster::Ensemble& ensemble, const CameraNames& names);
    /// Of the recording that is on, or of the last one.
    [[nodiscard]] StudioRecording state() const;
    [[nodiscard]] std::filesystem::path file() const;

  private:
    mutable std::mutex mutex_;
    std::optional<EnsembleWriter> writer_;
    std::filesystem::path file_;
    CameraNames named_;
    StudioRecording state_;
};

} // namespace plenum::app
