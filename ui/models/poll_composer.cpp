// SPDX-License-Identifier: Apache-2.0
#include "ui/models/poll_composer.h"

#include "ui/models/poll_words.h"

#include <algorithm>
#include <utility>

namespace plenum::ui {
namespace {

bool is_worded(const QString& words, int most) { return !words.isEmpty() && words.size() <= most; }

} // namespace

QString PollComposer::error() const { return failure_ ? PollWords::failure(*failure_) : QString{}; }

void PollComposer::ask(const QString& question, const QStringList& choices) {
    PollQuestion asked{.question = question.simplified()};
    for (const auto& choice : choices)
        if (const auto words = choice.simplified(); !words.isEmpty()) asked.choices << words;
    const auto count = asked.choices.size();
    const bool sound =
        count >= PollQuestion::choices_min && count <= PollQuestion::choices_max &&
        std::ranges::all_of(asked.choices, [](const auto& each) { return is_worded(each, PollQuestion::choice_max); });
    if (sound) return send(asked);
    failure_ = PollFailure::bad_question;
    emit changed();
}

void PollComposer::ask_for_hands(const QString& question) { send({.question = question.simplified()}); }

void PollComposer::send(const PollQuestion& question) {
    if (asking_) return;
    asking_ = is_worded(question.question, PollQuestion::question_max);
    failure_ = asking_ ? std::nullopt : std::optional{PollFailure::bad_question};
    if (asking_) port_.ask(question);
    emit changed();
}

void PollComposer::keep(const QString& question, const QStringList& choices, bool hands) {
    draft_ = {.question = question, .choices = choices};
    draft_hands_ = hands;
    emit changed();
}

void PollComposer::dismiss() {
    asking_ = false;
    failure_.reset();
    emit changed();
}

void PollComposer::clear() {
    draft_ = {};
    draft_hands_ = false;
    dismiss();
}

void PollComposer::note_open() {
    if (!std::exchange(asking_, false)) return;
    emit changed();
    emit asked();
}

bool PollComposer::note_failure(PollFailure why) {
    const bool of_question =
        why == PollFailure::question_not_sent || why == PollFailure::not_permitted || why == PollFailure::bad_question;
    if (!asking_ || !of_question) return false;
    asking_ = false;
    failure_ = why;
    emit changed();
    return true;
}

} // namespace plenum::ui
