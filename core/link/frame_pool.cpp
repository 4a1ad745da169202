// SPDX-License-Identifier: Apache-2.0
#include "core/link/frame_pool.h"

#include "core/base/limits.h"

#include <utility>

namespace plenum::link {

EncodedFragment FramePool::encode(const wire::FragmentFrame& fragment) {
    std::shared_ptr<base::Bytes> frame;
    if (!frames_.empty()) {
        frame = frames_.pop_front();
        // Still on its way to somebody: looked at again when all others were.
        if (frame.use_count() > 1) frames_.push_back(std::exchange(frame, nullptr));
    }
    if (!frame) {
        frame = std::make_shared<base::Bytes>();
        frame->reserve(base::limits::packet_bytes_max);
    }
    frame->clear();
    wire::Writer to{*frame};
    to.together([&] {
        to.u8(wire::FragmentFrame::type);
        wire::put(to, fragment);
    });
    if (frames_.size() < frames_max_) frames_.push_back(frame);
    return frame;
}

} // namespace plenum::link
