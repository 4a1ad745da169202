// SPDX-License-Identifier: Apache-2.0
// One person who has a floor or waits for it, with what we can do about it.
import QtQuick
import QtQuick.Layouts
import Plenum

Column {
    id: line

    required property int memberIndex
    required property string name
    required property string initials
    required property int tint
    required property bool isSelf
    required property bool holds
    required property int place
    required property string facts
    required property string offer
    required property string offerText
    required property bool mayOrder
    property bool firstWaiting: false
    property int waitingCount: 0
    /// Of the speaking time; negative without a limit.
    property real progress: -1
    readonly property string shownName: isSelf ? qsTr("%1 (you)").arg(name) : name
    signal acted
    signal menuWanted(Item button)
    /// The keyboard came here.
    signal reached

    RowLayout {
        x: Theme.wide
        width: line.width - 2 * x
        height: implicitHeight + Theme.gap
        visible: line.firstWaiting
        Label {
            text: qsTr("Waiting")
            color: Theme.inkDim
            font.pixelSize: Theme.small + 1
            Layout.fillWidth: true
            Accessible.role: Accessible.Heading
        }
        Label {
            text: line.waitingCount
            color: Theme.inkDim
            font.pixelSize: Theme.small + 1
        }
    }
    RowLayout {
        // The menu's sign has room of its own around it.
        readonly property real behind: line.mayOrder ? Theme.tight : Theme.wide
        x: line.LayoutMirroring.enabled ? behind : Theme.wide
        width: line.width - Theme.wide - behind
        height: implicitHeight + Theme.gap
        spacing: Theme.tight
        Accessible.role: Accessible.ListItem
        Accessible.name: line.place > 0 ? qsTr("%1. %2, %3").arg(line.place).arg(line.shownName).arg(line.facts)
            : line.shownName + ", " + line.facts
        Label {
            visible: !line.holds
            text: line.place > 0 ? line.place : "?"
            color: Theme.inkDim
            font.pixelSize: Theme.small + 1
            horizontalAlignment: Text.AlignHCenter
            Layout.preferredWidth: Math.round(18 * Theme.textScale)
            Accessible.ignored: true
        }
        Avatar {
            initials: line.initials
            tint: line.tint
        }
        Column {
            id: words
            spacing: 1
            Layout.fillWidth: true
            Label {
                text: line.shownName
                font.weight: Font.Medium
                elide: Text.ElideRight
                width: words.width
                Accessible.ignored: true
            }
            Label {
                text: line.facts
                color: Theme.inkDim
                font.pixelSize: Theme.small
                wrapMode: Text.Wrap
                width: words.width
                Accessible.ignored: true
            }
            Rectangle {
                visible: line.progress >= 0
                width: words.width
                height: 4
                radius: 2
                color: Theme.raised
                Rectangle {
                    x: LayoutMirroring.enabled ? parent.width - width : 0
                    width: parent.width * Math.max(0, line.progress)
                    height: parent.height
                    radius: 2
                    color: line.progress < 0.8 ? Theme.goodInk : Theme.badInk
                }
            }
        }
        ActionButton {
            objectName: "floorOffer-" + line.memberIndex
            visible: line.offer !== ""
            text: line.offerText
            kind: line.offer === "grant" && line.place === 1 ? "primary" : "plain"
            leftPadding: Theme.gap
            rightPadding: Theme.gap
            // The space bar stays for talking.
            focusPolicy: Qt.TabFocus
            Accessible.name: qsTr("%1: %2").arg(line.shownName).arg(text)
            onClicked: line.acted()
            onActiveFocusChanged: if (activeFocus)
                line.reached()
        }
        IconButton {
            id: more
            objectName: "floorMenu-" + line.memberIndex
            visible: line.mayOrder
            text: qsTr("What can be done about %1").arg(line.shownName)
            iconName: "more"
            focusPolicy: Qt.TabFocus
            Accessible.role: Accessible.ButtonMenu
            onClicked: line.menuWanted(more)
            onActiveFocusChanged: if (activeFocus)
                line.reached()
        }
    }
}
