// SPDX-License-Identifier: Apache-2.0
// A person on the way from one group to another, under the pointer. At the edges the list moves on.
import QtQuick
import Plenum

Rectangle {
    id: ghost

    required property ListView list
    property int memberIndex: 0
    property string name: ""

    function begin(line: PersonLine) {
        memberIndex = line.memberIndex;
        name = line.name;
        avatar.initials = line.initials;
        avatar.tint = line.tint;
        Drag.active = true;
    }
    function moveTo(at: point) {
        const here = parent.mapFromItem(null, at.x, at.y);
        x = here.x - Drag.hotSpot.x;
        y = here.y - Drag.hotSpot.y;
    }
    function end(dropped: bool) {
        if (dropped)
            Drag.drop();
        else
            Drag.cancel();
    }

    visible: Drag.active
    z: 10
    width: Math.min(row.implicitWidth + 2 * Theme.tight, 220 * Theme.textScale)
    height: row.implicitHeight + Theme.tight
    radius: height / 2
    color: Theme.raised
    border.color: Theme.focus
    border.width: 2
    opacity: 0.95
    Drag.keys: ["person"]
    Drag.source: ghost
    Drag.hotSpot.x: 16
    Drag.hotSpot.y: height / 2

    Row {
        id: row
        x: Theme.hair
        anchors.verticalCenter: parent.verticalCenter
        spacing: Theme.tight
        Avatar {
            id: avatar
            initials: ""
            tint: 0
            size: 26
        }
        Label {
            text: ghost.name
            anchors.verticalCenter: parent.verticalCenter
            Accessible.ignored: true
        }
    }
    Timer {
        readonly property real above: ghost.y + ghost.height / 2 - ghost.list.y
        readonly property int step: above < 36 ? -14 : above > ghost.list.height - 36 ? 14 : 0
        running: ghost.visible && step !== 0
        repeat: true
        interval: 30
        onTriggered: {
            const end = ghost.list.originY + ghost.list.contentHeight - ghost.list.height;
            ghost.list.contentY = Math.max(ghost.list.originY, Math.min(end, ghost.list.contentY + step));
        }
    }
}
