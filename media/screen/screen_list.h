// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/devices/video_source_gst.h"

#include <string>
#include <vector>

namespace plenum::media {

/// What can be shared now.
struct ShareChoice {
    ScreenSource source;
    /// A window's title as its program has it, or the name of the monitor; plain text, maybe empty.
    std::string title;
    /// How it looks now; empty where it cannot be seen.
    VideoFrame picture;
};

struct ShareListOptions {
    int picture_width_max{320};
    int picture_height_max{200};
};

/// Screens first, then windows from the front to the back; no window of this process. Takes a fifth of a second, and
/// more where there are many. Errors: no_device (no X11), failed.
[[nodiscard]] Result<std::vector<ShareChoice>> list_screens(const ShareListOptions& options);

} // namespace plenum::media
