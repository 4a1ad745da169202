// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/cluster/clocks.h"
#include "core/cluster/trigger_messages.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace plenum::cluster {

/// How a trigger names the instant.
enum class Instant : std::uint8_t {
    on_arrival = 1, ///< cameras capture when the message arrives, so the network's delays skew the shutters
    at_time = 2,    ///< at a time of the shared clock, which lies further ahead than messages take
};

struct TriggerOptions {
    /// Cameras are triggered.
    bool armed{true};
    Pace pace{Pace::blocking};
    Instant instant{Instant::at_time};
    /// Between triggers: at least if blocking, or else exactly, or a multiple of it.
    base::Duration interval{std::chrono::milliseconds{33}};
    /// How far ahead of the message `at_time` lies at least. As triggers come late to cameras it grows, up to
    /// `lead_max`, until the message takes less to the farthest.
    base::Duration lead{std::chrono::milliseconds{20}};
    base::Duration lead_max{std::chrono::seconds{1}};
    /// A camera that is not ready and says nothing for so long is waited for no more, until it says that it is ready.
    base::Duration patience{std::chrono::milliseconds{500}};
    /// The same for a camera that says that it is sending.
    base::Duration patience_sending{limits::sending_max};
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

    void set_options(const TriggerOptions& options, base::LocalTime now);
    /// Who is to be waited for. A new camera is waited for from the next trigger on.
    void set_cameras(const std::vector<base::MemberIndex>& cameras);
    void handle_ready(base::MemberIndex from, const Ready& ready, base::LocalTime now);
    /// Told with the next message, and with all that follow.
    void order_drops(const DropOrder& drops);
    /// The next message to all cameras, once it is due.
    [[nodiscard]] std::optional<TriggerMessage> poll(base::LocalTime now, const Clocks& clocks);
    [[nodiscard]] base::LocalTime next_wakeup() const;

    [[nodiscard]] Term term() const { return term_; }
    [[nodiscard]] EnsembleId latest() const { return trigger_.ensemble; }
    [[nodiscard]] base::Duration lead() const { return lead_; }
    /// Cameras that did not answer, or were sending, for too long.
    [[nodiscard]] std::size_t absent() const;
    /// Instants at which none was to capture, because a camera was not ready.
    [[nodiscard]] std::uint64_t skipped() const { return skipped_; }

  private:
    struct Camera {
        EnsembleId ready_through;
        base::LocalTime heard_at{};
        bool absent{false};
    };
    [[nodiscard]] bool is_awaited(const Camera& camera) const {
        return !camera.absent && camera.ready_through < trigger_.ensemble;
    }
    [[nodiscard]] bool all_ready() const;
    [[nodiscard]] base::LocalTime gives_up_at(const Camera& camera) const;
    [[nodiscard]] base::LocalTime trigger_due_at() const;
    [[nodiscard]] TriggerMessage make_trigger(base::LocalTime now, const Clocks& clocks);
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
    /// `lead` as it has grown.
    base::Duration lead_;
    base::LocalTime grows_from_{};
    std::uint64_t skipped_{0};
};

} // namespace plenum::cluster
