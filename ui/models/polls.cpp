// SPDX-License-Identifier: Apache-2.0
#include "ui/models/polls.h"

#include "ui/models/poll_words.h"

#include <algorithm>
#include <utility>

namespace plenum::ui {
namespace {

PollId to_poll(int id) { return PollId{static_cast<std::uint32_t>(id)}; }
int number(PollId id) { return static_cast<int>(id.value()); }

/// As many votes as there are choices, and an answer that is one of them.
void make_sound(Poll& poll) {
    const auto choices = std::max<qsizetype>(1, poll.question.choices.size());
    poll.votes.resize(choices);
    for (auto& votes : poll.votes)
        votes = std::max(0, votes);
    poll.answered = std::max(0, poll.answered);
    poll.members = std::max(0, poll.members);
    const auto own = poll.own_answer.value_or(0);
    if (own < 0 || own >= choices) poll.own_answer.reset();
}

} // namespace

Polls::Polls(PollPort& port, SessionPort& session) : port_{port}, composer_{port} {
    connect(&port, &PollPort::poll_changed, this, &Polls::take);
    connect(&port, &PollPort::failed, this, &Polls::fail);
    connect(&port, &PollPort::possible_changed, this, &Polls::possible_changed);
    // What a conference has is known with its facts.
    connect(&session, &SessionPort::conference_changed, this, &Polls::possible_changed);
    connect(this, &Polls::possible_changed, this, &Polls::changed);
}

void Polls::clear() {
    beginResetModel();
    polls_.clear();
    endResetModel();
    composer_.clear();
    news_.clear();
    seen_ = {};
    emit changed();
}

void Polls::retranslate() {
    if (!polls_.empty()) emit dataChanged(index(0), index(rowCount() - 1));
    emit composer_.changed();
    emit changed();
}

// --- what changes ---

void Polls::take(Poll poll) {
    make_sound(poll);
    const auto known = std::ranges::find(polls_, poll.id, &Poll::id);
    const bool is_new = known == polls_.end();
    const bool was_open = !is_new && known->is_open();
    if (is_new) {
        insert(poll);
    } else {
        *known = poll;
        const auto row = static_cast<int>(known - polls_.begin());
        emit dataChanged(index(row), index(row));
    }
    if (in_sight_ && poll.is_open()) seen_ = poll.id;
    if ((is_new && poll.is_open()) || (was_open && !poll.is_open())) tell(poll, is_new);
    emit changed();
}

void Polls::insert(const Poll& poll) {
    const auto place = std::ranges::find_if(polls_, [&](const Poll& each) { return each.id < poll.id; });
    const auto row = static_cast<int>(place - polls_.begin());
    beginInsertRows({}, row, row);
    polls_.insert(place, poll);
    endInsertRows();
    if (rowCount() <= polls_max) return;
    beginRemoveRows({}, polls_max, polls_max);
    polls_.pop_back();
    endRemoveRows();
}

void Polls::tell(const Poll& poll, bool opened) {
    announce(opened ? PollWords::asked(poll) : PollWords::over(poll));
    if (opened && poll.own) composer_.note_open();
    const bool by_us = poll.own && poll.end == PollEnd::ended;
    if (!opened && !by_us && !in_sight_) emit told(news_, QStringLiteral("info"));
}

void Polls::fail(PollFailure why) {
    if (!composer_.note_failure(why)) emit told(PollWords::failure(why), QStringLiteral("problem"));
}

void Polls::announce(const QString& words) {
    news_ = words;
    emit news_changed();
}

// --- what waits ---

const Poll* Polls::find_open() const {
    const auto found = std::ranges::find_if(polls_, &Poll::is_open);
    return found == polls_.end() ? nullptr : &*found;
}

bool Polls::waits(const Poll* poll) const {
    if (poll == nullptr || poll->own || poll->own_answer.has_value()) return false;
    return !poll->question.is_show_of_hands() || poll->id != seen_;
}

int Polls::waiting() const { return possible() && waits(find_open()) ? 1 : 0; }

QString Polls::invitation() const {
    const auto* open = find_open();
    return possible() && waits(open) && open->id != seen_ ? PollWords::asked(*open) : QString{};
}

QString Polls::open_words() const {
    const auto* open = find_open();
    return open == nullptr ? QString{} : PollWords::asked(*open);
}

void Polls::set_in_sight(bool in_sight) {
    if (std::exchange(in_sight_, in_sight) == in_sight) return;
    if (in_sight)
        put_off();
    else
        emit changed();
}

void Polls::put_off() {
    if (const auto* open = find_open()) seen_ = open->id;
    emit changed();
}

// --- what we do ---

void Polls::answer(int poll, int choice) { port_.answer(to_poll(poll), choice); }

void Polls::take_back(int poll) { port_.answer(to_poll(poll), std::nullopt); }

void Polls::end(int poll) { port_.end(to_poll(poll)); }

QString Polls::text(int poll) const {
    const auto found = std::ranges::find(polls_, to_poll(poll), &Poll::id);
    return found == polls_.end() ? QString{} : PollWords::text(*found);
}

// --- as a list ---

int Polls::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(polls_.size()); }

QVariant Polls::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto& poll = polls_[static_cast<std::size_t>(index.row())];
    switch (role) {
    case id_role: return number(poll.id);
    case heading_role: return PollWords::heading(poll);
    case Qt::DisplayRole:
    case question_role: return poll.question.question;
    case hands_role: return poll.question.is_show_of_hands();
    case open_role: return poll.is_open();
    case own_role: return poll.own;
    case own_answer_role: return poll.own_answer.value_or(-1);
    case bars_role: return PollWords::bars(poll);
    case counts_role: return PollWords::counts(poll);
    case raised_role: return poll.votes.value(0);
    case counted_role: return PollWords::counted(poll);
    case end_role: return PollWords::end(poll);
    case privacy_role: return PollWords::privacy(poll);
    default: return {};
    }
}

QHash<int, QByteArray> Polls::roleNames() const {
    return {{id_role, "pollId"},      {heading_role, "heading"}, {question_role, "question"},    {hands_role, "hands"},
            {open_role, "open"},      {own_role, "own"},         {own_answer_role, "ownAnswer"}, {bars_role, "bars"},
            {counts_role, "counts"},  {raised_role, "raised"},   {counted_role, "counted"},      {end_role, "endWords"},
            {privacy_role, "privacy"}};
}

} // namespace plenum::ui
