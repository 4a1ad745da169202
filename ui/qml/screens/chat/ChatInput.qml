// SPDX-License-Identifier: Apache-2.0
// Where one writes.
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

RowLayout {
    id: row

    required property ChatModel chat
    /// To whom it goes; empty: to everyone.
    required property string to
    readonly property ChatComposer composer: chat.composer
    readonly property ChatOutbox outbox: chat.outbox
    readonly property alias text: input.text
    readonly property alias writing: input.activeFocus
    readonly property alias selectedText: input.selectedText
    readonly property int bytesLeft: composer.bytes_left(input.text)
    signal sent
    signal attachWanted
    /// Nothing is marked here.
    signal copyWanted

    function write() {
        input.forceActiveFocus();
    }
    function send() {
        if (!composer.send(input.text))
            return;
        // After an edit or an answer the draft of before is back.
        input.text = outbox.drafts.text;
        sent();
    }

    spacing: Theme.tight
    Connections {
        target: row.composer
        function onChanged() {
            if (row.composer.editing)
                return;
            if (input.text !== row.outbox.drafts.text)
                input.text = row.outbox.drafts.text;
            if (row.composer.answering)
                row.write();
        }
        function onPrefilled(text: string) {
            input.text = text;
            input.cursorPosition = input.length;
            row.write();
        }
    }
    Connections {
        target: row.outbox.drafts
        function onChanged() {
            if (!row.composer.editing && input.text !== row.outbox.drafts.text)
                input.text = row.outbox.drafts.text;
        }
    }
    IconButton {
        objectName: "attachButton"
        text: row.to === "" ? qsTr("Send files or images (Ctrl+O)")
            : qsTr("Send files or images to %1 (Ctrl+O)").arg(row.to)
        iconName: "attach"
        enabled: !row.composer.editing
        Layout.alignment: Qt.AlignBottom
        onClicked: row.attachWanted()
    }
    ScrollView {
        Layout.fillWidth: true
        Layout.maximumHeight: 120
        TextArea {
            id: input
            objectName: "chatInput"
            Component.onCompleted: text = row.outbox.drafts.text
            onTextChanged: if (!row.composer.editing)
                row.outbox.drafts.text = text
            placeholderText: row.to === "" ? qsTr("Write to everyone") : qsTr("Write to %1").arg(row.to)
            placeholderTextColor: Theme.inkDim
            color: Theme.ink
            selectionColor: Theme.accent
            selectedTextColor: Theme.textOnAccent
            font.pixelSize: Theme.body
            wrapMode: TextArea.Wrap
            textFormat: TextEdit.PlainText
            selectByMouse: true
            leftPadding: Theme.gap
            rightPadding: Theme.gap
            topPadding: Theme.gap - 2
            bottomPadding: Theme.gap - 2
            Accessible.name: row.composer.editing ? qsTr("Another text for your message") : row.to === ""
                ? qsTr("Message to everyone") : qsTr("Message to %1").arg(row.to)
            Accessible.description: qsTr("Enter sends, Shift and Enter begins a new line, Up edits your last message")
            // The tabulator moves on, it is no part of a message.
            Keys.onTabPressed: nextItemInFocusChain(true).forceActiveFocus(Qt.TabFocusReason)
            Keys.onBacktabPressed: nextItemInFocusChain(false).forceActiveFocus(Qt.BacktabFocusReason)
            Keys.onPressed: event => {
                const plain = !row.composer.editing && !row.composer.answering;
                const enter = event.key === Qt.Key_Return || event.key === Qt.Key_Enter;
                event.accepted = true;
                if (event.matches(StandardKey.Copy) && selectedText === "")
                    row.copyWanted();
                else if (event.matches(StandardKey.Paste) && !row.composer.editing)
                    event.accepted = row.outbox.files.paste();
                else if (event.key === Qt.Key_Up && plain && text === "")
                    event.accepted = row.composer.edit_last();
                else if (event.key === Qt.Key_Escape && !plain)
                    row.composer.cancel();
                else if (event.key === Qt.Key_Escape && row.outbox.addressee.isPrivate)
                    row.outbox.addressee.write_to_all();
                else if (enter && !(event.modifiers & Qt.ShiftModifier))
                    row.send();
                else
                    event.accepted = false;
            }
            background: Rectangle {
                radius: Theme.radius
                color: Theme.dark ? Theme.window : Theme.surface
                border.width: input.activeFocus ? 2 : 1
                border.color: input.activeFocus ? Theme.focus : Theme.outline
            }
        }
    }
    IconButton {
        objectName: "sendButton"
        text: row.composer.editing ? qsTr("Save (Enter)") : qsTr("Send (Enter)")
        iconName: row.composer.editing ? "check" : "send"
        enabled: input.text.trim() !== "" && row.bytesLeft >= 0
        inkColor: enabled ? Theme.textOnAccent : Theme.inkDim
        restColor: enabled ? Theme.accent : Theme.raised
        implicitWidth: Theme.control + 2
        implicitHeight: Theme.control + 2
        Layout.alignment: Qt.AlignBottom
        onClicked: row.send()
    }
}
