// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/unit/tree/tree_world.h"

#include "core/base/random.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace plenum::tree {

/// Ten thousand receivers below four levels of nodes, and a transfer of 64 packets.
class CrowdWorld {
  public:
    static constexpr std::size_t width = 10;
    static constexpr std::uint64_t packets = 64;
    static constexpr SessionKey session{NodeId{1}, GroupId{7}, SessionId{9}};

    CrowdWorld(StreamSourceOptions options, StreamReceiverOptions receiver) {
        options.session = session;
        options.tail_delay = std::chrono::milliseconds{5};
        auto end = std::make_unique<EndOf<StreamSource>>(options);
        source = &end->it;
        world.set_source(std::move(end));
        std::vector<TreeWorld::Place> level{world.add_node(TreeWorld::source)};
        nodes = level;
        for (int depth = 0; depth < 3; ++depth) {
            std::vector<TreeWorld::Place> next;
            for (const auto place : level) {
                for (std::size_t k = 0; k < width; ++k)
                    next.push_back(world.add_node(place));
            }
            level = std::move(next);
            nodes.insert(nodes.end(), level.begin(), level.end());
        }
        receiver.session = session;
        for (const auto place : level) {
            for (std::size_t k = 0; k < width; ++k) {
                receiver.self = TreeWorld::id(world.size());
                receivers.push_back(world.add_receiver(place, std::make_unique<StreamListener>(receiver)));
            }
        }
        got.resize(world.size(), std::vector<bool>(packets));
    }

    /// Sets the session up without loss, then sends all with it. Loss of data, and of all other packets, on each link.
    [[nodiscard]] bool run(std::uint32_t data_loss_ppm, std::uint32_t other_loss_ppm) {
        world.pump(TreeWorld::source);
        world.run_for(std::chrono::milliseconds{500});
        world.copies = [this, data_loss_ppm, other_loss_ppm,
                        random = base::Random{17}](TreeWorld::Place place, Direction, base::ByteView packet) mutable {
            const auto sequence = data_sequence(packet);
            if (!sequence) return random.chance(other_loss_ppm) ? 0 : 1;
            if (random.chance(data_loss_ppm)) return 0;
            got[place][*sequence] = true;
            return 1;
        };
        for (std::uint64_t i = 0; i < packets; ++i) {
            if (!source->push(base::Bytes(100 + i, static_cast<std::uint8_t>(i)), world.now())) return false;
            world.pump(TreeWorld::source);
            world.run_for(std::chrono::microseconds{100});
        }
        return world.run_until(
            [this] {
                return std::ranges::all_of(receivers, [this](auto place) {
                    const auto& listener = world.end<StreamListener>(place);
                    return listener.messages == packets && listener.in_order;
                });
            },
            std::chrono::seconds{20});
    }

    /// Packets that some receiver below each place did not get on their first way. At the source: |∪N|.
    [[nodiscard]] std::vector<std::uint64_t> lost_below() const {
        std::vector<std::vector<bool>> lost(world.size(), std::vector<bool>(packets));
        for (const auto receiver : receivers) {
            for (std::uint64_t i = 0; i < packets; ++i) {
                for (auto place = receiver; !got[receiver][i]; place = world.parent(place)) {
                    lost[place][i] = true;
                    if (place == TreeWorld::source) break;
                }
            }
        }
        std::vector<std::uint64_t> counts;
        for (const auto& each : lost)
            counts.push_back(static_cast<std::uint64_t>(std::ranges::count(each, true)));
        return counts;
    }

    TreeWorld world;
    StreamSource* source{nullptr};
    std::vector<TreeWorld::Place> nodes;
    std::vector<TreeWorld::Place> receivers;
    /// By place and packet.
    std::vector<std::vector<bool>> got;
};

} // namespace plenum::tree
