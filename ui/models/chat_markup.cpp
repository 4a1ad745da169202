// SPDX-License-Identifier: Apache-2.0
#include "ui/models/chat_markup.h"

#include <QRegularExpression>

namespace plenum::ui {
namespace {

QRegularExpressionMatchIterator addresses_in(const QString& text) {
    static const QRegularExpression address{QStringLiteral(R"(\b(?:https?|plenum)://[^\s<>"']+[^\s<>"'.,;:!?)\]])")};
    return address.globalMatch(text);
}

} // namespace

QString to_chat_markup(const QString& text) {
    QString markup;
    qsizetype done = 0;
    for (const auto& match : addresses_in(text)) {
        markup += text.mid(done, match.capturedStart() - done).toHtmlEscaped();
        const auto link = match.captured().toHtmlEscaped();
        markup += QStringLiteral("<a href=\"%1\">%1</a>").arg(link);
        done = match.capturedEnd();
    }
    markup += text.mid(done).toHtmlEscaped();
    return markup.replace(QLatin1Char{'\n'}, QLatin1String{"<br>"});
}

QStringList chat_links_in(const QString& text) {
    QStringList links;
    for (const auto& match : addresses_in(text))
        links << match.captured();
    return links;
}

} // namespace plenum::ui
