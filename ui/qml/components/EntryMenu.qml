// SPDX-License-Identifier: Apache-2.0
// A menu as wide as its longest line.
import QtQuick
import QtQuick.Controls.Basic
import Plenum

Menu {
    id: menu

    /// What opens it: its hint would cover the menu.
    property Item opener: null

    function openAt(button: Item) {
        opener = button;
        popup(button, 0, button.height);
    }

    onAboutToShow: if (opener)
        opener.menuOpen = true
    onClosed: if (opener)
        opener.menuOpen = false
    padding: Theme.hair + 2
    margins: Theme.tight
    width: {
        let widest = 0;
        for (let at = 0; at < count; ++at)
            widest = Math.max(widest, itemAt(at).implicitWidth);
        return widest + 2 * padding;
    }
    background: Rectangle {
        radius: Theme.radius
        color: Theme.surface
        border.color: Theme.line
    }
}
