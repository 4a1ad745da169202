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
            delegate: ReplayTile {
                required property var modelData
                objectName: "replayTile"
                name: modelData.name
                initials: modelData.initials
                tint: modelData.tint
                camera: modelData.camera
                pictures: tiles.replay.pictures
                width: tiles.tileWidth
                height: width * 9 / 16
            }
        }
    }
}
