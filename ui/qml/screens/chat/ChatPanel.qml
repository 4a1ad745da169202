// SPDX-License-Identifier: Apache-2.0
// The conversation in writing.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

Item {
    id: panel

    required property Client client
    readonly property ChatModel chat: client.chat
    readonly property string group: client.groups.own === 0 ? "" : client.groups.ownLabel
    /// Not so long that nobody would read it, and only then worth a word.
    readonly property int bytesLeft: chat.bytes_left(input.text)

    /// The message of which some text is marked; of one at a time.
    property ChatBubble marked: null
    property ChatBubble markedBefore: null

    /// The marked text of a message, or all of it.
    function copyFrom(bubble: ChatBubble) {
        if (bubble !== null)
            client.copy(bubble.selectedText !== "" ? bubble.selectedText : bubble.plain);
    }

    /// What can be done with a message: where the mouse is, or under it.
    function openMenu(bubble: ChatBubble, byKeys: bool) {
        copyMenu.subject = bubble;
        if (byKeys)
            copyMenu.popup(bubble, 0, Math.min(bubble.height, list.height));
        else
            copyMenu.popup();
        if (byKeys)
            copyMenu.currentIndex = 0;
    }

    onMarkedChanged: {
        if (markedBefore !== null)
            markedBefore.deselect();
        markedBefore = marked;
    }
    Shortcut {
        sequence: "Ctrl+C"
        enabled: panel.visible && panel.marked !== null && panel.marked.selectedText !== "" && input.selectedText === ""
        onActivated: panel.copyFrom(panel.marked)
    }
    EntryMenu {
        id: copyMenu
        objectName: "copyMenu"
        property ChatBubble subject: null
        EntryItem {
            text: copyMenu.subject !== null && copyMenu.subject.selectedText !== "" ? qsTr("Copy the marked text")
                : qsTr("Copy the message")
            iconName: "copy"
            shortcutText: qsTr("Ctrl+C")
            onTriggered: panel.copyFrom(copyMenu.subject)
        }
        Instantiator {
            model: copyMenu.subject === null ? [] : copyMenu.subject.links
            delegate: EntryItem {
                required property string modelData
                objectName: "openLink"
                text: qsTr("Open %1").arg(modelData.length > 40 ? modelData.slice(0, 39) + "…" : modelData)
                iconName: "link"
                onTriggered: panel.client.open_link(modelData)
            }
            onObjectAdded: (index, object) => copyMenu.insertItem(index, object as EntryItem)
            onObjectRemoved: (index, object) => copyMenu.removeItem(object as EntryItem)
        }
    }

    function write() {
        input.forceActiveFocus();
    }
    function send() {
        if (chat.send(input.text))
            input.clear();
    }

    Binding {
        target: panel.chat
        property: "visible"
        value: panel.visible
    }
    ColumnLayout {
        anchors.fill: parent
        spacing: 0
        Item {
            Layout.fillWidth: true
            Layout.fillHeight: true
            ListView {
                id: list
                objectName: "chatList"
                property bool atEnd: true

                anchors.fill: parent
                anchors.leftMargin: Theme.wide
                anchors.rightMargin: Theme.wide
                topMargin: Theme.tight
                bottomMargin: Theme.gap
                clip: true
                model: panel.chat
                boundsBehavior: Flickable.StopAtBounds
                activeFocusOnTab: true
                Keys.onPressed: event => {
                    const menuKeys = [Qt.Key_Return, Qt.Key_Enter, Qt.Key_Menu];
                    const wantsMenu = menuKeys.includes(event.key)
                        || (event.key === Qt.Key_F10 && event.modifiers & Qt.ShiftModifier);
                    const copies = event.matches(StandardKey.Copy);
                    event.accepted = (copies || wantsMenu) && currentItem !== null;
                    if (event.accepted && copies)
                        panel.copyFrom(currentItem as ChatBubble);
                    else if (event.accepted)
                        panel.openMenu(currentItem as ChatBubble, true);
                }
                Accessible.role: Accessible.List
                Accessible.name: qsTr("Messages")
                ScrollBar.vertical: ScrollBar {}
                delegate: ChatBubble {
                    required property int index
                    width: list.width
                    current: list.activeFocus && ListView.isCurrentItem
                    onSendAgain: panel.chat.send_again(index)
                    onSelected: panel.marked = this
                    onLinkWanted: link => panel.client.open_link(link)
                    onMenuWanted: {
                        list.currentIndex = index;
                        panel.openMenu(this, false);
                    }
                }
                // Whoever reads back is left there; else the newest is in sight.
                onMovementEnded: atEnd = atYEnd
                onContentHeightChanged: if (atEnd)
                    positionViewAtEnd()
                onHeightChanged: if (atEnd)
                    positionViewAtEnd()
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
                text: panel.group === ""
                    ? qsTr("No messages yet. What you write here, everybody in the conference can read.")
                    : qsTr("No messages yet. What you write here, only the people in %1 can read.").arg(panel.group)
            }
        }
        Label {
            visible: panel.bytesLeft < 200
            text: panel.bytesLeft < 0 ? qsTr("This message is too long to send. Shorten it or send it in parts.")
                : qsTr("%1 characters left").arg(panel.bytesLeft)
            color: panel.bytesLeft < 0 ? Theme.badInk : Theme.inkDim
            font.pixelSize: Theme.small
            wrapMode: Text.Wrap
            Layout.fillWidth: true
            Layout.leftMargin: Theme.wide
            Layout.rightMargin: Theme.wide
        }
        // The field's own words go with the first letter.
        Label {
            objectName: "chatTo"
            visible: panel.group !== ""
            text: qsTr("To %1").arg(panel.group)
            color: Theme.inkDim
            font.pixelSize: Theme.small
            elide: Text.ElideRight
            Layout.fillWidth: true
            Layout.leftMargin: Theme.wide
            Layout.rightMargin: Theme.gap
        }
        UnsentNote {
            drafts: panel.chat.drafts
            Layout.fillWidth: true
            Layout.leftMargin: Theme.gap
            Layout.rightMargin: Theme.gap
        }
        RowLayout {
            spacing: Theme.tight
            Layout.margins: Theme.gap
            Layout.topMargin: Theme.tight
            ScrollView {
                Layout.fillWidth: true
                Layout.maximumHeight: 120
                TextArea {
                    id: input
                    objectName: "chatInput"
                    Component.onCompleted: text = panel.chat.drafts.text
                    onTextChanged: panel.chat.drafts.text = text
                    Connections {
                        target: panel.chat.drafts
                        function onChanged() {
                            if (input.text !== panel.chat.drafts.text)
                                input.text = panel.chat.drafts.text;
                        }
                    }
                    placeholderText: panel.group === "" ? qsTr("Write to everyone")
                        : qsTr("Write to %1").arg(panel.group)
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
                    Accessible.name: panel.group === "" ? qsTr("Message to everyone")
                        : qsTr("Message to %1").arg(panel.group)
                    Accessible.description: qsTr("Enter sends, Shift and Enter begins a new line")
                    // The tabulator moves on, it is no part of a message.
                    Keys.onTabPressed: nextItemInFocusChain(true).forceActiveFocus(Qt.TabFocusReason)
                    Keys.onBacktabPressed: nextItemInFocusChain(false).forceActiveFocus(Qt.BacktabFocusReason)
                    Keys.onPressed: event => {
                        // Marked text of a message, where none is marked here.
                        if (event.matches(StandardKey.Copy) && selectedText === "" && panel.marked !== null
                            && panel.marked.selectedText !== "") {
                            event.accepted = true;
                            panel.copyFrom(panel.marked);
                            return;
                        }
                        const enter = event.key === Qt.Key_Return || event.key === Qt.Key_Enter;
                        if (!enter || event.modifiers & Qt.ShiftModifier)
                            return;
                        event.accepted = true;
                        panel.send();
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
                id: sendButton
                objectName: "sendButton"
                text: qsTr("Send (Enter)")
                iconName: "send"
                enabled: input.text.trim() !== "" && panel.bytesLeft >= 0
                inkColor: enabled ? Theme.textOnAccent : Theme.inkDim
                restColor: enabled ? Theme.accent : Theme.raised
                implicitWidth: Theme.control + 2
                implicitHeight: Theme.control + 2
                Layout.alignment: Qt.AlignBottom
                onClicked: panel.send()
            }
        }
    }
}
