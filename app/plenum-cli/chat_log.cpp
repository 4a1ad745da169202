// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/chat_log.h"

#include "core/base/overloaded.h"

#include <algorithm>
#include <tuple>

namespace plenum::cli {
namespace {

Json line_json(const chat::MessageId& line) { return Json::array({line.sender.value(), line.sequence.value()}); }

} // namespace

Json chat_json(base::ByteView body) {
    const auto operation = chat::decode(body);
    if (!operation) return {};
    return std::visit(
        base::Overloaded{
            [](const chat::Say&) { return Json{}; },
            [](const chat::Reply& reply) {
                return Json{{"does", "reply"}, {"line", line_json(reply.to)}, {"text", reply.text}};
            },
            [](const chat::Edit& edit) {
                return Json{{"does", "edit"}, {"line", line_json(edit.on)}, {"text", edit.text}};
            },
            [](const chat::Delete& removal) { return Json{{"does", "delete"}, {"line", line_json(removal.on)}}; },
            [](const chat::ShareFile& share) {
                return Json{{"does", "share"}, {"name", share.file.name}, {"bytes", share.file.bytes}};
            },
            [](const chat::Look& look) {
                return Json{{"does", "look"}, {"sharer", look.at.sharer.value()}, {"scene", look.at.scene}};
            },
            [](const chat::React& react) {
                return Json{{"does", "react"}, {"line", line_json(react.on)}, {"reactions", names_of(react.reactions)}};
            },
        },
        *operation);
}

bool ChatLog::is_chat(base::FlowId flow) const {
    const auto* declared = view_.find(flow);
    return declared != nullptr && declared->spec.kind == base::FlowKind::chat;
}

ChatLog::Flow& ChatLog::at(base::FlowId flow) {
    const auto people = [this](base::MemberIndex member) { return view_.identity_of(member); };
    return flows_.try_emplace(flow, Flow{chat::Transcript{people}}).first->second;
}

void ChatLog::take(base::FlowId flow, const chat::MessageId& id, base::ByteView body) {
    if (const auto operation = chat::decode(body)) std::ignore = at(flow).transcript.apply(id, *operation);
}

void ChatLog::publish(base::FlowId flow, const base::Bytes& body) {
    if (is_chat(flow)) at(flow).open.push_back({body});
}

void ChatLog::handle(const node::Event& event) {
    if (const auto* received = std::get_if<node::MessageReceived>(&event)) {
        if (is_chat(received->flow)) take(received->flow, {received->sender, received->sequence}, received->body);
    } else if (const auto* published = std::get_if<node::MessagePublished>(&event)) {
        if (!is_chat(published->flow)) return;
        auto& open = at(published->flow).open;
        const auto next = std::ranges::find(open, base::SequenceNumber{}, &Open::sequence);
        if (next != open.end()) next->sequence = published->sequence;
    } else if (const auto* accepted = std::get_if<node::MessageAccepted>(&event)) {
        if (!is_chat(accepted->flow)) return;
        auto& open = at(accepted->flow).open;
        while (!open.empty() && open.front().sequence.value() != 0 && open.front().sequence <= accepted->sequence) {
            take(accepted->flow, {view_.self(), open.front().sequence}, open.front().body);
            open.pop_front();
        }
    } else if (const auto* refused = std::get_if<node::CommandRefused>(&event)) {
        if (refused->command != node::CommandKind::of<node::Publish>() || !is_chat(refused->flow)) return;
        auto& open = at(refused->flow).open;
        const auto next = std::ranges::find(open, base::SequenceNumber{}, &Open::sequence);
        if (next != open.end()) open.erase(next);
    } else if (const auto* lost = std::get_if<node::MessageRefused>(&event)) {
        if (is_chat(lost->flow))
            std::erase_if(at(lost->flow).open, [&](const Open& each) { return each.sequence == lost->sequence; });
    } else if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) {
        // As a new member, the node publishes these once more.
        if (phase->phase != node::Phase::connecting) return;
        for (auto& [flow, content] : flows_)
            for (auto& open : content.open)
                open.sequence = {};
    }
}

bool ChatLog::settled() const {
    return std::ranges::all_of(flows_, [](const auto& each) { return each.second.open.empty(); });
}

std::expected<chat::Operation, std::string> ChatLog::operation_of(const chat::Transcript& transcript,
                                                                  const ChatChangeCommand& command) const {
    using Result = std::expected<chat::Operation, std::string>;
    const auto own = [&](const chat::MessageId& on) { return transcript.is_author(view_.self(), on); };
    const std::unexpected not_yours{std::string{"only who said it can change it"}};
    return std::visit(base::Overloaded{
                          [](const ReplyCommand& reply) -> Result { return chat::Reply{reply.to, reply.text}; },
                          [&](const EditCommand& edit) -> Result {
                              if (!own(edit.on)) return not_yours;
                              return chat::Edit{edit.on, transcript.next_version(edit.on), edit.text};
                          },
                          [&](const DeleteCommand& removal) -> Result {
                              if (!own(removal.on)) return not_yours;
                              return chat::Delete{removal.on, transcript.next_version(removal.on)};
                          },
                          [&](const ReactCommand& react) -> Result {
                              return chat::React{react.on, transcript.next_version(react.on, view_.self()),
                                                 react.reactions};
                          },
                      },
                      command);
}

std::expected<base::Bytes, std::string> ChatLog::body_of(const ChatChangeCommand& command) const {
    const auto flow = flows_.find(view_.own(base::FlowKind::chat));
    const auto on = std::visit(
        [](const auto& each) {
            if constexpr (requires { each.on; })
                return each.on;
            else
                return each.to;
        },
        command);
    if (flow == flows_.end() || flow->second.transcript.find(on) == nullptr)
        return std::unexpected{"no such line on your chat flow"};
    const auto operation = operation_of(flow->second.transcript, command);
    if (!operation) return std::unexpected{operation.error()};
    if (!chat::is_sound(*operation)) return std::unexpected{"the text is too long, or no text"};
    return chat::encode(*operation);
}

} // namespace plenum::cli
