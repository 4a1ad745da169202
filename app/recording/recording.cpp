// SPDX-License-Identifier: Apache-2.0
#include "app/recording/recording.h"

#include "core/base/overloaded.h"

#include <utility>

namespace plenum::app {

Recording::Recording(client::Session& session, CallMedia& media, Options options, const client::ConferenceView& view)
    : session_{session},
      media_{media},
      options_{std::move(options)} {
    // Better to learn it before everybody is told.
    if (const auto enough = options_.file.space.check_begin(options_.file.path); !enough) {
        end(End::no_space, enough.error().text);
    } else {
        follow(view);
    }
}

Recording::~Recording() {
    if (recorder_) media_.tap().set({});
}

/// Nothing is said before the recording could begin: without the conference's clock nothing has a place in time.
void Recording::announce() {
    if (said_ || !session_.conference_clock()) return;
    said_ = true;
    if (!session_.moderate(node::Record{true}))
        end(End::not_announced, "The recording could not be announced, so nothing is recorded.");
}

void Recording::handle(const node::Event& event, const client::ConferenceView& view) {
    if (phase_ == Phase::done) return;
    const base::Overloaded take{
        [&](const node::CommandRefused& refused) {
            if (refused.command != node::CommandKind::of<node::Record>() || phase_ != Phase::announcing) return;
            if (refused.error == node::CommandError::no_change) return;
            const bool forbidden = refused.error == node::CommandError::not_permitted;
            end(forbidden ? End::not_allowed : End::not_announced,
                forbidden ? "Recording is not allowed in this conference."
                          : "The recording could not be announced, so nothing is recorded.");
        },
        [&](const node::MemberRecording& told) {
            if (told.member != view.self() || told.on || !recorder_ || phase_ == Phase::finishing) return;
            end(End::forbidden, "A moderator does not allow recordings any more, so this one ended.");
        },
        [&](const node::MemberJoined& joined) {
            if (joined.self && !joined.recording) said_ = false;
        },
        [&](const node::PhaseChanged& changed) { linked_ = changed.phase == node::Phase::joined; },
        [](const auto&) {},
    };
    std::visit(take, event);
    // What begins with this event knows it from `view`.
    const bool writes = recorder_ != nullptr;
    follow(view);
    if (writes) recorder_->handle(event, view);
}

/// As things stand in the control log.
void Recording::follow(const client::ConferenceView& view) {
    if (phase_ == Phase::finishing || phase_ == Phase::done) return;
    const auto self = view.members().find(view.self());
    const bool announced = self != view.members().end() && self->second.recording;
    if (!announced && self != view.members().end()) announce();
    if (announced && !recorder_) begin(view);
    if (!recorder_ || phase_ == Phase::done) return;
    const bool writes = announced && linked_;
    recorder_->set_paused(!writes);
    phase_ = writes ? Phase::recording : Phase::paused;
}

void Recording::begin(const client::ConferenceView& view) {
    const auto clock = session_.conference_clock();
    if (!clock) return;
    auto board = options_.board ? options_.board() : base::Bytes{};
    auto recorder = CallRecorder::start({options_.file, *clock, std::move(board)}, view);
    if (!recorder) return end(End::not_written, recorder.error().text);
    recorder_ = std::move(*recorder);
    media_.tap().set(recorder_);
}

void Recording::stop() { end(End::stopped, {}); }

void Recording::end(End why, std::string trouble) {
    if (phase_ == Phase::finishing || phase_ == Phase::done) return;
    end_ = why;
    trouble_ = std::move(trouble);
    if (recorder_) duration_ = client::Session::now() - recorder_->begun_at();
    media_.tap().set({});
    if (recorder_) recorder_->finish();
    phase_ = recorder_ ? Phase::finishing : Phase::done;
    // In all other cases the log says already that we do not record.
    const bool stands = why == End::stopped || why == End::no_space || why == End::not_written;
    if (said_ && stands) std::ignore = session_.moderate(node::Record{false});
}

void Recording::poll(const client::ConferenceView& view, base::LocalTime now) {
    follow(view);
    if (!recorder_) return;
    const auto status = recorder_->status();
    if (status.error && phase_ != Phase::finishing)
        end(status.full ? End::no_space : End::not_written, status.error->text);
    if (status.finished && phase_ == Phase::finishing) phase_ = Phase::done;
    if (phase_ != Phase::recording) return;
    if (now - key_frames_at_ >= key_frame_interval) {
        key_frames_at_ = waiting_asked_at_ = now;
        std::set<base::MemberIndex> all;
        for (const auto& [member, facts] : view.members()) {
            if (facts.present) all.insert(member);
        }
        request_key_frames(view, all);
    } else if (now - waiting_asked_at_ >= first_key_frame_interval) {
        waiting_asked_at_ = now;
        request_key_frames(view, recorder_->take_waiting());
    }
}

void Recording::request_key_frames(const client::ConferenceView& view, const std::set<base::MemberIndex>& members) {
    if (members.contains(view.self())) {
        media_.video().request_key_frame(base::PictureSize::large);
        media_.video().request_key_frame(base::PictureSize::small);
        media_.screens().sender().request_key_frame();
    }
    for (const auto& [id, flow] : view.flows()) {
        const bool pictures = flow.spec.kind == base::FlowKind::video || flow.spec.kind == base::FlowKind::screen;
        const auto group = client::ConferenceView::conversation_of(flow);
        if (!pictures || (group != log::plenary && group != view.own_group())) continue;
        for (const auto member : members) {
            if (member != view.self()) std::ignore = session_.request_key_frame(id, member);
        }
    }
}

Recording::Status Recording::status(base::LocalTime now) const {
    Status status{phase_, 0, duration_, trouble_, end_};
    if (!recorder_) return status;
    status.bytes = recorder_->status().bytes;
    if (phase_ != Phase::finishing && phase_ != Phase::done) status.duration = now - recorder_->begun_at();
    return status;
}

} // namespace plenum::app
