// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/cluster/capture_slave.h"
#include "media/error.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace plenum::app {

/// Takes and codes pictures on a thread of its own, in order.
class CameraWorker {
  public:
    /// Gives the payload of a frame.
    using Take = std::function<media::Result<base::Bytes>(const cluster::Capture& capture)>;
    explicit CameraWorker(Take take);
    ~CameraWorker();
    CameraWorker(const CameraWorker&) = delete;
    CameraWorker& operator=(const CameraWorker&) = delete;

    struct Taken {
        cluster::Capture capture;
        /// Empty if there is none.
        base::Bytes payload;
        std::optional<media::MediaError> error;
    };
    void take(const cluster::Capture& capture);
    /// What is done since the last call.
    [[nodiscard]] std::vector<Taken> done();
    [[nodiscard]] bool busy() const;

  private:
    void run(const std::stop_token& stop);

    Take take_;
    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<cluster::Capture> asked_;
    std::vector<Taken> done_;
    std::size_t open_{0};
    std::jthread thread_;
};

} // namespace plenum::app
