// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tag/subscription.h"
#include "tests/sim/checkers/checker.h"
#include "tests/sim/checkers/flow_book.h"
#include "tests/sim/checkers/offered_pictures.h"

#include <array>
#include <map>
#include <set>

namespace plenum::sim {

/// P5: of a camera in two sizes everybody is handed one size at a time, and it changes with a key frame of the other
/// one alone. A size that nobody wants is sent no longer after some seconds, and whoever wants a size gets it. Where
/// links are scarce, the relay may choose the small size for anybody, so then only too much of the large one is judged.
class PictureSizes final : public Checker {
  public:
    explicit PictureSizes(bool scarce) : scarce_{scarce} {}
    [[nodiscard]] std::string_view name() const override {
        return "P5 one size of a camera at a time, from a key frame on, and none that nobody wants";
    }
    void on_end(Session session, VirtualTime) override { sessions_.erase(session); }
    void on_command(Session session, const node::Command& command, VirtualTime at) override;
    void on_event(Session session, const node::Event& event, VirtualTime at) override;
    void on_publication(Session session, const Publication& publication, VirtualTime at) override;

    /// The relay and the publisher have heard of a wish by then, its lingering is over, and messages from before have
    /// arrived or are worth nothing.
    static constexpr base::Duration settling = base::Duration{std::chrono::seconds{15}};

  private:
    using Number = std::uint64_t;
    struct Wanted {
        tag::Subscription subscription;
        VirtualTime since;
    };
    struct Stay {
        /// Since the last change of its connection.
        VirtualTime since{};
        bool joined{false};
        std::map<StreamKey, Wanted> wanted;
        OfferedPictures pictures;
        /// The newest messages that were handed over, by number.
        std::map<StreamKey, std::map<Number, base::PictureSize>> received;
    };
    /// One sender's camera.
    struct Camera {
        Session sender;
        /// Key frames of each size, large first.
        std::array<std::set<Number>, 2> keys;
        /// When somebody wanted it last, or might have.
        std::array<VirtualTime, 2> wanted_at{};
    };
    [[nodiscard]] static std::size_t place_of(base::PictureSize size) {
        return size == base::PictureSize::small ? 1 : 0;
    }
    /// Nullopt where it may be either, or nothing.
    [[nodiscard]] std::optional<base::PictureSize> surely_wanted(const Stay& stay, StreamKey stream,
                                                                 VirtualTime at) const;
    void note_wishes(Camera& camera, StreamKey stream, VirtualTime at);
    void judge(Session session, Stay& stay, const node::MessageReceived& message, VirtualTime at);
    /// Whether a message of that size and number belongs to a key frame before the other message.
    [[nodiscard]] static bool began_before(const Camera& camera, Number number, base::PictureSize size, Number other);

    bool scarce_;
    std::map<Session, Stay> sessions_;
    std::map<StreamKey, Camera> cameras_;
};

} // namespace plenum::sim
