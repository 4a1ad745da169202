// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/plugin.h"
#include "ui/port/floor_types.h"

#include <QCoreApplication>

namespace plenum::ui {

/// Floors in words. Each purpose has its own; of a floor that programs alone know what it is for they are such as fit
/// any, and stand where its label does.
class FloorWords {
    Q_DECLARE_TR_FUNCTIONS(FloorWords)

  public:
    /// Of a floor, by its label.
    [[nodiscard]] static QString title(const QString& label);
    /// Of a style's own, in the person's language where we have it.
    [[nodiscard]] static QString of_style(const char* text);
    /// `style`: null for one that this program does not have.
    [[nodiscard]] static QString style_title(const QString& id, const base::PluginDescriptor* style);
    /// One line that says what the style does.
    [[nodiscard]] static QString style_about(const QString& id, const base::PluginDescriptor* style,
                                             FloorPurpose purpose = FloorPurpose::voice);
    /// Whose name is not known.
    [[nodiscard]] static QString someone();
    [[nodiscard]] static QString style_heading(FloorPurpose purpose);
    /// "2nd"
    [[nodiscard]] static QString ordinal(int number);
    /// "30 s left"; nothing is left: "Over time".
    [[nodiscard]] static QString left(int seconds);
    /// "Ada, Jonas"
    [[nodiscard]] static QString listed(const QStringList& names);

    // How it stands.
    /// "Everyone may speak"
    [[nodiscard]] static QString everyone(FloorPurpose purpose);
    /// "Nobody has the floor."
    [[nodiscard]] static QString nobody(FloorPurpose purpose);
    /// "The floor is with Ada."
    [[nodiscard]] static QString with(FloorPurpose purpose, const QString& names);
    /// "Floor returns in 2 s"
    [[nodiscard]] static QString returns_in(FloorPurpose purpose, int seconds);
    /// The same of a person, in their line; and where the time is not known.
    [[nodiscard]] static QString out_of_reach(FloorPurpose purpose, int seconds);
    [[nodiscard]] static QString out_of_reach(FloorPurpose purpose);

    // What a press does. `standing` as FloorModel has it.
    /// "Ask for the floor"
    [[nodiscard]] static QString ask(FloorPurpose purpose);
    /// "You have the floor · Release"
    [[nodiscard]] static QString release(FloorPurpose purpose);
    /// "take": a press takes it at once.
    [[nodiscard]] static QString hint(FloorPurpose purpose, const QString& standing);
    /// Of a line: "Give floor". `offer` as FloorModel has it; "take" of the button.
    [[nodiscard]] static QString offer(FloorPurpose purpose, const QString& offer);
    /// Over the choice of how long one may have it.
    [[nodiscard]] static QString limit(FloorPurpose purpose);

    // What happened.
    /// It is there since now.
    [[nodiscard]] static QString began(FloorPurpose purpose, bool everyone);
    [[nodiscard]] static QString ours(FloorPurpose purpose);
    /// It was ours.
    [[nodiscard]] static QString now_with(FloorPurpose purpose, const QString& names);
    [[nodiscard]] static QString given_back(FloorPurpose purpose);
    /// To whom it happened.
    /// `by`: the name of who did it; empty: the style.
    [[nodiscard]] static QString ended(FloorPurpose purpose, FloorEnd end, const QString& by);
    [[nodiscard]] static QString somebodys(FloorPurpose purpose, const QString& name);
    [[nodiscard]] static QString heard_again(FloorPurpose purpose, const QString& name);
    [[nodiscard]] static QString free(FloorPurpose purpose);
    [[nodiscard]] static QString locked(FloorPurpose purpose, bool locked);
    /// Everyone has it, or has not any more.
    [[nodiscard]] static QString for_everyone(FloorPurpose purpose, bool everyone);
};

} // namespace plenum::ui
