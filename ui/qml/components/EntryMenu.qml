// SPDX-License-Identifier: Apache-2.0
// A menu as wide as its longest line. Where it is higher than the window, a bar shows that it scrolls.
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Templates as T
import Plenum

Menu {
    id: menu

    /// What opens it: its hint would cover the menu.
    property Item opener: null

    /// Below the row that it is about, else above, else beside it; the button stands for a row that is not named.
    function openAt(button: Item, row: Item) {
        opener = button;
        popup(button, 0, button.height);
        keepClearOf(row ?? button);
    }
    /// Only while it is open have its lines their heights.
    function keepClearOf(row: Item) {
        let tall = 2 * padding;
        for (let at = 0; at < count; ++at)
            tall += itemAt(at).implicitHeight;
        const room = T.Overlay.overlay;
        const onScreen = row.mapToItem(room, 0, 0);
        const here = row.mapToItem(parent, 0, 0);
        if (onScreen.y + row.height + tall + margins <= room.height)
            y = here.y + row.height;
        else if (onScreen.y - tall >= margins)
            y = here.y - tall;
        else if (onScreen.x - width >= margins)
            x = here.x - width;
        else if (onScreen.x + row.width + width + margins <= room.width)
            x = here.x + row.width;
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
    contentItem: ListView {
        implicitHeight: contentHeight
        model: menu.contentModel
        currentIndex: menu.currentIndex
        clip: true
        interactive: contentHeight > height
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {
            objectName: "menuScrollBar"
            palette.mid: Theme.outline
            policy: size < 1 ? ScrollBar.AlwaysOn : ScrollBar.AlwaysOff
        }
    }
    background: Rectangle {
        radius: Theme.radius
        color: Theme.surface
        border.color: Theme.line
    }
}
