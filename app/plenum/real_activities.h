// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/current_call.h"
#include "ui/port/activity_port.h"

#include <set>

namespace plenum::app {

/// Activities of the call, each on a live flow of the plenary that has its name.
class RealActivities : public ui::ActivityPort {
    Q_OBJECT

  public:
    /// Of the name of a flow, before the activity's id.
    static constexpr std::string_view flow_prefix = "activity/";

    /// Both outlive this.
    RealActivities(std::optional<CurrentCall>& call, std::span<const base::PluginDescriptor> plugins)
        : call_{call},
          plugins_{plugins} {}

    [[nodiscard]] std::span<const base::PluginDescriptor> activities() const override { return plugins_; }
    void enter(const QString& activity) override;
    void leave(const QString& activity) override;
    void publish(const QString& activity, const base::Bytes& body) override;
    [[nodiscard]] std::optional<base::ConferenceTime> now() const override;

    /// The call is over.
    void clear() { entered_.clear(); }
    void handle(const node::FlowDeclared& event);
    void handle(const node::MessageReceived& event);

  private:
    [[nodiscard]] const base::PluginDescriptor* find(const QString& activity) const;
    /// 0 where there is none.
    [[nodiscard]] base::FlowId flow_of(const QString& activity) const;
    /// Whether all of its messages come, or one a second.
    void subscribe(base::FlowId flow, bool entered);

    std::optional<CurrentCall>& call_;
    std::span<const base::PluginDescriptor> plugins_;
    std::set<QString> entered_;
};

} // namespace plenum::app
