// SPDX-License-Identifier: Apache-2.0
// What can be done about one person: look who they are; for moderators, roles and removal, or why not.
pragma ComponentBehavior: Bound
import QtQuick
import QtQml
import Plenum

EntryMenu {
    id: menu

    required property Client client
    property int memberIndex: 0
    property string name: ""
    property bool isSelf: false
    property bool isModerator: false
    property bool isHost: false
    property bool camera: false
    property bool microphoneOn: false
    property bool mayGive: false
    property bool mayShare: false
    readonly property FloorModel floor: client.floors.voice
    readonly property bool moderating: client.people.moderation.mayModerate
    property int group: 0
    readonly property bool beyondUs: isModerator && client.people.moderation.acting && !isSelf
    signal identityWanted(int memberIndex)
    signal videoWanted(int memberIndex)
    signal mixerWanted(int memberIndex)
    signal privateChatWanted(int memberIndex)
    signal removeWanted(int memberIndex, string name)

    function openFor(line: PersonLine, button: Item) {
        memberIndex = line.memberIndex;
        name = line.name;
        isSelf = line.isSelf;
        isModerator = line.isModerator;
        isHost = line.isHost;
        camera = line.camera;
        microphoneOn = line.microphoneOn;
        group = line.group;
        mayGive = floor !== null && floor.may_give(memberIndex);
        mayShare = floor !== null && !isSelf && floor.may_share(memberIndex);
        openAt(button, line);
    }

    EntryHeading {
        objectName: "personMenuName"
        text: menu.name
    }
    Instantiator {
        id: places
        // A menu's items have a `menu` of their own.
        readonly property Groups groups: menu.client.groups
        readonly property int memberIndex: menu.memberIndex
        readonly property int group: menu.group
        model: menu.moderating && !menu.camera ? menu.client.groups.choices : []
        delegate: EntryItem {
            required property var modelData
            objectName: "moveTo" + modelData.groupId
            visible: places.group !== modelData.groupId
            text: modelData.groupId === 0 ? qsTr("Back to the plenary") : qsTr("Put into %1").arg(modelData.label)
            iconName: modelData.groupId === 0 ? "back" : "enter"
            onTriggered: places.groups.place(places.memberIndex, modelData.groupId)
        }
        // Below the name and before the others, so that nothing that takes people out is next to it.
        onObjectAdded: (at, entry) => menu.insertItem(at + 1, entry)
        onObjectRemoved: (_, entry) => menu.removeItem(entry)
    }
    EntryItem {
        objectName: "privateChatItem"
        visible: !menu.isSelf && !menu.camera
        text: qsTr("Write privately")
        iconName: "chat"
        onTriggered: menu.privateChatWanted(menu.memberIndex)
    }
    EntryItem {
        visible: !menu.isSelf
        text: qsTr("Identity")
        iconName: "key"
        onTriggered: menu.identityWanted(menu.memberIndex)
    }
    EntryItem {
        objectName: "volumeItem"
        visible: !menu.isSelf && !menu.camera
        text: qsTr("Volume in the mixer")
        iconName: "loudspeaker"
        onTriggered: menu.mixerWanted(menu.memberIndex)
    }
    EntryItem {
        objectName: "receiveLessItem"
        visible: !menu.isSelf && !menu.camera
        text: qsTr("Receive less…")
        iconName: "less"
        onTriggered: menu.videoWanted(menu.memberIndex)
    }
    EntryItem {
        visible: menu.mayGive && !menu.camera
        text: menu.isSelf ? qsTr("Take the floor") : qsTr("Give the floor")
        iconName: "floor"
        onTriggered: menu.floor.act(menu.memberIndex, "grant")
    }
    EntryItem {
        objectName: "shareFloorItem"
        readonly property string obstacle: menu.floor === null ? "" : menu.floor.rules.sharingObstacle
        visible: menu.mayShare && !menu.camera
        enabled: obstacle === ""
        text: enabled ? qsTr("Share the floor") : obstacle
        inkColor: enabled ? Theme.ink : Theme.inkDim
        iconName: "floor"
        onTriggered: menu.floor.act(menu.memberIndex, "share")
    }
    EntryItem {
        objectName: "muteItem"
        visible: menu.moderating && !menu.isSelf && !menu.camera
        enabled: menu.microphoneOn
        text: menu.microphoneOn ? qsTr("Mute") : qsTr("Is muted")
        iconName: "microphone-off"
        onTriggered: menu.client.people.moderation.mute(menu.memberIndex)
    }
    EntryItem {
        visible: menu.moderating && !menu.isHost && !menu.beyondUs && !menu.camera
        text: !menu.isModerator ? qsTr("Make moderator") : menu.isSelf ? qsTr("Give the moderator's role back")
            : qsTr("Take the moderator's role back")
        iconName: "star"
        onTriggered: menu.client.people.moderation.set_moderator(menu.memberIndex, !menu.isModerator)
    }
    EntryItem {
        visible: menu.moderating && !menu.isSelf && !menu.isHost && !menu.beyondUs
        text: qsTr("Remove…")
        iconName: "remove-person"
        inkColor: Theme.badInk
        onTriggered: menu.removeWanted(menu.memberIndex, menu.name)
    }
    EntryItem {
        visible: menu.moderating && !menu.isSelf && (menu.isHost || menu.beyondUs)
        enabled: false
        text: menu.isHost ? qsTr("Made the conference, so cannot be removed")
            : qsTr("Only a moderator can remove a moderator")
        iconName: "information"
        inkColor: Theme.inkDim
    }
}
