// SPDX-License-Identifier: Apache-2.0
// The floors: who has each, who waits for it, and by which rules.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import Plenum

Item {
    id: panel

    required property Client client
    readonly property bool moderating: client.people.moderation.mayModerate

    Flickable {
        id: none
        anchors.fill: parent
        visible: panel.client.floors.count === 0
        clip: true
        contentWidth: width
        contentHeight: Math.max(height, invitation.implicitHeight + 2 * Theme.wide)
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {}
        Column {
            id: invitation
            anchors.centerIn: parent
            width: parent.width - 2 * Theme.wide
            spacing: Theme.gap
            EmptyNote {
                width: parent.width
                iconName: "floor"
                text: panel.moderating
                    ? qsTr("Everyone may speak at any time. With the floor, people ask and speak one after another.")
                    : qsTr("Everyone may speak at any time. A moderator can have people ask for the floor.")
            }
            FloorCreation {
                visible: panel.moderating
                client: panel.client
                first: true
                width: parent.width
                onMade: panel.forceActiveFocus()
                onReached: item => {
                    const top = item.mapToItem(none.contentItem, 0, 0).y;
                    none.contentY = Math.max(Math.min(none.contentY, top - Theme.tight), top + item.height + Theme.tight
                        - none.height);
                }
            }
        }
    }
    FloorLineMenu {
        id: menu
        objectName: "floorLineMenu"
    }
    Flickable {
        id: scroll
        objectName: "floorScroll"
        anchors.fill: parent
        visible: panel.client.floors.count > 0
        clip: true
        contentWidth: width
        contentHeight: sections.implicitHeight
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {}

        /// The keyboard came there.
        function show(item: Item) {
            const top = item.mapToItem(sections, 0, 0).y;
            const bottom = top + item.height;
            if (top < contentY)
                contentY = Math.max(0, top - Theme.tight);
            else if (bottom > contentY + height)
                contentY = bottom - height + Theme.tight;
        }

        Column {
            id: sections
            width: scroll.width
            Repeater {
                model: panel.client.floors
                delegate: FloorSection {
                    client: panel.client
                    width: sections.width
                    onMenuWanted: (line, button) => menu.openFor(floor, line, button)
                    onReached: item => scroll.show(item)
                }
            }
            FloorCreation {
                visible: panel.moderating && missing.length > 0
                client: panel.client
                x: Theme.wide
                width: sections.width - 2 * x
                topPadding: Theme.wide
                bottomPadding: Theme.wide
                onMade: panel.forceActiveFocus()
                onReached: item => scroll.show(item)
            }
        }
    }
}
