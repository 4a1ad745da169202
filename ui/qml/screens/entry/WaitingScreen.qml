// SPDX-License-Identifier: Apache-2.0
// Before the door: somebody inside decides. Nothing of the conference is here, its name neither.
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

FocusScope {
    id: screen

    required property Client client

    focus: true
    Flickable {
        id: scroll
        anchors.fill: parent
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {}
        contentWidth: width
        contentHeight: Math.max(height, content.implicitHeight + 2 * Theme.broad)
        RowLayout {
            id: content
            anchors.centerIn: parent
            width: Math.min(scroll.width - 2 * Theme.vast, 1000 * Theme.textScale)
            spacing: Theme.vast
            OwnPreview {
                client: screen.client
                Layout.fillWidth: true
                Layout.preferredWidth: 3
                Layout.minimumWidth: 320
            }
            ColumnLayout {
                Layout.fillWidth: true
                Layout.preferredWidth: 2
                Layout.minimumWidth: 280
                Layout.maximumWidth: 400 * Theme.textScale
                spacing: Theme.wide
                Label {
                    text: qsTr("Waiting to be let in")
                    font.pixelSize: Theme.large
                    font.weight: Font.DemiBold
                    wrapMode: Text.Wrap
                    Layout.fillWidth: true
                    Accessible.role: Accessible.Heading
                }
                Label {
                    text: qsTr("Somebody inside was asked and sees your name. You go in by yourself as soon as they " +
                        "let you in; until then nobody sees or hears you, and you see and hear nothing of them.")
                    color: Theme.inkDim
                    lineHeight: 1.25
                    wrapMode: Text.Wrap
                    Layout.fillWidth: true
                    Accessible.role: Accessible.AlertMessage
                }
                RowLayout {
                    spacing: Theme.gap
                    BusyIndicator {
                        running: true
                        implicitWidth: Theme.control
                        implicitHeight: Theme.control
                        palette.dark: Theme.accentInk
                        Accessible.ignored: true
                    }
                    Label {
                        objectName: "waitedText"
                        text: qsTr("Waiting for %1").arg(screen.client.times.waited.text)
                        font.pixelSize: Theme.title
                        font.weight: Font.Medium
                    }
                }
                ActionButton {
                    objectName: "cancelWaiting"
                    text: qsTr("Stop waiting")
                    focus: true
                    Layout.fillWidth: true
                    onClicked: screen.client.session.leave()
                }
            }
        }
    }
}
