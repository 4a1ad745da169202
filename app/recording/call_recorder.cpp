// SPDX-License-Identifier: Apache-2.0
#include "app/recording/call_recorder.h"

#include "app/recording/recorded_picture.h"
#include "core/base/overloaded.h"
#include "core/board/envelope.h"
#include "core/chat/operations.h"
#include "media/audio/opus_codec.h"
#include "media/clock.h"

#include <algorithm>
#include <utility>

namespace plenum::app {

using namespace std::chrono_literals;

namespace {

/// A clock that is another by so much was set anew, as by another relay: the recording goes on where it was.
constexpr base::Duration clock_jump_min = 5s;
/// A sender's time that is further ahead of ours is no time of this call.
constexpr base::Duration ahead_max = clock_jump_min + 1s;
constexpr std::size_t own_waiting_max = 4096;

std::string clean(std::string_view name) {
    std::string kept{name.substr(0, base::limits::name_bytes_max)};
    return base::is_clean_text(kept) ? kept : std::string{"?"};
}

/// What two people write to each other alone is in no file that others get.
bool is_recorded(const node::FlowDeclared& flow) {
    const bool of_words = flow.spec.kind == base::FlowKind::chat || flow.spec.kind == base::FlowKind::board;
    return of_words && flow.peer.value() == 0;
}

bool is_of_pointers(const node::FlowDeclared& flow) {
    return flow.spec.kind == base::FlowKind::live && flow.name == board::pointers_flow && flow.peer.value() == 0;
}

/// What a player shows of a message; empty for what is no line.
std::string subtitle_of(const MessageHeard& heard, std::string_view name) {
    const auto operation = chat::decode(heard.body);
    if (!operation) return {};
    const auto text = std::visit(base::Overloaded{[](const chat::Say& say) { return say.text; },
                                                  [](const chat::Reply& reply) { return reply.text; },
                                                  [](const auto&) { return std::string{}; }},
                                 *operation);
    return text.empty() ? text : std::string{name} + ": " + text;
}

} // namespace

media::Result<std::shared_ptr<CallRecorder>> CallRecorder::start(Options options, const client::ConferenceView& view) {
    auto writer = media::RecordingWriter::start(options.file);
    if (!writer) return std::unexpected{writer.error()};
    std::shared_ptr<CallRecorder> recorder{new CallRecorder{std::move(*writer), options.clock}};
    recorder->begin(options, view);
    return recorder;
}

CallRecorder::CallRecorder(std::unique_ptr<media::RecordingWriter> writer, const base::ClockOffset& clock)
    : writer_{std::move(writer)},
      begun_at_{media::local_now()},
      begun_conference_{clock.to_conference(begun_at_).time_since_epoch()},
      tracks_{*writer_} {}

void CallRecorder::begin(const Options& options, const client::ConferenceView& view) {
    using Kind = media::TrackInfo::Kind;
    chat_ = writer_->add_track({Kind::subtitle, "S_TEXT/UTF8", "Chat", {}, 0, 0});
    events_ = writer_->add_track({Kind::data, std::string{event_codec}, "Events", {}, 0, 0});
    board_ = writer_->add_track({Kind::data, std::string{board_codec}, "Whiteboard", {}, 0, 0});
    pointers_ = writer_->add_track({Kind::data, std::string{pointer_codec}, "Pointers", {}, 0, 0});
    const auto since_1970 = options.file.about.begun_at.time_since_epoch();
    note(RecordingBegan{
        view.self(), clean(options.file.about.title),
        static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(since_1970).count())});
    for (const auto& [index, member] : view.members())
        note_person(member);
    for (const auto& [id, changed] : view.tokens())
        note_floor(changed);
    if (!options.board.empty()) note(BoardStood{options.board});
}

std::optional<base::Duration> CallRecorder::since_begin(base::ConferenceTime at) const {
    const auto since = at.time_since_epoch() - begun_conference_.load();
    const auto now = media::local_now() - begun_at_;
    if (paused_ || since < base::Duration{} || since > now + ahead_max) return std::nullopt;
    return since;
}

void CallRecorder::voice(base::MemberIndex sender, base::ConferenceTime sent_at, base::SequenceNumber sequence,
                         base::ByteView packet) {
    write_sound(RecordedTracks::Sound::voice, sender, sent_at, sequence, packet);
}

void CallRecorder::computer_sound(base::MemberIndex sender, base::ConferenceTime sent_at, base::SequenceNumber sequence,
                                  base::ByteView packet) {
    write_sound(RecordedTracks::Sound::computer, sender, sent_at, sequence, packet);
}

void CallRecorder::write_sound(RecordedTracks::Sound kind, base::MemberIndex sender, base::ConferenceTime sent_at,
                               base::SequenceNumber sequence, base::ByteView packet) {
    // It is sent when its last sample was said.
    const auto duration = media::duration_of_samples(media::OpusSpeechDecoder::samples_in(packet));
    if (const auto at = since_begin(sent_at - duration)) tracks_.write_sound(kind, sender, *at, sequence, packet);
}

void CallRecorder::camera(base::MemberIndex sender, const media::EncodedFrame& frame) {
    if (const auto at = since_begin(frame.captured_at))
        tracks_.write_picture(RecordedTracks::Picture::camera, sender, *at, frame);
}

void CallRecorder::screen(base::MemberIndex sender, const media::EncodedFrame& frame) {
    if (const auto at = since_begin(frame.captured_at))
        tracks_.write_picture(RecordedTracks::Picture::screen, sender, *at, frame);
}

void CallRecorder::board_picture(const media::EncodedFrame& frame) {
    if (paused_) return;
    if (board_pictures_.value() == 0) {
        if (!frame.key_frame) return;
        board_pictures_ =
            writer_->add_track({media::TrackInfo::Kind::video, "V_VP8", "Whiteboard", {}, frame.width, frame.height});
    }
    writer_->write({board_pictures_, media::local_now() - begun_at_, {}, frame.key_frame, frame.bytes});
}

void CallRecorder::board_content(const base::Hash& content, std::string_view media_type, std::filesystem::path file) {
    if (!paused_) writer_->attach(picture_attachment(content, media_type), std::move(file));
}

void CallRecorder::note(RecordedContent content) {
    const auto* heard = std::get_if<MessageHeard>(&content);
    const bool of_board =
        std::holds_alternative<BoardStood>(content) || (heard != nullptr && heard->kind == base::FlowKind::board);
    const bool of_pointers = std::holds_alternative<PointerSeen>(content);
    writer_->write({of_board      ? board_
                    : of_pointers ? pointers_
                                  : events_,
                    media::local_now() - begun_at_,
                    {},
                    true,
                    encode({++order_, std::move(content)})});
}

void CallRecorder::note_person(const node::MemberJoined& joined) {
    tracks_.add_person(joined.member, clean(joined.name), joined.identity);
    note(PersonKnown{joined.member, clean(joined.name), joined.identity, true});
    if (joined.recording) note(PersonRecords{joined.member, true});
}

void CallRecorder::note_floor(const node::TokenChanged& changed) {
    const auto& token = *changed.token;
    FloorHeld held{token.id, clean(token.label), changed.position, {}, token.everyone.has_value()};
    for (const auto& holder : token.holders)
        held.holders.push_back(holder.member);
    note(std::move(held));
}

void CallRecorder::follow_clock(const base::ClockOffset& clock) {
    const auto now = media::local_now();
    const auto told = clock.to_conference(now).time_since_epoch() - begun_conference_.load();
    const auto off = told - (now - begun_at_);
    if (off > clock_jump_min || off < -clock_jump_min) begun_conference_ = begun_conference_.load() + off;
}

void CallRecorder::handle(const node::Event& event, const client::ConferenceView& view) {
    const base::Overloaded take{
        [&](const node::MemberJoined& joined) { note_person(joined); },
        [&](const node::FormerMember& former) {
            tracks_.add_person(former.member, clean(former.name), former.identity);
            note(PersonKnown{former.member, clean(former.name), former.identity, false});
        },
        [&](const node::MemberLeft& left) { note(PersonLeft{left.member, left.reason}); },
        [&](const node::MemberPresence& presence) { note(PersonPresence{presence.member, presence.present}); },
        [&](const node::MemberRecording& told) { note(PersonRecords{told.member, told.on}); },
        [&](const node::TokenChanged& changed) { note_floor(changed); },
        [&](const node::MessageReceived& message) { note_message(message, view); },
        [&](const node::MessagePublished& published) { note_published(published, view); },
        [&](const node::CommandRefused& refused) {
            const auto waiting = own_.find(refused.flow);
            const bool ours = refused.command == node::CommandKind::of<node::Publish>() && waiting != own_.end();
            if (ours && !waiting->second.empty()) waiting->second.pop_back();
        },
        [&](const node::LinkHealth& health) { follow_clock(health.clock); },
        [](const auto&) {},
    };
    std::visit(take, event);
}

void CallRecorder::note_message(const node::MessageReceived& message, const client::ConferenceView& view) {
    const auto* flow = view.find(message.flow);
    if (flow == nullptr) return;
    if (is_of_pointers(*flow)) return note_pointer(message.sender, message.body);
    if (!is_recorded(*flow)) return;
    note_heard({flow->spec.kind, message.flow, message.sender, message.sequence, message.sent_at,
                message.flags.authority(), message.body},
               view);
}

void CallRecorder::own_message(const node::Publish& message) {
    auto& waiting = own_[message.flow];
    if (waiting.size() < own_waiting_max) waiting.push_back(message);
}

void CallRecorder::note_published(const node::MessagePublished& published, const client::ConferenceView& view) {
    const auto waiting = own_.find(published.flow);
    const auto* flow = view.find(published.flow);
    if (flow == nullptr || waiting == own_.end() || waiting->second.empty()) return;
    auto message = std::move(waiting->second.front());
    waiting->second.pop_front();
    if (is_of_pointers(*flow)) return note_pointer(view.self(), message.body);
    if (!is_recorded(*flow)) return;
    note_heard({flow->spec.kind, published.flow, view.self(), published.sequence, published.sent_at,
                message.flags.authority(), std::move(message.body)},
               view);
}

void CallRecorder::note_pointer(base::MemberIndex member, const base::Bytes& presence) {
    if (!paused_ && presence.size() <= board::limits::presence_bytes_max) note(PointerSeen{member, presence});
}

void CallRecorder::note_heard(MessageHeard heard, const client::ConferenceView& view) {
    if (paused_ || heard.body.size() > base::limits::chat_bytes_max) return;
    if (heard.kind == base::FlowKind::chat) {
        const auto text = subtitle_of(heard, view.name_of(heard.sender));
        const auto bytes = base::as_bytes(text);
        if (!text.empty())
            writer_->write(
                {chat_, media::local_now() - begun_at_, subtitle_duration, true, {bytes.begin(), bytes.end()}});
    }
    note(std::move(heard));
}

} // namespace plenum::app
