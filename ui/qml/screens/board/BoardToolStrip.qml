// SPDX-License-Identifier: Apache-2.0
// The tools of the whiteboard. Where there is little room, they are two rows, to draw with and for the page, or only
// one. These move sideways, by hand and by buttons at their ends.
import QtQuick
import QtQuick.Layouts
import Plenum

RowLayout {
    id: row

    required property Whiteboard whiteboard
    required property real zoom
    /// Little room: the tools are at most two rows.
    required property bool low
    /// Still less: they are one row.
    required property bool lowest
    /// Also where the tools for drawing do not fit: they would reach beyond the end.
    readonly property bool bounded: low || tools.kindsWidth > width
    signal zoomWanted(real zoom)
    signal allWanted
    signal saveWanted
    signal insertWanted
    signal clearWanted

    spacing: Theme.hair
    IconButton {
        objectName: "boardToolsBefore"
        visible: strip.overflows
        // Not disabled, since the keyboard moves the row while it goes through the tools.
        opacity: (strip.mirrored ? strip.moreRight : strip.moreLeft) ? 1 : 0.4
        iconName: strip.mirrored ? "right" : "left"
        text: qsTr("Tools before")
        onClicked: strip.move(strip.mirrored ? 1 : -1)
    }
    Flickable {
        id: strip
        readonly property bool mirrored: strip.LayoutMirroring.enabled
        readonly property bool overflows: row.bounded && tools.childrenRect.width > row.width
        readonly property bool moreLeft: contentX > 1
        readonly property bool moreRight: contentX < contentWidth - width - 1
        function move(way: int) {
            contentX = Math.max(0, Math.min(contentWidth - width, contentX + way * 0.8 * width));
        }
        /// The first tools are in sight.
        function goToStart() {
            contentX = mirrored ? Math.max(0, contentWidth - width) : 0;
        }
        onContentWidthChanged: goToStart()
        onWidthChanged: goToStart()
        contentWidth: row.bounded ? tools.childrenRect.width : width
        contentHeight: tools.height
        implicitHeight: tools.height
        clip: row.bounded
        boundsBehavior: Flickable.StopAtBounds
        Layout.fillWidth: true
        BoardTools {
            id: tools
            x: row.bounded ? -childrenRect.x : 0
            width: !row.bounded ? strip.width : row.lowest ? 40 * Theme.control : Math.max(strip.width, drawingWidth)
            whiteboard: row.whiteboard
            zoom: row.zoom
            onZoomWanted: zoom => row.zoomWanted(zoom)
            onAllWanted: row.allWanted()
            onSaveWanted: row.saveWanted()
            onInsertWanted: row.insertWanted()
            onClearWanted: row.clearWanted()
            // The keyboard came to a tool: it is in sight.
            onReached: item => {
                const left = item.mapToItem(strip.contentItem, 0, 0).x;
                const right = left + item.width - strip.width;
                strip.contentX = Math.max(0, Math.min(left, Math.max(right, strip.contentX)));
            }
        }
    }
    IconButton {
        objectName: "boardToolsAfter"
        visible: strip.overflows
        opacity: (strip.mirrored ? strip.moreLeft : strip.moreRight) ? 1 : 0.4
        iconName: strip.mirrored ? "left" : "right"
        text: qsTr("More tools")
        onClicked: strip.move(strip.mirrored ? -1 : 1)
    }
}
