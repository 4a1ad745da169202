// SPDX-License-Identifier: Apache-2.0
// Menus: their size and place, and what screen readers are told.
import QtQuick
import QtTest
import Plenum

Item {
    id: root

    width: 640
    height: 480

    EntryMenu {
        id: menu
        EntryItem {
            id: entry
            text: "Leave"
            shortcutText: "Ctrl+Q"
        }
        EntryItem {
            id: absent
            text: "Not here"
            visible: false
        }
    }
    EntryMenu {
        id: personMenu
        EntryHeading {
            id: personName
            text: "Ada Moreau"
        }
        EntryItem {
            text: "Give the floor"
        }
        EntryItem {
            text: "Make moderator"
        }
    }
    Item {
        id: row
        x: 400
        width: 200
        height: 56
        IconButton {
            id: rowButton
            x: 160
            y: 12
            text: "What can be done about Ada Moreau"
            iconName: "more"
        }
    }
    EntryMenu {
        id: longMenu
        Repeater {
            model: 30
            EntryItem {
                text: "Entry"
            }
        }
    }
    TestCase {
        name: "Menus"
        when: windowShown

        function test_menuNamesWhomItIsAboutAndLeavesTheirRowInSight_data() {
            return [
                {
                    "tag": "top",
                    "y": 10
                },
                {
                    "tag": "bottom",
                    "y": 420
                },
                {
                    "tag": "neither below nor above",
                    "y": 100,
                    "height": 280
                }
            ];
        }
        function test_menuNamesWhomItIsAboutAndLeavesTheirRowInSight(data) {
            row.y = data.y;
            row.height = data.height ?? 56;
            personMenu.openAt(rowButton, row);
            tryVerify(() => personMenu.opened);
            const at = row.mapFromItem(personMenu.contentItem, 0, 0);
            const clear = at.y >= row.height || at.y + personMenu.contentItem.height <= 0
                || at.x + personMenu.contentItem.width <= 0 || at.x >= row.width;
            verify(clear);
            verify(personName.visible && personName.height > 0);
            compare(personName.Accessible.name, "Ada Moreau");
            keyClick(Qt.Key_Down);
            compare(personMenu.currentIndex, 1);
            personMenu.close();
            tryVerify(() => !personMenu.visible);
        }
        function test_menuIsAsWideAsItsWidestEntry() {
            verify(menu.width >= entry.implicitWidth);
            compare(entry.Accessible.name, "Leave");
            compare(absent.implicitHeight, 0);
            compare(absent.focusPolicy, Qt.NoFocus);
        }
        function test_menuThatIsHigherThanTheWindowShowsThatItScrolls() {
            menu.open();
            tryVerify(() => findChild(menu.contentItem, "menuScrollBar").contentItem.opacity === 0);
            menu.close();
            longMenu.open();
            tryVerify(() => longMenu.height <= root.height);
            tryVerify(() => findChild(longMenu.contentItem, "menuScrollBar").contentItem.opacity > 0);
            longMenu.close();
        }
    }
}
