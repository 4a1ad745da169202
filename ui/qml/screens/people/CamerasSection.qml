// SPDX-License-Identifier: Apache-2.0
// Below the people: the programs of cameras, and those that receive them. They are listed when asked for.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

Column {
    id: section

    required property Client client
    readonly property int count: client.people.cameras.count
    property bool expanded: false
    signal menuWanted(PersonLine line, Item button)
    signal reached(Item item)

    visible: count > 0
    height: visible ? implicitHeight : 0
    ItemDelegate {
        id: heading
        objectName: "camerasHeading"
        width: section.width
        implicitHeight: Math.max(Theme.control, implicitContentHeight + 2 * Theme.tight)
        text: qsTr("Cameras (%1)").arg(section.count)
        leftPadding: Theme.wide
        rightPadding: Theme.wide
        focusPolicy: Qt.TabFocus
        Accessible.name: text
        Accessible.description: section.expanded ? qsTr("Hide them") : qsTr("Show them")
        Accessible.checkable: true
        Accessible.checked: section.expanded
        contentItem: RowLayout {
            spacing: Theme.tight
            Icon {
                name: section.expanded ? "down" : heading.mirrored ? "left" : "right"
                color: Theme.inkDim
            }
            Heading {
                text: heading.text
                Layout.topMargin: 0
                Accessible.ignored: true
            }
        }
        background: Rectangle {
            color: heading.hovered ? Theme.raisedHover : "transparent"
            FocusRing {
                shown: heading.visualFocus
                around: -3
            }
        }
        Keys.onReturnPressed: clicked()
        Keys.onEnterPressed: clicked()
        onActiveFocusChanged: if (activeFocus)
            section.reached(heading)
        onClicked: section.expanded = !section.expanded
    }
    Repeater {
        model: section.expanded ? section.client.people.cameras : null
        delegate: PersonLine {
            id: line
            width: section.width
            camera: true
            menuOffered: section.client.people.moderation.mayModerate
            onMenuWanted: button => section.menuWanted(line, button)
            onReached: section.reached(line)
        }
    }
}
