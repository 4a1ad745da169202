// SPDX-License-Identifier: Apache-2.0
#include "core/chat/transcript.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <type_traits>
#include <utility>

namespace plenum::chat {
namespace {

std::size_t bytes_of(const Line& line) {
    const auto written = line.write && line.write->text ? line.write->text->size() : 0;
    const auto file = line.file ? line.file->name.size() + line.file->media_type.size() : 0;
    return limits::line_overhead + line.said.size() + written + file;
}

std::size_t bytes_of(const Operation& operation) {
    return limits::change_overhead + std::visit(
                                         [](const auto& each) -> std::size_t {
                                             if constexpr (requires { each.text; }) return each.text.size();
                                             return 0;
                                         },
                                         operation);
}

} // namespace

/// Where no key is known, each sender is a person. No key begins with so many zeros.
base::IdentityKey Transcript::person(base::MemberIndex sender) const {
    auto key = people_(sender);
    if (!key.is_zero()) return key;
    for (std::size_t byte = 0; byte < 4; ++byte)
        key.bytes[key.bytes.size() - 1 - byte] = static_cast<std::uint8_t>(sender.value() >> (8 * byte));
    return key;
}

Transcript::Result Transcript::apply(const MessageId& id, const Operation& operation) {
    return std::visit([&](const auto& each) { return handle(id, each); }, operation);
}

Transcript::Result Transcript::handle(const MessageId& id, const Say& say) {
    return add(id, Line{.said = say.text, .answers = {}, .write = {}, .reactions = {}});
}

Transcript::Result Transcript::handle(const MessageId& id, const Reply& reply) {
    if (reply.to.sender == id.sender && reply.to.sequence >= id.sequence) return std::unexpected{Refusal::names_future};
    return add(id, Line{.said = reply.text, .answers = reply.to, .write = {}, .reactions = {}});
}

Transcript::Result Transcript::handle(const MessageId& id, const ShareFile& share) {
    return add(id, Line{.said = share.file.name, .answers = {}, .file = share.file, .write = {}, .reactions = {}});
}

Transcript::Result Transcript::add(const MessageId& id, Line line) {
    auto& sender = senders_[id.sender];
    if (id.sequence <= sender.forgotten) return std::unexpected{Refusal::forgotten};
    line.scene = sender.scene;
    const auto [place, is_new] = lines_.try_emplace(id, std::move(line));
    if (!is_new) return std::unexpected{Refusal::repeat};
    ++sender.lines;
    sender.bytes += bytes_of(place->second);
    bytes_ += bytes_of(place->second);
    Change change{Change::Kind::said, id};
    const auto waited = waiting_.extract(id);
    if (!waited.empty()) {
        for (const auto& [by, operation] : waited.mapped()) {
            --senders_[by.sender].waiting;
            waiting_bytes_ -= bytes_of(operation);
            // They have been counted already.
            std::visit(
                [&]<class T>(const T& each) {
                    if constexpr (requires { each.on; }) std::ignore = this->change(place->second, by, each);
                },
                operation);
        }
    }
    make_room(id.sender, change.forgotten);
    return change;
}

bool Transcript::spend_change(Sender& sender) {
    if (sender.changes == limits::sender_changes_max) return false;
    ++sender.changes;
    return true;
}

Transcript::Result Transcript::handle(const MessageId& id, const Look& look) {
    auto& sender = senders_[id.sender];
    if (!spend_change(sender)) return std::unexpected{Refusal::spent};
    sender.scene = look.at;
    return Change{Change::Kind::none, id};
}

template <class T>
Transcript::Result Transcript::handle(const MessageId& id, const T& change) {
    auto& sender = senders_[id.sender];
    if (!spend_change(sender)) return std::unexpected{Refusal::spent};
    if (change.on.sender == id.sender && change.on.sequence >= id.sequence)
        return std::unexpected{Refusal::names_future};
    if (!std::same_as<T, React> && !is_author(id.sender, change.on)) return std::unexpected{Refusal::not_yours};
    if (const auto line = lines_.find(change.on); line != lines_.end()) {
        auto result = this->change(line->second, id, change);
        if (result) make_room(change.on.sender, result->forgotten);
        return result;
    }
    const auto of = senders_.find(change.on.sender);
    if (of != senders_.end() && change.on.sequence <= of->second.forgotten) return std::unexpected{Refusal::forgotten};
    return wait(change.on, id, change);
}

Transcript::Result Transcript::change(Line& line, const MessageId& id, const Edit& edit) {
    return write(line, edit.on, {{edit.version, id}, edit.text});
}

Transcript::Result Transcript::change(Line& line, const MessageId& id, const Delete& removal) {
    return write(line, removal.on, {{removal.version, id}, std::nullopt});
}

Transcript::Result Transcript::write(Line& line, const MessageId& on, Write write) {
    if (line.write && line.write->rank >= write.rank) return Change{Change::Kind::none, on};
    const auto before = bytes_of(line);
    line.write = std::move(write);
    auto& sender = senders_[on.sender];
    sender.bytes += bytes_of(line) - before;
    bytes_ += bytes_of(line) - before;
    return Change{Change::Kind::written, on};
}

Transcript::Result Transcript::change(Line& line, const MessageId& id, const React& react) {
    const auto who = person(id.sender);
    const Reacted reacted{{react.version, id}, react.reactions};
    const auto known = line.reactions.find(who);
    if (known == line.reactions.end()) {
        if (reactions_ == limits::reactions_max) {
            incomplete_ = true;
            return std::unexpected{Refusal::full};
        }
        ++reactions_;
        line.reactions.emplace(who, reacted);
        return Change{Change::Kind::reacted, react.on};
    }
    if (known->second.rank >= reacted.rank) return Change{Change::Kind::none, react.on};
    known->second = reacted;
    return Change{Change::Kind::reacted, react.on};
}

Transcript::Result Transcript::wait(const MessageId& on, const MessageId& id, const Operation& operation) {
    auto& sender = senders_[id.sender];
    const auto bytes = bytes_of(operation);
    if (sender.waiting == limits::sender_waiting_max || waiting_bytes_ + bytes > limits::waiting_bytes_max) {
        incomplete_ = true;
        return std::unexpected{Refusal::full};
    }
    ++sender.waiting;
    waiting_bytes_ += bytes;
    waiting_[on].push_back({id, operation});
    return Change{Change::Kind::waits, on};
}

/// First of the sender, which all replicas do alike. Then of whoever has the most, so that nobody pushes out what
/// others said.
void Transcript::make_room(base::MemberIndex sender, std::vector<MessageId>& forgotten) {
    const auto& own = senders_[sender];
    while (own.lines > limits::sender_lines_max || own.bytes > limits::sender_bytes_max)
        forget_oldest(sender, forgotten);
    while (bytes_ > limits::transcript_bytes_max) {
        const auto most = std::ranges::max_element(senders_, {}, [](const auto& each) { return each.second.bytes; });
        forget_oldest(most->first, forgotten);
        incomplete_ = true;
    }
}

void Transcript::forget_oldest(base::MemberIndex sender, std::vector<MessageId>& forgotten) {
    auto& of = senders_[sender];
    const auto oldest = lines_.lower_bound({sender, {}});
    of.forgotten = oldest->first.sequence;
    --of.lines;
    of.bytes -= bytes_of(oldest->second);
    bytes_ -= bytes_of(oldest->second);
    reactions_ -= oldest->second.reactions.size();
    forgotten.push_back(oldest->first);
    lines_.erase(oldest);
}

const Line* Transcript::find(const MessageId& line) const {
    const auto found = lines_.find(line);
    return found == lines_.end() ? nullptr : &found->second;
}

Version Transcript::next_version(const MessageId& line) const {
    const auto* found = find(line);
    return found == nullptr || !found->write ? Version{1} : found->write->rank.version.next();
}

Version Transcript::next_version(const MessageId& line, base::MemberIndex sender) const {
    const auto* found = find(line);
    if (found == nullptr) return Version{1};
    const auto known = found->reactions.find(person(sender));
    return known == found->reactions.end() ? Version{1} : known->second.rank.version.next();
}

ReactionSet Transcript::reactions_of(base::MemberIndex sender, const MessageId& line) const {
    const auto* found = find(line);
    if (found == nullptr) return {};
    const auto known = found->reactions.find(person(sender));
    return known == found->reactions.end() ? ReactionSet{} : known->second.reactions;
}

bool Transcript::is_author(base::MemberIndex sender, const MessageId& line) const {
    return author(sender).is_same_person(author(line.sender));
}

std::size_t Transcript::waiting() const {
    return std::transform_reduce(waiting_.begin(), waiting_.end(), std::size_t{0}, std::plus{},
                                 [](const auto& each) { return each.second.size(); });
}

} // namespace plenum::chat
