// SPDX-License-Identifier: Apache-2.0
// What the next message is, where it is more than a message.
import QtQuick
import QtQuick.Layouts
import Plenum

Rectangle {
    id: note

    required property ChatComposer composer
    signal cancelled

    objectName: "composerNote"
    visible: composer.answering || composer.editing
    implicitHeight: content.implicitHeight + 2 * Theme.tight
    radius: Theme.radius
    color: Theme.raised
    RowLayout {
        id: content
        anchors.fill: parent
        anchors.margins: Theme.tight
        anchors.leftMargin: Theme.gap
        spacing: Theme.tight
        Icon {
            name: note.composer.editing ? "pen" : "reply"
            size: Theme.body
            color: Theme.accentInk
        }
        ColumnLayout {
            spacing: 0
            Label {
                text: note.composer.editing ? qsTr("Edit your message") : note.composer.who === ""
                    ? qsTr("Answer to yourself") : qsTr("Answer to %1").arg(note.composer.who)
                font.pixelSize: Theme.small
                font.weight: Font.DemiBold
                elide: Text.ElideRight
                Layout.fillWidth: true
            }
            Label {
                text: note.composer.quote.replace(/\s+/g, " ")
                color: Theme.inkDim
                font.pixelSize: Theme.small
                elide: Text.ElideRight
                Layout.fillWidth: true
            }
        }
        IconButton {
            objectName: "cancelComposing"
            text: note.composer.editing ? qsTr("Keep it as it is (Esc)") : qsTr("No answer (Esc)")
            iconName: "close"
            onClicked: note.cancelled()
        }
    }
}
