// SPDX-License-Identifier: Apache-2.0
// One message: who, when, what, and how far it has come.
import QtQuick
import QtQuick.Layouts
import Plenum

Item {
    id: bubble

    required property string sender
    required property int tint
    required property bool isOwn
    required property string markup
    required property string plain
    required property string time
    required property string delivery
    required property bool late
    required property bool firstOfRun
    required property string group
    required property bool firstUnread
    /// The keyboard is on it.
    property bool current: false
    readonly property bool unstored: delivery === "unstored"
    readonly property string who: isOwn ? qsTr("You") : sender
    readonly property string deliveryText: delivery === "sending" ? qsTr("Sending…") : delivery === "failed"
        ? qsTr("Not sent") : unstored ? qsTr("Not stored yet") : late ? qsTr("Arrived late") : ""
    readonly property bool sent: isOwn && delivery === "sent"
    readonly property string selectedText: words.selectedText
    /// In its text, in order.
    readonly property list<string> links: Array.from(markup.matchAll(/<a href="([^"]+)"/g), match => match[1])
    signal sendAgain
    /// Some of its text was marked.
    signal selected
    signal menuWanted
    signal linkWanted(string link)

    function deselect() {
        words.deselect();
    }

    objectName: unstored ? "unstoredBubble" : ""
    implicitHeight: column.implicitHeight + (firstOfRun ? Theme.gap : Theme.hair)
    Accessible.role: Accessible.ListItem
    Accessible.name: (group === "" ? qsTr("%1 at %2: %3").arg(who).arg(time).arg(plain)
        : qsTr("%1 at %2, in %3: %4").arg(who).arg(time).arg(group).arg(plain))
        + (deliveryText !== "" ? ". " + deliveryText : sent ? ". " + qsTr("Sent") : "")
    Accessible.description: unstored ? unstoredHint.text : ""

    ColumnLayout {
        id: column
        anchors.bottom: parent.bottom
        width: parent.width
        spacing: 3
        RowLayout {
            objectName: "unreadDivider"
            visible: bubble.firstUnread
            spacing: Theme.gap
            Layout.fillWidth: true
            Layout.topMargin: Theme.gap
            Rectangle {
                implicitHeight: 1
                color: Theme.accent
                Layout.fillWidth: true
            }
            Label {
                text: qsTr("New messages")
                color: Theme.accentInk
                font.pixelSize: Theme.small
                font.weight: Font.DemiBold
            }
            Rectangle {
                implicitHeight: 1
                color: Theme.accent
                Layout.fillWidth: true
            }
        }
        RowLayout {
            visible: bubble.firstOfRun
            spacing: Theme.tight
            Layout.alignment: bubble.isOwn ? Qt.AlignRight : Qt.AlignLeft
            Label {
                text: bubble.who
                font.pixelSize: Theme.small + 1
                font.weight: Font.DemiBold
                wrapMode: Text.Wrap
                Layout.maximumWidth: bubble.width * (bubble.group === "" ? 0.75 : 0.5)
                Accessible.ignored: true
            }
            Label {
                visible: bubble.group !== ""
                text: qsTr("in %1").arg(bubble.group)
                color: Theme.accentInk
                font.pixelSize: Theme.small
                elide: Text.ElideRight
                Layout.maximumWidth: bubble.width * 0.3
                Accessible.ignored: true
            }
            Label {
                text: bubble.time
                color: Theme.inkDim
                font.pixelSize: Theme.small
                Accessible.ignored: true
            }
        }
        Rectangle {
            id: ground
            readonly property real mark: bubble.sent ? Theme.small + 6 : 0
            Layout.alignment: bubble.isOwn ? Qt.AlignRight : Qt.AlignLeft
            Layout.maximumWidth: bubble.width * 0.88
            implicitWidth: Math.min(Math.ceil(words.implicitWidth) + 2 * Theme.gap + mark, bubble.width * 0.88)
            implicitHeight: words.implicitHeight + 2 * Theme.tight
            radius: Theme.radius
            color: bubble.isOwn ? Theme.own : Theme.raised
            border.width: bubble.current ? 2 : 0
            border.color: Theme.focus
            TextEdit {
                id: words
                x: Theme.gap
                y: Theme.tight
                width: parent.width - 2 * Theme.gap - ground.mark
                text: Theme.linkStyle + bubble.markup
                textFormat: TextEdit.RichText
                color: Theme.ink
                selectionColor: Theme.accent
                selectedTextColor: Theme.textOnAccent
                font.pixelSize: Theme.body
                wrapMode: TextEdit.Wrap
                readOnly: true
                selectByMouse: true
                persistentSelection: true
                // The space bar stays for talking.
                activeFocusOnPress: false
                onSelectedTextChanged: if (selectedText !== "")
                    bubble.selected()
                onLinkActivated: link => bubble.linkWanted(link)
                Accessible.ignored: true
                HoverHandler {
                    cursorShape: words.hoveredLink !== "" ? Qt.PointingHandCursor : Qt.IBeamCursor
                }
                TapHandler {
                    acceptedButtons: Qt.RightButton
                    onTapped: bubble.menuWanted()
                }
            }
            Icon {
                objectName: "sentMark"
                visible: bubble.sent
                name: "check"
                size: Theme.small + 1
                color: Theme.inkDim
                anchors.right: parent.right
                anchors.bottom: parent.bottom
                anchors.margins: 5
                HoverHandler {
                    id: sentHover
                }
                Hint {
                    visible: sentHover.hovered
                    text: qsTr("Sent. The relay has it.")
                }
            }
        }
        RowLayout {
            visible: bubble.deliveryText !== ""
            spacing: 5
            Layout.alignment: bubble.isOwn ? Qt.AlignRight : Qt.AlignLeft
            Icon {
                name: bubble.delivery === "failed" ? "alert" : bubble.unstored ? "information" : "sending"
                size: Theme.small + 1
                color: bubble.delivery === "failed" ? Theme.badInk : Theme.inkDim
            }
            Label {
                text: bubble.deliveryText
                color: bubble.delivery === "failed" ? Theme.badInk : Theme.inkDim
                font.pixelSize: Theme.small
                Accessible.ignored: true
            }
            HoverHandler {
                id: stateHover
                enabled: bubble.unstored
            }
            Hint {
                id: unstoredHint
                visible: stateHover.hovered
                text: qsTr("The relay cannot store this now. All who are here have it; who comes later may not.")
            }
            ActionButton {
                visible: bubble.delivery === "failed"
                text: qsTr("Send again")
                iconName: "again"
                onClicked: bubble.sendAgain()
            }
        }
    }
}
