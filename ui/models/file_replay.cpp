// SPDX-License-Identifier: Apache-2.0
#include "ui/models/file_replay.h"

#include "ui/models/elapsed_time.h"
#include "ui/models/floor_words.h"
#include "ui/port/floor_types.h"

#include <algorithm>
#include <utility>

namespace plenum::ui {
namespace {

QString clock_text(qint64 ms) { return ElapsedTime::format(static_cast<int>(ms / 1000)); }

} // namespace

FileReplay::FileReplay(FileReplayPort& port, QObject* parent)
    : QObject{parent},
      port_{port},
      board_{port.board(), &port.files(), members_} {
    connect(&port_, &FileReplayPort::moved, this, &FileReplay::moved);
    connect(&port_, &FileReplayPort::noted, this, &FileReplay::note);
    connect(&port_, &FileReplayPort::picture, this, &FileReplay::show);
    connect(&port_, &FileReplayPort::rewound, this, [this] {
        notes_.clear();
        emit notes_changed();
    });
    connect(&port_, &FileReplayPort::people_changed, this, [this](const QList<RecordedPerson>& people) {
        people_ = people;
        members_.clear();
        for (const auto& person : people_) {
            Member member;
            member.index = person.index;
            member.name = person.name;
            members_.set(member);
        }
        emit people_changed();
    });
    connect(&board_, &Whiteboard::changed, this, &FileReplay::follow_board);
    connect(&board_.surface().document(), &BoardDocument::changed, this, &FileReplay::follow_board);
    connect(&board_.surface().document(), &BoardDocument::replaced, this, &FileReplay::follow_board);
    board_.set_tool(QStringLiteral("hand"));
}

QString FileReplay::place() const {
    return tr("%1 of %2", "a place in a recording, and its length")
        .arg(clock_text(port_.position_ms()), clock_text(port_.duration_ms()));
}

QVariantList FileReplay::people() const {
    QVariantList result;
    for (const auto& person : people_) {
        if (!person.present) continue;
        result << QVariantMap{
            {QStringLiteral("name"), person.name},
            {QStringLiteral("initials"), MembersModel::initials(person.name)},
            {QStringLiteral("tint"), static_cast<int>(person.index.value() % MembersModel::tint_count)},
            {QStringLiteral("camera"), person.camera}};
    }
    return result;
}

QVariantList FileReplay::notes() const {
    QVariantList result;
    for (const auto& note : notes_) {
        const bool said = note.kind == RecordedNote::Kind::said;
        result << QVariantMap{{QStringLiteral("time"), clock_text(note.at_ms)},
                              {QStringLiteral("name"), said ? note.names.join(QString{}) : QString{}},
                              {QStringLiteral("text"), words_of(note)}};
    }
    return result;
}

QString FileReplay::words_of_floor(const RecordedNote& note) {
    const auto purpose = purpose_of(note.text);
    const auto who = FloorWords::listed(note.names);
    if (purpose == FloorPurpose::other)
        return who.isEmpty() ? tr("Nobody has the floor “%1”.").arg(note.text)
                             : tr("%1 has the floor “%2”.").arg(who, note.text);
    if (who.isEmpty()) return FloorWords::free(purpose);
    return note.names.size() == 1 ? FloorWords::somebodys(purpose, who) : FloorWords::with(purpose, who);
}

QString FileReplay::words_of(const RecordedNote& note) {
    const auto who = note.names.join(QStringLiteral(", "));
    switch (note.kind) {
    case RecordedNote::Kind::said: return note.text.isEmpty() ? tr("This message was deleted.") : note.text;
    case RecordedNote::Kind::changed: break;
    case RecordedNote::Kind::came: return tr("%1 joined").arg(who);
    case RecordedNote::Kind::left: return tr("%1 left").arg(who);
    case RecordedNote::Kind::lost: return tr("%1 lost the connection").arg(who);
    case RecordedNote::Kind::back: return tr("%1 is back").arg(who);
    case RecordedNote::Kind::floor: return words_of_floor(note);
    case RecordedNote::Kind::floor_for_all:
        return purpose_of(note.text) == FloorPurpose::other ? tr("Everyone has the floor “%1”.").arg(note.text)
                                                            : FloorWords::for_everyone(purpose_of(note.text), true);
    case RecordedNote::Kind::records: return tr("%1 is recording this call.").arg(who);
    case RecordedNote::Kind::recorded: return tr("%1 no longer records this call.").arg(who);
    }
    return {};
}

void FileReplay::note(const RecordedNote& note) {
    if (note.kind == RecordedNote::Kind::changed) {
        const auto line = std::ranges::find_if(notes_, [&](const RecordedNote& each) {
            return each.kind == RecordedNote::Kind::said && each.line == note.line;
        });
        if (line == notes_.end()) return;
        line->text = note.text;
    } else {
        notes_.push_back(note);
        if (notes_.size() > notes_max) notes_.erase(notes_.begin());
    }
    emit notes_changed();
}

void FileReplay::show(int number, bool screen, const media::VideoFrame& frame) {
    pictures_.put(number, frame);
    if (!screen) return;
    if (frame.empty() && number != screen_) return;
    const auto ratio = frame.empty() ? 0.0 : static_cast<double>(frame.width) / frame.height;
    const auto now = frame.empty() ? 0 : number;
    if (std::exchange(screen_, now) == now && ratio == screen_ratio_) return;
    screen_ratio_ = ratio;
    emit screen_changed();
}

void FileReplay::follow_board() {
    const auto& board = board_.surface().document().board();
    board_used_ = is_used(board);
    emit board_changed();
}

} // namespace plenum::ui
