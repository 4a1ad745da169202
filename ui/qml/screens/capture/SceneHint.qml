// SPDX-License-Identifier: Apache-2.0
// What the mouse does with a scene, to be read over any points. Screen readers have it with the scene itself.
import QtQuick
import Plenum

Rectangle {
    id: hint

    anchors.left: parent.left
    anchors.bottom: parent.bottom
    anchors.margins: Theme.gap
    width: words.width + 2 * Theme.tight
    height: words.height + 2 * Theme.hair
    radius: Theme.radiusSmall
    color: Theme.overlay
    Text {
        id: words
        anchors.centerIn: parent
        width: Math.min(Math.ceil(implicitWidth), hint.parent.width - 2 * Theme.gap - 2 * Theme.tight)
        text: qsTr("Drag to turn, with Shift to move, wheel to zoom")
        color: Theme.textOnOverlay
        font.pixelSize: Theme.small
        textFormat: Text.PlainText
        wrapMode: Text.Wrap
        Accessible.ignored: true
    }
}
