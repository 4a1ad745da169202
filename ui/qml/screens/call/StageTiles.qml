// SPDX-License-Identifier: Apache-2.0
// The tiles of the stage, each where the layout places it: all alike, or one large with a strip below.
pragma ComponentBehavior: Bound
import QtQuick
import Plenum

Item {
    id: stage

    required property Client client
    signal identityWanted(int memberIndex)
    signal videoWanted(int memberIndex)
    readonly property bool large: client.people.stage.large
    readonly property int pages: arrange(0).pages
    readonly property var layout: arrange(pager.page)

    function arrange(page: int): var {
        const stage = client.people.stage;
        return stage.arrange(stage.people, Qt.size(width, height - apart.room), Theme.gap, pager.implicitHeight, page);
    }
    /// From the top leading corner to the top left one.
    function xOf(place: rect): real {
        return LayoutMirroring.enabled ? width - place.x - place.width : place.x;
    }

    onLargeChanged: pager.page = 0
    Repeater {
        model: MembersPage {
            sourceModel: stage.client.people.members
            shown: stage.layout.shown
        }
        delegate: Tile {
            readonly property rect place: stage.layout.place_of(memberIndex)
            objectName: "tile-" + memberIndex
            pictures: stage.client.people.pictures
            floorTime: {
                const floor = stage.client.floors.voice;
                return floor && (floor.running || hasFloor) ? floor.time_of(memberIndex) : "";
            }
            silentByFloor: stage.client.people.stage.floorInForce && !hasFloor
            x: stage.xOf(place)
            y: place.y
            z: isSelf ? 1 : 0
            width: place.width
            height: place.height
            pictureDeclined: stage.client.people.incomingVideo.declined[memberIndex] ?? false
            pinned: stage.client.people.stage.pinnedIndex === memberIndex
            pinnable: !isSelf && stage.client.people.members.count > 2
            videoShare: stage.client.people.incomingVideo.reduced[memberIndex] ?? ""
            onIdentityWanted: index => stage.identityWanted(index)
            onVideoWanted: index => stage.videoWanted(index)
            onPinToggled: stage.client.people.stage.toggle_pin(memberIndex)
        }
    }
    MoreTile {
        readonly property rect place: stage.layout.more
        objectName: "moreTile"
        visible: hidden > 0
        hidden: stage.layout.hidden
        x: stage.xOf(place)
        y: place.y
        width: place.width
        height: place.height
        onClicked: pager.page = (pager.page + 1) % stage.pages
    }
    ApartNote {
        id: apart
        client: stage.client
        readonly property real room: visible ? height + Theme.gap : 0
        anchors.left: parent.left
        anchors.bottom: parent.bottom
    }
    Pager {
        id: pager
        pages: stage.pages
        visible: pages > 1 && !stage.large
        anchors.horizontalCenter: parent.horizontalCenter
        anchors.bottom: apart.visible ? apart.top : parent.bottom
    }
}
