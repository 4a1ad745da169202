// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/cluster/aggregation_point.h"
#include "core/cluster/cell_exchange.h"
#include "core/cluster/coordination_metrics.h"
#include "core/cluster/ensembles.h"
#include "core/cluster/frame_receiver.h"
#include "core/cluster/frame_sender.h"
#include "core/cluster/shared_rate.h"
#include "tests/sim/bottleneck/tcp_flow.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace plenum::cluster {

using namespace std::chrono_literals;

/// Cameras of one cluster that send ensembles to another one over a bottleneck, beside TCP flows of others, in virtual
/// time (CP §4). All capture when each can write its next frame (synchronous blocking).
struct CameraWorldOptions {
    enum class Transport : std::uint8_t {
        coordinated = 1, ///< the frame transport, with shares by the aggregation point
        tcp = 2,         ///< one TCP flow a camera, with large send buffers
    };
    Transport transport{Transport::coordinated};
    std::size_t cameras{8};
    /// Greedy flows of others.
    std::size_t others{8};
    /// Flows that pause and then transfer pages of heavy-tailed sizes, as browsers do.
    std::size_t browsers{0};
    std::size_t frame_bytes{25'000};
    /// Standard deviation of a frame's size, in percent of the mean.
    unsigned deviation_percent{0};
    /// Shares follow the sizes of the frames that wait.
    bool weighted{false};
    std::uint32_t loss_ppm{10'000};
    std::uint64_t capacity{12'500'000}; ///< bytes a second, each way
    base::Duration queue_max{50ms};
    base::Duration delay{25ms}; ///< one way
};

struct CameraWorldResult {
    base::Duration asynchrony{};     ///< mean of complete ensembles
    base::Duration asynchrony_max{}; ///< of the last 64
    std::uint64_t rate_mhz{0};       ///< complete ensembles in a thousand seconds
    std::uint64_t flowshare{0};      ///< normalised, in thousandths
    std::uint64_t complete{0};
    std::uint64_t partial{0};
};

class CameraWorld {
  public:
    CameraWorld(const CameraWorldOptions& options, std::uint64_t seed);
    /// Runs for 45 s and measures the last 30.
    [[nodiscard]] CameraWorldResult run();

  private:
    using Action = std::function<void()>;
    struct Camera {
        FlowNumber flow;
        FrameSender sender{{base::ByteRate{64'000}, 50ms}};
        FrameReceiver receiver;
        CellExchange cells;
        Cell weight{1};
    };
    /// Packets of a TCP flow, and how far they have arrived.
    struct Stream {
        enum class Kind : std::uint8_t { camera = 1, greedy = 2, browser = 3 };
        Kind kind{Kind::greedy};
        sim::TcpFlow tcp;
        bool pausing{false};
        std::uint64_t written{0};
        /// Packets below it were sent.
        std::uint64_t sent{0};
        std::uint64_t contiguous{0};
        std::set<std::uint64_t> ahead;
        /// Last packet of each frame.
        std::map<std::uint64_t, CapturedFrame> frames;
    };

    [[nodiscard]] std::size_t draw_frame_size();
    [[nodiscard]] bool all_ready() const;
    void capture();
    void pump();
    void pump_camera(Camera& camera);
    void pump_stream(std::size_t which);
    [[nodiscard]] std::optional<std::uint64_t> poll_packet(Stream& stream) const;
    void browse(std::size_t which);
    void arrive(Camera& camera, const base::Bytes& datagram);
    void arrive(std::size_t stream, std::uint64_t number);
    void use_reports(Camera& camera);
    void complete(FlowNumber flow, CapturedFrame frame);
    /// When a packet of so many bytes that leaves now arrives; nullopt if it is lost.
    [[nodiscard]] std::optional<base::LocalTime> travel(std::size_t bytes);
    void at(base::LocalTime time, Action action) { actions_.emplace(time, std::move(action)); }
    [[nodiscard]] base::LocalTime next_wakeup() const;
    [[nodiscard]] sim::VirtualTime virtual_now() const { return sim::VirtualTime{now_.time_since_epoch()}; }

    CameraWorldOptions options_;
    base::Random random_;
    base::LocalTime now_{1000s};
    base::LocalTime measured_from_{base::local_time_max};
    std::multimap<base::LocalTime, Action> actions_;
    base::LocalTime free_at_{};
    std::shared_ptr<PathMeter> path_{std::make_shared<PathMeter>(PathMeter::Options{}, now_)};
    SharedRate link_{path_};
    AggregationPoint point_{ApplicationId{1}, path_};
    std::vector<std::unique_ptr<Camera>> cameras_;
    /// Those of cameras first.
    std::vector<Stream> streams_;
    Ensembles ensembles_{{10s}};
    CoordinationMetrics metrics_;
    std::uint64_t captured_{0};
    base::Duration asynchrony_sum_{};
    std::uint64_t complete_{0};
    std::uint64_t partial_{0};
    std::uint64_t own_bytes_{0};
    std::uint64_t others_bytes_{0};
};

} // namespace plenum::cluster
