// SPDX-License-Identifier: Apache-2.0
#include "core/tree/node_session.h"

#include "core/base/check.h"

#include <algorithm>

namespace plenum::tree {
namespace {

const MethodOptions* find_method(const std::vector<MethodOptions>& methods, MethodId method) {
    const auto found = std::ranges::find(methods, method, &MethodOptions::method);
    return found == methods.end() ? nullptr : &*found;
}

} // namespace

NodeSession::NodeSession(NodeParts& parts, SessionSerial serial)
    : parts_{&parts},
      serial_{serial},
      calls_{parts.timer, serial, parts.retry_after},
      seen_cells_{parts.cells} {
    const auto* type = parts.types.find(types::error);
    CHECK(type != nullptr);
    entries_[error_object] =
        Entry{type, type->create({parts.timer, serial, error_object}, parts.cells), type->methods, {}};
    repairs_.node = parts.self;
}

NodeSession::~NodeSession() { parts_->timer.clear_session(serial_); }

NodeSession::SetupResult NodeSession::handle_setup(const Header& header, const StateSetup& setup,
                                                   InterfaceIndex upstream, base::LocalTime now) {
    for (const auto& declaration : setup.objects) {
        if (const auto result = declare(declaration, now); result != SetupResult::taken) return result;
    }
    set_up_ = true;
    upstream_ = upstream;
    repairs_.next_hop = header.next_hop;
    repairs_.hops = header.hops;
    return SetupResult::taken;
}

NodeSession::SetupResult NodeSession::declare(const ObjectDeclaration& declaration, base::LocalTime now) {
    const auto* type = parts_->types.find(declaration.type);
    if (type == nullptr) return SetupResult::no_resources;
    if (declaration.type == types::error) return SetupResult::malformed;
    const auto known = entries_.find(declaration.object);
    if (known == entries_.end()) {
        // One more is the error object.
        if (entries_.size() > limits::objects_per_setup_max) return SetupResult::no_resources;
        Entry entry{type, type->create({parts_->timer, serial_, declaration.object}, parts_->cells), type->methods, {}};
        if (!set(entry, declaration, now)) return SetupResult::malformed;
        entries_.emplace(declaration.object, std::move(entry));
    } else {
        auto& entry = known->second;
        if (entry.type != type) return SetupResult::malformed;
        if (declaration.sequence > entry.sequence && !set(entry, declaration, now)) return SetupResult::malformed;
    }
    const auto lifetime = std::min(declaration.lifetime, limits::object_lifetime_max);
    parts_->timer.set({serial_, TimerReason::object_lifetime, declaration.object, 0}, now + lifetime);
    return SetupResult::taken;
}

bool NodeSession::set(Entry& entry, const ObjectDeclaration& declaration, base::LocalTime now) {
    auto methods = entry.type->methods;
    for (const auto& options : declaration.methods) {
        const auto method = std::ranges::find(methods, options.method, &MethodOptions::method);
        if (method == methods.end()) return false;
        *method = options;
    }
    if (!entry.object->set_variables(declaration.variables, now)) return false;
    entry.methods = std::move(methods);
    entry.sequence = declaration.sequence;
    return true;
}

EntryResult NodeSession::invoke(const Invocation& entry, Direction direction, Call call, SessionOutput& output) {
    const auto found = entries_.find(entry.object);
    if (found == entries_.end()) return EntryResult::unserved;
    const auto* options = find_method(found->second.methods, entry.method);
    if (options == nullptr) return EntryResult::malformed;
    const bool upward = direction == Direction::upstream;
    if (!(upward ? options->by_receivers : options->by_source)) return EntryResult::refused;
    call.method = entry.method;
    call.parameters = entry.parameters;
    Reinvocations reinvocations;
    switch (found->second.object->invoke(call, reinvocations)) {
    case CallResult::done: break;
    case CallResult::refused: return EntryResult::refused;
    case CallResult::malformed: return EntryResult::malformed;
    case CallResult::no_resources: return EntryResult::unserved;
    }
    if (auto* each = upward ? branch(call.arrival) : nullptr; each != nullptr) {
        ++each->requests;
        each->neighbour = call.sender;
    }
    put(entry.object, found->second, std::move(reinvocations), call.now, output);
    return EntryResult::done;
}

bool NodeSession::handle_timer(const TimerKey& key, base::LocalTime now, SessionOutput& output) {
    if (key.reason == TimerReason::retransmission) {
        const InvocationId invocation{key.number};
        if (auto entry = calls_.handle_timer(invocation, now)) output.up.push_back({*std::move(entry), invocation});
        return true;
    }
    if (key.reason == TimerReason::sender_age) {
        if (seen_.erase(NodeId{key.number}) == 1) seen_cells_.give_back(1);
        return true;
    }
    const auto found = entries_.find(key.object);
    if (found == entries_.end()) return true;
    if (key.reason == TimerReason::object_lifetime) {
        remove_object(found);
        return entries_.size() > 1;
    }
    Reinvocations reinvocations;
    found->second.object->handle_timer(key.number, now, reinvocations);
    put(key.object, found->second, std::move(reinvocations), now, output);
    return true;
}

bool NodeSession::keep_setup(const SetupPacket& packet, base::LocalTime now) {
    if (packet == setup_ && now - setup_at_ < limits::setup_gap_min) return false;
    setup_ = packet;
    setup_at_ = now;
    return true;
}

bool NodeSession::has_seen(NodeId sender, InvocationId invocation) const {
    const auto found = seen_.find(sender);
    return found != seen_.end() && found->second.contains(invocation);
}

bool NodeSession::can_remember(NodeId sender, base::LocalTime now) {
    if (seen_.contains(sender)) return true;
    if (!seen_cells_.resize(0, 1)) return false;
    seen_.try_emplace(sender);
    watch(sender, now);
    return true;
}

void NodeSession::remember(NodeId sender, InvocationId invocation, base::LocalTime now) {
    seen_[sender].insert(invocation);
    watch(sender, now);
}

void NodeSession::watch(NodeId sender, base::LocalTime now) {
    parts_->timer.set({serial_, TimerReason::sender_age, ObjectId{}, sender.value()}, now + limits::sender_age_max);
}

const Object* NodeSession::find(ObjectId object) const {
    const auto found = entries_.find(object);
    return found == entries_.end() ? nullptr : found->second.object.get();
}

void NodeSession::put(ObjectId object, const Entry& entry, Reinvocations reinvocations, base::LocalTime now,
                      SessionOutput& output) {
    for (auto& subcast : reinvocations.subcasts) {
        for (const auto interface : subcast.interfaces) {
            if (auto* each = branch(interface); each != nullptr) {
                ++each->repairs;
                each->repair_bytes += subcast.parameters.size();
            }
        }
        output.down.push_back({{object, subcast.method, std::move(subcast.parameters)}, std::move(subcast.interfaces)});
    }
    output.setup_again.insert(output.setup_again.end(), reinvocations.setup_again.begin(),
                              reinvocations.setup_again.end());
    for (auto& upward : reinvocations.upward) {
        ++repairs_.requests_upstream;
        Invocation up{object, upward.method, std::move(upward.parameters)};
        const auto* options = find_method(entry.methods, up.method);
        InvocationId invocation;
        if (options != nullptr && options->reliable) invocation = calls_.start(up, upward.supersedes, now);
        output.up.push_back({std::move(up), invocation});
    }
}

RepairBranch* NodeSession::branch(InterfaceIndex interface) {
    auto& branches = repairs_.branches;
    const auto place = std::ranges::lower_bound(branches, interface, {}, &RepairBranch::interface);
    if (place != branches.end() && place->interface == interface) return &*place;
    if (branches.size() == limits::interfaces_max) return nullptr;
    return &*branches.insert(place, RepairBranch{interface, {}, 0, 0, 0});
}

void NodeSession::remove_object(Entries::iterator entry) {
    parts_->timer.clear_object(serial_, entry->first);
    entries_.erase(entry);
}

} // namespace plenum::tree
