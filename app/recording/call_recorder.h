// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/call/call_tap.h"
#include "app/recording/recorded_event.h"
#include "app/recording/recorded_tracks.h"
#include "core/client/conference_view.h"

#include <atomic>
#include <deque>

namespace plenum::app {

/// Writes a call into one file: each person's voice and pictures, shared screens with their sound, the chat as
/// subtitles, and in data tracks all that happened, in the order in which this program was told. Does not ask whether
/// it may: that is `Recording`.
///
/// Media come from their threads; all else is called from the thread of the session's events.
class CallRecorder final : public CallTap {
  public:
    struct Options {
        media::RecordingWriter::Options file{};
        /// The clock of the conference. Nothing begins before it is known.
        base::ClockOffset clock{};
        /// The whiteboard as it stands (board/snapshot.h); empty for none.
        base::Bytes board{};
    };
    /// Errors: as RecordingWriter::start.
    [[nodiscard]] static media::Result<std::shared_ptr<CallRecorder>> start(Options options,
                                                                            const client::ConferenceView& view);

    // CallTap
    void voice(base::MemberIndex sender, base::ConferenceTime sent_at, base::SequenceNumber sequence,
               base::ByteView packet) override;
    void computer_sound(base::MemberIndex sender, base::ConferenceTime sent_at, base::SequenceNumber sequence,
                        base::ByteView packet) override;
    void camera(base::MemberIndex sender, const media::EncodedFrame& frame) override;
    void screen(base::MemberIndex sender, const media::EncodedFrame& frame) override;
    void own_message(const node::Publish& message) override;

    /// Every event of the session, after `view` had it.
    void handle(const node::Event& event, const client::ConferenceView& view);
    /// Whose pictures wait for a key frame.
    [[nodiscard]] std::set<base::MemberIndex> take_waiting() { return tracks_.take_waiting(); }
    /// The whiteboard as it looks now.
    void board_picture(const media::EncodedFrame& frame);
    /// Of a picture on the whiteboard, in that file, which stays until the recording is finished.
    void board_content(const base::Hash& content, std::string_view media_type, std::filesystem::path file);
    /// Nothing is written while it is so.
    void set_paused(bool paused) { paused_ = paused; }

    void finish() { writer_->finish(); }
    [[nodiscard]] media::RecordingWriter::Status status() const { return writer_->status(); }
    [[nodiscard]] base::LocalTime begun_at() const { return begun_at_; }

    /// A line of the chat is shown for so long.
    static constexpr base::Duration subtitle_duration = base::from_us(6'000'000);

  private:
    CallRecorder(std::unique_ptr<media::RecordingWriter> writer, const base::ClockOffset& clock);
    void begin(const Options& options, const client::ConferenceView& view);
    /// Since the beginning, of an instant of the conference's clock; nullopt before it and in a far future.
    [[nodiscard]] std::optional<base::Duration> since_begin(base::ConferenceTime at) const;
    void write_sound(RecordedTracks::Sound kind, base::MemberIndex sender, base::ConferenceTime sent_at,
                     base::SequenceNumber sequence, base::ByteView packet);
    void note(RecordedContent content);
    void note_message(const node::MessageReceived& message, const client::ConferenceView& view);
    void note_published(const node::MessagePublished& published, const client::ConferenceView& view);
    void note_heard(MessageHeard heard, const client::ConferenceView& view);
    void note_pointer(base::MemberIndex member, const base::Bytes& presence);
    void note_person(const node::MemberJoined& joined);
    void note_floor(const node::TokenChanged& changed);
    void follow_clock(const base::ClockOffset& clock);

    std::unique_ptr<media::RecordingWriter> writer_;
    base::LocalTime begun_at_;
    /// Conference time of the beginning, in ns.
    std::atomic<base::Duration> begun_conference_;
    std::atomic<bool> paused_{false};
    RecordedTracks tracks_;
    // the thread of events
    std::uint64_t order_{0};
    media::TrackNumber events_;
    media::TrackNumber board_;
    media::TrackNumber pointers_;
    media::TrackNumber chat_;
    media::TrackNumber board_pictures_;
    /// Ours that wait for their numbers.
    std::map<base::FlowId, std::deque<node::Publish>> own_;
};

} // namespace plenum::app
