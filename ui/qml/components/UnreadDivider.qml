// SPDX-License-Identifier: Apache-2.0
// Stands above the first message that the person has not seen.
import QtQuick
import QtQuick.Layouts
import Plenum

RowLayout {
    objectName: "unreadDivider"
    spacing: Theme.gap
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
