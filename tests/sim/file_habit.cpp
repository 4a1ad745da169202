// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/file_habit.h"

#include "core/crypto/hash.h"
#include "core/wire/cursor.h"
#include "tests/sim/checkers/checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace plenum::sim {
namespace {} // namespace

base::Bytes encode(const FileNote& note) {
    base::Bytes bytes;
    wire::Writer to{bytes};
    to.u8(note.arrived ? 1 : 0);
    to.bytes(note.content.hash.view());
    to.u64(note.content.bytes);
    to.u64(note.checksum);
    to.u64(note.number);
    return bytes;
}

std::optional<FileNote> decode_file_note(base::ByteView bytes) {
    wire::Reader from{bytes};
    FileNote note;
    note.arrived = from.u8() == 1;
    const auto hash = base::Hash::from(from.bytes(base::Hash::size));
    note.content.bytes = from.u64();
    note.checksum = from.u64();
    note.number = from.u64();
    if (!hash || !from.ok() || !from.at_end()) return std::nullopt;
    note.content.hash = *hash;
    return note;
}

void FileHabit::begin(VirtualTime now) {
    if (every_ != base::Duration{}) draw_due(now);
}

void FileHabit::draw_due(VirtualTime now) {
    due_ = now + base::Duration{random_.between(every_.count() / 2, every_.count() * 3 / 2)};
}

void FileHabit::forget() {
    program_ = std::make_unique<Program>();
    flow_ = {};
    retry_at_ = VirtualTime::max();
    end();
}

void FileHabit::handle(const node::Event& event, VirtualTime now) {
    if (every_ == base::Duration{}) return;
    program_->exchange.handle(event, as_local(now));
    if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        handle(*declared);
    } else if (const auto* removed = std::get_if<node::FlowRemoved>(&event)) {
        program_->pairs.erase(removed->flow);
    } else if (const auto* joined = std::get_if<node::MemberJoined>(&event)) {
        if (joined->self)
            end_private({});
        else
            program_->people.insert(joined->member);
    } else if (const auto* left = std::get_if<node::MemberLeft>(&event)) {
        program_->people.erase(left->member);
        end_private(left->member);
    } else if (const auto* received = std::get_if<node::MessageReceived>(&event)) {
        handle(*received, now);
    }
}

void FileHabit::handle(const node::FlowDeclared& event) {
    if (event.name == flow_name) flow_ = event.flow;
    const auto self = program_->exchange.peers().self();
    if (!event.name.starts_with(private_prefix) || (event.owner != self && event.peer != self)) return;
    program_->pairs[event.flow] = event.owner == self ? event.peer : event.owner;
}

void FileHabit::handle(const node::MessageReceived& event, VirtualTime now) {
    const bool in_private = program_->pairs.contains(event.flow);
    if (!in_private && event.flow != flow_) return;
    const auto note = decode_file_note(event.body);
    if (!note || note->arrived || program_->files.contains(note->content.hash)) return;
    const Known known{note->content, event.sender, false, in_private};
    program_->files[note->content.hash] = known;
    if (!fetch(known)) retry_at_ = std::min(retry_at_, now + retry);
}

void FileHabit::end_private(base::MemberIndex with) {
    const auto ends = [with](base::MemberIndex member) { return with.value() == 0 || member == with; };
    std::erase_if(program_->pairs, [&](const auto& each) { return ends(each.second); });
    std::erase_if(program_->notes, [&](const Note& each) { return each.to.value() != 0 && ends(each.to); });
    std::erase_if(program_->files, [&](const auto& each) {
        return each.second.in_private && !each.second.arrived && ends(each.second.by);
    });
}

bool FileHabit::fetch(const Known& known) {
    const bool in_private = known.in_private && !asks_openly_;
    return program_->exchange.fetch(known.content, known.by,
                                    in_private ? file::Audience::one(known.by) : file::Audience::all());
}

VirtualTime FileHabit::next_action() const {
    if (every_ == base::Duration{}) return VirtualTime::max();
    return std::min({due_, retry_at_, VirtualTime{program_->exchange.due().time_since_epoch()}});
}

std::uint64_t FileHabit::checksum_of(const file::Content& content) const {
    const auto found = program_->store.contents.find(content.hash);
    return found == program_->store.contents.end() ? 0 : sim::checksum_of(found->second);
}

void FileHabit::share() {
    base::Bytes bytes(static_cast<std::size_t>(random_.between(1, 150'000)));
    std::ranges::generate(bytes, [this] { return static_cast<std::uint8_t>(random_.next()); });
    const file::Content content{crypto::hash(bytes), bytes.size()};
    program_->store.contents[content.hash] = std::move(bytes);
    base::MemberIndex to;
    const auto& people = program_->people;
    if (private_ppm_ > 0 && !people.empty() && random_.below(1'000'000) < private_ppm_)
        to = *std::next(people.begin(), static_cast<std::ptrdiff_t>(random_.below(people.size())));
    const auto audience = to.value() == 0 ? file::Audience::all() : file::Audience::one(to);
    if (!program_->exchange.offer(content, audience)) return;
    program_->files[content.hash] = {content, {}, true};
    program_->notes.push_back({{false, content, checksum_of(content), random_.next()}, to});
}

void FileHabit::look_at_files(VirtualTime now) {
    for (const auto& hash : program_->exchange.take_changed()) {
        const auto found = program_->files.find(hash);
        const auto status = program_->exchange.find(hash);
        if (found == program_->files.end() || !status) continue;
        auto& known = found->second;
        if (status->state == file::FetchState::wrong) retry_at_ = std::min(retry_at_, now + retry);
        if (status->state != file::FetchState::complete || std::exchange(known.arrived, true)) continue;
        program_->notes.push_back({{true, known.content, checksum_of(known.content), random_.next()},
                                   known.in_private ? known.by : base::MemberIndex{}});
    }
    if (now < retry_at_) return;
    retry_at_ = VirtualTime::max();
    for (const auto& [hash, known] : program_->files)
        if (!known.arrived && !fetch(known)) retry_at_ = now + retry;
}

/// The first note whose flow is there; or the flow for one.
std::optional<node::Command> FileHabit::write(VirtualTime now) {
    const auto self = program_->exchange.peers().self();
    for (auto note = program_->notes.begin(); note != program_->notes.end(); ++note) {
        const auto pair = std::ranges::find(program_->pairs, note->to, [](const auto& each) { return each.second; });
        const bool is_private = note->to.value() != 0;
        if (is_private && pair == program_->pairs.end()) {
            if (now < program_->create_at) continue;
            program_->create_at = now + retry;
            retry_at_ = std::min(retry_at_, now + retry);
            node::CreateFlow create;
            create.name = fmt::format("{}{}/{}", private_prefix, self.value(), ++program_->flows_made);
            create.kind = base::FlowKind::bulk;
            create.terms.desired_delay = std::chrono::milliseconds{500};
            create.terms.rate_hz = 10;
            create.terms.message_bytes_max = 200;
            create.with = note->to;
            return create;
        }
        const auto to = is_private ? pair->first : flow_;
        if (to.value() == 0) continue;
        node::Publish publish{to, {}, encode(note->note), {}};
        program_->notes.erase(note);
        return publish;
    }
    return std::nullopt;
}

/// Once for each file: whoever gets wrong pieces of it again and again is served no more in the end.
void FileHabit::lie(base::Bytes& body) {
    const auto message = file::decode(body);
    const auto* piece = message ? std::get_if<file::Piece>(&*message) : nullptr;
    if (piece != nullptr && random_.below(4) == 0 && program_->lied.insert(piece->hash).second) body.back() ^= 1;
}

std::optional<node::Command> FileHabit::act(VirtualTime now, bool may_share) {
    if (every_ == base::Duration{}) return std::nullopt;
    auto next = program_->exchange.next(as_local(now));
    look_at_files(now);
    if (next) {
        auto* publish = std::get_if<node::Publish>(&*next);
        if (publish != nullptr && lies_ && may_share) lie(publish->body);
        return std::visit([](auto& command) { return node::Command{std::move(command)}; }, *next);
    }
    if (auto note = write(now)) return note;
    if (!may_share) end();
    if (now < due_) return std::nullopt;
    draw_due(now);
    if (flow_.value() != 0) share();
    return std::nullopt;
}

} // namespace plenum::sim
