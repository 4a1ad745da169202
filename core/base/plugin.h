// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

/// What every plug-in shows of itself (docs/floor.md). A shared object exports `plenum_plugins`, which gives its
/// descriptors; those of this tree are linked in and do the same.
namespace plenum::base {

enum class PluginKind : std::uint32_t {
    floor = 1, ///< `create` gives a token::FloorPolicy
};

/// Raised whenever anything that crosses the boundary changes its shape.
inline constexpr std::uint32_t plugin_version = 1;

struct PluginDescriptor {
    /// Of this struct, as the plug-in was built.
    std::size_t size{sizeof(PluginDescriptor)};
    std::uint32_t version{plugin_version};
    PluginKind kind{PluginKind::floor};
    /// Lower-case letters, digits and hyphens, at most 32; names it in settings and in the log.
    const char* id{nullptr};
    /// For people, in English.
    const char* title{nullptr};
    /// One line that says what it does.
    const char* about{nullptr};
    /// Makes one, to be given to `destroy`; null where it cannot.
    void* (*create)(){nullptr};
    void (*destroy)(void*){nullptr};
};

} // namespace plenum::base
