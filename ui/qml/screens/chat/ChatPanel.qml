// SPDX-License-Identifier: Apache-2.0
// The conversation in writing.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

Item {
    id: panel

    required property Client client
    readonly property ChatModel chat: client.chat
    readonly property ChatOutbox outbox: chat.outbox
    readonly property string to: outbox.addressee.label
    readonly property bool isPrivate: outbox.addressee.isPrivate
    /// Some text of a message is marked.
    readonly property bool marks: list.marked !== null && list.marked.selectedText !== ""
    /// Ctrl+O is for something else that has the keyboard, as the whiteboard.
    property bool filesGoElsewhere: false
    /// The keyboard is in the field.
    readonly property alias writing: input.writing

    function write() {
        input.write();
    }
    function attach() {
        attaching.title = to === "" ? qsTr("Send files") : qsTr("Send files to %1").arg(to);
        outbox.files.begin_choice();
        attaching.open();
    }

    Shortcut {
        sequence: "Ctrl+C"
        enabled: panel.visible && panel.marks && input.selectedText === ""
        onActivated: list.copyFrom(list.marked)
    }
    Shortcut {
        sequence: "Ctrl+O"
        enabled: panel.visible && !panel.filesGoElsewhere
        onActivated: panel.attach()
    }
    FileChooser {
        id: attaching
        desktopDialog: panel.client.desktopDialog
        several: true
        sending: true
        onChosen: files => panel.outbox.files.offer_chosen(files)
    }
    FileChooser {
        id: saving
        property string line: ""
        desktopDialog: panel.client.desktopDialog
        title: qsTr("Save the file")
        saving: true
        onChosen: files => panel.chat.files.save(line, files[0])
    }
    Shortcut {
        sequence: "Ctrl+F"
        enabled: panel.visible
        onActivated: searchBar.begin()
    }
    Binding {
        target: panel.chat.unread
        property: "visible"
        value: panel.visible
    }
    ColumnLayout {
        anchors.fill: parent
        spacing: 0
        ChatSearchBar {
            id: searchBar
            search: panel.chat.search
            onClosed: panel.write()
            Layout.fillWidth: true
            Layout.margins: Theme.tight
            Layout.leftMargin: Theme.gap
        }
        Item {
            Layout.fillWidth: true
            Layout.fillHeight: true
            ChatList {
                id: list
                chat: panel.chat
                anchors.fill: parent
                anchors.leftMargin: Theme.wide
                anchors.rightMargin: Theme.wide
                onCopyWanted: text => panel.client.copy(text)
                onLinkWanted: link => panel.client.open_link(link)
                onSceneWanted: scene => {
                    panel.client.people.board.open = false;
                    panel.client.people.screens.look_back(scene);
                }
                onSaveWanted: line => {
                    saving.line = line;
                    saving.suggested = panel.chat.files.place_for(line);
                    saving.open();
                }
            }
            FocusRing {
                shown: list.activeFocus
                around: -2
            }
            EmptyNote {
                anchors.centerIn: parent
                width: parent.width - 2 * Theme.vast
                visible: list.count === 0
                iconName: "chat"
                text: panel.to === ""
                    ? qsTr("No messages yet. What you write here, everybody in the conference can read.")
                    : panel.isPrivate ? qsTr("No messages yet. What you write here goes to %1.").arg(panel.to)
                    : qsTr("No messages yet. What you write here, only the people in %1 can read.").arg(panel.to)
            }
        }
        Label {
            visible: input.bytesLeft < 200
            text: input.bytesLeft < 0 ? qsTr("This message is too long to send. Shorten it or send it in parts.")
                : qsTr("%1 characters left").arg(input.bytesLeft)
            color: input.bytesLeft < 0 ? Theme.badInk : Theme.inkDim
            font.pixelSize: Theme.small
            wrapMode: Text.Wrap
            Layout.fillWidth: true
            Layout.leftMargin: Theme.wide
            Layout.rightMargin: Theme.wide
        }
        // The field's own words go with the first letter.
        RowLayout {
            visible: panel.to !== ""
            spacing: Theme.hair
            Layout.fillWidth: true
            Layout.leftMargin: Theme.wide
            Layout.rightMargin: Theme.gap
            Icon {
                visible: panel.isPrivate
                name: "lock"
                size: Theme.small + 2
                color: Theme.accentInk
            }
            Label {
                objectName: "chatTo"
                text: qsTr("To %1").arg(panel.to)
                color: panel.isPrivate ? Theme.ink : Theme.inkDim
                font.pixelSize: Theme.small
                elide: Text.ElideRight
                Layout.fillWidth: true
            }
            IconButton {
                objectName: "writeToAll"
                visible: panel.isPrivate
                text: qsTr("Write to everyone again (Esc)")
                iconName: "close"
                onClicked: {
                    panel.outbox.addressee.write_to_all();
                    panel.write();
                }
            }
        }
        ComposerNote {
            composer: panel.chat.composer
            onCancelled: {
                composer.cancel();
                panel.write();
            }
            Layout.fillWidth: true
            Layout.leftMargin: Theme.gap
            Layout.rightMargin: Theme.gap
        }
        PreparingNote {
            files: panel.outbox.files
            Layout.fillWidth: true
            Layout.leftMargin: Theme.wide
            Layout.rightMargin: Theme.gap
        }
        UnsentNote {
            drafts: panel.outbox.drafts
            Layout.fillWidth: true
            Layout.leftMargin: Theme.gap
            Layout.rightMargin: Theme.gap
        }
        ChatInput {
            id: input
            chat: panel.chat
            to: panel.to
            Layout.fillWidth: true
            Layout.margins: Theme.gap
            Layout.topMargin: Theme.tight
            onSent: list.toEnd()
            onAttachWanted: panel.attach()
            onCopyWanted: if (panel.marks)
                list.copyFrom(list.marked)
        }
    }
}
