// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/private_files.h"

#include "core/file/messages.h"
#include "tests/sim/file_habit.h"

#include <fmt/format.h>

namespace plenum::sim {
namespace {

std::optional<base::Hash> hash_of(const file::Message& message) {
    return std::visit(
        [](const auto& each) -> std::optional<base::Hash> {
            if constexpr (requires { each.hash; })
                return each.hash;
            else
                return std::nullopt;
        },
        message);
}

} // namespace

const std::pair<const base::Hash, PrivateFiles::Pair>* PrivateFiles::file_in(base::FlowId flow,
                                                                             base::ByteView body) const {
    const auto known = flows_.find(flow);
    if (known == flows_.end()) return nullptr;
    std::optional<base::Hash> hash;
    if (known->second.of_notes) {
        if (const auto note = decode_file_note(body)) hash = note->content.hash;
    } else if (const auto message = file::decode(body)) {
        hash = hash_of(*message);
    }
    const auto file = hash ? files_.find(*hash) : files_.end();
    return file == files_.end() ? nullptr : &*file;
}

void PrivateFiles::on_command(Session session, const node::Command& command, VirtualTime) {
    const auto* publish = std::get_if<node::Publish>(&command);
    const auto flow = publish == nullptr ? flows_.end() : flows_.find(publish->flow);
    if (flow == flows_.end()) return;
    const auto& [of_notes, pair] = flow->second;
    const auto note = of_notes && pair != Pair{} ? decode_file_note(publish->body) : std::nullopt;
    if (note) files_.try_emplace(note->content.hash, pair);
    const auto* file = file_in(publish->flow, publish->body);
    if (file == nullptr || file->second == pair || file->second == Pair{pair.second, pair.first}) return;
    fail(fmt::format("{} speaks on flow {} of a file that is private to members {} and {}", to_text(session),
                     publish->flow.value(), file->second.first.value(), file->second.second.value()));
}

void PrivateFiles::on_event(Session session, const node::Event& event, VirtualTime) {
    if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        const bool of_notes = declared->name.starts_with(FileHabit::flow_name);
        const auto pair = declared->peer.value() == 0 ? Pair{} : Pair{declared->owner, declared->peer};
        if (of_notes || file::is_file_flow(declared->name)) flows_[declared->flow] = {of_notes, pair};
    } else if (const auto* joined = std::get_if<node::MemberJoined>(&event)) {
        if (joined->self) selves_[session] = joined->member;
    } else if (const auto* message = std::get_if<node::MessageReceived>(&event)) {
        const auto* file = file_in(message->flow, message->body);
        const auto self = selves_[session];
        if (file == nullptr || file->second.first == self || file->second.second == self) return;
        fail(fmt::format("{} hears of a file that is private to members {} and {}", to_text(session),
                         file->second.first.value(), file->second.second.value()));
    }
}

} // namespace plenum::sim
