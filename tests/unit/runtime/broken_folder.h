// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace plenum::runtime {

/// While it lives, the folder that this thread reads breaks with EIO after its first entry. The program is built with
/// broken_folder.cpp.
class BrokenFolder {
  public:
    BrokenFolder();
    ~BrokenFolder();
    BrokenFolder(const BrokenFolder&) = delete;
    BrokenFolder& operator=(const BrokenFolder&) = delete;
};

} // namespace plenum::runtime
