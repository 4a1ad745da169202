// SPDX-License-Identifier: Apache-2.0
// What stands in the workspace while there are no cameras: why, and what to do.
import QtQuick
import QtQuick.Layouts
import Plenum

Item {
    id: note

    required property Client client
    readonly property Capture capture: client.capture
    readonly property string phase: capture.state
    readonly property bool awaited: phase === "empty" && !capture.replaying

    ColumnLayout {
        anchors.centerIn: parent
        width: Math.min(parent.width - 2 * Theme.broad, 640 * Theme.textScale)
        spacing: Theme.wide
        Icon {
            name: note.phase === "ended" ? (note.capture.endWords === "" ? "check" : "alert")
                : note.phase === "lost" ? "lost" : note.phase === "lobby" ? "knock" : "cameras"
            size: Theme.display
            color: Theme.inkDim
            Layout.alignment: Qt.AlignHCenter
        }
        Label {
            objectName: "captureWords"
            text: {
                switch (note.phase) {
                case "joining":
                    return qsTr("Your cameras join the call as a member of their own…");
                case "lobby":
                    return qsTr("A moderator has to let your cameras in. They wait as a member of their own.");
                case "lost":
                    return qsTr("The link of the cluster is lost. It comes back by itself.");
                case "empty":
                    return note.capture.replaying ? qsTr("The recording is being read…")
                        : note.capture.cameras.gone === "" ? qsTr("No camera yet")
                        : qsTr("All cameras have left: %1").arg(note.capture.cameras.gone);
                }
                return note.capture.endWords !== "" ? note.capture.endWords
                    : note.capture.replaying ? qsTr("The recording is over.") : qsTr("No cameras are received now.");
            }
            font.pixelSize: Theme.title
            font.weight: note.awaited ? Font.DemiBold : Font.Normal
            wrapMode: Text.Wrap
            horizontalAlignment: Text.AlignHCenter
            Accessible.role: note.phase === "ended" ? Accessible.AlertMessage : Accessible.StaticText
            Layout.fillWidth: true
        }
        Label {
            visible: note.awaited
            text: qsTr("Run this on the computer of each camera, with a name of its own in place of “left”. Plenum "
                + "must be installed there.")
            color: Theme.inkDim
            wrapMode: Text.Wrap
            horizontalAlignment: Text.AlignHCenter
            lineHeight: 1.25
            Layout.fillWidth: true
        }
        Rectangle {
            visible: note.awaited
            implicitHeight: command.implicitHeight + 2 * Theme.gap
            radius: Theme.radius
            color: Theme.raised
            Layout.fillWidth: true
            Text {
                id: command
                objectName: "captureCommand"
                anchors.left: parent.left
                anchors.right: parent.right
                anchors.verticalCenter: parent.verticalCenter
                anchors.margins: Theme.gap
                text: note.capture.shownCommand
                color: Theme.ink
                font.family: "monospace"
                font.pixelSize: Theme.body
                textFormat: Text.PlainText
                wrapMode: Text.WrapAnywhere
                // A command is the same in all languages.
                horizontalAlignment: Text.AlignLeft
                LayoutMirroring.enabled: false
                Accessible.role: Accessible.StaticText
                Accessible.name: text
            }
        }
        RowLayout {
            spacing: Theme.tight
            Layout.alignment: Qt.AlignHCenter
            ActionButton {
                objectName: "captureCopy"
                property bool copied: false
                visible: note.awaited
                text: copied ? qsTr("Copied") : qsTr("Copy with the link")
                iconName: copied ? "check" : "copy"
                kind: "primary"
                onClicked: {
                    note.client.copy(note.capture.command);
                    copied = true;
                }
            }
            ActionButton {
                objectName: "captureAgain"
                visible: note.phase === "ended"
                text: note.capture.replaying && note.capture.endWords === "" ? qsTr("Play again") : qsTr("Try again")
                iconName: "again"
                kind: "primary"
                onClicked: note.capture.again()
            }
            ActionButton {
                objectName: "captureCancel"
                text: note.phase === "ended" ? qsTr("Close") : qsTr("Cancel")
                onClicked: note.capture.close()
            }
        }
    }
}
