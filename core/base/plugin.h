// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

/// What every plug-in shows of itself (docs/plugins.md). A shared object exports `plenum_plugins`, which gives its
/// descriptors; those of this tree are linked in and have the same.
namespace plenum::base {

enum class PluginKind : std::uint32_t {
    floor = 1, ///< `create` gives a token::FloorPolicy
};

/// Raised whenever anything that crosses the boundary changes its shape or meaning; a program takes its own alone.
inline constexpr std::uint32_t plugin_version = 4;

/// One parameter, written `key=value` among others (docs/plugins.md).
struct PluginOption {
    /// Lower-case letters, digits and underscores, at most 32.
    const char* key{nullptr};
    /// What moderators read beside its control, in English, at most 64 bytes; null: they are shown none.
    const char* title{nullptr};
    /// Separated by '|', the default first, at most 200 bytes: two are a switch, more a choice. Null: a number, or any
    /// text where `most` is 0.
    const char* values{nullptr};
    std::uint32_t usual{0};
    std::uint32_t least{0};
    std::uint32_t most{0};
};

/// What a plug-in says about itself; the entry point of its library gives a pointer to it (docs/plugins.md).
struct PluginDescriptor {
    /// Of this struct, as the plug-in was built.
    std::size_t size{sizeof(PluginDescriptor)};
    std::uint32_t version{plugin_version};
    PluginKind kind{PluginKind::floor};
    /// Lower-case letters, digits and hyphens, a letter first, at most 32; names it in settings and in the log.
    const char* id{nullptr};
    /// For people, in English: one line of at most 64 bytes.
    const char* title{nullptr};
    /// One line that says what it does, at most 200 bytes.
    const char* about{nullptr};
    /// The same where it is about a pen, a screen, or something else than the voice; null: as `about`.
    const char* about_pen{nullptr};
    const char* about_screen{nullptr};
    const char* about_other{nullptr};
    /// What moderators are shown as an example of its parameters, at most 256 bytes; null: they are not asked for any.
    const char* parameters{nullptr};
    /// At most 16.
    const PluginOption* options{nullptr};
    std::uint32_t option_count{0};
    /// The `key=value` that it is told as long as holders may share, at most 64 bytes; null: none.
    const char* sharing{nullptr};
    /// The `key=value` of an option with a title, without which it ends copies at once, at most 64 bytes; null: none.
    const char* copies_while{nullptr};
    /// Holders at once where moderators say nothing else; 0 without bound.
    std::uint32_t holders_max{1};
    /// Everyone holds it as soon as this is chosen.
    bool everyone{false};
    /// Moderators are put on the panel when this is chosen.
    bool panel{false};
    /// Moderators may choose it; else only programs do.
    bool offered{true};
    /// Given to `create`; the plug-in's own.
    const void* context{nullptr};
    /// Makes one, to be given to `destroy`; null where it cannot.
    void* (*create)(const void* context){nullptr};
    void (*destroy)(void* made){nullptr};
};

/// All of one shared object, as long as it is loaded.
struct PluginList {
    /// At this place in every version, and read before anything else.
    std::uint32_t version{plugin_version};
    std::uint32_t count{0};
    const PluginDescriptor* first{nullptr};
};

} // namespace plenum::base

/// A plug-in defines it; Plenum calls it once after loading.
extern "C" [[gnu::visibility("default")]] const plenum::base::PluginList* plenum_plugins() noexcept;
