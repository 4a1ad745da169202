// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/told_stays.h"

#include <fmt/format.h>

#include <algorithm>

namespace plenum::sim {

void ToldStays::on_event(Session session, const node::Event& event, VirtualTime at) {
    latest_ = at;
    if (const auto* joined = std::get_if<node::MemberJoined>(&event); joined != nullptr && joined->self) {
        members_[session] = joined->member;
    } else if (const auto* accepted = std::get_if<node::MessageAccepted>(&event); accepted != nullptr) {
        // Told before a disk lost it, perhaps, and heard after that was counted.
        const bool of_before = lost_at_ && at < *lost_at_ + on_its_way_max;
        if (!accepted->kept || of_before) return;
        auto& told = streams_[{accepted->flow, members_[session]}].told;
        if (accepted->sequence.value() <= told) return;
        counts_->lines += accepted->sequence.value() - told;
        told = accepted->sequence.value();
    }
}

void ToldStays::on_trace(Session session, const base::TraceEvent& event, VirtualTime at) {
    latest_ = at;
    const bool heard = event.kind == base::TraceEvent::Kind::log && event.position && session.node.value() >= relays_;
    if (!heard || event.position->value() < entries_.size()) return;
    const auto position = event.position->value();
    // Told before the disk was found without it.
    const bool of_before = position < lost_entries_.size() && lost_entries_[position] == event.hash &&
                           at < entries_lost_at_ + on_its_way_max;
    if (of_before) return;
    counts_->entries += position + 1 - entries_.size();
    entries_.resize(position + 1);
    entries_.back() = event.hash;
}

void ToldStays::on_forgotten(base::FlowId flow, base::MemberIndex sender, base::SequenceNumber first) {
    auto& stream = streams_[{flow, sender}];
    stream.first = std::max(stream.first, first.value());
}

void ToldStays::on_restored(Session session, const Restored& restored) {
    if (!restored.meeting) return;
    look_for_lines(session, restored);
    look_for_entries(session, restored);
}

void ToldStays::look_for_lines(Session session, const Restored& restored) {
    std::map<StreamKey, std::set<std::uint64_t>> found;
    if (restored.contents != nullptr) {
        for (const auto& word : restored.contents->words)
            found[{word.flow, word.sender}].insert(word.sequence.value());
    }
    const bool surely = restored.contents != nullptr && restored.contents->durable;
    for (auto& [key, stream] : streams_) {
        const auto& there = found[key];
        std::set<std::uint64_t> lost;
        for (auto line = stream.first; line <= stream.told; ++line) {
            ++counts_->lines_looked_for;
            if (!there.contains(line) && !stream.lost.contains(line)) lost.insert(line);
            if (surely && there.contains(line)) stream.lost.erase(line);
        }
        if (lost.empty()) continue;
        if (!restored.rotten) {
            return fail(fmt::format(
                "{}: flow {} of member {}: {} of {} lines that were told as kept are not there, the "
                "first of them {}",
                to_text(session), key.flow.value(), key.sender.value(), lost.size(), stream.told, *lost.begin()));
        }
        counts_->lines_lost_by_disk += lost.size();
        lost_at_ = latest_;
        stream.lost.merge(lost);
    }
}

void ToldStays::look_for_entries(Session session, const Restored& restored) {
    const auto heard = entries_.size();
    counts_->entries_looked_for += heard;
    if (restored.found >= heard) return;
    const auto what = [&](std::string_view mistake) {
        return fmt::format("{}: {} entries of {} that members heard of are there, {} were durable: {}",
                           to_text(session), restored.found, heard, restored.saved, mistake);
    };
    const auto durable = std::min(heard, restored.saved);
    const auto missing = durable > restored.found ? durable - restored.found : 0;
    if (missing > 0 && !restored.rotten) return fail(what("told, and not kept"));
    if (heard > restored.promised && !restored.rotten) return fail(what("told before the store had answered"));
    if (!restored.told && !restored.rotten) return fail(what("and no notice said so"));
    counts_->entries_lost_by_disk += missing;
    counts_->entries_unkept += heard - restored.found - missing;
    // Counted; whoever has them may give them back.
    lost_entries_ = entries_;
    entries_lost_at_ = latest_;
    entries_.resize(restored.found);
}

} // namespace plenum::sim
