// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace plenum::ui {

/// Dialogs for files that the desktop has: those of its platform theme, or of the XDG desktop portal. Qt's own ones
/// follow no theme of ours, so where there are none we show ours.
struct DesktopDialogs {
    /// Takes the portal where it is on the session's D-Bus, and no other theme was chosen. Before the QGuiApplication
    /// is made.
    static void choose();
    [[nodiscard]] static bool are_there();
};

} // namespace plenum::ui
