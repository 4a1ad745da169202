// SPDX-License-Identifier: Apache-2.0
// Who somebody is, as far as their key tells, and the number to compare with them alone.
import QtQuick
import QtQuick.Layouts
import Plenum

Sheet {
    id: sheet

    required property Client client
    readonly property Identities who: client.people.identities
    readonly property bool another: who.familiarity === "changed"

    function openFor(memberIndex: int) {
        who.shown = memberIndex;
        open();
    }

    title: who.name
    widthMax: 460
    IdentityNote {
        familiarity: sheet.who.familiarity
        text: sheet.who.familiarity === "verified" ? qsTr("Verified") : sheet.another
            ? qsTr("Another %1?").arg(sheet.who.name) : sheet.who.familiarity === "known" ? qsTr("Known")
            : qsTr("New to you")
        Layout.fillWidth: true
    }
    Label {
        text: sheet.who.sentence
        wrapMode: Text.Wrap
        lineHeight: 1.25
        Layout.fillWidth: true
    }
    Label {
        visible: sheet.who.otherNames !== ""
        text: qsTr("Also met as: %1").arg(sheet.who.otherNames)
        color: Theme.inkDim
        wrapMode: Text.Wrap
        Layout.fillWidth: true
    }
    ColumnLayout {
        spacing: Theme.tight
        Label {
            text: qsTr("Safety number of you two")
            color: Theme.inkDim
            font.pixelSize: Theme.small + 1
        }
        DigitBlock {
            objectName: "pairNumber"
            digits: sheet.who.safetyNumber
            Layout.fillWidth: true
        }
        Label {
            text: qsTr("Read it to each other over the phone or face to face, not in this conference's chat. It " +
                "stays the same in every conference.")
            color: Theme.inkDim
            font.pixelSize: Theme.small + 1
            wrapMode: Text.Wrap
            lineHeight: 1.2
            Layout.fillWidth: true
        }
    }
    Label {
        text: qsTr("Short code: %1. It tells people of one name apart and proves nothing.").arg(sheet.who.code)
        color: Theme.inkDim
        font.pixelSize: Theme.small + 1
        wrapMode: Text.Wrap
        Layout.fillWidth: true
    }
    ActionButton {
        visible: sheet.who.familiarity !== "verified" && !sheet.another
        text: qsTr("The numbers are the same: mark as verified")
        iconName: "shield"
        kind: "primary"
        Layout.fillWidth: true
        objectName: "verifyButton"
        onClicked: sheet.who.set_verified(true)
    }
    ActionButton {
        visible: sheet.who.familiarity === "verified"
        text: qsTr("Take the mark back")
        Layout.fillWidth: true
        onClicked: sheet.who.set_verified(false)
    }
    Label {
        visible: sheet.another && !sheet.who.blocked
        text: sheet.client.people.moderation.mayModerate
            ? qsTr("They hear and see you like everyone here, unless you remove them.")
            : qsTr("They hear and see you like everyone here. Only a moderator can remove them.")
        wrapMode: Text.Wrap
        lineHeight: 1.25
        Layout.fillWidth: true
    }
    ActionButton {
        objectName: "samePersonButton"
        visible: sheet.another
        text: qsTr("Same person, new device")
        Layout.fillWidth: true
        onClicked: sheet.who.accept(true)
    }
    ActionButton {
        objectName: "anotherPersonButton"
        visible: sheet.another
        text: qsTr("Someone else with this name")
        Layout.fillWidth: true
        onClicked: sheet.who.accept(false)
    }
    ActionButton {
        objectName: "blockButton"
        text: sheet.who.blocked ? qsTr("Unblock") : qsTr("Block for me in this call")
        Layout.fillWidth: true
        Accessible.description: blockHint.text
        onClicked: sheet.who.set_blocked(!sheet.who.blocked)
    }
    Label {
        id: blockHint
        text: sheet.who.blocked ? qsTr("You do not hear or see them. Their messages come when you unblock them.")
            : qsTr("You would no longer hear, see or read them. The others are not affected.")
        color: Theme.inkDim
        font.pixelSize: Theme.small + 1
        wrapMode: Text.Wrap
        Layout.fillWidth: true
        Accessible.ignored: true
    }
}
