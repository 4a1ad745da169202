// SPDX-License-Identifier: Apache-2.0
// Something is under way, what it is, and how to stop it.
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

FocusScope {
    id: screen

    required property Client client

    focus: true
    ColumnLayout {
        anchors.centerIn: parent
        spacing: Theme.broad
        BusyIndicator {
            running: true
            palette.dark: Theme.accentInk
            Layout.alignment: Qt.AlignHCenter
            Accessible.role: Accessible.Indicator
            Accessible.name: screen.client.session.connection.progress
        }
        Label {
            text: screen.client.session.connection.progress
            font.pixelSize: Theme.large
            font.weight: Font.DemiBold
            Layout.alignment: Qt.AlignHCenter
            Accessible.role: Accessible.AlertMessage
        }
        ActionButton {
            text: qsTr("Cancel")
            focus: true
            Layout.alignment: Qt.AlignHCenter
            onClicked: screen.client.session.leave()
        }
    }
}
