// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/capture/reconstruction.h"
#include "app/capture/scene_flow.h"
#include "app/capture/studio_error.h"
#include "core/client/session.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <span>
#include <string>

namespace plenum::app {

/// Shares a scene: a flow of its own, and on it the depth of each pair, no faster than the flow declares. Pictures that
/// are too large for a message are halved.
class SceneSender {
  public:
    /// `session` outlives this. `failed`: the flow cannot be created; then sharing is off.
    SceneSender(client::Session& session, std::string name, std::function<void(const StudioError&)> failed)
        : session_{session},
          name_{std::move(name)},
          failed_{std::move(failed)} {}

    /// Any thread.
    void set_on(bool on) { on_ = on; }
    [[nodiscard]] bool is_on() const { return on_; }
    /// Of one thread: all events, and what is due.
    void handle(const node::Event& event);
    void pump(base::LocalTime now);
    /// Of another thread: the depth of one ensemble. Most are left out.
    void send(std::span<const Reconstruction::PairDepth> depth, base::LocalTime now);
    /// Its flow is there.
    [[nodiscard]] bool is_open() const { return flows_.own().value() != 0; }
    /// Since the beginning; any thread.
    [[nodiscard]] std::uint64_t bytes_sent() const { return bytes_sent_; }

  private:
    /// Empty where it cannot be packed.
    [[nodiscard]] base::Bytes pack(const media::depth::ColourDepth& picture);

    client::Session& session_;
    std::string name_;
    std::function<void(const StudioError&)> failed_;
    SceneFlows flows_;
    base::LocalTime create_at_{};
    std::optional<std::string> asked_;
    std::atomic<bool> on_{false};
    /// To send on; 0 for nothing.
    std::atomic<std::uint16_t> flow_{0};
    std::atomic<std::uint64_t> bytes_sent_{0};
    // the sending thread only
    base::LocalTime next_at_{};
    std::size_t next_pair_{0};
    /// How often pictures of each source are halved.
    std::map<std::uint8_t, int> halvings_;
};

} // namespace plenum::app
