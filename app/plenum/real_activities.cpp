// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_activities.h"

#include <algorithm>
#include <chrono>

namespace plenum::app {
namespace {

/// δ: what is later than this is felt in a game (G.114 §3).
constexpr base::Duration desired_delay = std::chrono::milliseconds{150};
/// One of three updates may be missing; the next says the same.
constexpr std::uint16_t error_tolerance_permille = 300;

std::string name_of(const activity::Descriptor& plugin) { return std::string{RealActivities::flow_prefix} + plugin.id; }

bool fits(const base::FlowSpec& spec, const activity::Descriptor& plugin) {
    return spec.kind == base::FlowKind::live && !spec.reliable() && spec.rate_hz >= plugin.tag.rate_hz &&
           spec.message_bytes_max >= plugin.tag.message_bytes_max;
}

} // namespace

const activity::Descriptor* RealActivities::find(const QString& activity) const {
    const auto found =
        std::ranges::find_if(plugins_, [&](const auto& plugin) { return activity == QLatin1String{plugin.id}; });
    return found == plugins_.end() ? nullptr : &*found;
}

const activity::Descriptor* RealActivities::served_by(const node::FlowDeclared& flow) const {
    const bool for_all = flow.conversation.value() == 0 && flow.peer.value() == 0;
    const auto found = std::ranges::find_if(plugins_, [&](const auto& plugin) {
        return for_all && flow.name == name_of(plugin) && fits(flow.spec, plugin);
    });
    return found == plugins_.end() ? nullptr : &*found;
}

base::FlowId RealActivities::flow_of(const QString& activity) const {
    const auto found = std::ranges::find(flows_, activity, [](const auto& entry) { return entry.second; });
    return found == flows_.end() ? base::FlowId{} : found->first;
}

std::optional<base::ConferenceTime> RealActivities::now() const {
    const auto clock = call_ && call_->state == ui::ConnectionState::in_call ? call_->clock() : std::nullopt;
    return clock ? std::optional{clock->to_conference(client::Session::now())} : std::nullopt;
}

bool RealActivities::create(const activity::Descriptor& plugin) {
    node::CreateFlow flow;
    flow.name = name_of(plugin);
    flow.kind = base::FlowKind::live;
    flow.terms.desired_delay = desired_delay;
    flow.terms.loss_delay = std::chrono::milliseconds{plugin.tag.loss_delay_ms};
    flow.terms.rate_hz = plugin.tag.rate_hz;
    flow.terms.message_bytes_max = plugin.tag.message_bytes_max;
    flow.terms.error_tolerance_permille = error_tolerance_permille;
    return call_->act(flow);
}

void RealActivities::subscribe(base::FlowId flow, bool entered) {
    if (!call_->entered() || call_->session() == nullptr) return;
    const tag::Subscription wanted{entered ? std::nullopt : std::optional{1U}, tag::ProxyPlace::relay};
    // Refused only where the loop is behind: then more comes than is wanted.
    static_cast<void>(call_->session()->subscribe({flow, {}, wanted}));
}

void RealActivities::refuse(const QString& activity) {
    entered_.erase(activity);
    QMetaObject::invokeMethod(this, [this, activity] { emit refused(activity); }, Qt::QueuedConnection);
}

void RealActivities::enter(const QString& activity) {
    const auto* plugin = find(activity);
    if (plugin == nullptr || !call_) return;
    entered_.insert(activity);
    const auto flow = flow_of(activity);
    if (flow.value() != 0) return subscribe(flow, true);
    if (!create(*plugin)) refuse(activity);
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

void RealActivities::come_in() {
    for (const auto& [flow, activity] : flows_)
        subscribe(flow, entered_.contains(activity));
}

void RealActivities::clear() {
    entered_.clear();
    flows_.clear();
}

void RealActivities::handle(const node::FlowDeclared& event) {
    if (const auto* plugin = served_by(event)) {
        const auto activity = QString::fromLatin1(plugin->id);
        flows_.insert_or_assign(event.flow, activity);
        return subscribe(event.flow, entered_.contains(activity));
    }
    // Somebody's flow has the name and cannot be used.
    for (const auto& plugin : plugins_) {
        const auto activity = QString::fromLatin1(plugin.id);
        if (event.name == name_of(plugin) && entered_.contains(activity)) refuse(activity);
    }
}

void RealActivities::handle(const node::FlowChanged& event) {
    const auto found = flows_.find(event.flow);
    if (found != flows_.end() && !fits(event.spec, *find(found->second))) handle(node::FlowRemoved{event.flow});
}

void RealActivities::handle(const node::FlowRemoved& event) {
    const auto found = flows_.find(event.flow);
    if (found == flows_.end()) return;
    const auto activity = found->second;
    flows_.erase(found);
    if (entered_.contains(activity)) refuse(activity);
}

void RealActivities::handle(const node::CommandRefused& event) {
    if (event.command != node::CommandKind::of<node::CreateFlow>()) return;
    // Where somebody else was quicker, that flow is declared to us too, or was.
    const bool quicker = event.error == node::CommandError::name_taken;
    for (const auto& activity : std::set{entered_}) {
        const auto* plugin = find(activity);
        if (event.flow_name != name_of(*plugin)) continue;
        const bool usable = flow_of(activity).value() != 0;
        const bool comes = quicker && call_->view.find(name_of(*plugin)).value() == 0;
        if (!usable && !comes) refuse(activity);
    }
}

void RealActivities::handle(const node::MessageReceived& event) {
    const auto flow = flows_.find(event.flow);
    if (flow == flows_.end() || event.sender == call_->view.self()) return;
    emit received({flow->second, event.sender, event.sent_at, event.body});
}

} // namespace plenum::app
