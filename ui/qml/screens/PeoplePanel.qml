// SPDX-License-Identifier: Apache-2.0
// Who waits, who is here, and who may come in.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

Item {
    id: panel

    required property Client client
    readonly property bool someoneWaits: client.moderation.mayModerate && client.knocks.count > 0
    signal copyLinkWanted
    signal entryWanted
    signal identityWanted(int memberIndex)
    signal removeWanted(int memberIndex, string name)

    function showWaiting() {
        waiting.reach();
    }

    EntryWords {
        id: words
    }
    PersonMenu {
        id: menu
        objectName: "personMenu"
        client: panel.client
        onIdentityWanted: index => panel.identityWanted(index)
        onRemoveWanted: (index, name) => panel.removeWanted(index, name)
    }
    ColumnLayout {
        anchors.fill: parent
        spacing: 0
        ActionButton {
            objectName: "entryButton"
            text: words.state(panel.client.moderation.admission)
            iconName: panel.client.moderation.admission === "open" ? "people" : panel.client.moderation.admission
                === "lobby" ? "knock" : "lock"
            Layout.fillWidth: true
            Layout.margins: Theme.gap
            Layout.bottomMargin: 0
            Accessible.name: qsTr("Who may come in: %1").arg(text)
            onClicked: panel.entryWanted()
        }
        WaitingPeople {
            id: waiting
            client: panel.client
            visible: panel.someoneWaits
            heightMax: panel.height * 0.45
            Layout.fillWidth: true
            Layout.topMargin: Theme.tight
        }
        Label {
            text: qsTr("%1 in the conference").arg(panel.client.members.count)
            color: Theme.inkDim
            font.pixelSize: Theme.small + 1
            Layout.leftMargin: Theme.wide
            Layout.topMargin: Theme.gap
            Layout.bottomMargin: Theme.hair
        }
        ListView {
            id: list
            objectName: "peopleList"
            clip: true
            model: panel.client.members
            boundsBehavior: Flickable.StopAtBounds
            Layout.fillWidth: true
            Layout.fillHeight: true
            Accessible.role: Accessible.List
            Accessible.name: qsTr("People")
            ScrollBar.vertical: ScrollBar {}
            delegate: PersonLine {
                id: line
                required property int index
                width: list.width
                acting: isSelf && panel.client.moderation.acting
                menuOffered: !isSelf || (panel.client.moderation.mayModerate && isModerator && !isHost)
                onMenuWanted: button => menu.openFor(line, button)
                onReached: list.positionViewAtIndex(index, ListView.Contain)
            }
            EmptyNote {
                anchors.centerIn: parent
                width: list.width - 2 * Theme.vast
                visible: list.count <= 1 && !panel.someoneWaits
                iconName: "people"
                text: qsTr("Nobody else is here yet. Copy the link and send it.")
            }
        }
        ActionButton {
            text: qsTr("Copy the link")
            iconName: "link"
            Layout.fillWidth: true
            Layout.margins: Theme.gap
            onClicked: panel.copyLinkWanted()
        }
    }
}
