// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace plenum::media {

/// Puts the calling thread ahead of pictures and the rest, for sound; where the system does not allow it all works, but
/// gaps are likelier under load.
void raise_thread_priority();

} // namespace plenum::media
