// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"
#include "core/wire/frames.h"

#include <map>
#include <optional>
#include <utility>

namespace plenum::tag {

/// Which size of each camera goes to one subscriber, where publishers send two.
///
/// The problem: the sizes are streams of their own, and a picture that refers to one of the other size, or to one that
/// was left out, decodes to rubbish. The intuition: at any time one size passes, and it changes with a key frame of the
/// other one and with nothing else. Until that comes, the size before goes on, so the picture never stops. The
/// alternative, to pass both for a moment, costs a narrow link the most just when it has the least.
class SizeChoice {
  public:
    using Source = std::pair<base::FlowId, base::MemberIndex>;
    using Wanted = std::optional<base::PictureSize>;
    /// Between two requests for the key frame with which a stream begins, or changes its size.
    static constexpr base::Duration begin_interval = std::chrono::milliseconds{400};
    static constexpr base::Duration change_interval = std::chrono::seconds{1};

    struct Message {
        Source source;
        base::SequenceNumber sequence;
        wire::MessageFlags flags;
    };
    /// Whether a message, or a fragment of it, passes. `wanted`: what should, nullopt is nothing.
    [[nodiscard]] bool passes(const Message& message, Wanted wanted);
    /// Nothing came yet.
    [[nodiscard]] bool empty() const { return streams_.empty(); }
    /// Something of this source came before.
    [[nodiscard]] bool knows(Source source) const { return streams_.contains(source); }
    /// Which sizes the publisher must send for this subscriber: what passes, and what shall.
    [[nodiscard]] base::PictureSizes needed(Source source) const;
    /// What passes; before anything does, what shall. Nullopt for a source of which nothing came.
    [[nodiscard]] Wanted size_of(Source source) const;
    /// The size of which a key frame is to be asked for now, if any.
    [[nodiscard]] Wanted take_key_request(Source source, base::LocalTime now);

  private:
    struct Stream {
        Wanted passing;
        Wanted wanted;
        /// Of what passed. It begins with the key frame `since`.
        base::SequenceNumber since{};
        base::SequenceNumber newest{};
        /// The newest key frame of which a fragment was left out.
        base::SequenceNumber refused{};
        std::optional<base::LocalTime> asked_at;
    };

    std::map<Source, Stream> streams_;
};

} // namespace plenum::tag
