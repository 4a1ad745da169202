// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_chat.h"

#include "app/plenum/translate.h"
#include "core/base/limits.h"

#include <chrono>
#include <utility>

namespace plenum::app {
namespace {

/// A line that took longer says so.
constexpr base::Duration late_noticed = std::chrono::seconds{1};

} // namespace

ui::ChatId RealChat::send_chat(const QString& text) {
    last_chat_ = last_chat_.next();
    const auto id = last_chat_;
    auto bytes = text.toStdString();
    const bool sound = !bytes.empty() && bytes.size() <= base::limits::chat_bytes_max && base::is_clean_text(bytes);
    const auto flow = call_ && call_->entered() ? call_->view.own(base::FlowKind::chat) : base::FlowId{};
    if (sound && flow.value() != 0 && outboxes_[flow].add(id, std::move(bytes))) {
        QMetaObject::invokeMethod(this, [this] { publish(); }, Qt::QueuedConnection);
    } else {
        const ChatOutbox::Delivery failed{id, ui::DeliveryState::failed};
        QMetaObject::invokeMethod(this, [this, failed] { tell(failed); }, Qt::QueuedConnection);
    }
    return id;
}

void RealChat::clear() {
    times_.clear();
    for (auto& [flow, outbox] : std::exchange(outboxes_, {}))
        for (const auto& delivery : outbox.give_up())
            tell(delivery);
}

void RealChat::expire() {
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
            if (call_->session()->publish({flow, {}, {bytes.begin(), bytes.end()}, {}})) break;
            if (const auto refused = outbox.refused()) tell(*refused);
        }
    }
}

void RealChat::tell(const ChatOutbox::Delivery& delivery) { emit chat_delivery(delivery.id, delivery.state); }

void RealChat::handle(const node::PhaseChanged& event) {
    if (!call_->entered() || event.phase != node::Phase::connecting) return;
    for (auto& [flow, outbox] : outboxes_)
        outbox.start_over();
}

void RealChat::handle(const node::MessagePublished& event) {
    const auto outbox = outboxes_.find(event.flow);
    if (outbox == outboxes_.end()) return;
    // As all others see it. Since it was written, the link may have been lost.
    if (const auto id = outbox->second.published(event.sequence))
        emit chat_timed(
            *id, wall_time(event.sent_at, call_->clock(), client::Session::now(), QDateTime::currentDateTimeUtc()));
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

void RealChat::refuse(base::FlowId flow, ui::ProblemKind why) {
    if (const auto refused = outboxes_[flow].refused()) tell(*refused);
    emit diagnostics_.problem({why, {}});
}

void RealChat::handle(const node::MessageReceived& event) {
    const auto* flow = call_->view.find(event.flow);
    if (flow == nullptr || flow->spec.kind != base::FlowKind::chat || event.sender == call_->view.self()) return;
    const auto text = base::to_text(event.body);
    if (text.empty() || text.size() > base::limits::chat_bytes_max || !base::is_clean_text(text)) return;
    const auto clock = call_->clock();
    const bool timed = clock && event.sent_at != base::ConferenceTime{};
    // What was sent before we came was not meant to be here in time.
    const bool for_us = timed && clock->to_local(event.sent_at) > call_->entered_at;
    const bool noticed = event.delivery == node::Delivery::overtaken ||
                         (timed && event.received_at - clock->to_local(event.sent_at) > late_noticed);
    const bool late = for_us && noticed;
    // Numbers of our own messages are small.
    const ui::ChatId id{std::uint64_t{event.sender.value()} << 48 | std::uint64_t{event.flow.value()} << 32 |
                        (event.sequence.value() & 0xffff'ffff)};
    if (!clock) times_.note(id, event.sent_at);
    // We wrote it before we came back, or in another window.
    const auto sender = call_->view.is_ours(event.sender) ? call_->view.self() : event.sender;
    show({.id = id,
          .sender = sender,
          .sender_name = call_->roster.name_of(sender),
          .text = QString::fromStdString(text),
          .sent_at = wall_time(event.sent_at, clock, client::Session::now(), QDateTime::currentDateTimeUtc()),
          .late = late,
          .earlier = timed && !for_us,
          // A flow that somebody created has readers of its own: its name tells it from what everybody reads.
          .group = flow->owner.value() != 0 ? QString::fromStdString(flow->name)
                                            : call_->group_label(client::ConferenceView::conversation_of(*flow))});
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
    emit chat_received(message);
}

void RealChat::handle(const node::CommandRefused& event) {
    // A full queue is of a reliable flow. All else may as well be about sound or pictures: those repeat, and a
    // message of ours that was meant fails by the time it takes.
    if (!outboxes_.contains(event.flow)) return;
    if (event.error == node::CommandError::queue_full) refuse(event.flow, ui::ProblemKind::chat_refused);
    if (event.error == node::CommandError::no_token) refuse(event.flow, ui::ProblemKind::no_floor);
    if (event.error == node::CommandError::not_in_group) refuse(event.flow, ui::ProblemKind::group_gone);
}

} // namespace plenum::app
