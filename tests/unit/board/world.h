// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "tests/unit/board/reference.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace plenum::board {

/// Several users who do anything at any time, and a network that delivers in any order that it may.
class World {
  public:
    enum class Order : std::uint8_t {
        causal = 1,  ///< a message comes after all that its author had seen
        each_sender, ///< only the messages of one sender keep their order
    };
    struct Options {
        std::size_t users{3};
        std::size_t steps{120};
        Order order{Order::causal};
        Rules rules;
    };
    World(const Options& options, std::uint64_t seed);

    /// Runs, and delivers everything. The answer is empty, or says how boards differ.
    [[nodiscard]] std::string run();
    [[nodiscard]] std::size_t operations() const;

  private:
    struct Replica {
        std::unique_ptr<User> user;
        /// Messages taken of each user.
        std::vector<std::size_t> taken;
        std::vector<ObjectId> open_strokes;
        std::set<OperationId> not_permitted;
    };
    struct Posted {
        Sent sent;
        std::vector<std::size_t> after;
    };

    void act(std::size_t who);
    void act_on_pages(std::size_t who);
    void act_on_objects(std::size_t who);
    void draw(std::size_t who);
    void act_raw(std::size_t who);
    void add_raw(const User& user, std::vector<Operation>& operations);
    void post_new(std::size_t who);
    bool deliver(std::size_t to, std::size_t from);
    bool deliver_some(std::size_t to);
    [[nodiscard]] std::string compare() const;

    [[nodiscard]] std::vector<ObjectId> some_objects(const User& user);
    [[nodiscard]] PageId some_page(const User& user);
    [[nodiscard]] Position somewhere();
    [[nodiscard]] Style some_style();

    Options options_;
    base::Random random_;
    Traffic traffic_;
    std::size_t posted_{0};
    std::vector<Replica> replicas_;
    std::vector<std::vector<Posted>> mail_;
};

} // namespace plenum::board
