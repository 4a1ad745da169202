// SPDX-License-Identifier: Apache-2.0
// The stage: tiles, and what a person must know about the call right now.
// Qt 6.4's loaders cannot make bound components, so what is outside of one cannot be named for the linter.
// qmllint disable unqualified
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

Item {
    id: area

    required property Client client
    readonly property bool alone: client.members.count <= 1
    readonly property bool speakerLayout: client.settings.stageLayout === "speaker" && !alone
    signal copyLinkWanted
    signal identityWanted(int memberIndex)
    signal waitingWanted

    // What must be said takes room of its own: it hides neither faces nor names.
    Loader {
        anchors.fill: parent
        anchors.margins: Theme.gap
        anchors.bottomMargin: Theme.gap + (hints.visible ? hints.height + Theme.gap : 0)
        sourceComponent: area.speakerLayout ? speaker : grid
    }
    Component {
        id: grid
        GridStage {
            client: area.client
            onIdentityWanted: index => area.identityWanted(index)
        }
    }
    Component {
        id: speaker
        SpeakerStage {
            client: area.client
            onIdentityWanted: index => area.identityWanted(index)
        }
    }
    Pane {
        id: invitation
        objectName: "invitation"
        visible: area.alone && !area.client.session.reconnecting && !knocking.shown
        anchors.horizontalCenter: parent.horizontalCenter
        anchors.bottom: parent.bottom
        anchors.bottomMargin: Theme.vast + Theme.broad
        width: Math.min(parent.width - 2 * Theme.vast, 420 * Theme.textScale)
        padding: Theme.broad
        background: Rectangle {
            radius: Theme.radiusLarge
            color: Theme.surface
            border.color: Theme.line
            opacity: 0.96
        }
        contentItem: EmptyNote {
            iconName: "people"
            text: qsTr("Nobody else is here yet. Copy the link and send it.")
            ActionButton {
                text: qsTr("Copy the link")
                iconName: "link"
                kind: "primary"
                onClicked: area.copyLinkWanted()
            }
        }
    }
    UnansweredCard {
        objectName: "unansweredCard"
        client: area.client
        anchors.centerIn: parent
        width: Math.min(parent.width - 2 * Theme.vast, 440 * Theme.textScale)
    }
    ColumnLayout {
        id: hints
        visible: mutedHint.shown || reconnectingHint.shown || doubtHint.shown || knocking.shown || toAllHint.shown
        anchors.horizontalCenter: parent.horizontalCenter
        anchors.bottom: parent.bottom
        anchors.bottomMargin: Theme.gap
        width: Math.min(parent.width - 2 * Theme.vast, 560 * Theme.textScale)
        spacing: Theme.tight
        KnockBanner {
            id: knocking
            objectName: "knockBanner"
            client: area.client
            onShowWanted: area.waitingWanted()
        }
        Banner {
            id: mutedHint
            objectName: "mutedHint"
            readonly property bool barred: area.client.floors.barred
            shown: area.client.media.talkingWhileMuted && !area.client.session.reconnecting
                && !area.client.session.suspended
            iconName: "microphone-off"
            text: barred ? area.client.floors.barredWords
                : qsTr("You are muted, so nobody hears you. Press Ctrl+D, or hold the space bar while you talk.")
            actionText: barred ? area.client.floors.barredAction : qsTr("Unmute")
            onActed: barred ? area.client.floors.voice.press() : area.client.media.toggle_microphone()
        }
        Banner {
            id: toAllHint
            objectName: "toAllHint"
            shown: area.client.groups.speaksToAll
            iconName: "loudspeaker"
            text: area.client.groups.toAllWords
            actionText: qsTr("To my group alone")
            onActed: area.client.groups.speak_to_all(false)
        }
        Banner {
            id: doubtHint
            objectName: "doubtHint"
            shown: area.client.session.doubt !== ""
            iconName: "lost"
            text: area.client.session.doubt
            actionText: area.client.session.suspended ? qsTr("Leave") : ""
            onActed: area.client.session.leave()
        }
        Banner {
            id: reconnectingHint
            objectName: "reconnectingHint"
            shown: area.client.session.reconnecting && area.client.session.unanswered === ""
            iconName: "lost"
            text: qsTr("The connection was interrupted, so you neither hear nor see the others. Plenum reconnects " +
                "by itself.")
        }
    }
}
