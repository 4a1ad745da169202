// SPDX-License-Identifier: Apache-2.0
// Asks once before a floor is removed.
import QtQuick
import QtQuick.Layouts
import Plenum

Sheet {
    id: sheet

    required property FloorModel floor

    objectName: "removeFloorSheet"
    title: qsTr("Remove this floor?")
    widthMax: 460
    // Return removes nothing.
    onOpened: cancel.forceActiveFocus(Qt.TabFocusReason)
    Label {
        text: (sheet.floor.purpose === "voice"
            ? qsTr("Everyone may speak then, and every open microphone is heard.")
            : qsTr("Everyone may then use what needs this floor.")) + " "
            + qsTr("The queue ends.")
        wrapMode: Text.Wrap
        lineHeight: 1.25
        Layout.fillWidth: true
    }
    RowLayout {
        spacing: Theme.gap
        ActionButton {
            id: cancel
            text: qsTr("Cancel")
            Layout.fillWidth: true
            Layout.preferredWidth: 1
            onClicked: sheet.close()
        }
        ActionButton {
            objectName: "removeFloorNow"
            text: qsTr("Remove")
            kind: "danger"
            Layout.fillWidth: true
            Layout.preferredWidth: 1
            onClicked: {
                sheet.close();
                sheet.floor.rules.remove();
            }
        }
    }
}
