// SPDX-License-Identifier: Apache-2.0
#include "ui/models/poll_words.h"

#include "ui/models/poll_results.h"

namespace plenum::ui {
namespace {

int hands(const Poll& poll) { return poll.votes.value(0); }

} // namespace

QString PollWords::asker(const Poll& poll) {
    return poll.asker_name.isEmpty() ? tr("Somebody", "who asked a question") : poll.asker_name;
}

QString PollWords::heading(const Poll& poll) {
    const bool hands = poll.question.is_show_of_hands();
    if (poll.is_open() && poll.own) return hands ? tr("You ask for a show of hands") : tr("You ask");
    if (poll.is_open()) return (hands ? tr("%1 asks for a show of hands") : tr("%1 asks")).arg(asker(poll));
    if (poll.own) return hands ? tr("You asked for a show of hands") : tr("You asked");
    return (hands ? tr("%1 asked for a show of hands") : tr("%1 asked")).arg(asker(poll));
}

QString PollWords::asked(const Poll& poll) {
    return tr("%1: %2", "who asks or asked; the question").arg(heading(poll), poll.question.question);
}

QString PollWords::counted(const Poll& poll) {
    const bool one = hands(poll) == 1;
    if (poll.members == 1) return one ? tr("hand of 1 person") : tr("hands of 1 person");
    return (one ? tr("hand of %1 people") : tr("hands of %1 people")).arg(poll.members);
}

QString PollWords::counts(const Poll& poll) {
    if (!poll.question.is_show_of_hands()) return tr("%1 of %2 answered").arg(poll.answered).arg(poll.members);
    return tr("%1 %2", "a number; what is counted").arg(hands(poll)).arg(counted(poll));
}

QVariantList PollWords::bars(const Poll& poll) {
    QVariantList list;
    for (int choice = 0; choice < poll.question.choices.size(); ++choice) {
        const auto votes = poll.votes.value(choice);
        const auto percent = percent_of(poll, choice);
        list << QVariantMap{
            {QStringLiteral("words"), poll.question.choices[choice]},
            {QStringLiteral("votes"), votes},
            {QStringLiteral("share"), share_of(poll, choice)},
            {QStringLiteral("figures"), tr("%1 · %2 %", "votes; their share").arg(votes).arg(percent)},
            {QStringLiteral("spoken"),
             votes == 1 ? tr("1 answer, %1 %").arg(percent) : tr("%1 answers, %2 %").arg(votes).arg(percent)},
        };
    }
    return list;
}

QString PollWords::end(const Poll& poll) {
    if (poll.is_open()) return {};
    switch (*poll.end) {
    case PollEnd::ended: return poll.own ? tr("You ended it.") : tr("%1 ended it.").arg(asker(poll));
    case PollEnd::asker_left: return tr("It ended because %1 left.").arg(asker(poll));
    case PollEnd::replaced: return tr("It ended with the next question.");
    }
    return {};
}

QString PollWords::over(const Poll& poll) {
    return poll.question.is_show_of_hands() ? tr("The show of hands is over: %1.").arg(counts(poll))
                                            : tr("The poll is over: %1.").arg(counts(poll));
}

QString PollWords::privacy(const Poll& poll) {
    return poll.question.is_show_of_hands()
               ? tr("Everyone sees only the sum; your relay sees whether you raise a hand, but not the question.")
               : tr("Everyone sees only the sums; your relay sees which choice you made, but not its words.");
}

QString PollWords::text(const Poll& poll) {
    QStringList lines{asked(poll)};
    for (const auto& bar : bars(poll)) {
        const auto map = bar.toMap();
        lines << tr("%1: %2", "a choice; its votes")
                     .arg(map[QStringLiteral("words")].toString(), map[QStringLiteral("figures")].toString());
    }
    lines << counts(poll);
    return lines.join(QLatin1Char{'\n'});
}

QString PollWords::failure(PollFailure why) {
    switch (why) {
    case PollFailure::question_not_sent:
        return tr("Your question did not get through, so nobody was asked. Try again in a moment.");
    case PollFailure::answer_not_sent:
        return tr("Your answer did not get through, so it counts as before. Choose again.");
    case PollFailure::end_not_sent:
        return tr("Ending the poll did not get through, so it is open still. Try again in a moment.");
    case PollFailure::not_permitted:
        return tr("Only moderators may ask, and only the asker may end a poll. Ask a moderator to do it.");
    case PollFailure::bad_question:
        return tr("A poll needs a question and 2 to 10 choices, none of them too long. Change it and ask again.");
    case PollFailure::over: return tr("The poll was over before your answer got there, so it does not count.");
    }
    return {};
}

} // namespace plenum::ui
