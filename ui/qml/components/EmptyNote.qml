// SPDX-License-Identifier: Apache-2.0
// What stands where nothing is yet: why, and what to do.
import QtQuick
import QtQuick.Layouts
import Plenum

ColumnLayout {
    id: note

    required property string iconName
    required property string text
    default property alias actions: buttons.data

    spacing: Theme.gap
    Icon {
        name: note.iconName
        size: Theme.display
        color: Theme.inkDim
        Layout.alignment: Qt.AlignHCenter
    }
    Label {
        text: note.text
        color: Theme.inkDim
        wrapMode: Text.Wrap
        horizontalAlignment: Text.AlignHCenter
        lineHeight: 1.25
        Layout.fillWidth: true
    }
    RowLayout {
        id: buttons
        spacing: Theme.tight
        Layout.alignment: Qt.AlignHCenter
    }
}
