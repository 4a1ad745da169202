// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace plenum::cli {

struct SceneOptions {
    std::string link;
    std::string name{"Viewer"};
    /// Who shares it; empty: whoever does first.
    std::string sharer;
    /// File for the newest points at the end; empty for none.
    std::filesystem::path ply;
    /// So many scenes are enough; 0: until it ends.
    std::uint64_t scenes{0};
    double duration_s{0};
    bool json{true};
};

/// A member who watches a scene that another one shares; returns the exit status.
int run_scene(const SceneOptions& options);

} // namespace plenum::cli
