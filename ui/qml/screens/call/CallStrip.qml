// SPDX-License-Identifier: Apache-2.0
// The top strip: which conference, how safe, how long, how well.
import QtQuick
import QtQuick.Layouts
import Plenum

Rectangle {
    id: strip

    required property Client client
    readonly property Session session: client.session
    readonly property string grade: client.diagnostics.health.grade
    readonly property bool narrow: width < 900 * Theme.textScale

    signal securityWanted
    signal diagnosticsWanted

    implicitHeight: Math.round(48 * Theme.textScale)
    color: Theme.surface

    RowLayout {
        anchors.fill: parent
        anchors.leftMargin: Theme.wide + 4
        anchors.rightMargin: Theme.wide
        spacing: Theme.gap
        Label {
            text: strip.session.facts.title
            font.pixelSize: Theme.title
            font.weight: Font.DemiBold
            elide: Text.ElideRight
            Layout.fillWidth: true
            Layout.preferredWidth: implicitWidth
            Layout.minimumWidth: Math.min(implicitWidth, 40 * Theme.textScale)
            Layout.maximumWidth: Math.ceil(implicitWidth)
            Accessible.role: Accessible.Heading
        }
        Pill {
            iconName: "lock"
            text: !strip.session.encryption.endToEnd ? qsTr("Not encrypted")
                : strip.narrow ? qsTr("Encrypted") : qsTr("End-to-end encrypted")
            inkColor: strip.session.encryption.endToEnd ? Theme.inkDim : Theme.badInk
            opens: true
            hint: qsTr("What is encrypted, and how to check it")
            onClicked: strip.securityWanted()
        }
        Pill {
            text: strip.client.times.elapsed.text
            hint: qsTr("How long the call has lasted for you")
            Accessible.name: qsTr("In the call for %1").arg(text)
        }
        Pill {
            id: recordingPill
            objectName: "recordingPill"
            readonly property CallRecording recording: strip.client.people.recording
            // Names are as long as somebody made them.
            Layout.fillWidth: true
            Layout.preferredWidth: implicitWidth
            Layout.minimumWidth: Math.min(Math.ceil(implicitWidth), 96 * Theme.textScale)
            Layout.maximumWidth: Math.ceil(implicitWidth)
            visible: recording.pill !== ""
            text: "● " + recording.pill
            inkColor: Theme.badInk
            opens: recording.on
            hint: recording.words
            Accessible.name: recording.words
            onClicked: recordingMenu.open()
            EntryMenu {
                id: recordingMenu
                objectName: "recordingMenu"
                opener: recordingPill
                y: parent.height + Theme.tight
                EntryItem {
                    objectName: "recordingStop"
                    text: qsTr("Stop recording")
                    iconName: "stop"
                    enabled: !recordingPill.recording.finishing
                    onTriggered: recordingPill.recording.stop()
                }
            }
        }
        Pill {
            objectName: "networkPill"
            iconName: strip.session.connection.reconnecting ? "lost" : ""
            text: strip.session.connection.reconnecting ? qsTr("Reconnecting…")
                : "● " + strip.client.diagnostics.health.text
            inkColor: strip.session.connection.reconnecting || strip.grade === "poor" ? Theme.badInk
                : strip.grade === "good" ? Theme.goodInk : strip.grade === "fair" ? Theme.fairInk : Theme.inkDim
            opens: true
            hint: strip.client.diagnostics.health.faulty ? strip.client.diagnostics.health.meaning
                : qsTr("How well the network carries you, and how the call goes (Ctrl+Shift+D)")
            Accessible.name: qsTr("Network: %1").arg(strip.session.connection.reconnecting ? qsTr("reconnecting")
                : strip.client.diagnostics.health.text)
            onClicked: strip.diagnosticsWanted()
        }
        Pill {
            objectName: "groupPill"
            // Its label is as long as somebody made it.
            Layout.fillWidth: true
            Layout.preferredWidth: implicitWidth
            Layout.minimumWidth: Math.min(Math.ceil(implicitWidth), 120 * Theme.textScale)
            Layout.maximumWidth: Math.ceil(implicitWidth)
            visible: strip.client.groups.count > 0
            iconName: "rooms"
            text: strip.client.groups.time.left === "" ? strip.client.groups.ownLabel
                : strip.client.groups.ownLabel + " · " + strip.client.groups.time.left
            inkColor: strip.client.groups.own !== 0 ? Theme.accentInk : Theme.inkDim
            opens: true
            hint: qsTr("Where you are, and how long the groups last")
            Accessible.name: strip.client.groups.time.left === "" ? qsTr("You are in: %1").arg(
                strip.client.groups.ownLabel) : qsTr("You are in: %1, %2 left").arg(strip.client.groups.ownLabel).arg(
                strip.client.groups.time.left)
            onClicked: strip.client.settings.panel = "people"
        }
        Item {
            Layout.fillWidth: true
            Layout.preferredWidth: 0
        }
        Pill {
            visible: strip.session.demo
            text: qsTr("Demo")
            inkColor: Theme.accentInk
            hint: qsTr("Simulated people, no network")
        }
        Pill {
            objectName: "peoplePill"
            iconName: "people"
            opens: true
            hint: qsTr("Show who is here (Ctrl+Shift+P)")
            onClicked: strip.client.settings.panel = "people"
            text: strip.client.people.members.count === 1 ? qsTr("1 person")
                : qsTr("%1 people").arg(strip.client.people.members.count)
        }
    }
    Rectangle {
        anchors.bottom: parent.bottom
        width: parent.width
        height: 1
        color: Theme.line
    }
}
