// SPDX-License-Identifier: Apache-2.0
// Stands in the strip for those who do not fit, and turns to them.
import QtQuick
import QtQuick.Controls.Basic
import Plenum

AbstractButton {
    id: tile

    /// So many.
    required property int hidden

    text: qsTr("Show more people (%1)").arg(hidden)
    // The space bar stays for talking.
    focusPolicy: Qt.TabFocus
    Accessible.role: Accessible.Button
    Accessible.name: text
    contentItem: Item {
        Text {
            anchors.centerIn: parent
            text: "+" + tile.hidden
            color: Theme.backdropInk
            font.pixelSize: Math.max(Theme.title, Math.min(tile.height * 0.3, 40))
            font.weight: Font.DemiBold
            textFormat: Text.PlainText
            Accessible.ignored: true
        }
    }
    background: Rectangle {
        radius: Theme.radius
        color: tile.hovered ? Qt.lighter(Theme.backdrop, 1.3) : Theme.backdrop
        FocusRing {
            shown: tile.visualFocus
        }
    }
    Hint {
        text: tile.text
        visible: tile.hovered || tile.visualFocus
    }
    Keys.onReturnPressed: tile.clicked()
    Keys.onEnterPressed: tile.clicked()
}
