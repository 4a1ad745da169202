// SPDX-License-Identifier: Apache-2.0
// Everybody alike, on pages when there are many. A tile keeps its place as long as the number of tiles does.
pragma ComponentBehavior: Bound
import QtQuick
import Plenum

Item {
    id: stage

    required property Client client
    readonly property bool paged: client.stage.grid(page.total, width, height, Theme.gap).pages > 1
    readonly property real pagerSpace: paged ? pager.implicitHeight + Theme.tight : 0
    readonly property var shape: client.stage.grid(page.total, width, height - pagerSpace, Theme.gap)
    readonly property int perPage: shape.columns * shape.rows
    readonly property int shown: Math.min(perPage, page.total - page.first)
    readonly property int rowsShown: Math.ceil(shown / shape.columns)

    MembersPage {
        id: page
        sourceModel: stage.client.members
        first: pager.page * stage.perPage
        size: stage.perPage
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
            floorTime: stage.client.floors.voice ? stage.client.floors.voice.running : ""
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
        pages: stage.shape.pages
        anchors.horizontalCenter: parent.horizontalCenter
        anchors.bottom: parent.bottom
    }
}
