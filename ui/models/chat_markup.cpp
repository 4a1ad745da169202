// SPDX-License-Identifier: Apache-2.0
#include "ui/models/chat_markup.h"

#include <QRegularExpression>

#include <algorithm>

namespace plenum::ui {
namespace {

QRegularExpressionMatchIterator addresses_in(const QString& text) {
    // Brackets belong to an address in pairs; what ends a sentence or stands around the address does not. Hosts have
    // letters of any language.
    static const QRegularExpression address{
        QStringLiteral(
            R"re(\b(?:https?|plenum)://(?=[\w\[])(?:[^\s<>"'()]*\([^\s<>"'()]*\))*[^\s<>"'()]*(?<![.,;:!?\]]))re"),
        QRegularExpression::UseUnicodePropertiesOption};
    return address.globalMatch(text);
}

/// The part of `text` from `begin` to `end`. What was found may begin before it and end behind it.
QString marked(const QString& text, qsizetype begin, qsizetype end, const QString& found) {
    QString markup;
    if (found.isEmpty()) return text.mid(begin, end - begin).toHtmlEscaped();
    qsizetype done = begin;
    for (auto at = text.indexOf(found, 0, Qt::CaseInsensitive); at >= 0 && at < end;
         at = text.indexOf(found, at + found.size(), Qt::CaseInsensitive)) {
        const auto from = std::max(at, begin);
        const auto to = std::min(at + found.size(), end);
        if (to <= from) continue;
        markup += text.mid(done, from - done).toHtmlEscaped();
        markup += QStringLiteral("<span class=\"found\">%1</span>").arg(text.mid(from, to - from).toHtmlEscaped());
        done = to;
    }
    return markup + text.mid(done, end - done).toHtmlEscaped();
}

} // namespace

QString to_chat_markup(const QString& text, const QString& found) {
    QString markup;
    qsizetype done = 0;
    for (const auto& match : addresses_in(text)) {
        markup += marked(text, done, match.capturedStart(), found);
        markup += QStringLiteral("<a href=\"") + match.captured().toHtmlEscaped() + QStringLiteral("\">") +
                  marked(text, match.capturedStart(), match.capturedEnd(), found) + QStringLiteral("</a>");
        done = match.capturedEnd();
    }
    markup += marked(text, done, text.size(), found);
    return markup.replace(QLatin1Char{'\n'}, QLatin1String{"<br>"});
}

QStringList chat_links_in(const QString& text) {
    QStringList links;
    for (const auto& match : addresses_in(text))
        links << match.captured();
    return links;
}

} // namespace plenum::ui
