// SPDX-License-Identifier: Apache-2.0
// All cameras, as large as they fit, and a line on what is wrong. Where they would get too small, they scroll.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

ColumnLayout {
    id: grid

    required property Capture capture
    readonly property CaptureCameras cameras: capture.cameras
    readonly property string advice: capture.state === "lost"
        ? qsTr("The link of the cluster is lost. It comes back by itself; the cameras wait meanwhile.")
        : cameras.advice

    spacing: Theme.tight
    Flickable {
        id: page
        objectName: "cameraPage"
        readonly property int footer: Math.round(46 * Theme.textScale)
        readonly property int leastWidth: Math.round(176 * Theme.textScale)
        readonly property int leastHeight: footer + Math.round(72 * Theme.textScale)
        readonly property int columns: bestColumns()
        readonly property int rows: Math.ceil(grid.cameras.count / columns)
        readonly property int tileWidth: Math.floor((width - (columns - 1) * Theme.gap) / columns)
        readonly property int tileHeight: Math.max(leastHeight, Math.floor((height - (rows - 1) * Theme.gap) / rows))

        /// That gives the largest pictures.
        function bestColumns(): int {
            const count = Math.max(1, grid.cameras.count);
            let best = 1;
            let largest = 0;
            for (let columns = 1; columns <= count; ++columns) {
                const rows = Math.ceil(count / columns);
                const tall = Math.max(leastHeight, (height - (rows - 1) * Theme.gap) / rows) - footer;
                const wide = (width - (columns - 1) * Theme.gap) / columns;
                const size = Math.min(wide, tall * 16 / 9);
                // Side by side where it hardly matters.
                if (columns === 1 || wide >= leastWidth && size > largest * 0.97) {
                    best = columns;
                    largest = Math.max(largest, size);
                }
            }
            return best;
        }

        clip: true
        boundsBehavior: Flickable.StopAtBounds
        contentWidth: width
        contentHeight: rows * tileHeight + Math.max(0, rows - 1) * Theme.gap
        ScrollBar.vertical: ScrollBar {}
        Layout.fillWidth: true
        Layout.fillHeight: true
        Layout.margins: Theme.gap
        Layout.bottomMargin: 0
        Grid {
            columns: page.columns
            spacing: Theme.gap
            Repeater {
                model: grid.cameras
                delegate: CameraTile {
                    width: page.tileWidth
                    height: page.tileHeight
                    cameras: grid.cameras
                    replaying: grid.capture.replaying
                    onKeyboardCame: {
                        if (y < page.contentY)
                            page.contentY = y;
                        else if (y + height > page.contentY + page.height)
                            page.contentY = y + height - page.height;
                    }
                }
            }
        }
    }
    RowLayout {
        spacing: Theme.tight
        Layout.fillWidth: true
        Layout.leftMargin: Theme.gap
        Layout.rightMargin: Theme.gap
        Layout.bottomMargin: Theme.tight
        Layout.preferredHeight: Math.round(34 * Theme.textScale)
        Layout.fillHeight: false
        Icon {
            name: grid.advice === "" ? "information" : "alert"
            color: grid.advice === "" ? Theme.inkDim : Theme.fairInk
            Layout.preferredWidth: Theme.icon
        }
        Label {
            objectName: "captureAdvice"
            text: grid.advice !== "" ? grid.advice
                : grid.capture.replaying ? qsTr("What you see is a recording.")
                : qsTr("The bar of a camera sets how much of the rate it gets beside the others.")
            color: grid.advice === "" ? Theme.inkDim : Theme.ink
            font.pixelSize: Theme.small + 1
            fontSizeMode: Text.Fit
            minimumPixelSize: 9
            wrapMode: Text.Wrap
            verticalAlignment: Text.AlignVCenter
            Accessible.role: Accessible.StaticText
            Layout.fillWidth: true
            Layout.fillHeight: true
        }
    }
}
