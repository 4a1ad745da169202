// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/cluster/clocks.h"
#include "core/cluster/trigger_messages.h"

#include <cstdint>
#include <deque>
#include <optional>

namespace plenum::cluster {

/// Opens the shutter now.
struct Capture {
    EnsembleId ensemble;
    /// The instant, as the frame is to be stamped.
    base::ConferenceTime at;
    /// The same by this machine's clock.
    base::LocalTime due_at{};
};

/// One camera: told of triggers, says when to capture, and when it is ready again (CP §3). It never captures for an
/// instant that is over, since such a frame would be of another instant than those of the other cameras.
class CaptureSlave {
  public:
    enum class Source : std::uint8_t {
        software = 1, ///< we open the shutter
        hardware = 2, ///< a pulse of a wire, or of a clock in the camera, opens it; triggers only name the instants
    };
    struct Options {
        Source source{Source::software};
        /// A shutter that would open later after its instant does not open; a pulse that differs by more is of another
        /// instant. A trigger without a time that is older was lost at first, and is missed.
        base::Duration tolerance{std::chrono::milliseconds{5}};
        /// A trigger that comes later after its instant is missed: the shutter would open after those of the others.
        /// The master then plans further ahead.
        base::Duration lateness_max{std::chrono::microseconds{20}};
    };

    explicit CaptureSlave(const Options& options) : options_{options} {}

    void handle_trigger(const Trigger& trigger, base::LocalTime now, const Clocks& clocks);
    /// The shutter opened at this time. No effect unless hardware opens it.
    void handle_pulse(base::LocalTime at);
    /// What was captured last is being sent.
    void handle_captured();
    /// The send buffer has room again for a frame after the last one captured.
    void handle_buffered();
    /// The next capture, once it is due.
    [[nodiscard]] std::optional<Capture> poll_capture(base::LocalTime now);
    /// To be sent to the master.
    [[nodiscard]] std::optional<Ready> poll_ready();
    [[nodiscard]] base::LocalTime next_wakeup() const;
    /// Instants at which nothing was captured, because the trigger was late or the camera busy.
    [[nodiscard]] std::uint64_t missed() const { return missed_; }

  private:
    struct Armed {
        EnsembleId ensemble;
        base::LocalTime due_at;
        base::ConferenceTime at;
        /// Hardware: its pulse came.
        bool pulsed{false};
    };
    [[nodiscard]] bool is_overtaken(const Trigger& trigger, base::LocalTime now, const Clocks& clocks) const;
    void arm(const Trigger& trigger, base::LocalTime now, const Clocks& clocks);
    void miss();

    Options options_;
    /// In order of their ensembles.
    std::deque<Armed> armed_;
    /// The newest that we were told of.
    EnsembleId newest_;
    /// The last that was captured.
    EnsembleId captured_;
    /// A frame was captured and does not fit the send buffer yet.
    bool busy_{false};
    /// That frame is being sent; else the camera has not given it yet.
    bool sending_{false};
    bool tells_ready_{false};
    /// That we are there and not ready yet.
    bool tells_sending_{false};
    /// As it was told last.
    EnsembleId ready_through_;
    /// How late the newest trigger was, to be told with that.
    base::Duration late_{};
    std::uint64_t missed_{0};
};

} // namespace plenum::cluster
