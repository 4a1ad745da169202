// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"
#include "core/wire/frames.h"

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace plenum::tag {

/// Which layers of which video streams fit the link of one subscriber (push-pull §2.2: a proxy where it is needed).
///
/// The problem: pictures of many publishers meet at a link that cannot carry them all. A queue that overflows loses
/// frames that others depend on; key frames repair that and cost everybody. The intuition: the relay knows how many
/// bytes each layer takes and what the link carries, so it can choose. Layer 0 of every stream comes before layer 1 of
/// any, and within a layer the more important stream comes first. What fits less than before takes effect at once; what
/// fits more must fit for some seconds, with room to spare, so that nothing flickers. The alternative, one threshold a
/// stream, lets streams push each other out in turns.
class LayerBudget {
  public:
    static constexpr std::size_t layers_max = 4;
    using Source = std::pair<base::FlowId, base::MemberIndex>;

    /// How often `decide` is called.
    static constexpr base::Duration interval = std::chrono::milliseconds{500};
    /// A higher choice must fit so many times in a row.
    static constexpr int patience = 6;

    /// A fragment was offered to the subscriber, whether or not it passed.
    void note(Source source, wire::MessageFlags flags, std::size_t bytes);
    /// Chooses anew. `budget`: bytes a second that pictures may take. `priority_of(source)`: lower is more important.
    template <class Priority>
    void decide(base::ByteRate budget, const Priority& priority_of) {
        std::vector<Ranked> ranked;
        for (const auto& [source, stream] : streams_)
            ranked.push_back({priority_of(source), source});
        choose(budget, ranked);
    }
    /// Whether messages of this layer pass.
    [[nodiscard]] bool passes(Source source, wire::MessageFlags flags) const;
    /// Nothing is held back.
    [[nodiscard]] bool is_idle() const { return limited_ == 0; }

  private:
    struct Stream {
        /// Of the interval that runs, and smoothed, bytes a second.
        std::array<std::size_t, layers_max> bytes{};
        std::array<double, layers_max> rate{};
        /// Layers below this pass.
        std::size_t layers{layers_max};
        /// How often in a row more would have fitted.
        int fitted{0};
        int silent{0};
    };
    struct Ranked {
        std::uint32_t priority;
        Source source;
        friend auto operator<=>(const Ranked&, const Ranked&) = default;
    };
    void choose(base::ByteRate budget, std::vector<Ranked>& ranked);
    void close_interval();
    /// How many layers of each fit.
    [[nodiscard]] std::map<Source, std::size_t> fit(double budget, std::span<const Ranked> ranked) const;

    std::map<Source, Stream> streams_;
    std::size_t limited_{0};
};

} // namespace plenum::tag
