// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

namespace plenum::ui {

/// Plain text as safe markup: escaped, line breaks kept, web addresses clickable. What `found` is, in whatever case,
/// has the class "found"; empty: nothing.
[[nodiscard]] QString to_chat_markup(const QString& text, const QString& found = {});
/// The addresses that are clickable in it, in order.
[[nodiscard]] QStringList chat_links_in(const QString& text);

} // namespace plenum::ui
