// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/plugin/plugin_loader.h"

#include "core/base/bytes.h"
#include "core/runtime/files.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

namespace plenum::runtime {

namespace {

using base::PluginDescriptor;
using std::filesystem::path;

constexpr std::uint32_t descriptors_max = 64;
constexpr std::size_t id_bytes_max = 32;
constexpr std::size_t title_bytes_max = 64;
constexpr std::size_t about_bytes_max = 200;
constexpr std::size_t parameters_bytes_max = 256;
constexpr std::uint32_t options_max = 16;
constexpr std::size_t key_bytes_max = 32;
constexpr std::size_t values_bytes_max = 200;
constexpr std::size_t sharing_bytes_max = 64;

/// What is wrong; nullopt for nothing.
using Fault = std::optional<std::string>;

std::string system_words(int error) {
    if (error == ENOENT) return "there is no such file; look at the path, or install the plug-in";
    return std::strerror(error);
}

Fault wrong_with_owner(const path& place) {
    struct stat about{};
    if (::stat(place.c_str(), &about) != 0) return place.string() + ": " + system_words(errno) + ".";
    if (about.st_uid != 0 && about.st_uid != ::geteuid())
        return place.string() + " belongs to another user, who could have anything run here: have it belong to root " +
               "or to the user that runs this (chown).";
    const bool others_write = (about.st_mode & (S_IWGRP | S_IWOTH)) != 0;
    const bool each_their_own = S_ISDIR(about.st_mode) && (about.st_mode & S_ISVTX) != 0;
    if (others_write && !each_their_own)
        return place.string() + " can be written by others than its owner, who could have anything run here: run " +
               "\"chmod go-w\" on it.";
    return std::nullopt;
}

/// Before the system's loader, whose words help nobody.
Fault wrong_with_form(const path& file) {
    std::error_code error;
    if (std::filesystem::is_directory(file, error))
        return file.string() + " is a folder, and the file of a plug-in is needed.";
    const Descriptor opened{::open(file.c_str(), O_RDONLY | O_CLOEXEC)};
    if (!opened.valid()) return file.string() + ": " + system_words(errno) + ".";
    std::array<char, 4> begin{};
    const auto got = ::read(opened.value(), begin.data(), begin.size());
    if (got == 4 && std::string_view{begin.data(), 4} == "\x7f"
                                                         "ELF")
        return std::nullopt;
    return file.string() + " is no shared object: name what building the plug-in made, mostly NAME.so.";
}

bool is_id(std::string_view text) {
    const auto is_letter = [](char each) { return each >= 'a' && each <= 'z'; };
    const auto fits = [&](char each) { return is_letter(each) || each == '-' || (each >= '0' && each <= '9'); };
    return !text.empty() && text.size() <= id_bytes_max && is_letter(text.front()) && std::ranges::all_of(text, fits);
}

/// Reads no further than it may.
std::string_view bounded(const char* text, std::size_t bytes_max) { return {text, ::strnlen(text, bytes_max + 1)}; }

Fault wrong_with_line(std::string_view what, const char* text, std::size_t bytes_max) {
    auto bounds =
        "its " + std::string{what} + " should be one line of 1 to " + std::to_string(bytes_max) + " bytes of UTF-8";
    if (text == nullptr) return bounds;
    const auto line = bounded(text, bytes_max);
    const bool fits = !line.empty() && line.size() <= bytes_max && base::is_clean_line(line);
    return fits ? std::nullopt : Fault{bounds};
}

/// Of a text that may be absent.
Fault wrong_with_extra(std::string_view what, const char* text, std::size_t bytes_max) {
    return text == nullptr ? std::nullopt : wrong_with_line(what, text, bytes_max);
}

Fault wrong_with_options(const PluginDescriptor& plugin) {
    if (plugin.option_count > options_max || (plugin.option_count > 0 && plugin.options == nullptr))
        return "it should show at most " + std::to_string(options_max) + " options";
    for (const auto& option : std::span{plugin.options, plugin.option_count}) {
        if (auto wrong = wrong_with_line("option's key", option.key, key_bytes_max)) return wrong;
        if (auto wrong = wrong_with_extra("option's title", option.title, title_bytes_max)) return wrong;
        if (auto wrong = wrong_with_extra("option's values", option.values, values_bytes_max)) return wrong;
        const bool bounded = option.least <= option.usual && option.usual <= option.most;
        if (!bounded)
            return "the default of its option \"" + std::string{option.key} + "\" should be within its bounds";
    }
    return std::nullopt;
}

Fault wrong_with_texts(const PluginDescriptor& plugin) {
    if (auto wrong = wrong_with_line("title", plugin.title, title_bytes_max)) return wrong;
    if (auto wrong = wrong_with_line("description", plugin.about, about_bytes_max)) return wrong;
    for (const auto* about : {plugin.about_pen, plugin.about_screen, plugin.about_other})
        if (auto wrong = wrong_with_extra("description", about, about_bytes_max)) return wrong;
    if (auto wrong = wrong_with_extra("example of parameters", plugin.parameters, parameters_bytes_max)) return wrong;
    if (auto wrong = wrong_with_extra("parameter for sharing", plugin.sharing, sharing_bytes_max)) return wrong;
    if (auto wrong = wrong_with_extra("parameter for copies", plugin.copies_while, sharing_bytes_max)) return wrong;
    return wrong_with_options(plugin);
}

Fault wrong_with(const PluginDescriptor& plugin) {
    if (plugin.id == nullptr || !is_id(bounded(plugin.id, id_bytes_max)))
        return "its name should be 1 to 32 lower-case letters, digits and hyphens, a letter first";
    const auto called = "\"" + std::string{plugin.id} + "\": ";
    if (plugin.kind != base::PluginKind::floor)
        return called + "it is of kind " + std::to_string(static_cast<std::uint32_t>(plugin.kind)) +
               ", which this program does not know";
    if (plugin.create == nullptr || plugin.destroy == nullptr)
        return called + "it lacks what makes it, or what ends it (create, destroy)";
    if (plugin.holders_max > UINT16_MAX) return called + "its holders_max should be at most 65535";
    if (auto wrong = wrong_with_texts(plugin)) return called + *wrong;
    return std::nullopt;
}

std::string version_words(std::uint32_t version) {
    return "was built for version " + std::to_string(version) + " of the plug-in interface, and this program has " +
           "version " + std::to_string(base::plugin_version) + ": build it again with the headers of this Plenum";
}

/// Its own faults apart, the list that the file's function gives.
std::expected<const base::PluginList*, std::string> ask_for_list(void* symbol) {
    // Without noexcept, which the file may have been built without.
    const auto ask = reinterpret_cast<const base::PluginList* (*)()>(symbol);
    try {
        const auto* list = ask();
        if (list != nullptr) return list;
        return std::unexpected("gives no list of plug-ins (plenum_plugins is null)");
    } catch (const std::exception& error) {
        return std::unexpected(std::string{"fails when asked for its plug-ins: "} + error.what());
    } catch (...) {
        return std::unexpected("fails when asked for its plug-ins");
    }
}

std::expected<std::span<const PluginDescriptor>, std::string> read_list(const base::PluginList& list) {
    if (list.version != base::plugin_version) return std::unexpected(version_words(list.version));
    if (list.count == 0 || list.count > descriptors_max || list.first == nullptr)
        return std::unexpected("should show 1 to " + std::to_string(descriptors_max) + " plug-ins, and shows " +
                               (list.first == nullptr ? "none" : std::to_string(list.count)));
    // Of another size, the second would not be where it is looked for.
    if (list.first->size != sizeof(PluginDescriptor))
        return std::unexpected("was built with other headers than this program's, or an unlike compiler (a descriptor "
                               "has " +
                               std::to_string(list.first->size) + " bytes, not " +
                               std::to_string(sizeof(PluginDescriptor)) +
                               "): build it again with those of this Plenum");
    const std::span plugins{list.first, list.count};
    for (const auto& plugin : plugins) {
        if (plugin.version != base::plugin_version) return std::unexpected(version_words(plugin.version));
        if (plugin.size != sizeof(PluginDescriptor)) return std::unexpected("has a descriptor of another size");
        if (const auto wrong = wrong_with(plugin))
            return std::unexpected("has a plug-in that cannot be used: " + *wrong);
    }
    return plugins;
}

std::string loader_words() {
    const auto* words = ::dlerror();
    return words == nullptr ? "for no reason that the system tells" : words;
}

} // namespace

std::expected<void, std::string> check_owned(const path& place) {
    std::error_code error;
    const auto real = std::filesystem::canonical(place, error);
    if (error) return std::unexpected(place.string() + ": " + system_words(error.value()) + ".");
    for (auto part = real;; part = part.parent_path()) {
        if (const auto wrong = wrong_with_owner(part)) return std::unexpected(*wrong);
        if (part == part.parent_path()) return {};
    }
}

std::expected<std::vector<path>, std::string> plugin_files(const path& place) {
    std::error_code error;
    if (!std::filesystem::is_directory(place, error)) return std::vector{place};
    if (const auto owned = check_owned(place); !owned) return std::unexpected(owned.error());
    std::vector<path> files;
    for (std::filesystem::directory_iterator file{place, error}, end; !error && file != end; file.increment(error))
        if (file->path().extension() == ".so") files.push_back(file->path());
    if (error) return std::unexpected(place.string() + ": " + system_words(error.value()) + ".");
    std::ranges::sort(files);
    return files;
}

std::expected<std::span<const PluginDescriptor>, std::string> open_plugin(const path& file) {
    if (const auto owned = check_owned(file); !owned) return std::unexpected(owned.error());
    std::error_code error;
    const auto real = std::filesystem::canonical(file, error);
    if (error) return std::unexpected(file.string() + ": " + system_words(error.value()) + ".");
    if (const auto wrong = wrong_with_form(real)) return std::unexpected(*wrong);
    // Never closed: whoever was made of it may live as long as the process, and threads that it began longer still.
    auto* opened = ::dlopen(real.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (opened == nullptr)
        return std::unexpected(file.string() + " cannot be loaded (" + loader_words() + "): it was built for another " +
                               "machine, or needs what is not here; \"ldd\" on it tells what.");
    auto* symbol = ::dlsym(opened, "plenum_plugins");
    if (symbol == nullptr)
        return std::unexpected(file.string() +
                               " has no function plenum_plugins that can be seen, so it is no plug-in " +
                               "of Plenum; docs/plugins.md tells how one is made.");
    const auto list = ask_for_list(symbol);
    if (!list) return std::unexpected(file.string() + " " + list.error() + ".");
    const auto plugins = read_list(**list);
    if (!plugins) return std::unexpected(file.string() + " " + plugins.error() + ".");
    return *plugins;
}

} // namespace plenum::runtime
