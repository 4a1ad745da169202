// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/event_json.h"

#include "app/plenum-cli/token_json.h"
#include "core/base/enums.h"

#include <algorithm>
#include <array>
#include <utility>

namespace plenum::cli {
namespace {

Json named(std::string_view event) { return Json{{"event", event}}; }

std::string_view name_of(node::Phase phase) {
    switch (phase) {
    case node::Phase::connecting: return "connecting";
    case node::Phase::joining: return "joining";
    case node::Phase::joined: return "joined";
    case node::Phase::reconnecting: return "reconnecting";
    case node::Phase::lobby: return "lobby";
    }
    return "unknown";
}

std::string_view name_of(node::LeaveReason reason) {
    switch (reason) {
    case node::LeaveReason::left: return "left";
    case node::LeaveReason::lost: return "lost";
    case node::LeaveReason::removed: return "removed";
    }
    return "unknown";
}

std::string_view name_of(base::FlowKind kind) {
    switch (kind) {
    case base::FlowKind::audio: return "audio";
    case base::FlowKind::video: return "video";
    case base::FlowKind::chat: return "chat";
    case base::FlowKind::board: return "board";
    case base::FlowKind::live: return "live";
    case base::FlowKind::bulk: return "bulk";
    case base::FlowKind::screen: return "screen";
    case base::FlowKind::capture: return "capture";
    }
    return "unknown";
}

std::string_view name_of(base::Admission admission) {
    switch (admission) {
    case base::Admission::open: return "open";
    case base::Admission::lobby: return "lobby";
    case base::Admission::closed: return "closed";
    }
    return "unknown";
}

std::string_view name_of(node::MemberRole role) {
    return role == node::MemberRole::moderator ? "moderator" : "participant";
}

std::string_view name_of(log::Lean lean) {
    switch (lean) {
    case log::Lean::live: return "live";
    case log::Lean::balanced: return "balanced";
    case log::Lean::order: return "order";
    }
    return "unknown";
}

std::string_view name_of(node::Delivery delivery) {
    switch (delivery) {
    case node::Delivery::in_order: return "in_order";
    case node::Delivery::forced: return "forced";
    case node::Delivery::late: return "late";
    case node::Delivery::overtaken: return "overtaken";
    }
    return "unknown";
}

Json describe(const node::PhaseChanged& event) {
    auto json = named("phase");
    json["phase"] = name_of(event.phase);
    return json;
}
Json describe(const node::Ended&) { return named("ended"); }
Json describe(const node::ConferenceCreated& event) {
    auto json = named("created");
    json["link"] = node::to_text(event.link);
    return json;
}
Json describe(const node::MemberJoined& event) {
    auto json = named("member_joined");
    json["member"] = event.member.value();
    json["name"] = event.name;
    json["role"] = name_of(event.role);
    json["self"] = event.self;
    json["recording"] = event.recording;
    json["identity"] = base::to_hex(event.identity.view());
    return json;
}
Json describe(const node::FormerMember& event) {
    auto json = named("former_member");
    json["member"] = event.member.value();
    json["name"] = event.name;
    json["identity"] = base::to_hex(event.identity.view());
    return json;
}
Json describe(const node::MemberLeft& event) {
    auto json = named("member_left");
    json["member"] = event.member.value();
    json["reason"] = name_of(event.reason);
    return json;
}
Json describe(const node::MemberPresence& event) {
    auto json = named("member_presence");
    json["member"] = event.member.value();
    json["present"] = event.present;
    return json;
}
Json describe(const node::MemberRecording& event) {
    auto json = named("member_recording");
    json["member"] = event.member.value();
    json["on"] = event.on;
    return json;
}
Json describe(const node::CellsReported& event) {
    auto json = named("cells_reported");
    json["flow"] = event.shim.flow.value();
    json["reports"] = Json::array();
    for (const auto& report : event.shim.reports)
        json["reports"].push_back(report ? Json{{"value", report->value.value()}, {"id", report->id.value()}} : Json{});
    return json;
}
Json describe(const node::TreePacketReceived& event) {
    auto json = named("tree_packet");
    json["bytes"] = event.packet.size();
    return json;
}
Json describe(const node::MemberRoleChanged& event) {
    auto json = named("member_role");
    json["member"] = event.member.value();
    json["role"] = name_of(event.role);
    return json;
}
Json describe(const node::PolicyChanged& event) {
    auto json = named("policy");
    json["admission"] = name_of(event.policy.admission);
    json["history_for_newcomers"] = event.policy.history_for_newcomers;
    json["board"] = base::enumerator_name(event.policy.board);
    json["moderators_only"] = event.policy.moderators_only;
    json["recording"] = event.policy.recording;
    return json;
}
Json describe(const node::MuteAsked& event) {
    auto json = named("mute_asked");
    json["by"] = event.by.value();
    json["member"] = event.member.value();
    return json;
}
Json describe(const node::RelayDurability& event) {
    auto json = named("relay");
    json["durable"] = event.durable;
    return json;
}
Json describe(const node::AgreementChanged& event) {
    auto json = named("agreement");
    const auto agreement = event.agreement;
    const bool late = agreement == node::Agreement::late;
    json["agreement"] = agreement == node::Agreement::confirmed ? "confirmed" : late ? "late" : "lost";
    json["another_log"] = event.forked;
    return json;
}
Json describe(const node::LinkChanged& event) {
    auto json = named("link_changed");
    json["link"] = node::to_text(event.link);
    return json;
}
Json describe(const node::KnockHeard& event) {
    auto json = named("knock");
    json["key"] = base::to_hex(event.exchange.view());
    json["name"] = event.name;
    json["identity"] = base::to_hex(event.identity.view());
    return json;
}
Json describe(const node::KnockOver& event) {
    auto json = named("knock_over");
    json["key"] = base::to_hex(event.exchange.view());
    return json;
}
void add(Json& json, const base::FlowSpec& spec) {
    json["rate"] = spec.rate_hz;
    json["bytes"] = spec.message_bytes_max;
    json["delay_us"] = base::to_us(spec.desired_delay);
    if (spec.loss_delay) json["loss_delay_us"] = base::to_us(*spec.loss_delay);
    json["tolerance_permille"] = spec.error_tolerance_permille;
}
Json describe(const node::FlowDeclared& event) {
    auto json = named("flow_declared");
    json["flow"] = event.flow.value();
    json["name"] = event.name;
    json["kind"] = name_of(event.spec.kind);
    json["reliable"] = event.spec.reliable();
    if (event.conversation.value() != 0) json["conversation"] = event.conversation.value();
    if (event.owner.value() != 0) json["owner"] = event.owner.value();
    if (event.peer.value() != 0) json["with"] = event.peer.value();
    if (event.spec.kind == base::FlowKind::capture) json["capture_number"] = event.capture_number.value();
    add(json, event.spec);
    return json;
}
Json describe(const node::FlowChanged& event) {
    auto json = named("flow_changed");
    json["flow"] = event.flow.value();
    add(json, event.spec);
    return json;
}
Json describe(const node::FlowRemoved& event) {
    auto json = named("flow_removed");
    json["flow"] = event.flow.value();
    return json;
}
Json describe(const node::ConversationChanged& event) {
    auto json = named("conversation");
    json["conversation"] = event.conversation.value();
    json["open"] = event.open;
    if (!event.open) return json;
    json["label"] = event.label;
    json["lean"] = name_of(event.settings.lean);
    json["anyone_may_go"] = event.settings.open;
    if (event.settings.ends_at) json["ends_us"] = base::to_us(event.settings.ends_at->time_since_epoch());
    return json;
}
Json describe(const node::ConversationFigures& event) {
    auto json = named("conversation_figures");
    json["conversation"] = event.conversation.value();
    json["delta_us"] = base::to_us(event.delta);
    json["delta_least_us"] = base::to_us(event.delta_least);
    json["delta_most_us"] = base::to_us(event.delta_most);
    json["delay_us"] = base::to_us(event.delay);
    json["in_order"] = event.in_order;
    json["forced"] = event.forced;
    json["late"] = event.late;
    json["discarded"] = event.discarded;
    json["overrun"] = event.overrun;
    json["held_most"] = event.held_most;
    json["held_bound"] = event.held_bound;
    return json;
}
Json describe(const node::MembersPlaced& event) {
    auto json = named("placed");
    json["conversation"] = event.conversation.value();
    auto members = Json::array();
    for (const auto member : event.members)
        members.push_back(member.value());
    json["members"] = members;
    return json;
}
Json describe(const node::EpochChanged& event) {
    auto json = named("epoch");
    json["epoch"] = event.epoch.value();
    return json;
}
Json describe(const node::MessageReceived& event) {
    auto json = named("message");
    json["flow"] = event.flow.value();
    json["sender"] = event.sender.value();
    json["sequence"] = event.sequence.value();
    json["sent_us"] = base::to_us(event.sent_at.time_since_epoch());
    json["bytes"] = event.body.size();
    if (event.delivery != node::Delivery::in_order) json["delivery"] = name_of(event.delivery);
    if (event.missing > 0) json["missing"] = event.missing;
    const auto text = base::to_text(event.body);
    if (base::is_clean_text(text)) json["text"] = text;
    return json;
}
Json describe(const node::SamplePulled& event) {
    auto json = named("sample");
    json["request"] = event.request.value();
    json["flow"] = event.flow.value();
    json["sender"] = event.sender.value();
    json["sequence"] = event.sequence.value();
    json["sent_us"] = base::to_us(event.sent_at.time_since_epoch());
    if (event.age_max) json["age_max_us"] = base::to_us(*event.age_max);
    json["readable"] = event.readable;
    json["last"] = event.last;
    json["bytes"] = event.body.size();
    const auto text = base::to_text(event.body);
    if (base::is_clean_text(text)) json["text"] = text;
    return json;
}
Json describe(const node::PullFailed& event) {
    auto json = named("pull_failed");
    json["request"] = event.request.value();
    json["flow"] = event.flow.value();
    json["sender"] = event.sender.value();
    json["why"] = base::enumerator_name(event.error);
    return json;
}
template <class Numbered>
Json numbered(std::string_view name, const Numbered& event) {
    auto json = named(name);
    json["flow"] = event.flow.value();
    json["sequence"] = event.sequence.value();
    return json;
}
Json describe(const node::MessagePublished& event) { return numbered("published", event); }
Json describe(const node::MessageAccepted& event) {
    auto json = numbered("accepted", event);
    json["kept"] = event.kept;
    return json;
}
Json describe(const node::MessageRefused& event) { return numbered("message_refused", event); }
Json describe(const node::MinutesTaken& event) {
    auto json = named("minutes_taken");
    json["bytes"] = event.file->size();
    return json;
}
Json describe(const node::TokenChanged& event) { return token_json(event); }
Json describe(const node::MessagesMissed& event) {
    auto json = named("missed");
    json["flow"] = event.flow.value();
    json["sender"] = event.sender.value();
    json["first"] = event.first.value();
    json["last"] = event.last.value();
    return json;
}
Json describe(const node::KeyFrameRequested& event) {
    auto json = named("key_frame_requested");
    json["flow"] = event.flow.value();
    if (event.size == base::PictureSize::small) json["small"] = true;
    return json;
}
/// As its type is called.
std::string_view name_of(node::CommandKind command) {
    using Kind = node::CommandKind;
    static const std::array<std::pair<Kind, std::string_view>, std::variant_size_v<node::AnyCommand>> names{{
        {Kind::of<node::CreateConference>(), "create_conference"},
        {Kind::of<node::JoinConference>(), "join_conference"},
        {Kind::of<node::LeaveConference>(), "leave_conference"},
        {Kind::of<node::EndConference>(), "end_conference"},
        {Kind::of<node::Publish>(), "publish"},
        {Kind::of<node::RequestKeyFrame>(), "request_key_frame"},
        {Kind::of<node::CloseRelay>(), "close_relay"},
        {Kind::of<node::AdmitKnock>(), "admit_knock"},
        {Kind::of<node::RefuseKnock>(), "refuse_knock"},
        {Kind::of<node::RemoveMember>(), "remove_member"},
        {Kind::of<node::SetRole>(), "set_role"},
        {Kind::of<node::SetPolicy>(), "set_policy"},
        {Kind::of<node::ChangeLink>(), "change_link"},
        {Kind::of<node::SetRelayLimits>(), "set_relay_limits"},
        {Kind::of<node::WantToken>(), "want_token"},
        {Kind::of<node::ActOnToken>(), "act_on_token"},
        {Kind::of<node::TakeMinutes>(), "take_minutes"},
        {Kind::of<node::OpenGroup>(), "open_group"},
        {Kind::of<node::ActOnConversation>(), "act_on_conversation"},
        {Kind::of<node::AskMute>(), "ask_mute"},
        {Kind::of<node::Subscribe>(), "subscribe"},
        {Kind::of<node::Pull>(), "pull"},
        {Kind::of<node::CreateFlow>(), "create_flow"},
        {Kind::of<node::ChangeFlow>(), "change_flow"},
        {Kind::of<node::CloseFlow>(), "close_flow"},
        {Kind::of<node::AnswerAssignment>(), "answer_assignment"},
        {Kind::of<node::SetPeers>(), "set_peers"},
        {Kind::of<node::OfferSizes>(), "offer_sizes"},
        {Kind::of<node::Record>(), "record"},
        {Kind::of<node::SendTreePacket>(), "send_tree_packet"},
    }};
    const auto found = std::ranges::find(names, command, [](const auto& each) { return each.first; });
    return found == names.end() ? "unknown" : found->second;
}

Json describe(const node::CommandRefused& event) {
    auto json = named("refused");
    json["command"] = name_of(event.command);
    json["why"] = client::explain(event);
    if (event.flow.value() != 0) json["flow"] = event.flow.value();
    if (event.token.value() != 0) json["token"] = event.token.value();
    for (const auto flow : event.too_slow)
        json["too_slow"].push_back(flow.value());
    for (const auto flow : event.too_strict)
        json["too_strict"].push_back(flow.value());
    return json;
}
Json describe(const node::LinkHealth& event) {
    auto json = named("health");
    json["rtt_us"] = base::to_us(event.rtt);
    json["rtt_min_us"] = base::to_us(event.rtt_min);
    json["loss_permille"] = event.loss_permille;
    json["clock_error_us"] = base::to_us(event.clock.error_max);
    json["received"] = event.received;
    json["discarded"] = event.discarded;
    json["undecryptable"] = event.undecryptable;
    json["refused"] = event.refused;
    json["send_rate"] = event.send_rate.value();
    return json;
}
Json describe(const node::ProtocolViolation& event) {
    auto json = named("violation");
    json["member"] = event.member.value();
    json["what"] = event.what;
    return json;
}
Json describe(const node::HolderSilent& event) {
    auto json = named("holder_silent");
    json["token"] = event.token.value();
    json["member"] = event.member.value();
    if (event.returns_in) json["returns_in_us"] = base::to_us(*event.returns_in);
    return json;
}
Json describe(const node::FlowExceeded& event) {
    auto json = named("flow_exceeded");
    json["flow"] = event.flow.value();
    json["dropped"] = event.dropped;
    return json;
}

Json describe(const node::FlowDemand& event) {
    auto json = named("flow_demand");
    json["flow"] = event.flow.value();
    if (event.rate_hz) json["rate"] = *event.rate_hz;
    if (event.sizes.small) json["sizes"] = event.sizes.large ? "both" : "small";
    return json;
}

Json describe(const node::LeaseOver& event) {
    auto json = named("lease_over");
    json["over"] = event.over;
    return json;
}
Json describe(const node::RelayRestarts& event) {
    auto json = named("relay_restarts");
    json["sentence"] = client::explain(event);
    return json;
}
Json describe(const node::RelayStandby& event) {
    auto json = named("relay_standby");
    json["member"] = event.member.value();
    return json;
}
Json describe(const node::RelayMoved& event) {
    auto json = named("relay_moved");
    json["from"] = event.from.value();
    json["to"] = event.to.value();
    json["handed_over"] = event.handed_over;
    return json;
}
Json describe(const node::RelayIncident&) { return named("relay_incident"); }
Json describe(const node::AssignmentWanted&) { return named("assignment_wanted"); }
Json describe(const node::AssignmentOver&) { return named("assignment_over"); }
Json describe(const node::RelayStatus& event) {
    auto json = named("relay");
    json["sessions"] = event.sessions;
    json["conferences"] = event.conferences;
    return json;
}
Json describe(const client::Warning& event) {
    auto json = named("warning");
    json["sentence"] = event.sentence;
    return json;
}
Json describe(const client::Finished& event) {
    auto json = named("finished");
    json["sentence"] = event.sentence;
    return json;
}

/// Not one of `describe`: events turn into it by themselves, so the compiler would not ask for a missing one.
Json describe_of_node(const node::Event& event) {
    return std::visit([](const auto& content) { return describe(content); }, event);
}

} // namespace

std::optional<base::Admission> admission_of(std::string_view name) {
    for (const auto admission : {base::Admission::open, base::Admission::lobby, base::Admission::closed}) {
        if (name_of(admission) == name) return admission;
    }
    return std::nullopt;
}

Json to_json(const client::Event& event) {
    const auto each = []<class Content>(const Content& content) {
        if constexpr (std::is_same_v<Content, node::Event>)
            return describe_of_node(content);
        else
            return describe(content);
    };
    return std::visit(each, event);
}

} // namespace plenum::cli
