// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/file_habit.h"

#include "core/crypto/hash.h"
#include "core/wire/cursor.h"
#include "tests/sim/checkers/checker.h"

#include <algorithm>
#include <utility>

namespace plenum::sim {
namespace {

/// Only differences count.
base::LocalTime local(VirtualTime at) { return base::LocalTime{at.time_since_epoch()}; }

} // namespace

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
    program_->exchange.handle(event, local(now));
    if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        if (declared->name == flow_name) flow_ = declared->flow;
    } else if (const auto* received = std::get_if<node::MessageReceived>(&event)) {
        const auto note = received->flow == flow_ ? decode_file_note(received->body) : std::nullopt;
        if (!note || note->arrived || program_->files.contains(note->content.hash)) return;
        program_->files[note->content.hash] = {note->content, received->sender};
        if (!program_->exchange.fetch(note->content, received->sender, file::Audience::all()))
            retry_at_ = std::min(retry_at_, now + retry);
    }
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
    if (!program_->exchange.offer(content, file::Audience::all())) return;
    program_->files[content.hash] = {content, {}, true};
    program_->notes.push_back({false, content, checksum_of(content), random_.next()});
}

void FileHabit::look_at_files(VirtualTime now) {
    for (const auto& hash : program_->exchange.take_changed()) {
        const auto found = program_->files.find(hash);
        const auto status = program_->exchange.find(hash);
        if (found == program_->files.end() || !status) continue;
        if (status->state == file::FetchState::wrong) retry_at_ = std::min(retry_at_, now + retry);
        if (status->state != file::FetchState::complete || std::exchange(found->second.arrived, true)) continue;
        program_->notes.push_back({true, found->second.content, checksum_of(found->second.content), random_.next()});
    }
    if (now < retry_at_) return;
    retry_at_ = VirtualTime::max();
    for (const auto& [hash, known] : program_->files)
        if (!known.arrived && !program_->exchange.fetch(known.content, known.by, file::Audience::all()))
            retry_at_ = now + retry;
}

/// Once for each file: whoever gets wrong pieces of it again and again is served no more in the end.
void FileHabit::lie(base::Bytes& body) {
    const auto message = file::decode(body);
    const auto* piece = message ? std::get_if<file::Piece>(&*message) : nullptr;
    if (piece != nullptr && random_.below(4) == 0 && program_->lied.insert(piece->hash).second) body.back() ^= 1;
}

std::optional<node::Command> FileHabit::act(VirtualTime now, bool may_share) {
    if (every_ == base::Duration{}) return std::nullopt;
    auto next = program_->exchange.next(local(now));
    look_at_files(now);
    if (next) {
        auto* publish = std::get_if<node::Publish>(&*next);
        if (publish != nullptr && lies_ && may_share) lie(publish->body);
        return std::visit([](auto& command) { return node::Command{std::move(command)}; }, *next);
    }
    if (!program_->notes.empty() && flow_.value() != 0) {
        const auto note = program_->notes.front();
        program_->notes.pop_front();
        return node::Publish{flow_, {}, encode(note), {}};
    }
    if (!may_share) end();
    if (now < due_) return std::nullopt;
    draw_due(now);
    if (flow_.value() != 0) share();
    return std::nullopt;
}

} // namespace plenum::sim
