// SPDX-License-Identifier: Apache-2.0
// On a tile: how much of the camera is received, or, while nothing is taken away, the way to take some.
import QtQuick
import QtQuick.Controls.Basic
import Plenum

AbstractButton {
    id: mark

    /// Empty: everything is received.
    required property string words
    required property string name
    /// The words have no room.
    property bool brief: false

    focusPolicy: Qt.TabFocus
    text: words === "" ? qsTr("Receive less of the camera of %1").arg(name)
        : qsTr("You receive less of the camera of %1: %2").arg(name).arg(words)
    implicitHeight: Theme.control - 4
    implicitWidth: Math.max(implicitHeight, row.implicitWidth + 2 * Theme.tight)
    Accessible.role: Accessible.Button
    Accessible.name: text

    contentItem: Item {
        Row {
            id: row
            anchors.centerIn: parent
            spacing: Theme.hair
            Icon {
                name: "less"
                size: Theme.body + 2
                color: Theme.textOnOverlay
                anchors.verticalCenter: parent.verticalCenter
            }
            Text {
                visible: mark.words !== "" && !mark.brief
                text: mark.words
                color: Theme.textOnOverlay
                font.pixelSize: Theme.small
                font.weight: Font.Medium
                textFormat: Text.PlainText
                anchors.verticalCenter: parent.verticalCenter
                Accessible.ignored: true
            }
        }
    }
    background: Rectangle {
        radius: Theme.radiusSmall
        color: mark.hovered || mark.down ? Theme.notice : Theme.overlay
        FocusRing {
            shown: mark.visualFocus
            around: 1
        }
    }
    Hint {
        text: mark.text
        visible: mark.hovered || mark.visualFocus
    }
    Keys.onReturnPressed: mark.clicked()
    Keys.onEnterPressed: mark.clicked()
}
