// SPDX-License-Identifier: Apache-2.0
// The file that is read to be sent.
import QtQuick
import QtQuick.Layouts
import Plenum

RowLayout {
    id: note

    required property OutgoingFiles files

    objectName: "preparingNote"
    visible: files.preparing !== ""
    spacing: Theme.tight
    Icon {
        name: "attach"
        color: Theme.inkDim
    }
    Label {
        text: qsTr("Preparing %1: %2 %").arg(note.files.preparing).arg(Math.round(100 * note.files.prepared))
        textFormat: Text.PlainText
        color: Theme.inkDim
        font.pixelSize: Theme.small + 1
        elide: Text.ElideMiddle
        Layout.fillWidth: true
    }
    ActionButton {
        text: qsTr("Cancel")
        compact: true
        onClicked: note.files.stop_preparing()
    }
}
