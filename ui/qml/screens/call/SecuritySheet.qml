// SPDX-License-Identifier: Apache-2.0
// Behind the lock: what is encrypted, for whom, and the numbers to compare.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

Sheet {
    id: sheet

    required property Client client
    readonly property Session session: client.session
    signal identityWanted(int memberIndex)

    title: qsTr("Encryption")
    widthMax: 480
    Label {
        text: sheet.session.demo
            ? qsTr("This is a demo: the people and this number are simulated, and nothing leaves this computer.")
            : sheet.session.encryption.endToEnd
            ? qsTr("Only the people in this conference can hear, see and read what happens in it. The relay in " +
            "between cannot.") : qsTr("This conference is not encrypted from end to end, so its relay could " +
            "listen. Say nothing confidential.")
        wrapMode: Text.Wrap
        lineHeight: 1.25
        Layout.fillWidth: true
    }
    ColumnLayout {
        visible: sheet.session.encryption.endToEnd
        spacing: Theme.tight
        Label {
            text: qsTr("Safety number")
            color: Theme.inkDim
            font.pixelSize: Theme.small + 1
        }
        DigitBlock {
            objectName: "safetyNumber"
            digits: sheet.session.encryption.safetyNumber
            Layout.fillWidth: true
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
    ColumnLayout {
        visible: sheet.session.encryption.endToEnd && sheet.client.people.members.count > 1
        spacing: Theme.hair
        Label {
            text: qsTr("Compare with one person, once for all conferences")
            color: Theme.inkDim
            font.pixelSize: Theme.small + 1
            wrapMode: Text.Wrap
            Layout.fillWidth: true
        }
        Column {
            id: people
            spacing: Theme.hair
            Layout.fillWidth: true
            Repeater {
                model: sheet.client.people.members
                delegate: IdentityButton {
                    visible: !isSelf
                    width: people.width
                    onClicked: {
                        sheet.close();
                        sheet.identityWanted(memberIndex);
                    }
                }
            }
        }
    }
    Label {
        visible: sheet.session.encryption.endToEnd
        text: qsTr("Cipher: %1 · key epoch %2").arg(sheet.session.encryption.cipher).arg(sheet.session.encryption.epoch)
        color: Theme.inkDim
        font.pixelSize: Theme.small
        wrapMode: Text.Wrap
        Layout.fillWidth: true
    }
    ActionButton {
        text: qsTr("Copy the number")
        iconName: "copy"
        visible: sheet.session.encryption.safetyNumber !== ""
        Layout.alignment: Qt.AlignRight
        onClicked: sheet.client.copy(sheet.session.encryption.safetyNumber)
    }
}
