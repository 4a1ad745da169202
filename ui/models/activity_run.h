// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/activity/activity.h"

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>

namespace plenum::ui {

/// One activity as it runs here. What it throws ends here: from then on it is not asked any more.
class ActivityRun {
  public:
    /// `plugin` outlives this.
    explicit ActivityRun(const base::PluginDescriptor& plugin) : plugin_{plugin} {
        made_ = guard([&] { return static_cast<activity::Activity*>(plugin.create(plugin.context)); });
        if (made_ == nullptr && !fault_) fault_ = "it cannot be made";
    }
    ~ActivityRun() {
        if (made_ != nullptr) guard([this] { plugin_.destroy(made_); });
    }
    ActivityRun(const ActivityRun&) = delete;
    ActivityRun& operator=(const ActivityRun&) = delete;

    [[nodiscard]] const base::PluginDescriptor& plugin() const { return plugin_; }
    /// Its words, if it threw.
    [[nodiscard]] const std::optional<std::string>& fault() const { return fault_; }
    /// What `call` gives when it is given the activity; a default value where that threw once.
    template <class Call>
    auto ask(const Call& call) {
        using Result = std::invoke_result_t<Call, activity::Activity&>;
        if (fault_) return Result();
        return guard([&] { return call(*made_); });
    }

  private:
    template <class Call>
    std::invoke_result_t<Call> guard(const Call& call) {
        try {
            return call();
        } catch (const std::exception& error) {
            fault_ = error.what();
        } catch (...) {
            fault_ = "something without words";
        }
        return std::invoke_result_t<Call>();
    }

    const base::PluginDescriptor& plugin_;
    activity::Activity* made_{nullptr};
    std::optional<std::string> fault_;
};

} // namespace plenum::ui
