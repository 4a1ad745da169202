// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/check.h"
#include "core/tree/limits.h"

#include <cstddef>

namespace plenum::tree {

/// Cells of soft state that a node has, for all of its objects.
class CellBudget {
  public:
    explicit CellBudget(std::size_t cells_max = limits::cells_max) : left_{cells_max}, cells_max_{cells_max} {}
    [[nodiscard]] std::size_t used() const { return cells_max_ - left_; }

  private:
    friend class CellShare;
    std::size_t left_;
    std::size_t cells_max_;
};

/// What one object has of it. The destructor gives it back.
class CellShare {
  public:
    explicit CellShare(CellBudget& budget) : budget_{&budget} {}
    CellShare(const CellShare&) = delete;
    CellShare& operator=(const CellShare&) = delete;
    ~CellShare() { budget_->left_ += used_; }

    /// False, with nothing changed, if object or node have no more.
    [[nodiscard]] bool resize(std::size_t before, std::size_t after) {
        CHECK(used_ >= before);
        if (after > before) {
            const auto more = after - before;
            if (more > budget_->left_ || used_ + more > limits::cells_per_object_max) return false;
        }
        used_ = used_ - before + after;
        budget_->left_ = budget_->left_ + before - after;
        return true;
    }
    void give_back(std::size_t cells) { (void)resize(cells, 0); }
    [[nodiscard]] std::size_t used() const { return used_; }

  private:
    CellBudget* budget_;
    std::size_t used_{0};
};

} // namespace plenum::tree
