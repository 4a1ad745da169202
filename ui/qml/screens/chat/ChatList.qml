// SPDX-License-Identifier: Apache-2.0
// The messages, and what can be done with one.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import Plenum

ListView {
    id: list

    required property ChatModel chat
    property bool atEnd: true
    /// The message of which some text is marked; of one at a time.
    property ChatBubble marked: null
    property ChatBubble markedBefore: null
    /// The button of a message on which the keyboard is, or was.
    property Item button: null
    readonly property Item keyboardAt: Window.activeFocusItem
    signal copyWanted(string text)
    signal linkWanted(string link)
    signal saveWanted(string line)
    signal sceneWanted(string scene)

    /// The marked text of a message, or all of it.
    function copyFrom(bubble: ChatBubble) {
        if (bubble !== null)
            copyWanted(bubble.selectedText !== "" ? bubble.selectedText : bubble.plain);
    }
    function toEnd() {
        atEnd = true;
        positionViewAtEnd();
    }
    function showRow(row: int) {
        if (row < 0)
            return;
        atEnd = false;
        positionViewAtIndex(row, ListView.Contain);
    }
    /// The message that another one answers.
    function follow(line: string) {
        const row = chat.row_named(line);
        showRow(row);
        currentIndex = row;
        flash.line = line;
        flash.restart();
    }
    /// Where the mouse is, or under the message.
    function openMenu(bubble: ChatBubble, byKeys: bool) {
        menu.subject = bubble;
        if (!byKeys)
            return menu.popup();
        menu.popup(bubble, 0, Math.min(bubble.height, height));
        menu.currentIndex = menu.firstVisible();
    }
    function enlarge(bubble: ChatBubble) {
        const sheet = pictures.made() as PictureSheet;
        if (sheet === null)
            return;
        sheet.line = bubble.line;
        sheet.hash = bubble.file.hash;
        sheet.own = bubble.isOwn;
        sheet.title = bubble.file.name;
        sheet.open();
    }
    function openPicker(bubble: ChatBubble) {
        const below = bubble.mapToItem(list, 0, bubble.height);
        picker.line = bubble.line;
        picker.x = Math.max(0, (width - picker.implicitWidth) / 2);
        picker.y = Math.max(0, Math.min(below.y, height - picker.implicitHeight));
        picker.open();
    }
    /// A key for the message on which the keyboard is; false if it means nothing.
    function press(key: int, bubble: ChatBubble): bool {
        if (key === Qt.Key_R && bubble.mayAnswer)
            chat.composer.answer(bubble.line);
        else if (key === Qt.Key_Plus && bubble.mayAnswer)
            openPicker(bubble);
        else if (key === Qt.Key_E && bubble.mayEdit)
            chat.composer.edit(bubble.line);
        else if (key === Qt.Key_Delete && bubble.mayChange)
            chat.changes.remove(bubble.line);
        else
            return false;
        return true;
    }

    objectName: "chatList"
    topMargin: Theme.tight
    bottomMargin: Theme.gap
    clip: true
    model: chat
    boundsBehavior: Flickable.StopAtBounds
    activeFocusOnTab: true
    // Whoever comes back with Tab begins at the list, not behind the button where they were last.
    onKeyboardAtChanged: {
        if (activeFocus)
            button = keyboardAt === list ? null : keyboardAt;
        else if (button !== null)
            button.focus = false;
    }
    onMarkedChanged: {
        if (markedBefore !== null)
            markedBefore.deselect();
        markedBefore = marked;
    }
    Keys.onPressed: event => {
        const bubble = currentItem as ChatBubble;
        if (bubble === null)
            return;
        const menuKeys = [Qt.Key_Return, Qt.Key_Enter, Qt.Key_Menu];
        const wantsMenu = menuKeys.includes(event.key)
            || (event.key === Qt.Key_F10 && event.modifiers & Qt.ShiftModifier);
        event.accepted = true;
        if (event.matches(StandardKey.Copy))
            copyFrom(bubble);
        else if (wantsMenu)
            openMenu(bubble, true);
        else
            event.accepted = press(event.key, bubble);
    }
    Accessible.role: Accessible.List
    Accessible.name: qsTr("Messages")
    ScrollBar.vertical: ScrollBar {}
    delegate: ChatBubble {
        required property int index
        width: list.width
        current: list.activeFocus && ListView.isCurrentItem
        marked: line === flash.line || index === list.chat.search.row
        onSendAgain: list.chat.send_again(index)
        onSelected: list.marked = this
        onLinkWanted: link => list.linkWanted(link)
        onMenuWanted: {
            list.currentIndex = index;
            list.openMenu(this, false);
        }
        onAnswerWanted: list.chat.composer.answer(line)
        onReactWanted: list.openPicker(this)
        onReacted: kind => list.chat.changes.react(line, kind)
        onRestoreWanted: list.chat.changes.restore(line)
        onQuoteFollowed: list.follow(quote.line)
        onFetchWanted: list.chat.files.fetch(line)
        onCancelWanted: list.chat.files.cancel(line)
        onSaveWanted: list.saveWanted(line)
        onOpenWanted: list.chat.files.open(line)
        onEnlargeWanted: list.enlarge(this)
        onSceneWanted: list.sceneWanted(scene)
    }
    // Whoever reads back is left there; else the newest is in sight.
    onMovementEnded: atEnd = atYEnd
    onContentHeightChanged: if (atEnd)
        positionViewAtEnd()
    onHeightChanged: if (atEnd)
        positionViewAtEnd()

    ChatMenu {
        id: menu
        onAnswerWanted: bubble => list.chat.composer.answer(bubble.line)
        onReactWanted: bubble => list.openPicker(bubble)
        onEditWanted: bubble => list.chat.composer.edit(bubble.line)
        onRemoveWanted: bubble => list.chat.changes.remove(bubble.line)
        onRestoreWanted: bubble => list.chat.changes.restore(bubble.line)
        onFollowWanted: bubble => list.follow(bubble.quote.line)
        onCopyWanted: bubble => list.copyFrom(bubble)
        onLinkWanted: link => list.linkWanted(link)
        onFetchWanted: bubble => list.chat.files.fetch(bubble.line)
        onCancelWanted: bubble => list.chat.files.cancel(bubble.line)
        onSaveWanted: bubble => list.saveWanted(bubble.line)
        onOpenWanted: bubble => list.chat.files.open(bubble.line)
        onEnlargeWanted: bubble => list.enlarge(bubble)
        onSceneWanted: bubble => list.sceneWanted(bubble.scene)
    }
    SheetHost {
        id: pictures
        PictureSheet {
            line: ""
            hash: ""
            onSaveWanted: list.saveWanted(line)
        }
    }
    ReactionPicker {
        id: picker
        property string line: ""
        onPicked: kind => list.chat.changes.react(line, kind)
        onClosed: list.forceActiveFocus()
    }
    Connections {
        target: list.chat.search
        function onChanged() {
            list.showRow(list.chat.search.row);
        }
    }
    Timer {
        id: flash
        property string line: ""
        interval: 1600
        onTriggered: line = ""
    }
}
