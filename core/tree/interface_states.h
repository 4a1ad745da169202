// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tree/functions.h"
#include "core/tree/ids.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace plenum::tree {

/// The interface state vector of one sequence number, without the elements that are as all others: a relay may have a
/// thousand interfaces, of which few ask.
class InterfaceStates {
  public:
    explicit InterfaceStates(StateValue others = 0) : others_{others} {}

    [[nodiscard]] StateValue at(InterfaceIndex interface) const {
        const auto found = find(interface);
        return found == apart_.end() || found->first != interface ? others_ : found->second;
    }
    void apply(ReceiverInterfaceFunction function, StateValue value, InterfaceIndex arrival) {
        const auto here = tree::apply(function, value, at(arrival), true);
        change([&](StateValue state) { return tree::apply(function, value, state, false); });
        set(arrival, here);
    }
    void apply(ForwardInterfaceFunction function, StateValue value) {
        change([&](StateValue state) { return tree::apply(function, value, state); });
    }
    /// Of `branches`, those whose element is greater than `value`, without `arrival`.
    [[nodiscard]] std::vector<InterfaceIndex> above(StateValue value, std::span<const InterfaceIndex> branches,
                                                    InterfaceIndex arrival) const {
        std::vector<InterfaceIndex> found;
        for (const auto branch : branches) {
            if (branch != arrival && at(branch) > value) found.push_back(branch);
        }
        return found;
    }
    /// How many elements are apart.
    [[nodiscard]] std::size_t size() const { return apart_.size(); }
    friend bool operator==(const InterfaceStates&, const InterfaceStates&) = default;

  private:
    using Element = std::pair<InterfaceIndex, StateValue>;
    [[nodiscard]] std::vector<Element>::const_iterator find(InterfaceIndex interface) const {
        return std::ranges::lower_bound(apart_, interface, {}, &Element::first);
    }
    void change(auto next) {
        others_ = next(others_);
        for (auto& element : apart_)
            element.second = next(element.second);
        std::erase_if(apart_, [&](const Element& element) { return element.second == others_; });
    }
    void set(InterfaceIndex interface, StateValue value) {
        const auto place = find(interface);
        const bool there = place != apart_.end() && place->first == interface;
        if (value == others_) {
            if (there) apart_.erase(place);
        } else if (there) {
            apart_[static_cast<std::size_t>(place - apart_.begin())].second = value;
        } else {
            apart_.insert(place, {interface, value});
        }
    }

    StateValue others_;
    std::vector<Element> apart_;
};

} // namespace plenum::tree
