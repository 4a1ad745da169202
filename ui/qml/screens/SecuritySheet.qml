// SPDX-License-Identifier: Apache-2.0
// Behind the lock: what is encrypted, for whom, and the number to compare.
import QtQuick
import QtQuick.Layouts
import Plenum

Sheet {
    id: sheet

    required property Client client
    readonly property Session session: client.session

    title: qsTr("Encryption")
    widthMax: 480
    Label {
        text: sheet.session.demo
            ? qsTr("This is a demo: the people and this number are simulated, and nothing leaves this computer.")
            : sheet.session.encrypted
            ? qsTr("Only the people in this conference can hear, see and read what happens in it. The relay in " +
            "between cannot.") : qsTr("This conference is not encrypted from end to end, so its relay could " +
            "listen. Say nothing confidential.")
        wrapMode: Text.Wrap
        lineHeight: 1.25
        Layout.fillWidth: true
    }
    ColumnLayout {
        visible: sheet.session.encrypted
        spacing: Theme.tight
        Label {
            text: qsTr("Safety number")
            color: Theme.inkDim
            font.pixelSize: Theme.small + 1
        }
        Rectangle {
            color: Theme.raised
            radius: Theme.radius
            implicitHeight: number.implicitHeight + 2 * Theme.gap
            Layout.fillWidth: true
            Accessible.role: Accessible.StaticText
            Accessible.name: sheet.session.safetyNumber
            GridLayout {
                id: number
                objectName: "safetyNumber"
                // Digits are read the same way in every script.
                layoutDirection: Qt.LeftToRight
                LayoutMirroring.enabled: false
                anchors.centerIn: parent
                columns: 4
                columnSpacing: Theme.broad
                rowSpacing: Theme.tight
                Repeater {
                    model: sheet.session.safetyNumber === "" ? [qsTr("Not known yet")]
                        : sheet.session.safetyNumber.split(" ")
                    delegate: Label {
                        required property string modelData
                        text: modelData
                        font.pixelSize: Theme.title
                        font.letterSpacing: 1
                        font.weight: Font.Medium
                        Accessible.ignored: true
                    }
                }
            }
        }
        Label {
            text: qsTr("Read it aloud to each other. If everyone sees the same number, nobody stands between you. " +
                "It changes when people join or leave.")
            color: Theme.inkDim
            font.pixelSize: Theme.small + 1
            wrapMode: Text.Wrap
            lineHeight: 1.2
            Layout.fillWidth: true
        }
    }
    Label {
        visible: sheet.session.encrypted
        text: qsTr("Cipher: %1 · key epoch %2").arg(sheet.session.cipher).arg(sheet.session.keyEpoch)
        color: Theme.inkDim
        font.pixelSize: Theme.small
        wrapMode: Text.Wrap
        Layout.fillWidth: true
    }
    ActionButton {
        text: qsTr("Copy the number")
        iconName: "copy"
        visible: sheet.session.safetyNumber !== ""
        Layout.alignment: Qt.AlignRight
        onClicked: sheet.client.copy(sheet.session.safetyNumber)
    }
}
