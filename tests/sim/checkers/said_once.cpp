// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/said_once.h"

#include "core/file/messages.h"

#include <fmt/format.h>

namespace plenum::sim {

void SaidOnce::on_restored(Session, const Restored& restored) {
    disk_lost_ = disk_lost_ || restored.words_lost > 0 || restored.rotten || restored.told;
}

void SaidOnce::on_publication(Session session, const Publication& publication, VirtualTime) {
    nodes_[{publication.flow, publication.sender}] = session.node;
}

void SaidOnce::on_event(Session session, const node::Event& event, VirtualTime) {
    flows_.note(event);
    const auto* declared = std::get_if<node::FlowDeclared>(&event);
    if (declared != nullptr && file::is_file_flow(declared->name)) of_files_.insert(declared->flow);
    const auto* message = std::get_if<node::MessageReceived>(&event);
    if (message == nullptr || disk_lost_ || !flows_.reliable(message->flow) || of_files_.contains(message->flow))
        return;
    const auto sender = nodes_.find({message->flow, message->sender});
    if (sender == nodes_.end() || message->body.size() < unique_bytes_min) return;
    const auto [heard, first] = heard_[session].try_emplace({message->flow, sender->second, checksum_of(message->body)},
                                                            message->sender, message->sequence);
    if (first) return;
    fail(fmt::format("{}: flow {} of member {}: message {} was heard before, as message {} of member {}",
                     to_text(session), message->flow.value(), message->sender.value(), message->sequence.value(),
                     heard->second.second.value(), heard->second.first.value()));
}

} // namespace plenum::sim
