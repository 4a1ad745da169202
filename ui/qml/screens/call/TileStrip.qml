// SPDX-License-Identifier: Apache-2.0
// Everyone in one line, while something else has the stage. Who speaks is on each of its pages.
pragma ComponentBehavior: Bound
import QtQuick
import Plenum

Item {
    id: strip

    required property Client client
    property int page: 0
    readonly property var layout: {
        const stage = client.people.stage;
        return stage.line_up(stage.people, Qt.size(width - apart.room, height), Theme.tight, page);
    }
    signal identityWanted(int memberIndex)

    /// From the leading edge to the left one.
    function xOf(place: rect): real {
        return LayoutMirroring.enabled ? width - place.x - place.width : place.x;
    }

    MouseArea {
        /// Of a notch, which are 120: touchpads send small parts.
        property int turned: 0
        anchors.fill: parent
        acceptedButtons: Qt.NoButton
        onWheel: wheel => {
            turned -= wheel.angleDelta.y !== 0 ? wheel.angleDelta.y : wheel.angleDelta.x;
            const steps = Math.trunc(turned / 120);
            turned -= 120 * steps;
            strip.page = Math.max(0, Math.min(strip.layout.pages - 1, strip.page + steps));
        }
    }
    Repeater {
        model: MembersPage {
            sourceModel: strip.visible ? strip.client.people.members : null
            shown: strip.layout.shown
        }
        delegate: Tile {
            readonly property rect place: strip.layout.place_of(memberIndex)
            objectName: "tile-" + memberIndex
            pictures: strip.client.people.pictures
            floorTime: ""
            silentByFloor: strip.client.people.stage.floorInForce && !hasFloor
            x: strip.xOf(place)
            width: place.width
            height: place.height
            pictureDeclined: strip.client.people.incomingVideo.declined[memberIndex] ?? false
            pinned: false
            pinnable: false
            onIdentityWanted: index => strip.identityWanted(index)
        }
    }
    MoreTile {
        readonly property rect place: strip.layout.more
        objectName: "moreInStrip"
        visible: hidden > 0
        hidden: strip.layout.hidden
        x: strip.xOf(place)
        width: place.width
        height: place.height
        onClicked: strip.page = (strip.page + 1) % strip.layout.pages
    }
    ApartNote {
        id: apart
        client: strip.client
        objectName: "apartInStrip"
        readonly property real room: visible ? width + Theme.tight : 0
        anchors.right: parent.right
        anchors.verticalCenter: parent.verticalCenter
    }
}
