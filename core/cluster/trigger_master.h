// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/cluster/trigger_messages.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace plenum::cluster {

/// When cameras are triggered.
enum class Pace : std::uint8_t {
    blocking = 1, ///< when all cameras are ready (CP §3)
    periodic = 2, ///< once each interval, also while cameras are busy
    together = 3, ///< once each interval, unless a camera is not ready: then none captures, and no ensemble is partial
};

/// How a trigger names the instant.
enum class Instant : std::uint8_t {
    on_arrival = 1, ///< cameras capture when the message arrives, so the network's delays skew the shutters
    at_time = 2,    ///< at a time of the shared clock, which lies further ahead than messages take
};

struct TriggerOptions {
    Pace pace{Pace::blocking};
    Instant instant{Instant::at_time};
    /// Between triggers: at least if blocking, or else exactly, or a multiple of it.
    base::Duration interval{std::chrono::milliseconds{33}};
    /// How far ahead of the message `at_time` lies. Longer than the message takes to the farthest camera.
    base::Duration lead{std::chrono::milliseconds{20}};
    /// A camera that is not ready for so long is waited for no more, until it says that it is ready.
    base::Duration patience{std::chrono::milliseconds{500}};
    /// How often a trigger is sent again to cameras that do not answer.
    base::Duration repeat{std::chrono::milliseconds{50}};
    /// Something is sent at least as often, so that cameras know that there is a master.
    base::Duration beacon{std::chrono::milliseconds{200}};
};

/// The host that triggers all cameras (CP §3).
class TriggerMaster {
  public:
    /// `latest`: the last ensemble that an earlier master triggered.
    TriggerMaster(const TriggerOptions& options, Term term, EnsembleId latest, base::LocalTime now);

    /// Who is to be waited for. A new camera is waited for from the next trigger on.
    void set_cameras(const std::vector<base::MemberIndex>& cameras);
    void handle_ready(base::MemberIndex from, const Ready& ready);
    /// Told with the next message, and with all that follow.
    void order_drops(const DropOrder& drops);
    /// The next message to all cameras, once it is due. `clock`: of the conference.
    [[nodiscard]] std::optional<TriggerMessage> poll(base::LocalTime now, const base::ClockOffset& clock);
    [[nodiscard]] base::LocalTime next_wakeup() const;

    [[nodiscard]] Term term() const { return term_; }
    [[nodiscard]] EnsembleId latest() const { return trigger_.ensemble; }
    /// Cameras that did not answer for too long.
    [[nodiscard]] std::size_t absent() const;
    /// Instants at which none was to capture, because a camera was not ready.
    [[nodiscard]] std::uint64_t skipped() const { return skipped_; }

  private:
    struct Camera {
        EnsembleId ready_through;
        bool absent{false};
    };
    [[nodiscard]] bool is_awaited(const Camera& camera) const {
        return !camera.absent && camera.ready_through < trigger_.ensemble;
    }
    [[nodiscard]] bool all_ready() const;
    [[nodiscard]] base::LocalTime trigger_due_at() const;
    [[nodiscard]] TriggerMessage make_trigger(base::LocalTime now, const base::ClockOffset& clock);
    void give_up_waiting(base::LocalTime now);
    void skip(base::LocalTime now);

    TriggerOptions options_;
    Term term_;
    std::map<base::MemberIndex, Camera> cameras_;
    /// The latest one.
    Trigger trigger_;
    /// When it was first sent; nullopt before the first of this term.
    std::optional<base::LocalTime> triggered_at_;
    base::LocalTime due_at_;
    /// When it was last sent.
    base::LocalTime sent_at_;
    /// When anything was last sent.
    base::LocalTime told_at_;
    bool tells_drops_{false};
    std::uint64_t skipped_{0};
};

} // namespace plenum::cluster
