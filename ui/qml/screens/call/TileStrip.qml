// SPDX-License-Identifier: Apache-2.0
// Everyone in one line, while something else has the stage.
pragma ComponentBehavior: Bound
import QtQuick
import Plenum

ListView {
    id: strip

    required property Client client
    signal identityWanted(int memberIndex)

    orientation: ListView.Horizontal
    spacing: Theme.tight
    clip: true
    boundsBehavior: Flickable.StopAtBounds
    // In the middle while all fit.
    leftMargin: Math.max(0, (width - contentWidth) / 2)
    model: visible ? client.people.members : null
    delegate: Tile {
        required property int group
        objectName: "tile-" + memberIndex
        pictures: strip.client.people.pictures
        floorTime: ""
        silentByFloor: strip.client.people.stage.floorInForce && !hasFloor
        elsewhere: group !== 0 && group !== strip.client.groups.own && !toAll
        width: Math.round(strip.height * 16 / 9)
        height: strip.height
        pinned: false
        pinnable: false
        onIdentityWanted: index => strip.identityWanted(index)
    }
}
