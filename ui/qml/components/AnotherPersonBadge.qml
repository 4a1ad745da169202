// SPDX-License-Identifier: Apache-2.0
// Marks a known name with another key. A press opens who it is.
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

AbstractButton {
    id: badge

    required property real maximumWidth
    /// The sign alone, where there is no room for words.
    property bool brief: false

    objectName: "anotherPersonBadge"
    width: Math.min(implicitWidth, maximumWidth)
    hoverEnabled: true
    focusPolicy: Qt.TabFocus
    padding: 5
    leftPadding: Theme.tight + 1
    rightPadding: Theme.tight + 1
    Accessible.name: text
    Accessible.description: hint.text
    contentItem: RowLayout {
        spacing: 6
        Icon {
            name: "key-changed"
            size: Theme.small + 3
            color: Theme.textOnOverlay
        }
        Label {
            visible: !badge.brief
            text: badge.text
            color: Theme.textOnOverlay
            font.pixelSize: Theme.small
            elide: Text.ElideRight
            Layout.fillWidth: true
            Accessible.ignored: true
        }
    }
    background: Rectangle {
        radius: Theme.radiusSmall
        color: Theme.overlay
        border.width: badge.hovered ? 1 : 0
        border.color: Theme.textOnOverlay
        FocusRing {
            shown: badge.visualFocus
        }
    }
    Hint {
        id: hint
        readonly property string meaning: qsTr("This name came with another key before. Press to decide whether this " +
            "is the same person.")
        text: badge.brief ? qsTr("%1 %2", "two sentences").arg(badge.text).arg(meaning) : meaning
        visible: badge.hovered || badge.visualFocus
    }
    Keys.onReturnPressed: badge.clicked()
    Keys.onEnterPressed: badge.clicked()
}
