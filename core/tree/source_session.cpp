// SPDX-License-Identifier: Apache-2.0
#include "core/tree/source_session.h"

#include "core/base/check.h"
#include "core/tree/method_invocation.h"

#include <algorithm>

namespace plenum::tree {

void SourceSession::declare(ObjectDeclaration declaration) {
    const auto known = objects_.find(declaration.object);
    CHECK(known != objects_.end() || objects_.size() < limits::objects_per_setup_max);
    const auto before = known == objects_.end() ? ObjectSequence{} : known->second.sequence;
    declaration.sequence = before;
    if (known != objects_.end() && known->second == declaration) return;
    declaration.sequence = before.next();
    objects_.insert_or_assign(declaration.object, std::move(declaration));
}

void SourceSession::hasten_setup(base::LocalTime at) { setup_due_ = std::min(setup_due_, at); }

void SourceSession::invoke(Invocation entry) {
    output_.push_back(encode(InvocationPacket{
        header(), encode(MethodInvocation{Direction::downstream, key().source, InvocationId{}, {std::move(entry)}})}));
}

std::vector<SourceSession::Received> SourceSession::handle(base::ByteView bytes, base::LocalTime) {
    std::vector<Received> received;
    auto packet = decode_packet(bytes);
    const auto* carrier = packet ? std::get_if<InvocationPacket>(&*packet) : nullptr;
    if (carrier == nullptr || carrier->header.session != key() || carrier->header.error) return received;
    auto invocation = decode_method_invocation(carrier->body);
    if (!invocation || invocation->direction != Direction::upstream) return received;
    if (invocation->invocation != InvocationId{}) {
        const bool known = seen_.contains(invocation->sender);
        if (!known && seen_.size() == limits::cells_per_object_max) return received;
        auto& seen = seen_[invocation->sender];
        output_.push_back(encode(AckPacket{key(), invocation->sender, invocation->invocation}));
        if (seen.contains(invocation->invocation)) return received;
        seen.insert(invocation->invocation);
    }
    for (auto& entry : invocation->entries)
        received.push_back({invocation->sender, std::move(entry)});
    return received;
}

std::optional<base::Bytes> SourceSession::poll(base::LocalTime now) {
    if (is_setup_due(now)) {
        setup_due_ = now + options_.setup_interval;
        StateSetup setup;
        for (const auto& [object, declaration] : objects_)
            setup.objects.push_back(declaration);
        return encode(SetupPacket{header(), encode(setup)});
    }
    if (output_.empty()) return std::nullopt;
    auto packet = std::move(output_.front());
    output_.pop_front();
    return packet;
}

base::LocalTime SourceSession::next_wakeup() const {
    if (!output_.empty()) return base::LocalTime{};
    return objects_.empty() ? base::local_time_max : setup_due_;
}

} // namespace plenum::tree
