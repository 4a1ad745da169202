// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <optional>
#include <string_view>

namespace plenum::node {

/// What an exception said, shortened. Allocates nothing, since memory may be what there was too little of.
class Thrown {
  public:
    explicit Thrown(std::string_view words) : size_{std::min(words.size(), words_.size())} {
        std::copy_n(words.begin(), size_, words_.begin());
    }
    [[nodiscard]] std::string_view words() const { return {words_.data(), size_}; }

  private:
    std::array<char, 120> words_{};
    std::size_t size_;
};

/// Does `work`; nullopt if nothing was thrown. Core throws nothing itself, so what comes out here is a mistake of ours,
/// of a library or of a plug-in, or memory that is not there. The only place in core where an exception ends.
template <class Work>
[[nodiscard]] std::optional<Thrown> run_contained(const Work& work) {
    try {
        work();
    } catch (const std::exception& error) {
        return Thrown{error.what()};
    } catch (...) {
        return Thrown{"something without words"};
    }
    return std::nullopt;
}

} // namespace plenum::node
