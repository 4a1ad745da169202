// SPDX-License-Identifier: Apache-2.0
// The paper's identities (GMTS §4, equations 5 to 9), over random trees and losses.
#include "tests/unit/tree/tree_world.h"

#include "core/base/random.h"

#include <gtest/gtest.h>

#include <set>

namespace plenum::tree {
namespace {

using namespace std::chrono_literals;

constexpr SessionKey session{NodeId{1}, GroupId{7}, SessionId{9}};
constexpr std::uint64_t packets = 24;

struct Shape {
    std::size_t receivers;
    std::size_t levels;
    /// Receivers at any depth, else all below the last level.
    bool uneven{false};
    bool service{true};
};

/// One transfer over a random tree of this shape, with random losses of data on the last hop.
class Transfer {
  public:
    Transfer(Shape shape, base::Random random) : world_{1ms}, random_{random} {
        StreamSourceOptions options;
        options.session = session;
        options.tail_delay = {};
        options.repairs = {1000, base::Duration{}};
        if (shape.uneven) options.repair_delay = 20ms;
        auto source = std::make_unique<EndOf<StreamSource>>(options);
        source_ = &source->it;
        world_.set_source(std::move(source));
        grow(shape);
    }

    void run() {
        const auto per_mille = random_.below(500);
        world_.copies = [this, per_mille](TreeWorld::Place place, Direction, base::ByteView packet) {
            const auto receiver = lost_.find(place);
            if (!is_data(packet) || receiver == lost_.end()) return 1;
            if (random_.below(1000) >= per_mille) return 1;
            receiver->second.insert(*data_sequence(packet));
            return 0;
        };
        world_.pump(TreeWorld::source);
        world_.run_for(100ms);
        for (std::uint64_t i = 0; i < packets; ++i)
            ASSERT_TRUE(source_->push({static_cast<std::uint8_t>(i)}, world_.now()));
        world_.pump(TreeWorld::source);
        world_.run_for(500ms);
        for (const auto& [place, lost] : lost_) {
            const auto& listener = world_.end<StreamListener>(place);
            ASSERT_EQ(listener.messages, packets);
            ASSERT_EQ(listener.gaps, 0U);
            ASSERT_TRUE(listener.in_order);
        }
    }

    void check_with_service() {
        const auto everywhere = all_lost();
        EXPECT_EQ(source_->counts().requests, everywhere.size()) << "n_s";
        EXPECT_EQ(source_->counts().repairs, everywhere.size()) << "r_s";
        for (const auto& [place, lost] : lost_) {
            const auto& counts = world_.end<StreamListener>(place).it.counts();
            EXPECT_EQ(counts.missed, lost.size());
            EXPECT_EQ(counts.repairs, lost.size()) << "r_" << place;
            EXPECT_EQ(counts.repairs_unneeded, 0U);
        }
    }
    void check_without_service() {
        std::size_t sum = 0;
        for (const auto& [place, lost] : lost_)
            sum += lost.size();
        EXPECT_EQ(source_->counts().requests, sum) << "n_s";
        EXPECT_EQ(source_->counts().repairs, sum) << "r_s";
        for (const auto& [place, lost] : lost_)
            EXPECT_EQ(world_.end<StreamListener>(place).it.counts().repairs, sum) << "r_" << place;
        if (lost_.size() != 2) return;
        const auto& one = lost_.begin()->second;
        const auto& other = lost_.rbegin()->second;
        std::size_t both = 0;
        for (const auto sequence : one)
            both += other.contains(sequence) ? 1 : 0;
        EXPECT_EQ(sum, all_lost().size() + both) << "equation 5";
    }
    /// On each link went as many repairs as are different among the losses below it.
    void check_branches() {
        std::map<TreeWorld::Place, std::set<std::uint64_t>> below;
        for (const auto& [receiver, lost] : lost_) {
            for (auto place = receiver; place != TreeWorld::source; place = world_.parent(place))
                below[place].insert(lost.begin(), lost.end());
        }
        for (TreeWorld::Place place = 1; place < world_.size(); ++place)
            EXPECT_EQ(world_.above(place).repairs, place == 1 ? all_lost().size() : below[place].size());
    }

  private:
    void grow(Shape shape) {
        std::vector<std::vector<TreeWorld::Place>> levels{{TreeWorld::source}};
        for (std::size_t level = 0; level < shape.levels; ++level) {
            const auto width = level == 0 ? 1 : 1 + random_.below(3);
            auto& next = levels.emplace_back();
            for (std::size_t i = 0; i < width; ++i) {
                const auto& above = levels[level];
                NodeOptions options;
                if (!shape.service) options.sessions_max = 0;
                next.push_back(world_.add_node(above[random_.below(above.size())], std::move(options)));
            }
        }
        for (std::size_t i = 0; i < shape.receivers; ++i) {
            const auto& level = levels[shape.uneven ? 1 + random_.below(shape.levels) : shape.levels];
            StreamReceiverOptions options;
            options.self = TreeWorld::id(world_.size());
            options.session = session;
            options.repair_wait = 10s;
            const auto place =
                world_.add_receiver(level[random_.below(level.size())], std::make_unique<StreamListener>(options));
            lost_[place];
        }
    }
    [[nodiscard]] std::set<std::uint64_t> all_lost() const {
        std::set<std::uint64_t> all;
        for (const auto& [place, lost] : lost_)
            all.insert(lost.begin(), lost.end());
        return all;
    }

    TreeWorld world_;
    base::Random random_;
    StreamSource* source_{nullptr};
    std::map<TreeWorld::Place, std::set<std::uint64_t>> lost_;
};

/// 1000 patterns: mostly 2 and 10 receivers, since those of 100 take longer.
Shape shape_of(std::size_t pattern) {
    const auto kind = pattern % 10;
    return {kind == 0 ? std::size_t{100} : kind < 6 ? std::size_t{2} : std::size_t{10}, 1 + pattern / 10 % 4};
}

TEST(Identities, with_service_each_loss_is_asked_for_and_repaired_once) {
    for (std::size_t pattern = 0; pattern < 1000; ++pattern) {
        Transfer transfer{shape_of(pattern), base::Random{pattern}};
        transfer.run();
        transfer.check_with_service();
        transfer.check_branches();
        if (HasFailure()) FAIL() << "pattern " << pattern;
    }
}

TEST(Identities, without_service_each_receiver_gets_all_repairs) {
    for (std::size_t pattern = 0; pattern < 1000; ++pattern) {
        auto shape = shape_of(pattern);
        shape.service = false;
        Transfer transfer{shape, base::Random{pattern}};
        transfer.run();
        transfer.check_without_service();
        if (HasFailure()) FAIL() << "pattern " << pattern;
    }
}

TEST(Identities, hold_for_receivers_at_different_depths_if_the_source_waits_for_the_furthest) {
    for (std::size_t pattern = 0; pattern < 200; ++pattern) {
        auto shape = shape_of(pattern);
        shape.uneven = true;
        Transfer transfer{shape, base::Random{pattern}};
        transfer.run();
        transfer.check_with_service();
        if (HasFailure()) FAIL() << "pattern " << pattern;
    }
}

} // namespace
} // namespace plenum::tree
