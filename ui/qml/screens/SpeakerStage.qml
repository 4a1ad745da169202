// SPDX-License-Identifier: Apache-2.0
// Who speaks (or is kept there) large, the others in a row below, in their own order.
pragma ComponentBehavior: Bound
import QtQuick
import Plenum

Item {
    id: stage

    required property Client client
    signal identityWanted(int memberIndex)
    readonly property int main: client.stage.mainIndex
    /// Tiles that fit at a good width, and at the least that still shows a face: a page is not turned for one more.
    readonly property int columnsGood: Math.max(2, Math.floor((width + Theme.gap) / (185 + Theme.gap)))
    readonly property int columnsMax: Math.max(2, Math.floor((width + Theme.gap) / (130 + Theme.gap)))
    readonly property int columns: others.total <= columnsMax ? Math.max(others.total, columnsGood) : columnsGood
    readonly property real stripWidth: (width - (columns - 1) * Theme.gap) / columns
    readonly property real stripHeight: Math.min(stripWidth * 0.7, height * 0.28)
    readonly property real pagerSpace: pager.visible ? pager.implicitHeight + Theme.tight : 0

    MembersPage {
        id: large
        sourceModel: stage.client.members
        first: stage.client.members.row_of(stage.main)
        size: 1
    }
    MembersPage {
        id: others
        sourceModel: stage.client.members
        without: stage.main
        first: pager.page * stage.columns
        size: stage.columns
    }
    Repeater {
        model: large
        delegate: Tile {
            pictures: stage.client.pictures
            onIdentityWanted: index => stage.identityWanted(index)
            floorTime: {
                const floor = stage.client.floors.voice;
                return floor && (floor.running || hasFloor) ? floor.time_of(memberIndex) : "";
            }
            width: stage.width
            height: stage.height - stage.stripHeight - Theme.gap - stage.pagerSpace
            pinned: stage.client.stage.pinnedIndex === memberIndex
            onPinToggled: stage.client.stage.toggle_pin(memberIndex)
        }
    }
    Repeater {
        model: others
        delegate: Tile {
            required property int index
            readonly property int shown: Math.min(stage.columns, others.total - others.first)
            readonly property real leading: (stage.width - shown * (width + Theme.gap) + Theme.gap) / 2
                + index * (width + Theme.gap)

            pictures: stage.client.pictures
            onIdentityWanted: index => stage.identityWanted(index)
            floorTime: {
                const floor = stage.client.floors.voice;
                return floor && (floor.running || hasFloor) ? floor.time_of(memberIndex) : "";
            }
            width: stage.stripWidth
            height: stage.stripHeight
            x: Math.round(LayoutMirroring.enabled ? stage.width - leading - width : leading)
            y: stage.height - stage.pagerSpace - stage.stripHeight
            onPinToggled: stage.client.stage.toggle_pin(memberIndex)
        }
    }
    Pager {
        id: pager
        pages: Math.ceil(others.total / stage.columns)
        anchors.horizontalCenter: parent.horizontalCenter
        anchors.bottom: parent.bottom
    }
}
