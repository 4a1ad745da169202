// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"
#include "core/wire/frames.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace plenum::tag {

/// Chooses which layers of which video streams fit the link of one subscriber (push-pull §2.2: a proxy where it is
/// needed).
///
/// The problem: pictures of many publishers meet at a link that cannot carry them all. A queue that overflows loses
/// frames that others depend on; key frames repair that and cost everybody. The intuition: the relay knows how many
/// bytes each layer takes and what the link carries, so it can choose. Each stream has a ladder of choices. The first
/// rung of every stream comes before the second of any, and within a rung the more important stream comes first. What
/// fits less than before takes effect at once; what fits more must fit for some seconds, with room to spare, so that
/// nothing flickers. The alternative, one threshold a stream, lets streams push each other out in turns.
///
/// A stream in one size has its layers as rungs. A camera in two sizes has the layers of the small one, then the large
/// one with layers 0 to 2 at least. Rejected: the large one with fewer layers. Layers 0 and 1 have 7.5 pictures a
/// second and take six times the bytes of thirty small ones, and layer 2 adds a quarter to that.
///
/// A link grows only while it is used, and a small camera uses little. So the large one is tried now and then where all
/// of the small one passed for long; each trial in vain doubles the time to the next.
class LayerBudget {
  public:
    static constexpr std::size_t layers_max = 4;
    using Source = std::pair<base::FlowId, base::MemberIndex>;

    /// How often `decide` is called.
    static constexpr base::Duration interval = std::chrono::milliseconds{500};
    /// A higher choice must fit so many times in a row.
    static constexpr int patience = 6;
    /// A larger size must fit so many times in a row, or is tried after so many at which nothing was dropped; after
    /// each climb in vain twice as many, up to the last.
    static constexpr int size_patience = 12;
    static constexpr int trial_patience = 24;
    static constexpr int trial_patience_max = 192;
    /// How long a trial lasts, unless it fits by then or something is dropped. The key frame comes within it.
    static constexpr int trial_length = 6;
    /// A climb to the large size that lasted less than so many was in vain.
    static constexpr int settled = 20;

    /// In which sizes the stream comes, and which may pass.
    enum class Ladder : std::uint8_t {
        one_size = 1,
        two_sizes = 2,
        small_only = 3, ///< there are two, and the subscriber wants no more than the small one
    };
    struct Offered {
        wire::MessageFlags flags;
        std::size_t bytes{0};
        Ladder ladder{Ladder::one_size};
    };
    /// A fragment was offered to the subscriber, whether or not it passed.
    void note(Source source, const Offered& offered);
    /// Chooses anew. `budget`: bytes a second that pictures may take. `dropping`: the link dropped some since the last
    /// call. `priority_of(source)`: lower is more important.
    template <class Priority>
    void decide(base::ByteRate budget, bool dropping, const Priority& priority_of) {
        std::vector<Ranked> ranked;
        for (const auto& [source, stream] : streams_)
            ranked.push_back({priority_of(source), source});
        choose(budget, dropping, ranked);
    }
    /// Whether messages of this layer pass. While the size that fits has not begun, the other one passes: of the large
    /// one layer 0 alone.
    [[nodiscard]] bool passes(Source source, wire::MessageFlags flags) const;
    /// Of a stream in two sizes, the one that fits; nullopt: none.
    [[nodiscard]] std::optional<base::PictureSize> size_of(Source source) const;
    /// Nothing is held back.
    [[nodiscard]] bool is_idle() const { return limited_ == 0; }

  private:
    /// Of one size of a stream, by layer: bytes of the interval that runs, and smoothed, bytes a second.
    struct Rates {
        std::array<std::size_t, layers_max> bytes{};
        std::array<double, layers_max> rate{};
        /// It was sent at some time.
        bool known{false};
    };
    struct Rung {
        base::PictureSize size;
        /// Those below this pass.
        std::size_t layers;
    };
    struct Stream {
        Rates large;
        Rates small;
        Ladder ladder{Ladder::one_size};
        std::size_t rung{0};
        /// How often in a row more would have fitted.
        int fitted{0};
        int silent{0};
        /// Decisions since the stream came to its rung, and since it climbed to the large size; how many are left of a
        /// trial.
        int on_rung{0};
        int since_climb{settled};
        int trial_left{0};
        int trial_after{trial_patience};
    };
    struct Ranked {
        std::uint32_t priority;
        Source source;
        friend auto operator<=>(const Ranked&, const Ranked&) = default;
    };
    [[nodiscard]] static std::size_t top_of(Ladder ladder);
    [[nodiscard]] static Rung rung_of(Ladder ladder, std::size_t rung);
    [[nodiscard]] static double cost(const Stream& stream, std::size_t rung);
    static void set_ladder(Stream& stream, Ladder ladder);
    static void change(Stream& stream, std::size_t fits_now, std::size_t fits_later, bool dropping);
    static void climb(Stream& stream);
    void choose(base::ByteRate budget, bool dropping, std::vector<Ranked>& ranked);
    void close_interval();
    /// Whether another stream may be tried: one at a time.
    void begin_trial(std::span<const Ranked> ranked);
    /// The rung of each that fits.
    [[nodiscard]] std::map<Source, std::size_t> fit(double budget, std::span<const Ranked> ranked) const;

    std::map<Source, Stream> streams_;
    std::size_t limited_{0};
    /// Decisions since the link dropped anything.
    int calm_{0};
};

} // namespace plenum::tag
