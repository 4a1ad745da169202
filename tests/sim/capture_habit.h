// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/cluster/exchange/camera_member.h"
#include "core/cluster/exchange/receiving_member.h"
#include "tests/sim/clocks.h"
#include "tests/sim/scenario.h"
#include "tests/sim/virtual_time.h"

#include <deque>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace plenum::sim {

/// What simulated cameras and their receiver tell of ensembles, for checkers.
struct CaptureNote {
    struct Frame {
        /// Of the camera's member.
        std::uint32_t host{0};
        std::uint64_t checksum{0};
    };
    /// Else one camera captured a frame.
    bool ensemble{false};
    bool complete{false};
    cluster::EnsembleId id;
    base::ConferenceTime at{};
    std::vector<Frame> frames;
};
[[nodiscard]] base::Bytes encode(const CaptureNote& note);
[[nodiscard]] std::optional<CaptureNote> decode_capture_note(base::ByteView bytes);

/// A simulated cluster of cameras: the host of the conference receives, and all others have a camera.
class CaptureHabit {
  public:
    static constexpr std::string_view flow_name = "capture notes";

    CaptureHabit(const Scenario& scenario, const NodeClock& clock, base::Random random)
        : clock_{&clock},
          every_{scenario.capture_every},
          mixes_{scenario.capture_mixes_instants},
          random_{random},
          lag_{scenario.capture_lag_max == base::Duration{}
                   ? base::Duration{}
                   : base::Duration{random_.between(0, scenario.capture_lag_max.count())}} {
        const auto error = scenario.capture_reference_error_max.count();
        if (scenario.capture_reference_ppm > 0 && random_.chance(scenario.capture_reference_ppm))
            reference_error_ = base::Duration{random_.between(-error, error)};
    }

    void begin(bool receives, VirtualTime now);
    void end() { acts_ = false; }
    /// The application knows nothing any more.
    void forget();
    void handle(const node::Event& event, VirtualTime now);
    [[nodiscard]] VirtualTime next_action() const;
    [[nodiscard]] std::optional<node::Command> act(VirtualTime now);

  private:
    void capture(const cluster::Capture& capture);
    void read_reference(VirtualTime now);
    void receive(VirtualTime now);
    void note(const CaptureNote& note);
    [[nodiscard]] std::optional<node::Command> act_as_camera(VirtualTime now);
    [[nodiscard]] std::optional<node::Command> act_as_receiver(VirtualTime now);

    /// Shutters open by the clock of their machine.
    const NodeClock* clock_;
    base::Duration every_;
    /// A planted fault: cameras give a frame of one instant for the next.
    bool mixes_;
    base::Random random_;
    /// A planted fault: the shutter opens so late.
    base::Duration lag_;
    /// Of a camera that reads the clock that some share, which shows virtual time.
    std::optional<base::Duration> reference_error_;
    bool acts_{false};
    base::FlowId notes_flow_{};
    std::deque<CaptureNote> notes_;
    std::optional<cluster::CameraMember> camera_;
    std::optional<cluster::ReceivingMember> receiver_;
    /// Of which a frame was captured last.
    std::optional<cluster::Capture> last_;
};

} // namespace plenum::sim
