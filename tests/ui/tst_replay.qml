// SPDX-License-Identifier: Apache-2.0
// The window of a recording.
import QtQuick
import QtTest
import Plenum

Item {
    id: root

    width: 640
    height: 480

    ReplayTile {
        id: tile
        name: "Ada Moreau"
        initials: "AM"
        tint: 1
        camera: 0
        pictures: null
    }

    TestCase {
        name: "Replay"
        when: windowShown

        function test_nameOnATileLeavesTheInitialsFree_data() {
            return [320, 200, 160, 120, 90, 60, 30].map(width => ({
                        "tag": String(width),
                        "width": width
                    }));
        }
        function test_nameOnATileLeavesTheInitialsFree(data) {
            tile.width = data.width;
            tile.height = data.width * 9 / 16;
            const initials = findChild(tile, "replayAvatar");
            const tag = findChild(tile, "replayName");
            verify(!initials.visible || (initials.y >= 0 && initials.y + initials.height <= tag.y));
            verify(initials.visible || data.width < 120);
        }
    }
}
