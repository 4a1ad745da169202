// SPDX-License-Identifier: Apache-2.0
// Asks once before a call that we left, and that goes on through this computer, ends for those who are still in it.
import QtQuick
import QtQuick.Layouts
import Plenum

Sheet {
    id: sheet

    required property Session session

    title: qsTr("End the call for everyone?")
    widthMax: 460
    Label {
        text: qsTr("The call ends at once for everyone who is still in it, and its link no longer works.")
        wrapMode: Text.Wrap
        lineHeight: 1.25
        Layout.fillWidth: true
    }
    RowLayout {
        spacing: Theme.gap
        ActionButton {
            text: qsTr("Cancel")
            Layout.fillWidth: true
            Layout.preferredWidth: 1
            onClicked: sheet.close()
        }
        ActionButton {
            objectName: "stopRelayNow"
            text: qsTr("End for everyone")
            kind: "danger"
            Layout.fillWidth: true
            Layout.preferredWidth: 1
            onClicked: {
                sheet.session.stop_relay();
                sheet.close();
            }
        }
    }
}
