// SPDX-License-Identifier: Apache-2.0
#include "core/member/fragment_sender.h"

#include "core/flow/fragment.h"

namespace plenum::node {

void FragmentSender::send(const Sealed& message, const log::FlowDeclaration& flow, link::Link& link,
                          base::LocalTime now) {
    const auto& [header, sealed, shim] = message;
    fragment_.flow = header.flow;
    fragment_.sender = header.sender;
    fragment_.sequence = header.sequence;
    fragment_.sent_at = header.sent_at;
    fragment_.flags = header.flags;
    const bool awaited = !header.context.empty();
    for (std::size_t i = 0; i < flow::fragments_of(sealed); ++i) {
        flow::cut(fragment_, sealed, i);
        if (awaited && i == 0 && fragment_.count > 1) contexts_.note(fragment_);
        std::ignore = link.send_fragment({frames_.encode(fragment_), flow.priority, now + *flow.loss_delay,
                                          header.flags, flow::tag_of({header.flow, header.sender}, header.flags.size()),
                                          awaited, flow.kind != base::FlowKind::capture, i == 0 ? shim : wire::Shim{}},
                                         now);
    }
}

} // namespace plenum::node
