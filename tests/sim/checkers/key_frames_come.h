// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tag/key_frame_ages.h"
#include "tests/sim/checkers/checker.h"
#include "tests/sim/checkers/offered_pictures.h"

#include <map>
#include <tuple>

namespace plenum::sim {

/// P6: of each size of a camera that is sent, the relay's history has a key frame that is not much older than its
/// bound, whether anybody looks or not. Judged by what the sender publishes, while its connection stays as it is.
class KeyFramesCome final : public Checker {
  public:
    [[nodiscard]] std::string_view name() const override {
        return "P6 a camera's history has a key frame that is not too old";
    }
    void on_end(Session session, VirtualTime at) override { forget(session, at); }
    void on_command(Session session, const node::Command& command, VirtualTime at) override;
    void on_event(Session session, const node::Event& event, VirtualTime at) override;
    void on_publication(Session session, const Publication& publication, VirtualTime at) override;

    /// The relay may be paused meanwhile, and requests and key frames be lost.
    static constexpr base::Duration slack = base::Duration{std::chrono::seconds{20}};
    static constexpr base::Duration age_max = tag::KeyFrameAges::age_max + slack;
    /// A camera that sent nothing for so long was paused, and hears of requests later.
    static constexpr base::Duration pause_min = base::Duration{std::chrono::seconds{2}};

  private:
    struct Stream {
        /// The newest key frame, or the beginning.
        VirtualTime since{};
        VirtualTime sent_at{};
    };
    void forget(Session session, VirtualTime at);

    std::map<Session, OfferedPictures> sessions_;
    std::map<std::tuple<Session, base::FlowId, base::PictureSize>, Stream> streams_;
};

} // namespace plenum::sim
