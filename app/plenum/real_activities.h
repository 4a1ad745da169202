// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/current_call.h"
#include "ui/port/activity_port.h"

#include <map>
#include <set>

namespace plenum::app {

/// Activities of the call, each on a live flow that has its name. Who first enters one creates the flow; it stays for
/// the next time.
class RealActivities : public ui::ActivityPort {
    Q_OBJECT

  public:
    /// Of the name of a flow, before the activity's id.
    static constexpr std::string_view flow_prefix = "activity/";

    /// Both outlive this.
    RealActivities(std::optional<CurrentCall>& call, std::span<const activity::Descriptor> plugins)
        : call_{call},
          plugins_{plugins} {}

    [[nodiscard]] std::span<const activity::Descriptor> activities() const override { return plugins_; }
    void enter(const QString& activity) override;
    void leave(const QString& activity) override;
    void publish(const QString& activity, const base::Bytes& body) override;
    [[nodiscard]] std::optional<base::ConferenceTime> now() const override;

    /// We were let in.
    void come_in();
    /// The call is over.
    void clear();
    void handle(const node::FlowDeclared& event);
    void handle(const node::FlowChanged& event);
    void handle(const node::FlowRemoved& event);
    void handle(const node::CommandRefused& event);
    void handle(const node::MessageReceived& event);

  private:
    /// Of a flow that can serve it: live, for everyone, as large and fast as the activity declares. Null for others.
    [[nodiscard]] const activity::Descriptor* served_by(const node::FlowDeclared& flow) const;
    [[nodiscard]] const activity::Descriptor* find(const QString& activity) const;
    /// 0 where there is none.
    [[nodiscard]] base::FlowId flow_of(const QString& activity) const;
    [[nodiscard]] bool create(const activity::Descriptor& plugin);
    /// Whether all of its messages come, or one a second.
    void subscribe(base::FlowId flow, bool entered);
    /// Has `refused` told once this call has returned.
    void refuse(const QString& activity);

    std::optional<CurrentCall>& call_;
    std::span<const activity::Descriptor> plugins_;
    std::map<base::FlowId, QString> flows_;
    std::set<QString> entered_;
};

} // namespace plenum::app
