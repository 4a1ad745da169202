// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QQuickItem>
#include <QQuickWindow>
#include <QStringList>

#include <vector>

/// What can be judged of a screen without an eye: complaints in words, none for a good screen.
namespace plenum::ui::inspect {

/// Everything on the screen now, overlays included.
[[nodiscard]] std::vector<QQuickItem*> visible_items(QQuickWindow& window);
/// What a person can press or type into, on the topmost layer.
[[nodiscard]] std::vector<QQuickItem*> visible_controls(QQuickWindow& window);
[[nodiscard]] QString name_of(const QQuickItem* item);

/// Text that is cut off though nobody asked for it, or that runs out of its control.
[[nodiscard]] QStringList clipped_text(QQuickWindow& window);
/// Text that ends in "…" for want of room, but for names on tiles.
[[nodiscard]] QStringList elided_text(QQuickWindow& window);
/// Words that lie over other words.
[[nodiscard]] QStringList overlapping(QQuickWindow& window);
/// Items outside of the window that nobody can scroll to.
[[nodiscard]] QStringList outside(QQuickWindow& window);
/// Controls without a name or role for screen readers.
[[nodiscard]] QStringList nameless(QQuickWindow& window);
/// Controls that the tabulator does not reach.
[[nodiscard]] QStringList unreachable(QQuickWindow& window);
/// Controls that take the keyboard with a press of the mouse, and with it the space bar; fields to type into may.
[[nodiscard]] QStringList taking_keyboard(QQuickWindow& window);
/// Whether a component of ui/qml/components is on the screen, by the name of its file.
[[nodiscard]] bool shows(QQuickWindow& window, const char* component);
/// Words on the screen; none means it is empty without a word why.
[[nodiscard]] QStringList words(QQuickWindow& window);

} // namespace plenum::ui::inspect
