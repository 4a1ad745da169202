// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_chat.h"

#include "app/plenum/chat_content.h"
#include "app/plenum/translate.h"
#include "core/client/private_flow.h"

#include <chrono>
#include <utility>

namespace plenum::app {
namespace {

/// A line that took longer says so.
constexpr base::Duration late_noticed = std::chrono::seconds{1};

/// Where what we write goes now; 0 for nowhere.
base::FlowId own_flow(const std::optional<CurrentCall>& call) {
    return call && call->entered() ? call->view.own(base::FlowKind::chat) : base::FlowId{};
}

} // namespace

std::optional<ChatBook::Place> RealChat::open_place(ui::ChatId line) const {
    const auto place = lines_.place_of(line);
    if (!place || place->flow == own_flow(call_)) return place;
    const auto* flow = call_ && call_->entered() ? call_->view.find(place->flow) : nullptr;
    return flow != nullptr && client::private_partner(call_->view, *flow) ? place : std::nullopt;
}

ui::ChatId RealChat::submit(base::FlowId flow, std::optional<chat::Operation> operation) {
    last_chat_ = last_chat_.next();
    submit(last_chat_, flow, std::move(operation));
    return last_chat_;
}

void RealChat::submit(ui::ChatId id, base::FlowId flow, std::optional<chat::Operation> operation) {
    const bool sound = operation && chat::is_sound(*operation);
    if (sound && flow.value() != 0 && ChatBook::is_line(*operation)) {
        const auto* declared = call_ ? call_->view.find(flow) : nullptr;
        // What one looks at is nobody's business in private.
        const bool is_private = declared != nullptr && client::private_partner(call_->view, *declared).has_value();
        const auto scene = is_private ? chat::SharedScene{} : looked_at();
        if (told_scenes_.tell(flow, scene, last_chat_.next())) submit(flow, chat::Look{scene});
    }
    if (sound && flow.value() != 0 && outboxes_[flow].add(id, base::to_text(chat::encode(*operation)))) {
        lines_.begin(id, flow, *std::move(operation));
        QMetaObject::invokeMethod(this, [this] { publish(); }, Qt::QueuedConnection);
    } else {
        const ChatOutbox::Delivery failed{id, ui::DeliveryState::failed};
        QMetaObject::invokeMethod(this, [this, failed] { tell(failed); }, Qt::QueuedConnection);
    }
}

/// Whoever shares sees the own screen.
chat::SharedScene RealChat::looked_at() const {
    auto* media = call_ ? call_->media() : nullptr;
    const auto own = media == nullptr ? 0 : media->screens().sender().scene();
    return own == 0 ? ChatPort::looked_at() : chat::SharedScene{call_->view.self(), own};
}

void RealChat::fail(const std::vector<PrivateChats::Message>& messages) {
    for (const auto& message : messages)
        submit(message.id, {}, {});
}

ui::ChatId RealChat::send_chat(const QString& text) { return submit(own_flow(call_), chat::Say{text.toStdString()}); }

ui::ChatId RealChat::send_private(const QString& text, base::MemberIndex to) {
    return submit_private(to, chat::Say{text.toStdString()});
}

/// The flow for the two may have to be made.
ui::ChatId RealChat::submit_private(base::MemberIndex to, chat::Operation operation) {
    if (!call_ || call_->session() == nullptr || !call_->entered()) return submit({}, {});
    if (const auto flow = client::find_private_flow(call_->view, to); flow.value() != 0)
        return submit(flow, std::move(operation));
    last_chat_ = last_chat_.next();
    const auto id = last_chat_;
    const auto create = private_.add({id, to, std::move(operation), client::Session::now()}, call_->view.self());
    if (create && !call_->act(*create)) fail(private_.take_all());
    return id;
}

void RealChat::handle(const node::FlowDeclared&) {
    for (auto& message : private_.take_ready(call_->view))
        submit(message.id, client::find_private_flow(call_->view, message.to), std::move(message.operation));
}

ui::ChatId RealChat::send_answer(const QString& text, ui::ChatId to) {
    const auto place = open_place(to);
    // What it answers may have gone for room. It is worth saying all the same.
    if (!place) return send_chat(text);
    return submit(place->flow, chat::Reply{place->message, text.toStdString()});
}

ui::ChatId RealChat::send_file(const chat::SharedFile& file, base::MemberIndex to) {
    return to.value() == 0 ? submit(own_flow(call_), chat::ShareFile{file}) : submit_private(to, chat::ShareFile{file});
}

ui::ChatId RealChat::edit(ui::ChatId line, const QString& text) {
    const auto place = open_place(line);
    if (!place) return submit({}, {});
    return submit(place->flow, chat::Edit{place->message, lines_.transcript(place->flow)->next_version(place->message),
                                          text.toStdString()});
}

ui::ChatId RealChat::remove(ui::ChatId line) {
    const auto place = open_place(line);
    if (!place) return submit({}, {});
    return submit(place->flow,
                  chat::Delete{place->message, lines_.transcript(place->flow)->next_version(place->message)});
}

ui::ChatId RealChat::react(ui::ChatId line, chat::ReactionSet own) {
    const auto place = open_place(line);
    if (!place) return submit({}, {});
    const auto version = lines_.transcript(place->flow)->next_version(place->message, call_->view.self());
    return submit(place->flow, chat::React{place->message, version, own});
}

void RealChat::clear() {
    times_.clear();
    for (auto& [flow, outbox] : std::exchange(outboxes_, {}))
        for (const auto& delivery : outbox.give_up())
            tell(delivery);
    fail(private_.take_all());
    lines_.clear();
    told_scenes_.clear();
}

void RealChat::expire() {
    if (call_ && !private_.empty()) fail(private_.take_failed(call_->view, client::Session::now()));
    for (auto& [flow, outbox] : outboxes_)
        if (const auto lost = outbox.expire(client::Session::now())) tell(*lost);
}

void RealChat::handle(const node::LinkHealth&) {
    for (const auto& [message, sent_at] :
         times_.take(call_->clock(), client::Session::now(), QDateTime::currentDateTimeUtc()))
        emit chat_timed(message, sent_at);
}

void RealChat::publish() {
    if (!call_ || call_->state != ui::ConnectionState::in_call || call_->session() == nullptr) return;
    for (auto& [flow, outbox] : outboxes_) {
        // One at a time is under way.
        while (const auto text = outbox.next(client::Session::now())) {
            const auto bytes = base::as_bytes(*text);
            const node::Publish message{flow, {}, {bytes.begin(), bytes.end()}, {}};
            if (call_->session()->publish(message)) {
                if (auto* media = call_->media()) media->tap().own_message(message);
                break;
            }
            if (const auto refused = outbox.refused()) tell(*refused);
        }
    }
}

void RealChat::tell(const ChatOutbox::Delivery& delivery) {
    if (delivery.state == ui::DeliveryState::failed) {
        lines_.drop(delivery.id);
        told_scenes_.handle_failed(delivery.id);
    } else if (const auto told = lines_.settle(delivery.id)) {
        // Others may have changed it already.
        tell(*told);
    }
    emit chat_delivery(delivery.id, delivery.state);
}

void RealChat::tell(const ChatBook::Told& told) {
    if (told.kind == chat::Change::Kind::none || told.kind == chat::Change::Kind::waits) return;
    const auto place = lines_.place_of(told.line);
    const auto* line = lines_.find(told.line);
    if (!call_ || line == nullptr || call_->is_blocked(place->message.sender)) return;
    emit chat_changed(told.line, content_of(*line, *call_));
}

void RealChat::show_changes_of(const base::IdentityKey& person) {
    for (const auto line : lines_.touched_by(person))
        tell({line, chat::Change::Kind::reacted});
}

void RealChat::handle(const node::PhaseChanged& event) {
    if (!call_->entered() || event.phase != node::Phase::connecting) return;
    told_scenes_.doubt();
    for (auto& [flow, outbox] : outboxes_)
        outbox.start_over();
}

void RealChat::handle(const node::MessagePublished& event) {
    const auto outbox = outboxes_.find(event.flow);
    if (outbox == outboxes_.end()) return;
    // As all others see it. Since it was written, the link may have been lost.
    if (const auto id = outbox->second.published(event.sequence)) {
        lines_.number(*id, {call_->view.self(), event.sequence});
        emit chat_timed(
            *id, wall_time(event.sent_at, call_->clock(), client::Session::now(), QDateTime::currentDateTimeUtc()));
    }
    publish();
}

void RealChat::handle(const node::MessageAccepted& event) {
    const auto outbox = outboxes_.find(event.flow);
    if (outbox == outboxes_.end()) return;
    for (const auto& delivery : outbox->second.accepted(event.sequence, event.kept))
        tell(delivery);
}

void RealChat::handle(const node::MessageRefused& event) {
    const auto outbox = outboxes_.find(event.flow);
    if (outbox == outboxes_.end()) return;
    if (const auto refused = outbox->second.refused(event.sequence)) {
        tell(*refused);
        const bool closed = call_->view.find(event.flow) == nullptr;
        emit diagnostics_.problem({closed ? ui::ProblemKind::group_gone : ui::ProblemKind::no_floor, {}});
    }
}

void RealChat::handle(const node::MessageReceived& event) {
    const auto* flow = call_->view.find(event.flow);
    if (flow == nullptr || flow->spec.kind != base::FlowKind::chat || event.sender == call_->view.self()) return;
    const auto operation = chat::decode(event.body);
    if (!operation) return;
    const auto told = lines_.receive({event.flow, {event.sender, event.sequence}}, *operation);
    if (!told) return;
    if (told->kind != chat::Change::Kind::said) return tell(*told);
    const auto* line = lines_.find(told->line);
    if (line == nullptr) return;
    const auto clock = call_->clock();
    const bool timed = clock && event.sent_at != base::ConferenceTime{};
    // What was sent before we came was not meant to be here in time.
    const bool for_us = timed && clock->to_local(event.sent_at) > call_->entered_at;
    const bool noticed = event.delivery == node::Delivery::overtaken ||
                         (timed && event.received_at - clock->to_local(event.sent_at) > late_noticed);
    const bool late = for_us && noticed;
    if (!clock) times_.note(told->line, event.sent_at);
    std::optional<ui::ChatId> answers;
    if (line->answers) answers = lines_.id_of({event.flow, *line->answers});
    const auto other = client::private_partner(call_->view, *flow);
    // We wrote it before we came back, or in another window.
    const auto sender = call_->view.is_ours(event.sender) ? call_->view.self() : event.sender;
    show({.id = told->line,
          .sender = sender,
          .sender_name = call_->roster.name_of(sender),
          .text = {},
          .sent_at = wall_time(event.sent_at, clock, client::Session::now(), QDateTime::currentDateTimeUtc()),
          .late = late,
          .earlier = timed && !for_us,
          // A flow that somebody created has readers of its own: its name tells it from what everybody reads.
          .group = other                      ? call_->roster.name_of(*other)
                   : flow->owner.value() != 0 ? QString::fromStdString(flow->name)
                                              : call_->group_label(client::ConferenceView::conversation_of(*flow)),
          .answers = answers,
          .private_with = other.value_or(base::MemberIndex{})});
}

void RealChat::show(ui::ChatMessage message) {
    if (!call_) return;
    if (call_->blocked.hold(call_->view.identity_of(message.sender), message)) return;
    const auto* member = call_->roster.find(message.sender);
    const auto familiarity =
        member != nullptr
            ? member->acquaintance.familiarity
            : book_.people().assess(call_->view.identity_of(message.sender), message.sender_name).familiarity;
    message.another_key = familiarity == ui::Familiarity::changed;
    // As it is now: it may have been changed while its sender was blocked.
    const auto* line = lines_.find(message.id);
    if (line == nullptr) return;
    const auto content = content_of(*line, *call_);
    message.text = content.text;
    message.file = line->file;
    message.scene = line->scene;
    message.edited = content.edited;
    message.deleted = content.deleted;
    message.reactions = content.reactions;
    emit chat_received(message);
}

void RealChat::handle(const node::CommandRefused& event) {
    // It may be the flow with another person that was refused; then these are asked for again by whoever writes again.
    const bool creates = event.command == node::CommandKind::of<node::CreateFlow>();
    if (creates && event.flow_name.starts_with(client::private_flow_prefix)) fail(private_.take_all());
    // A full queue is of a reliable flow. All else may as well be about sound or pictures: those repeat, and a
    // message of ours that was meant fails by the time it takes.
    if (!outboxes_.contains(event.flow)) return;
    const auto refuse = [&](ui::ProblemKind why) {
        if (const auto refused = outboxes_[event.flow].refused()) tell(*refused);
        emit diagnostics_.problem({why, {}});
    };
    if (event.error == node::CommandError::queue_full) refuse(ui::ProblemKind::chat_refused);
    if (event.error == node::CommandError::no_token) refuse(ui::ProblemKind::no_floor);
    if (event.error == node::CommandError::not_in_group) refuse(ui::ProblemKind::group_gone);
}

} // namespace plenum::app
