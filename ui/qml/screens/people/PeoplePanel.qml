// SPDX-License-Identifier: Apache-2.0
// Who waits, who is here in which group, and who may come in.
// Qt 6.4's lists cannot make bound headers, so what is outside of one cannot be named for the linter.
// qmllint disable unqualified
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

Item {
    id: panel

    required property Client client
    readonly property Moderation moderation: client.people.moderation
    readonly property bool someoneWaits: client.people.moderation.mayModerate && client.people.knocks.count > 0
    signal copyLinkWanted
    signal entryWanted
    signal identityWanted(int memberIndex)
    signal videoWanted(int memberIndex)
    signal mixerWanted(int memberIndex)
    signal privateChatWanted(int memberIndex)
    signal removeWanted(int memberIndex, string name)
    signal groupsWanted
    signal closeGroupsWanted(int groupId)
    readonly property Groups groups: client.groups
    readonly property bool grouped: groups.count > 0
    /// Little room: what can be had elsewhere goes.
    readonly property bool cramped: height < 26 * Theme.body

    /// Something above the people has the keyboard.
    function showInList(item: Item) {
        const top = item.mapToItem(list.contentItem, 0, 0).y;
        if (top < list.contentY || top + item.height > list.contentY + list.height)
            list.contentY = Math.max(list.originY, top - Theme.gap);
    }
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
        onVideoWanted: index => panel.videoWanted(index)
        onMixerWanted: index => panel.mixerWanted(index)
        onPrivateChatWanted: index => panel.privateChatWanted(index)
        onRemoveWanted: (index, name) => panel.removeWanted(index, name)
    }
    DragGhost {
        id: ghost
        list: list
    }
    // No layout: it is given its size as it is shown for the first time, and Qt 6.4's layouts give up where many words
    // wrap anew at once.
    Column {
        id: head
        width: panel.width
        topPadding: Theme.gap
        bottomPadding: Theme.hair
        spacing: Theme.hair
        ActionButton {
            objectName: "entryButton"
            x: Theme.gap
            width: head.width - 2 * Theme.gap
            text: words.state(panel.moderation.admission)
            iconName: panel.moderation.admission === "open" ? "people" : panel.moderation.admission
                === "lobby" ? "knock" : "lock"
            Accessible.name: qsTr("Who may come in: %1").arg(text)
            onClicked: panel.entryWanted()
        }
        WaitingPeople {
            id: waiting
            client: panel.client
            visible: panel.someoneWaits
            heightMax: panel.height * (panel.cramped ? 0.35 : 0.45)
            width: head.width
        }
        RowLayout {
            x: panel.LayoutMirroring.enabled ? Theme.gap : Theme.wide
            width: head.width - Theme.wide - Theme.gap
            Label {
                objectName: "peopleCount"
                text: panel.client.session.connection.reconnecting
                    ? panel.client.people.members.count === 1 ? qsTr("1 person before the connection was lost")
                    : qsTr("%1 people before the connection was lost").arg(panel.client.people.members.count)
                    : qsTr("%1 in the conference").arg(panel.client.people.members.count)
                color: Theme.inkDim
                font.pixelSize: Theme.small + 1
                wrapMode: Text.Wrap
                Layout.fillWidth: true
            }
            ActionButton {
                objectName: "muteEveryone"
                visible: panel.moderation.mayModerate && panel.client.people.members.count > 1
                text: qsTr("Mute the others")
                compact: true
                onClicked: panel.moderation.mute_everyone()
            }
        }
    }
    ListView {
        id: list
        objectName: "peopleList"
        property bool atTop: true
        // So that the keyboard goes on past what is in sight.
        cacheBuffer: 1200
        clip: true
        model: panel.client.people.listed
        boundsBehavior: Flickable.StopAtBounds
        anchors.top: head.bottom
        anchors.bottom: linkButton.visible ? linkButton.top : parent.bottom
        anchors.bottomMargin: linkButton.visible ? Theme.gap : 0
        width: panel.width
        Accessible.role: Accessible.List
        Accessible.name: qsTr("People")
        ScrollBar.vertical: ScrollBar {}
        header: GroupsSection {
            client: panel.client
            width: list.width
            onOpenWanted: panel.groupsWanted()
            onCloseWanted: group => panel.closeGroupsWanted(group)
            onReached: item => panel.showInList(item)
            // Whoever looks at the top still does when there is more of it.
            onHeightChanged: if (list.atTop)
                Qt.callLater(list.positionViewAtBeginning)
        }
        footer: CamerasSection {
            client: panel.client
            width: list.width
            onMenuWanted: (line, button) => menu.openFor(line, button)
            onReached: item => panel.showInList(item)
        }
        onMovementEnded: atTop = atYBeginning
        section.property: "group"
        section.delegate: GroupHeading {
            required property string section
            width: list.width
            visible: panel.grouped
            height: panel.grouped ? implicitHeight : 0
            text: !panel.grouped ? "" : section === "0" ? qsTr("Plenary") : panel.groups.label_of(parseInt(
                section))
            onDropped: index => panel.groups.place(index, parseInt(section))
        }
        delegate: PersonLine {
            id: line
            required property int index
            width: list.width
            movable: panel.grouped && panel.moderation.mayModerate
            silentByFloor: panel.client.people.stage.floorInForce && !hasFloor
            elsewhere: group !== 0 && group !== panel.groups.own && !toAll
            onIdentityWanted: panel.identityWanted(memberIndex)
            onDragBegan: ghost.begin(line)
            onDragMoved: at => ghost.moveTo(at)
            onDragEnded: dropped => ghost.end(dropped)
            acting: isSelf && panel.moderation.acting
            readonly property bool mayTake: {
                const floor = panel.client.floors.voice;
                return isSelf && floor !== null && floor.holderNames !== name && floor.may_give(memberIndex);
            }
            menuOffered: !isSelf || mayTake || (panel.moderation.mayModerate && isModerator && !isHost)
            onMenuWanted: button => menu.openFor(line, button)
            onReached: {
                list.positionViewAtIndex(index, ListView.Contain);
                list.atTop = list.atYBeginning;
            }
            DropArea {
                id: place
                anchors.fill: parent
                keys: ["person"]
                onDropped: drop => {
                    drop.accept();
                    panel.groups.place(drop.source.memberIndex, line.group);
                }
                Rectangle {
                    anchors.fill: parent
                    z: -1
                    color: Theme.raisedHover
                    opacity: 0.5
                    visible: place.containsDrag
                }
            }
        }
        EmptyNote {
            anchors.centerIn: parent
            width: list.width - 2 * Theme.vast
            // Else the band says so alone.
            visible: list.count <= 1 && !panel.someoneWaits && list.contentHeight * 2 + height < list.height
            iconName: "people"
            text: panel.client.linkCopied
                ? qsTr("Nobody else is here. The link is on your clipboard: send it.")
                : qsTr("Nobody else is here. Copy the link and send it.")
        }
    }
    ActionButton {
        id: linkButton
        objectName: "peopleLink"
        visible: !panel.cramped
        text: qsTr("Copy the link")
        iconName: "link"
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.bottom: parent.bottom
        anchors.margins: Theme.gap
        onClicked: panel.copyLinkWanted()
    }
}
