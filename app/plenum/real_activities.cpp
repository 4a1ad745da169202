// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_activities.h"

#include <algorithm>

namespace plenum::app {
namespace {

/// The id in the name of a flow; empty for other flows.
QString activity_of(const node::FlowDeclared& flow) {
    const std::string_view name = flow.name;
    if (flow.spec.kind != base::FlowKind::live || !name.starts_with(RealActivities::flow_prefix)) return {};
    const auto id = name.substr(RealActivities::flow_prefix.size());
    return QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()));
}

} // namespace

const base::PluginDescriptor* RealActivities::find(const QString& activity) const {
    const auto found =
        std::ranges::find_if(plugins_, [&](const auto& plugin) { return activity == QLatin1String{plugin.id}; });
    return found == plugins_.end() ? nullptr : &*found;
}

base::FlowId RealActivities::flow_of(const QString& activity) const {
    if (!call_) return {};
    const auto& flows = call_->view.flows();
    const auto found =
        std::ranges::find_if(flows, [&](const auto& entry) { return activity_of(entry.second) == activity; });
    return found == flows.end() ? base::FlowId{} : found->first;
}

std::optional<base::ConferenceTime> RealActivities::now() const {
    const auto clock = call_ && call_->state == ui::ConnectionState::in_call ? call_->clock() : std::nullopt;
    return clock ? std::optional{clock->to_conference(client::Session::now())} : std::nullopt;
}

void RealActivities::subscribe(base::FlowId flow, bool entered) {
    if (!call_->entered() || call_->session() == nullptr) return;
    const tag::Subscription wanted{entered ? std::nullopt : std::optional{1U}, tag::ProxyPlace::relay};
    // Refused only where the loop is behind: then more comes than is wanted.
    static_cast<void>(call_->session()->subscribe({flow, {}, wanted}));
}

void RealActivities::enter(const QString& activity) {
    if (find(activity) == nullptr || !call_) return;
    entered_.insert(activity);
    const auto flow = flow_of(activity);
    if (flow.value() != 0) return subscribe(flow, true);
    QMetaObject::invokeMethod(this, [this, activity] { emit refused(activity); }, Qt::QueuedConnection);
}

void RealActivities::leave(const QString& activity) {
    if (entered_.erase(activity) == 0 || !call_) return;
    const auto flow = flow_of(activity);
    if (flow.value() != 0) subscribe(flow, false);
}

void RealActivities::publish(const QString& activity, const base::Bytes& body) {
    const auto flow = flow_of(activity);
    if (flow.value() == 0 || call_->session() == nullptr) return;
    // Live data: what does not fit now is worth nothing later.
    static_cast<void>(call_->session()->publish({flow, {}, body, {}}));
}

void RealActivities::handle(const node::FlowDeclared& event) {
    const auto activity = activity_of(event);
    if (!activity.isEmpty()) subscribe(event.flow, entered_.contains(activity));
}

void RealActivities::handle(const node::MessageReceived& event) {
    const auto* flow = call_->view.find(event.flow);
    const auto activity = flow == nullptr ? QString{} : activity_of(*flow);
    if (find(activity) == nullptr || event.sender == call_->view.self()) return;
    emit received({activity, event.sender, event.sent_at, event.body});
}

} // namespace plenum::app
