// SPDX-License-Identifier: Apache-2.0
// What can be done with a message.
pragma ComponentBehavior: Bound
import QtQuick
import Plenum

EntryMenu {
    id: menu

    property ChatBubble subject: null
    readonly property bool marked: subject !== null && subject.selectedText !== ""
    signal answerWanted(ChatBubble bubble)
    signal reactWanted(ChatBubble bubble)
    signal editWanted(ChatBubble bubble)
    signal removeWanted(ChatBubble bubble)
    signal restoreWanted(ChatBubble bubble)
    signal followWanted(ChatBubble bubble)
    signal copyWanted(ChatBubble bubble)
    signal linkWanted(string link)
    signal fetchWanted(ChatBubble bubble)
    signal cancelWanted(ChatBubble bubble)
    signal saveWanted(ChatBubble bubble)
    signal openWanted(ChatBubble bubble)
    signal enlargeWanted(ChatBubble bubble)
    signal sceneWanted(ChatBubble bubble)
    readonly property var file: subject !== null ? subject.file : ({})
    readonly property bool here: file.here === true

    /// Where the keyboard begins.
    function firstVisible(): int {
        let at = 0;
        while (at + 1 < count && !itemAt(at).visible)
            ++at;
        return at;
    }

    objectName: "messageMenu"
    EntryItem {
        objectName: "fetchFile"
        visible: menu.file.name !== undefined && !menu.here && !menu.file.comes
        text: qsTr("Download the file")
        iconName: "download"
        onTriggered: menu.fetchWanted(menu.subject)
    }
    EntryItem {
        objectName: "cancelFile"
        visible: menu.file.comes === true
        text: qsTr("Cancel the download")
        iconName: "close"
        onTriggered: menu.cancelWanted(menu.subject)
    }
    EntryItem {
        objectName: "enlargeFile"
        visible: menu.here && menu.file.image
        text: qsTr("Show large")
        iconName: "image"
        onTriggered: menu.enlargeWanted(menu.subject)
    }
    EntryItem {
        objectName: "openFile"
        visible: menu.here && menu.file.openable
        text: qsTr("Open the file")
        iconName: "open"
        onTriggered: menu.openWanted(menu.subject)
    }
    EntryItem {
        objectName: "saveFile"
        visible: menu.here
        text: qsTr("Save the file as…")
        iconName: "save"
        onTriggered: menu.saveWanted(menu.subject)
    }
    EntryItem {
        objectName: "answerMessage"
        visible: menu.subject !== null && menu.subject.mayAnswer
        text: qsTr("Answer")
        iconName: "reply"
        shortcutText: qsTr("R")
        onTriggered: menu.answerWanted(menu.subject)
    }
    EntryItem {
        objectName: "reactToMessage"
        visible: menu.subject !== null && menu.subject.mayAnswer
        text: qsTr("React…")
        iconName: "react"
        shortcutText: "+"
        onTriggered: menu.reactWanted(menu.subject)
    }
    EntryItem {
        visible: menu.subject !== null && menu.subject.quote.known === true
        text: qsTr("Go to what it answers")
        iconName: "up"
        onTriggered: menu.followWanted(menu.subject)
    }
    EntryItem {
        objectName: "showScreenOfMessage"
        visible: menu.subject !== null && menu.subject.scene !== ""
        text: qsTr("The shared screen, as it was")
        iconName: "screen"
        onTriggered: menu.sceneWanted(menu.subject)
    }
    EntryItem {
        objectName: "editMessage"
        visible: menu.subject !== null && menu.subject.mayEdit
        text: qsTr("Edit")
        iconName: "pen"
        shortcutText: qsTr("E")
        onTriggered: menu.editWanted(menu.subject)
    }
    EntryItem {
        objectName: "removeMessage"
        visible: menu.subject !== null && menu.subject.mayChange
        text: qsTr("Delete")
        iconName: "remove"
        shortcutText: qsTr("Del")
        onTriggered: menu.removeWanted(menu.subject)
    }
    EntryItem {
        visible: menu.subject !== null && menu.subject.restorable
        text: qsTr("Undo the deletion")
        iconName: "undo"
        onTriggered: menu.restoreWanted(menu.subject)
    }
    EntryItem {
        objectName: "copyMessage"
        visible: menu.subject !== null && !menu.subject.deleted
        text: menu.marked ? qsTr("Copy the marked text") : qsTr("Copy the message")
        iconName: "copy"
        shortcutText: qsTr("Ctrl+C")
        onTriggered: menu.copyWanted(menu.subject)
    }
    Instantiator {
        model: menu.subject === null ? [] : menu.subject.links
        delegate: EntryItem {
            required property string modelData
            objectName: "openLink"
            text: qsTr("Open %1").arg(modelData.length > 40 ? modelData.slice(0, 39) + "…" : modelData)
            iconName: "link"
            onTriggered: menu.linkWanted(modelData)
        }
        onObjectAdded: (index, object) => menu.insertItem(index, object as EntryItem)
        onObjectRemoved: (index, object) => menu.removeItem(object as EntryItem)
    }
}
