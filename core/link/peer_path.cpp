// SPDX-License-Identifier: Apache-2.0
#include "core/link/peer_path.h"

#include <algorithm>

namespace plenum::link {

void PeerPath::handle_received(const base::Address& from, std::size_t bytes, base::PacketNumber number,
                               base::LocalTime now) {
    const bool newest = !newest_ || number > *newest_;
    if (newest) newest_ = number;
    if (!may_move_) return;
    if (from == address_) {
        // It never left, or is back.
        if (newest) candidate_.reset();
        return;
    }
    if (candidate_ && candidate_->address == from) {
        candidate_->received += bytes;
    } else if (newest) {
        candidate_ = Candidate{from, random_.next_u64(), bytes, 0, now, now + patience};
    }
}

void PeerPath::handle_question(std::uint64_t data) {
    if (answers_.size() >= answers_max) answers_.pop_front();
    answers_.push_back(data);
}

std::uint64_t PeerPath::take_answer() {
    const auto data = answers_.front();
    answers_.pop_front();
    return data;
}

bool PeerPath::handle_answer(const base::Address& from, std::uint64_t data) {
    if (!candidate_ || candidate_->address != from || candidate_->data != data) return false;
    move_to(from);
    return true;
}

void PeerPath::move_to(const base::Address& address) {
    if (!may_move_) return;
    address_ = address;
    candidate_.reset();
}

void PeerPath::handle_sent(const base::Address& to, std::size_t bytes) {
    if (candidate_ && candidate_->address == to) candidate_->sent += bytes;
}

void PeerPath::expire(base::LocalTime now) {
    if (candidate_ && now >= candidate_->give_up_at) candidate_.reset();
}

base::Address PeerPath::destination(std::size_t bytes) const {
    return candidate_ && candidate_->affords(bytes) ? candidate_->address : address_;
}

std::optional<PeerPath::Question> PeerPath::next_question(std::size_t bytes, base::LocalTime now) {
    if (!candidate_ || now < candidate_->ask_at || !candidate_->affords(bytes)) return std::nullopt;
    candidate_->ask_at = now + question_interval;
    return Question{candidate_->address, candidate_->data};
}

base::LocalTime PeerPath::next_at(std::size_t bytes) const {
    if (!candidate_) return base::local_time_max;
    return candidate_->affords(bytes) ? std::min(candidate_->ask_at, candidate_->give_up_at) : candidate_->give_up_at;
}

} // namespace plenum::link
