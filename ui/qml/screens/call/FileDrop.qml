// SPDX-License-Identifier: Apache-2.0
// Files that are dropped on the call go into the chat, unless something on the screen takes them itself.
import QtQuick
import Plenum

DropArea {
    id: drop

    required property Client client
    readonly property ChatAddressee addressee: client.chat.outbox.addressee

    anchors.fill: parent
    keys: ["text/uri-list"]
    onDropped: event => {
        if (!event.hasUrls)
            return;
        event.accept(Qt.CopyAction);
        client.settings.panel = "chat";
        client.chat.outbox.files.offer(event.urls);
    }
    Rectangle {
        objectName: "dropHint"
        visible: drop.containsDrag
        parent: drop.parent
        anchors.fill: parent
        z: 1
        color: Theme.shade
        Rectangle {
            anchors.centerIn: parent
            width: Math.min(parent.width - 2 * Theme.broad, words.implicitWidth + 2 * Theme.vast)
            height: words.implicitHeight + 2 * Theme.vast
            radius: Theme.radiusLarge
            color: Theme.surface
            border.width: 2
            border.color: Theme.accentInk
            Label {
                id: words
                anchors.centerIn: parent
                width: Math.min(implicitWidth, drop.width - 4 * Theme.vast)
                text: drop.addressee.label === "" ? qsTr("Drop files here to send them to everybody in the conference.")
                    : drop.addressee.isPrivate ? qsTr("Drop files here to send them to %1.").arg(drop.addressee.label)
                    : qsTr("Drop files here to send them to the people in %1.").arg(drop.addressee.label)
                font.pixelSize: Theme.title
                wrapMode: Text.Wrap
                horizontalAlignment: Text.AlignHCenter
            }
        }
    }
}
