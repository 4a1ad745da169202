// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/plugin/style_registry.h"

#include "core/runtime/plugin/plugin_loader.h"
#include "core/token/policy.h"

#include <algorithm>

namespace plenum::runtime {

using base::PluginDescriptor;

/// A stranger's policy, from which nothing is thrown.
class StyleRegistry::Guarded final : public token::FloorPolicy {
  public:
    Guarded(const Foreign& style, token::FloorPolicy& policy) : style_{style}, policy_{policy} {}
    ~Guarded() override {
        guard(style_, 0, [this] { return style_.plugin->destroy(&policy_), 0; });
    }
    Guarded(const Guarded&) = delete;
    Guarded& operator=(const Guarded&) = delete;

    bool accepts(std::string_view parameters) const override {
        return guard(style_, false, [&] { return policy_.accepts(parameters); });
    }
    token::FloorChoice decide(const token::FloorView& floor) override {
        return guard(style_, token::FloorChoice{}, [&] { return policy_.decide(floor); });
    }

    /// Null where it cannot be made.
    static Guarded* make(const Foreign& style) {
        const auto& plugin = *style.plugin;
        auto* made = guard(style, static_cast<void*>(nullptr), [&] { return plugin.create(plugin.context); });
        return made == nullptr ? nullptr : new Guarded{style, *static_cast<token::FloorPolicy*>(made)};
    }

  private:
    template <class Result>
    static Result guard(const Foreign& style, Result otherwise, const auto& call) {
        try {
            return call();
        } catch (const std::exception& error) {
            if (*style.tell) (*style.tell)(style.plugin->id, error.what());
        } catch (...) {
            if (*style.tell) (*style.tell)(style.plugin->id, "something without words");
        }
        return otherwise;
    }

    const Foreign& style_;
    token::FloorPolicy& policy_;
};

StyleRegistry::StyleRegistry(std::span<const PluginDescriptor> own, Tell tell)
    : tell_{std::move(tell)},
      own_count_{own.size()},
      styles_{own.begin(), own.end()} {}

std::expected<void, std::string> StyleRegistry::try_out(const Foreign& style) {
    const auto named = "The style \"" + std::string{style.plugin->id} + "\" of " + style.file.string();
    const std::unique_ptr<Guarded> made{Guarded::make(style)};
    if (made == nullptr) return std::unexpected(named + " cannot be made: its create gives nothing, or throws.");
    if (!made->accepts(""))
        return std::unexpected(named + " does not accept empty parameters, which stand for its own.");
    const auto* example = style.plugin->parameters;
    if (example != nullptr && !made->accepts(example))
        return std::unexpected(named + " does not accept its own example of parameters, \"" + example + "\".");
    return {};
}

std::expected<void, std::string> StyleRegistry::check_new(std::string_view id) const {
    const auto same = std::ranges::find(styles_, id, &PluginDescriptor::id);
    if (same == styles_.end()) return {};
    const auto place = static_cast<std::size_t>(same - styles_.begin());
    const auto whose = place < own_count_ ? std::string{"this program has itself"}
                                          : foreign_[place - own_count_].file.string() + " has brought";
    return std::unexpected("has a style named \"" + std::string{id} + "\", as " + whose + "; names are taken once.");
}

std::expected<std::vector<std::string>, std::string> StyleRegistry::load(const std::filesystem::path& file) {
    const auto plugins = open_plugin(file);
    if (!plugins) return std::unexpected(plugins.error());
    const auto styles_before = styles_.size();
    const auto put_back = [&](const std::string& why) {
        styles_.resize(styles_before);
        foreign_.resize(styles_before - own_count_, Foreign{});
        return std::unexpected(why);
    };
    std::vector<std::string> names;
    for (const auto& plugin : *plugins) {
        if (const auto fresh = check_new(plugin.id); !fresh) return put_back(file.string() + " " + fresh.error());
        const auto& style = foreign_.emplace_back(Foreign{&plugin, &tell_, file});
        auto& shown = styles_.emplace_back(plugin);
        shown.context = &style;
        shown.create = [](const void* context) {
            // As `destroy` and whoever asks it expect.
            return static_cast<void*>(
                static_cast<token::FloorPolicy*>(Guarded::make(*static_cast<const Foreign*>(context))));
        };
        shown.destroy = [](void* made) { delete static_cast<token::FloorPolicy*>(made); };
        if (const auto works = try_out(style); !works) return put_back(works.error());
        names.emplace_back(plugin.id);
    }
    return names;
}

} // namespace plenum::runtime
