// SPDX-License-Identifier: Apache-2.0
// A known name with another key: nothing of that person reaches us before this is answered, and a press beside it is no
// answer.
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

Sheet {
    id: sheet

    required property Client client
    readonly property Identities who: client.identities
    readonly property int undecided: who.undecided
    /// Whom it is about, kept while it closes.
    property int memberIndex: 0

    function ask() {
        if (undecided === 0)
            return close();
        memberIndex = undecided;
        open();
    }
    function keep() {
        who.keep_withheld(memberIndex);
    }

    title: qsTr("Is this %1?").arg(who.name_of(memberIndex))
    widthMax: 500
    closable: false
    // Whoever is just pressing Return keeps them blocked.
    onOpened: keepButton.forceActiveFocus(Qt.TabFocusReason)
    onUndecidedChanged: ask()
    Component.onCompleted: ask()
    Shortcut {
        sequence: "Escape"
        enabled: sheet.opened
        onActivated: sheet.keep()
    }
    RowLayout {
        spacing: Theme.gap
        Icon {
            name: "key-changed"
            size: Theme.display
            color: Theme.badInk
            Layout.alignment: Qt.AlignTop
        }
        Label {
            text: sheet.who.sentence_about(sheet.memberIndex)
            font.pixelSize: Theme.body + 1
            font.weight: Font.Medium
            wrapMode: Text.Wrap
            lineHeight: 1.25
            Layout.fillWidth: true
            Accessible.role: Accessible.AlertMessage
        }
    }
    Label {
        text: qsTr("Until you decide, you neither hear nor see them, and their messages are held back. They may " +
            "hear and see you like everyone here.")
        wrapMode: Text.Wrap
        lineHeight: 1.25
        Layout.fillWidth: true
    }
    ColumnLayout {
        spacing: Theme.tight
        Label {
            text: qsTr("Safety number of you two: call them and compare it")
            color: Theme.inkDim
            font.pixelSize: Theme.small + 1
            wrapMode: Text.Wrap
            Layout.fillWidth: true
        }
        DigitBlock {
            digits: sheet.who.number_with(sheet.memberIndex)
            Layout.fillWidth: true
        }
    }
    ColumnLayout {
        spacing: Theme.tight
        ActionButton {
            id: keepButton
            objectName: "keepWithheld"
            text: qsTr("Keep them blocked for now")
            kind: "primary"
            Layout.fillWidth: true
            onClicked: sheet.keep()
        }
        ActionButton {
            objectName: "acceptKey"
            text: qsTr("Treat as a new person")
            Layout.fillWidth: true
            onClicked: sheet.who.accept(sheet.memberIndex)
        }
        ActionButton {
            text: qsTr("Leave the call")
            Layout.fillWidth: true
            onClicked: sheet.client.session.leave()
        }
    }
}
