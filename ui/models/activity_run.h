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
    explicit ActivityRun(const activity::Descriptor& plugin) : plugin_{plugin} {
        made_ = guard([&] { return std::unique_ptr<activity::Activity>{plugin.create()}; });
        if (made_ == nullptr && !fault_) fault_ = "it cannot be made";
    }
    ActivityRun(const ActivityRun&) = delete;
    ActivityRun& operator=(const ActivityRun&) = delete;

    [[nodiscard]] const activity::Descriptor& plugin() const { return plugin_; }
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

    const activity::Descriptor& plugin_;
    std::unique_ptr<activity::Activity> made_;
    std::optional<std::string> fault_;
};

} // namespace plenum::ui
