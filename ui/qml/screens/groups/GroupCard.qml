// SPDX-License-Identifier: Apache-2.0
// One group, or the plenary: who drops a person here puts them in.
import QtQuick
import QtQuick.Layouts
import Plenum

Item {
    id: card

    required property int groupId
    required property string label
    required property int size
    required property bool mine
    required property bool open
    required property bool mayEnter
    property bool moderating: false
    readonly property string facts: (size === 1 ? qsTr("1 person") : qsTr("%1 people").arg(size))
        + (mine ? " · " + qsTr("you are here") : "") + (open ? " · " + qsTr("open to all") : "")
    signal entered
    signal menuWanted(Item button)
    signal dropped(int memberIndex)
    signal reached

    objectName: "group-" + groupId
    implicitHeight: Math.max(Math.round(46 * Theme.textScale), words.implicitHeight + 2 * Theme.hair)
    Accessible.role: Accessible.ListItem
    Accessible.name: label + ", " + facts

    Rectangle {
        anchors.fill: parent
        anchors.topMargin: 2
        anchors.bottomMargin: 2
        radius: Theme.radius
        color: place.containsDrag ? Theme.raisedHover : Theme.raised
        border.width: place.containsDrag || card.mine ? 2 : 0
        border.color: place.containsDrag ? Theme.focus : Theme.accentInk
    }
    DropArea {
        id: place
        anchors.fill: parent
        keys: ["person"]
        onDropped: drop => {
            drop.accept();
            card.dropped(drop.source.memberIndex);
        }
    }
    RowLayout {
        anchors.fill: parent
        anchors.leftMargin: Theme.gap
        anchors.rightMargin: Theme.hair
        spacing: Theme.tight
        ColumnLayout {
            id: words
            spacing: 1
            Layout.fillWidth: true
            Label {
                text: card.label
                font.weight: Font.DemiBold
                elide: Text.ElideRight
                Layout.fillWidth: true
                Accessible.ignored: true
            }
            Label {
                text: card.facts
                color: Theme.inkDim
                font.pixelSize: Theme.small
                elide: Text.ElideRight
                Layout.fillWidth: true
                Accessible.ignored: true
            }
        }
        IconButton {
            id: enter
            objectName: "enterGroup-" + card.groupId
            visible: card.mayEnter
            text: qsTr("Go to %1").arg(card.label)
            iconName: "enter"
            onClicked: card.entered()
            onActiveFocusChanged: if (activeFocus)
                card.reached()
        }
        IconButton {
            id: more
            objectName: "groupMenuButton-" + card.groupId
            visible: card.moderating && card.groupId !== 0
            text: qsTr("What can be done about %1").arg(card.label)
            iconName: "more"
            Accessible.role: Accessible.ButtonMenu
            onClicked: card.menuWanted(more)
            onActiveFocusChanged: if (activeFocus)
                card.reached()
        }
    }
}
