// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/enums.h"
#include "core/link/link.h"
#include "core/wire/control_edge.h"

#include <deque>
#include <optional>
#include <vector>

namespace plenum::node {

/// Messages of one session that wait at an edge for the member's link, in the order of each stream. A reference holds
/// its stream until the body has come.
class HeldMessages {
  public:
    /// What may wait. A slower member is closed, and begins anew where it was.
    static constexpr std::size_t bytes_max = 4 * 1024 * 1024;
    /// As a reference counts.
    static constexpr std::size_t reference_bytes = 64;
    /// References whose bodies have not come: each is looked at whenever something comes. The home sends far fewer
    /// before a mark comes back.
    static constexpr std::size_t holes_max = 4096;

    /// Both false where too much waits.
    [[nodiscard]] bool add(base::PriorityClass stream, base::Bytes message);
    [[nodiscard]] bool add(base::PriorityClass stream, const wire::BodyReference& reference, base::LocalTime now);

    /// A reference whose body has not come.
    struct Hole {
        base::PriorityClass stream;
        wire::BodyReference reference;
        base::LocalTime since;
        /// From then on it is asked for.
        base::LocalTime late_at;
        bool asked;
        /// Empty; in a deque, of which only the ends change.
        std::optional<base::Bytes>* message;
    };
    [[nodiscard]] std::vector<Hole>& holes() { return holes_; }
    [[nodiscard]] const std::vector<Hole>& holes() const { return holes_; }
    /// Precondition: of `holes()`. To be followed by `forget_filled`. False where too much waits then.
    [[nodiscard]] bool fill(const Hole& hole, base::Bytes body);
    void forget_filled();
    /// Whether no more waits than may.
    [[nodiscard]] bool fits() const { return bytes_ <= bytes_max; }

    /// Hands on what may go, as long as `send` takes it.
    template <class Send>
    void move(const Send& send) {
        for (const auto stream : base::enum_values<base::PriorityClass>) {
            auto& messages = streams_[stream];
            while (!messages.empty() && messages.front() && send(stream, *messages.front())) {
                bytes_ -= messages.front()->size();
                messages.pop_front();
                ++moved_[stream];
            }
        }
    }
    void move_to(link::Link& link) {
        move([&](base::PriorityClass stream, const base::Bytes& message) {
            return link.send_stream(stream, message).has_value();
        });
    }
    /// Messages that came for a stream, and of these, those that went on.
    using Counts = base::EnumArray<base::PriorityClass, std::uint64_t>;
    [[nodiscard]] const Counts& added() const { return added_; }
    [[nodiscard]] const Counts& moved() const { return moved_; }

  private:
    base::EnumArray<base::PriorityClass, std::deque<std::optional<base::Bytes>>> streams_;
    std::vector<Hole> holes_;
    std::size_t bytes_{0};
    Counts added_{};
    Counts moved_{};
};

} // namespace plenum::node
