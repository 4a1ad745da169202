// SPDX-License-Identifier: Apache-2.0
#include "app/capture/ensemble_recorder.h"

namespace plenum::app {

std::expected<void, StudioError> EnsembleRecorder::start(const std::filesystem::path& file) {
    const std::lock_guard lock{mutex_};
    if (writer_) return studio_error(StudioError::Cause::already_recording, file_);
    auto writer = EnsembleWriter::create(file);
    if (!writer) return std::unexpected{std::move(writer.error())};
    writer_.emplace(*std::move(writer));
    file_ = file;
    named_.clear();
    state_ = {true, writer_->bytes(), 0};
    return {};
}

void EnsembleRecorder::stop() {
    const std::lock_guard lock{mutex_};
    writer_.reset();
    state_.on = false;
}

bool EnsembleRecorder::add(const cluster::Ensemble& ensemble, const CameraNames& names) {
    const std::lock_guard lock{mutex_};
    if (!writer_) return true;
    for (const auto& [number, name] : names) {
        if (const auto known = named_.find(number); known != named_.end() && known->second == name) continue;
        named_.insert_or_assign(number, name);
        writer_->add_camera(number, name);
    }
    const bool written = writer_->add(ensemble);
    state_.bytes = writer_->bytes();
    if (written) {
        ++state_.ensembles;
        return true;
    }
    writer_.reset();
    state_.on = false;
    return false;
}

StudioRecording EnsembleRecorder::state() const {
    const std::lock_guard lock{mutex_};
    return state_;
}

std::filesystem::path EnsembleRecorder::file() const {
    const std::lock_guard lock{mutex_};
    return file_;
}

} // namespace plenum::app
