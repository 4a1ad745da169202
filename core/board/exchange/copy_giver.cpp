// SPDX-License-Identifier: Apache-2.0
#include "core/board/exchange/copy_giver.h"

#include <algorithm>
#include <utility>

namespace plenum::board {

void CopyGiver::handle(const node::Event& event) {
    if (const auto* joined = std::get_if<node::MemberJoined>(&event)) {
        if (joined->self) self_ = joined->member;
    } else if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        const bool asks = self_.value() != 0 && declared->peer == self_ && declared->name.starts_with(copy_flow_prefix);
        if (asks) waiting_.push_back({declared->flow, declared->owner});
    } else if (const auto* removed = std::get_if<node::FlowRemoved>(&event)) {
        remove(removed->flow);
    } else if (const auto* message = std::get_if<node::MessageReceived>(&event)) {
        handle(*message);
    } else if (const auto* refused = std::get_if<node::CommandRefused>(&event)) {
        // Those who wait in vain ask somebody else.
        if (giving_ && refused->flow == giving_->flow) giving_.reset();
    }
}

void CopyGiver::handle(const node::MessageReceived& message) {
    const auto is_of = [&](const auto& asker) {
        return asker.flow == message.flow && asker.receiver == message.sender;
    };
    if (giving_ && is_of(*giving_)) {
        const auto decoded = decode_copy_message(message.body);
        const auto* progress = decoded ? std::get_if<CopyProgress>(&*decoded) : nullptr;
        if (progress != nullptr)
            giving_->received = std::clamp<std::size_t>(progress->bytes, giving_->received, giving_->sent);
        return;
    }
    const auto found = std::ranges::find_if(waiting_, is_of);
    if (found == waiting_.end()) return;
    auto decoded = decode_copy_message(message.body);
    auto* request = decoded ? std::get_if<CopyRequest>(&*decoded) : nullptr;
    if (request != nullptr) found->request = Request{message.sender, std::move(request->seen)};
}

CopyGiver::Place CopyGiver::next_asking() const {
    return std::ranges::find_if(waiting_, [](const Asking& each) { return each.request.has_value(); });
}

const CopyGiver::Request* CopyGiver::asked() const {
    const auto next = next_asking();
    return giving_ || next == waiting_.end() ? nullptr : &*next->request;
}

void CopyGiver::remove(base::FlowId flow) {
    std::erase_if(waiting_, [flow](const Asking& each) { return each.flow == flow; });
    if (giving_ && giving_->flow == flow) giving_.reset();
}

void CopyGiver::give(const Copy& copy, bool complete) {
    const auto next = next_asking();
    if (giving_ || next == waiting_.end()) return;
    giving_ = Giving{next->flow, next->receiver, encode(copy), complete};
    if (giving_->copy->size() > copy_bytes_max) giving_->copy.reset();
    waiting_.erase(next);
}

void CopyGiver::refuse_all() {
    const auto next = next_asking();
    if (giving_ || next == waiting_.end()) return;
    giving_ = Giving{next->flow, next->receiver, std::nullopt};
    waiting_.erase(next);
}

base::ByteView CopyGiver::next_piece() const {
    const base::ByteView copy{*giving_->copy};
    const auto end = std::min(copy.size(), giving_->received + copy_window_bytes);
    if (giving_->sent >= end) return {};
    return copy.subspan(giving_->sent, std::min(end - giving_->sent, copy_piece_bytes));
}

bool CopyGiver::has_next() const { return giving_ && (!giving_->copy || !giving_->begun || !next_piece().empty()); }

std::optional<node::Publish> CopyGiver::next() {
    if (!has_next()) return std::nullopt;
    const auto publish = [flow = giving_->flow](const CopyMessage& message) {
        return node::Publish{flow, {}, encode(message), {}};
    };
    if (!giving_->copy) {
        giving_.reset();
        return publish(CopyRefused{});
    }
    if (!std::exchange(giving_->begun, true))
        return publish(CopyBegins{static_cast<std::uint32_t>(giving_->copy->size()), giving_->complete});
    const auto bytes = next_piece();
    const auto offset = static_cast<std::uint32_t>(giving_->sent);
    giving_->sent += bytes.size();
    return publish(CopyPiece{offset, {bytes.begin(), bytes.end()}});
}

} // namespace plenum::board
