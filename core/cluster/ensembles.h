// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/cluster/captured_frame.h"
#include "core/cluster/cell.h"
#include "core/cluster/drop_order.h"
#include "core/cluster/limits.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace plenum::cluster {

/// Frames of one instant, by camera.
struct Ensemble {
    EnsembleId id;
    base::ConferenceTime captured_at{};
    std::map<FlowNumber, base::Bytes> frames;
    /// Cameras that stamped their frames with another instant. These frames are left out.
    std::vector<FlowNumber> other_instants{};
    /// All cameras' frames are there.
    bool complete{false};
    /// When the first and the last frame was complete.
    base::LocalTime first_at{};
    base::LocalTime last_at{};
    /// Completion asynchrony (CP §4.2).
    [[nodiscard]] base::Duration asynchrony() const { return last_at - first_at; }
};

/// Puts the frames of cameras together by instant, and hands ensembles over in order.
///
/// The problem: the frames of an instant arrive one after another, and some never. A reconstruction from two instants
/// shows a scene that never existed. The intuition: frames of one camera arrive in order, so an ensemble ends when all
/// its frames are there, or when each missing camera has sent a later one, or after the patience. Of a camera that is
/// sending, the patience begins anew with each piece, up to a bound. A frame that comes afterwards is late and never
/// shown with others. When memory is short, whole ensembles go, those of the least priority first.
///
/// The instant of an ensemble is judged when it ends: most frames decide, since one camera may lie, and the trigger has
/// a vote, since of two cameras one may lie. The alternative, the instant of the first frame, lets the liar that is
/// first exclude all others.
///
/// A camera that makes up ensembles costs the others nothing but memory within its bounds: an ensemble of less than
/// half of the cameras does not make earlier ones late.
class Ensembles {
  public:
    struct Options {
        /// From the first frame of an ensemble until it ends without the others.
        base::Duration patience{std::chrono::milliseconds{500}};
        /// The same while those that are missing are sending.
        base::Duration patience_sending{limits::sending_max};
        /// Frames with instants that differ by more do not belong together, although their ids are equal.
        base::Duration instant_tolerance{std::chrono::milliseconds{10}};
        std::size_t bytes_max{limits::ensemble_bytes_max};
        std::size_t ensembles_max{limits::ensembles_max};
    };
    enum class Accepted : std::uint8_t {
        taken = 1,
        unknown_camera = 2,
        late = 3,         ///< its ensemble ended
        out_of_order = 4, ///< the camera sent this ensemble or a later one before
        dropped = 5,      ///< by an order, or for memory
    };

    explicit Ensembles(const Options& options) : options_{options} {}

    /// The cameras of which complete ensembles have frames. A flow that is removed and added again begins anew, since
    /// it may be another camera's.
    void set_cameras(std::uint64_t flows);
    [[nodiscard]] static constexpr std::uint64_t camera(FlowNumber flow) {
        return std::uint64_t{1} << flow.value() % 64;
    }

    Accepted handle_frame(FlowNumber camera, CapturedFrame frame, base::LocalTime now);
    /// A part of a frame came. Without effect on a camera that was waited for in vain, until a frame of it is complete.
    void handle_sending(FlowNumber camera, base::LocalTime now);
    /// The instant of an ensemble, as the master of its term told it.
    void handle_trigger(const EnsembleId& id, base::ConferenceTime capture_at);
    /// Ensembles of the order are gone, those under assembly and those to come.
    void handle_drops(const DropOrder& drops);
    /// The next ensemble in order that has ended, complete or partial.
    [[nodiscard]] std::optional<Ensemble> poll(base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;

    struct Stats {
        std::uint64_t complete{0};
        std::uint64_t partial{0};
        std::uint64_t late_frames{0};
        std::uint64_t dropped{0}; ///< ensembles
    };
    [[nodiscard]] const Stats& stats() const { return stats_; }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

  private:
    struct Triggered {
        EnsembleId ensemble;
        base::ConferenceTime at;
    };
    struct Stamp {
        FlowNumber camera;
        base::ConferenceTime at;
    };
    struct Assembly {
        Ensemble ensemble;
        /// Bit n: the frame of camera n.
        std::uint64_t there{0};
        std::size_t bytes{0};
        /// In the order in which frames came.
        std::vector<Stamp> stamps;
    };
    using Assemblies = std::map<EnsembleId, Assembly>;
    [[nodiscard]] bool is_complete(const Assembly& assembly) const { return (cameras_ & ~assembly.there) == 0; }
    [[nodiscard]] std::uint64_t to_come(const Assembly& assembly) const;
    [[nodiscard]] base::LocalTime ends_at(const Assembly& assembly) const;
    [[nodiscard]] bool are_one_instant(base::ConferenceTime one, base::ConferenceTime other) const;
    [[nodiscard]] base::ConferenceTime instant_of(const Assembly& assembly) const;
    void leave_out_other_instants(Assembly& assembly) const;
    [[nodiscard]] std::optional<Accepted> refuse(FlowNumber camera, const CapturedFrame& frame) const;
    [[nodiscard]] bool has_room(std::size_t bytes, bool is_new) const;
    [[nodiscard]] bool make_room(const EnsembleId& id, std::size_t bytes);
    void drop(Assemblies::iterator which);
    void forget(const EnsembleId& id);
    [[nodiscard]] bool is_dropped(const EnsembleId& id) const;

    Options options_;
    std::uint64_t cameras_{0};
    Assemblies assemblies_;
    std::size_t bytes_{0};
    /// Of each camera, the newest ensemble of which a frame came.
    std::array<EnsembleId, limits::flows_max> newest_{};
    /// When a part of a frame came last.
    std::array<base::LocalTime, limits::flows_max> sending_at_{};
    /// Bit n: camera n sent for too long.
    std::uint64_t given_up_{0};
    /// None at or below it begins.
    EnsembleId ended_;
    /// Beyond it, those that ended or were dropped.
    std::set<EnsembleId> gone_;
    std::deque<DropOrder> drops_;
    /// The latest ones that were told.
    std::deque<Triggered> triggers_;
    Stats stats_;
};

} // namespace plenum::cluster
