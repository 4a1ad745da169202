// SPDX-License-Identifier: Apache-2.0
// What was typed for others than those to whom one writes now.
import QtQuick
import QtQuick.Layouts
import Plenum

Rectangle {
    id: note

    required property Drafts drafts

    visible: drafts.otherText !== ""
    implicitHeight: content.implicitHeight + 2 * Theme.tight
    radius: Theme.radius
    color: Theme.raised
    ColumnLayout {
        id: content
        anchors.fill: parent
        anchors.margins: Theme.tight
        anchors.leftMargin: Theme.gap
        spacing: 2
        RowLayout {
            spacing: Theme.tight
            Label {
                text: note.drafts.otherGroup === "" ? qsTr("Not sent to everyone:")
                    : qsTr("Not sent to %1:").arg(note.drafts.otherGroup)
                color: Theme.inkDim
                font.pixelSize: Theme.small
                wrapMode: Text.Wrap
                Layout.fillWidth: true
            }
            ActionButton {
                objectName: "takeUnsent"
                text: qsTr("Take it over")
                compact: true
                onClicked: note.drafts.take_other()
            }
            IconButton {
                objectName: "dropUnsent"
                text: qsTr("Discard it")
                iconName: "close"
                onClicked: note.drafts.drop_other()
            }
        }
        Label {
            objectName: "unsentText"
            text: note.drafts.otherText
            font.pixelSize: Theme.small + 1
            wrapMode: Text.Wrap
            elide: Text.ElideRight
            maximumLineCount: 2
            Layout.fillWidth: true
        }
    }
}
