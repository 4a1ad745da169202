// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/plugin.h"

#include <deque>
#include <expected>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace plenum::runtime {

/// The floor styles that a program can run: its own, and those of shared objects that its operator or user named. What
/// a stranger's style throws ends here: it then decides nothing that time.
class StyleRegistry {
  public:
    /// A style threw: which one, and its words. Called on whichever thread asked the style.
    using Tell = std::function<void(std::string_view style, std::string_view what)>;

    /// `own` outlives it.
    explicit StyleRegistry(std::span<const base::PluginDescriptor> own, Tell tell = {});
    StyleRegistry(const StyleRegistry&) = delete;
    StyleRegistry& operator=(const StyleRegistry&) = delete;

    /// All styles of one file, or none of them; gives their names. Error: one sentence for people.
    [[nodiscard]] std::expected<std::vector<std::string>, std::string> load(const std::filesystem::path& file);
    /// Its own first. Until the next `load`.
    [[nodiscard]] std::span<const base::PluginDescriptor> styles() const { return styles_; }

  private:
    struct Foreign {
        /// As the file shows it, which stays loaded.
        const base::PluginDescriptor* plugin;
        const Tell* tell;
        std::filesystem::path file;
    };
    class Guarded;
    [[nodiscard]] static std::expected<void, std::string> try_out(const Foreign& style);
    [[nodiscard]] std::expected<void, std::string> check_new(std::string_view id) const;

    Tell tell_;
    std::size_t own_count_;
    /// At the same places as in `styles_`, behind its own.
    std::deque<Foreign> foreign_;
    std::vector<base::PluginDescriptor> styles_;
};

} // namespace plenum::runtime
