// SPDX-License-Identifier: Apache-2.0
// Everybody alike, on pages when there are many. A tile keeps its place as long as the number of tiles does;
// whoever has the floor is on every page.
pragma ComponentBehavior: Bound
import QtQuick
import Plenum

Item {
    id: stage

    required property Client client
    signal identityWanted(int memberIndex)
    readonly property bool paged: client.stage.grid(page.total, width, height, Theme.gap).pages > 1
    readonly property real pagerSpace: paged ? pager.implicitHeight + Theme.tight : 0
    readonly property var shape: client.stage.grid(page.total, width, height - pagerSpace, Theme.gap)
    readonly property int perPage: shape.columns * shape.rows
    /// Whoever has the floor is on every page; so many at most that others are too.
    readonly property var holders: client.floors.speakerIndexes
    readonly property var kept: paged ? holders.slice(0, perPage - 1) : []
    readonly property int othersPerPage: perPage - kept.length
    readonly property int shown: Math.min(othersPerPage, page.total - kept.length - page.first) + kept.length
    readonly property int rowsShown: Math.ceil(shown / shape.columns)

    MembersPage {
        id: page
        sourceModel: stage.client.members
        first: pager.page * stage.othersPerPage
        size: stage.othersPerPage
        keep: stage.kept
    }
    Repeater {
        model: page
        delegate: Tile {
            required property int index
            readonly property int row: Math.floor(index / stage.shape.columns)
            readonly property int column: index % stage.shape.columns
            readonly property int inRow: Math.min(stage.shape.columns, stage.shown - row * stage.shape.columns)
            readonly property real leading: (stage.width - inRow * (width + Theme.gap) + Theme.gap) / 2
                + column * (width + Theme.gap)

            pictures: stage.client.pictures
            onIdentityWanted: index => stage.identityWanted(index)
            floorTime: {
                const floor = stage.client.floors.voice;
                return floor && (floor.running || hasFloor) ? floor.time_of(memberIndex) : "";
            }
            width: stage.shape.tileWidth
            height: stage.shape.tileHeight
            x: Math.round(LayoutMirroring.enabled ? stage.width - leading - width : leading)
            y: Math.round((stage.height - stage.pagerSpace - stage.rowsShown * (height + Theme.gap) + Theme.gap) / 2
                + row * (height + Theme.gap))
            pinnable: stage.client.members.count > 1
            onPinToggled: {
                stage.client.stage.toggle_pin(memberIndex);
                stage.client.settings.stageLayout = "speaker";
            }
        }
    }
    Pager {
        id: pager
        pages: stage.paged ? Math.ceil((page.total - stage.kept.length) / stage.othersPerPage) : 1
        anchors.horizontalCenter: parent.horizontalCenter
        anchors.bottom: parent.bottom
    }
}
