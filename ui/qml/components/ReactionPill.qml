// SPDX-License-Identifier: Apache-2.0
// A reaction to a message, with how many have it. A press adds ours, or takes it back; the message's menu does the same
// by keys.
import QtQuick
import Plenum

Rectangle {
    id: pill

    required property string kind
    required property int count
    required property bool own
    /// Of the others.
    required property var names
    readonly property string people: ReactionWords.people(names, own)
    signal clicked

    objectName: "reaction-" + kind
    implicitWidth: content.implicitWidth + 2 * Theme.tight
    implicitHeight: content.implicitHeight + 6
    radius: height / 2
    color: hover.hovered && enabled ? Theme.raisedHover : Theme.raised
    border.width: own ? 1 : 0
    border.color: Theme.accentInk
    Accessible.role: Accessible.Button
    Accessible.name: ReactionWords.words[kind] + ": " + people
    Accessible.onPressAction: clicked()
    Row {
        id: content
        anchors.centerIn: parent
        spacing: 5
        Icon {
            name: "react-" + pill.kind
            size: Theme.small + 3
            color: pill.own ? Theme.accentInk : Theme.inkDim
            anchors.verticalCenter: parent.verticalCenter
        }
        Text {
            text: pill.count
            color: pill.own ? Theme.accentInk : Theme.ink
            font.pixelSize: Theme.small
            font.weight: pill.own ? Font.DemiBold : Font.Normal
            textFormat: Text.PlainText
            anchors.verticalCenter: parent.verticalCenter
            Accessible.ignored: true
        }
    }
    HoverHandler {
        id: hover
    }
    TapHandler {
        onTapped: pill.clicked()
    }
    Hint {
        text: ReactionWords.words[pill.kind] + "\n" + pill.people
        visible: hover.hovered
    }
}
