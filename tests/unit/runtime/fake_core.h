// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/core.h"

#include <deque>
#include <functional>
#include <mutex>
#include <vector>

namespace plenum::runtime {

/// Stands where a node would: keeps the contract's order under watch and answers as the test's `on_input` says.
class FakeCore final : public Core {
  public:
    using Answer = std::function<std::vector<node::Output>(const node::Input&, base::LocalTime)>;
    /// `wake`: wanted before any input.
    explicit FakeCore(Answer answer, base::LocalTime wake = base::local_time_max)
        : answer_{std::move(answer)},
          wake_{wake} {}

    std::expected<void, node::ContractError> handle(const node::Input& input, base::LocalTime now) override {
        if (!polled_) return std::unexpected(node::ContractError::not_polled);
        if (now < last_) return std::unexpected(node::ContractError::time_went_back);
        last_ = now;
        polled_ = false;
        if (const auto* several = std::get_if<node::DatagramsReceived>(&input))
            for (const auto& each : several->datagrams)
                answer(each, now);
        else
            answer(input, now);
        if (std::exchange(invalid_, false)) return std::unexpected(node::ContractError::stored_invalid);
        return {};
    }
    node::Output poll() override {
        if (outputs_.empty()) {
            polled_ = true;
            return node::Wake{wake_};
        }
        auto output = std::move(outputs_.front());
        outputs_.pop_front();
        return output;
    }
    /// The stored conference at hand is refused.
    void refuse_stored() { invalid_ = true; }

  private:
    void answer(const node::Input& input, base::LocalTime now) {
        for (auto& output : answer_(input, now))
            if (const auto* wake = std::get_if<node::Wake>(&output))
                wake_ = wake->at;
            else
                outputs_.push_back(std::move(output));
    }

    Answer answer_;
    std::deque<node::Output> outputs_;
    base::LocalTime wake_;
    base::LocalTime last_{};
    bool polled_{true};
    bool invalid_{false};
};

} // namespace plenum::runtime
