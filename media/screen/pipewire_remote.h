// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

namespace plenum::media {

/// A connection to PipeWire that the desktop opened. Only the stream that a person chose is visible on it.
class PipeWireRemote {
  public:
    /// Takes over `descriptor`, a connected socket.
    explicit PipeWireRemote(int descriptor) : descriptor_{descriptor} {}
    ~PipeWireRemote() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    PipeWireRemote(const PipeWireRemote&) = delete;
    PipeWireRemote& operator=(const PipeWireRemote&) = delete;

    [[nodiscard]] int descriptor() const { return descriptor_; }

  private:
    int descriptor_;
};

} // namespace plenum::media
