// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_file_replay.h"

#include "core/base/overloaded.h"
#include "core/board/envelope.h"
#include "core/board/exchange/person.h"

#include <QHash>

#include <utility>

namespace plenum::app {
namespace {

QString text_of(const std::string& text) { return QString::fromStdString(text); }

/// Of a message among all of its flow.
quint64 line_of(const chat::MessageId& id) {
    return static_cast<quint64>(id.sender.value()) << 40U | (id.sequence.value() & 0xFF'FFFF'FFFF);
}

} // namespace

media::Result<std::unique_ptr<RealFileReplay>> RealFileReplay::open(RecordedCall call, media::AudioOutput output) {
    std::unique_ptr<RealFileReplay> made{new RealFileReplay};
    auto* replay = made.get();
    made->title_ = text_of(call.reader().title());
    for (const auto& track : call.reader().tracks()) {
        if (track.info.kind != media::TrackInfo::Kind::video) continue;
        auto name = text_of(track.info.name);
        const auto number = static_cast<int>(track.number.value());
        const auto camera = QStringLiteral(" (camera)");
        if (name.endsWith(QStringLiteral(" (screen)"))) made->screens_.insert(number);
        if (name.endsWith(camera)) made->cameras_.insert(name.chopped(camera.size()), number);
    }
    FilePlayer::Listener listener;
    listener.rewound = [replay] { replay->push(std::nullopt); };
    listener.happened = [replay](const TimedEvent& timed) { replay->push(timed); };
    listener.picture = [replay](media::TrackNumber track, const media::VideoFrame& frame) {
        replay->pictures_.put(base::MemberIndex{track.value()}, frame);
    };
    listener.moved = [replay] {
        QMetaObject::invokeMethod(replay, [replay] { emit replay->moved(); }, Qt::QueuedConnection);
    };
    auto player = FilePlayer::open(std::move(call), std::move(output), std::move(listener));
    if (!player) return std::unexpected{player.error()};
    made->player_ = std::move(*player);
    made->files_ = std::make_unique<RecordedFiles>(made->player_->call());
    return made;
}

RealFileReplay::RealFileReplay()
    : transcript_{[this](base::MemberIndex member) {
          const auto person = people_.find(member);
          return person == people_.end() ? base::IdentityKey{} : person->second.identity;
      }} {
    connect(&pictures_, &ui::FrameMailbox::taken, this,
            [this](base::MemberIndex track, const media::VideoFrame& frame) {
                const auto number = static_cast<int>(track.value());
                emit picture(number, screens_.contains(number), frame);
            });
}

void RealFileReplay::set_speed(double speed) {
    using enum media::ReplaySpeed;
    player_->set_speed(speed >= 2 ? twice : speed >= 1.5 ? half_faster : usual);
}

void RealFileReplay::push(News news) {
    const std::lock_guard lock{mutex_};
    // What was to be told before is told anew.
    if (!news) news_.clear();
    if (news_.empty()) QMetaObject::invokeMethod(this, &RealFileReplay::take_news, Qt::QueuedConnection);
    news_.push_back(std::move(news));
}

void RealFileReplay::take_news() {
    std::deque<News> news;
    {
        const std::lock_guard lock{mutex_};
        news.swap(news_);
    }
    bool people_new = false;
    for (const auto& each : news) {
        if (each)
            people_new = take(*each) || people_new;
        else
            begin_anew();
    }
    if (people_new) tell_people();
}

void RealFileReplay::begin_anew() {
    people_.clear();
    floors_.clear();
    transcript_ = chat::Transcript{[this](base::MemberIndex member) {
        const auto person = people_.find(member);
        return person == people_.end() ? base::IdentityKey{} : person->second.identity;
    }};
    emit board_.cleared();
    emit rewound();
}

QString RealFileReplay::name_of(base::MemberIndex member) const {
    const auto person = people_.find(member);
    return person == people_.end() ? QStringLiteral("?") : person->second.name;
}

void RealFileReplay::tell(ui::RecordedNote::Kind kind, const QStringList& names, const QString& text, qint64 at_ms) {
    emit noted({kind, 0, names, text, at_ms});
}

bool RealFileReplay::take(const TimedEvent& timed) {
    using enum ui::RecordedNote::Kind;
    const auto at_ms = base::to_us(timed.at) / 1000;
    // Who was there when it began did not come then.
    const bool begun = at_ms > 0;
    bool people_new = false;
    const base::Overloaded each{
        [&](const PersonKnown& person) {
            Person now{text_of(person.display_name), person.identity, person.member_now};
            const auto before = std::exchange(people_[person.member], now);
            const bool was_here = before.present;
            people_new = before != now;
            if (begun && person.member_now && !was_here) tell(came, {name_of(person.member)}, {}, at_ms);
        },
        [&](const PersonLeft& gone) {
            tell(left, {name_of(gone.member)}, {}, at_ms);
            people_new = std::exchange(people_[gone.member].present, false);
        },
        [&](const PersonPresence& presence) {
            tell(presence.present ? back : lost, {name_of(presence.member)}, {}, at_ms);
        },
        [&](const FloorHeld& held) { take_floor(held, at_ms); },
        [&](const PersonRecords& told) {
            if (begun) tell(told.on ? records : recorded, {name_of(told.member)}, {}, at_ms);
        },
        [&](const BoardStood& stood) { emit board_.copied({stood.snapshot, {}}); },
        [&](const MessageHeard& heard) { take_message(heard, at_ms); },
        [&](const PointerSeen& seen) { emit board_.pointed(seen.member, seen.presence); },
        [](const RecordingBegan&) {},
    };
    std::visit(each, timed.event.content);
    return people_new;
}

/// Requests and settings change a floor as well; only its holders are told of.
void RealFileReplay::take_floor(const FloorHeld& held, qint64 at_ms) {
    auto& before = floors_[held.token];
    const bool same = before.holders == held.holders && before.everyone == held.everyone;
    before = held;
    // Where it began, a floor that nobody has is no news.
    if (same || (at_ms == 0 && (held.everyone || held.holders.empty()))) return;
    using enum ui::RecordedNote::Kind;
    QStringList names;
    if (!held.everyone)
        for (const auto holder : held.holders)
            names << name_of(holder);
    tell(held.everyone ? floor_for_all : floor, names, text_of(held.label), at_ms);
}

void RealFileReplay::take_message(const MessageHeard& heard, qint64 at_ms) {
    if (heard.kind == base::FlowKind::chat) return take_chat(heard, at_ms);
    auto body = board::open_envelope(heard.sender, heard.body);
    const auto person = people_.find(heard.sender);
    if (!body || person == people_.end()) return;
    emit board_.received(
        {{heard.sender, board::person_of(person->second.identity)}, heard.authority, std::move(*body)});
}

void RealFileReplay::take_chat(const MessageHeard& heard, qint64 at_ms) {
    const auto operation = chat::decode(heard.body);
    if (!operation) return;
    const auto change = transcript_.apply({heard.sender, heard.sequence}, *operation);
    if (!change) return;
    const auto* line = transcript_.find(change->line);
    if (line == nullptr) return;
    if (change->kind == chat::Change::Kind::said)
        emit noted({ui::RecordedNote::Kind::said,
                    line_of(change->line),
                    {name_of(change->line.sender)},
                    text_of(line->text()),
                    at_ms});
    else if (change->kind == chat::Change::Kind::written)
        emit noted({ui::RecordedNote::Kind::changed, line_of(change->line), {}, text_of(line->text()), at_ms});
}

void RealFileReplay::tell_people() {
    QList<ui::RecordedPerson> all;
    QHash<QString, int> used;
    for (const auto& [index, person] : people_) {
        if (person.name.isEmpty()) continue;
        // Those of one name have their cameras in the order in which they came.
        const auto cameras = cameras_.values(person.name);
        const auto place = person.present ? used[person.name]++ : 0;
        const auto count = static_cast<int>(cameras.size());
        // Values of a key come last first.
        const auto camera = place < count ? cameras[count - 1 - place] : 0;
        all << ui::RecordedPerson{index, person.name, person.present, camera};
    }
    emit people_changed(all);
}

} // namespace plenum::app
