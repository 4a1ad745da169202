// SPDX-License-Identifier: Apache-2.0
// The people of a recording who were there at its place, with their pictures.
pragma ComponentBehavior: Bound
import QtQuick
import Plenum

Item {
    id: tiles

    required property FileReplay replay
    readonly property int count: replay.people.length
    /// As many columns as leave tiles nearest to the shape of a camera.
    readonly property int columns: {
        let best = 1;
        let largest = 0;
        for (let tried = 1; tried <= Math.max(1, count); ++tried) {
            const rows = Math.ceil(Math.max(1, count) / tried);
            const wide = Math.min(width / tried, height / rows * 16 / 9);
            if (wide > largest) {
                largest = wide;
                best = tried;
            }
        }
        return best;
    }
    readonly property int rows: Math.ceil(Math.max(1, count) / columns)
    readonly property real tileWidth: Math.min(width / columns, height / rows * 16 / 9)

    Grid {
        anchors.centerIn: parent
        columns: tiles.columns
        Repeater {
            model: tiles.replay.people
            delegate: Item {
                id: tile
                required property var modelData
                objectName: "replayTile"
                width: tiles.tileWidth
                height: width * 9 / 16
                Accessible.role: Accessible.StaticText
                Accessible.name: modelData.name
                Rectangle {
                    anchors.fill: parent
                    anchors.margins: Theme.hair
                    radius: Theme.radius
                    color: Theme.surface
                    Avatar {
                        visible: !picture.hasPicture
                        anchors.centerIn: parent
                        initials: tile.modelData.initials
                        tint: tile.modelData.tint
                        size: Math.min(parent.width, parent.height) * 0.38
                    }
                    VideoItem {
                        id: picture
                        anchors.fill: parent
                        radius: Theme.radius
                        pictures: tiles.replay.pictures
                        memberIndex: tile.modelData.camera === 0 ? -1 : tile.modelData.camera
                    }
                    Rectangle {
                        anchors.left: parent.left
                        anchors.bottom: parent.bottom
                        anchors.margins: Theme.tight
                        width: Math.min(name.implicitWidth + 2 * Theme.tight, parent.width - 2 * Theme.tight)
                        height: name.implicitHeight + Theme.hair
                        radius: Theme.radiusSmall
                        color: Theme.raised
                        Label {
                            id: name
                            anchors.centerIn: parent
                            width: Math.min(implicitWidth, parent.width - 2 * Theme.hair)
                            text: tile.modelData.name
                            textFormat: Text.PlainText
                            font.pixelSize: Theme.small
                            elide: Text.ElideRight
                            Accessible.ignored: true
                        }
                    }
                }
            }
        }
    }
}
