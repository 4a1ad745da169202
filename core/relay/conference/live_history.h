// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/flow/reassembly.h"
#include "core/log/state.h"
#include "core/tag/key_frame_ages.h"
#include "core/tag/sample_histories.h"

#include <map>

namespace plenum::node {

/// The newest live messages of a conference at its relay, sealed as they came, for members who pull them (push-pull
/// §2.3). In memory alone: after a restart it begins anew, and says so. Frames in several fragments are kept whole or
/// not at all.
class LiveHistory {
  public:
    /// The conference begins here: nothing was published before.
    void begin() { samples_.set_unseen(tag::PullError::never_published); }
    /// A fragment that is passed on, on a flow of this kind. True if it ends a picture of a camera of which a key frame
    /// is to be asked for now.
    [[nodiscard]] bool keep(const wire::FragmentFrame& fragment, base::FlowKind kind, base::LocalTime now);
    /// Views are valid until the next call.
    [[nodiscard]] tag::Selected pull(tag::SampleHistories::Source source, const tag::Pull& what, base::LocalTime now) {
        return samples_.pull(source, what, now);
    }
    /// What is of closed flows.
    void forget_closed(const log::State& state);
    /// People moved between groups, and shall not pull what was said there before.
    void forget_groups(const log::State& state);
    void handle_left(base::MemberIndex member);
    [[nodiscard]] std::size_t bytes() const { return samples_.bytes(); }

  private:
    /// True if the message is whole, and in the fragment, now.
    [[nodiscard]] bool reassemble(wire::FragmentFrame& fragment, base::LocalTime now);

    tag::SampleHistories samples_{tag::PullError::no_history};
    tag::KeyFrameAges key_frames_;
    std::map<base::MemberIndex, flow::Reassembler> reassemblers_;
    /// Of all of them.
    std::size_t reassembly_bytes_{0};
};

} // namespace plenum::node
