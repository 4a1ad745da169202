// SPDX-License-Identifier: Apache-2.0
// Who may come in, and what they may read: everybody sees it, moderators change it.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

Sheet {
    id: sheet

    required property Client client
    readonly property Moderation moderation: client.people.moderation
    readonly property bool changeable: moderation.mayModerate
    property bool asksForLink: false
    signal copyLinkWanted

    title: qsTr("Who may come in")
    widthMax: 480
    onClosed: asksForLink = false
    EntryWords {
        id: words
    }
    Label {
        visible: !sheet.changeable
        text: qsTr("Moderators decide about this.")
        color: Theme.inkDim
        wrapMode: Text.Wrap
        Layout.fillWidth: true
    }
    Column {
        id: choices
        spacing: Theme.hair
        Layout.fillWidth: true
        Repeater {
            model: words.values
            delegate: RadioLine {
                required property string modelData
                required property int index
                objectName: "entry-" + modelData
                // Moderators are more than one here.
                text: modelData === "lobby" ? words.states[index] : words.titles[index]
                explanation: words.lines[index]
                enabled: sheet.changeable
                checked: sheet.moderation.admission === modelData
                width: choices.width
                onClicked: {
                    sheet.moderation.set_admission(modelData);
                    checked = Qt.binding(() => sheet.moderation.admission === modelData);
                }
            }
        }
    }
    SwitchLine {
        objectName: "historySwitch"
        text: qsTr("Newcomers can read the earlier chat")
        explanation: qsTr("As far as it is kept. Without it they read what is written from when they come.")
        enabled: sheet.changeable
        checked: sheet.moderation.historyForNewcomers
        Layout.fillWidth: true
        onClicked: {
            sheet.moderation.set_history_for_newcomers(checked);
            checked = Qt.binding(() => sheet.moderation.historyForNewcomers);
        }
    }
    SwitchLine {
        objectName: "recordingSwitch"
        text: qsTr("Members may record the call")
        explanation: qsTr("Everyone sees who records. Switched off, recordings that run end.")
        enabled: sheet.changeable
        checked: sheet.moderation.recordingAllowed
        Layout.fillWidth: true
        onClicked: {
            sheet.moderation.set_recording_allowed(checked);
            checked = Qt.binding(() => sheet.moderation.recordingAllowed);
        }
    }
    ColumnLayout {
        visible: sheet.changeable
        spacing: Theme.tight
        Heading {
            text: qsTr("Link")
        }
        Label {
            text: sheet.asksForLink
                ? qsTr("Change it now? The link that was sent so far opens nothing any more. Everyone who is " +
                "here stays.")
                : qsTr("When the link has got to people whom it was not meant for, make it another.")
            wrapMode: Text.Wrap
            lineHeight: 1.2
            color: sheet.asksForLink ? Theme.ink : Theme.inkDim
            Layout.fillWidth: true
        }
        RowLayout {
            spacing: Theme.gap
            ActionButton {
                visible: !sheet.asksForLink
                text: qsTr("Copy the link")
                iconName: "link"
                Layout.fillWidth: true
                onClicked: sheet.copyLinkWanted()
            }
            ActionButton {
                objectName: "changeLinkButton"
                visible: !sheet.asksForLink
                text: qsTr("Change the link…")
                Layout.fillWidth: true
                onClicked: sheet.asksForLink = true
            }
            ActionButton {
                visible: sheet.asksForLink
                text: qsTr("Keep it")
                Layout.fillWidth: true
                onClicked: sheet.asksForLink = false
            }
            ActionButton {
                objectName: "changeLinkConfirm"
                visible: sheet.asksForLink
                text: qsTr("Change the link")
                kind: "danger"
                Layout.fillWidth: true
                onClicked: {
                    sheet.moderation.change_link();
                    sheet.asksForLink = false;
                    sheet.close();
                }
            }
        }
    }
}
