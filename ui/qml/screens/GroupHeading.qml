// SPDX-License-Identifier: Apache-2.0
// Above the people of one group, or of the plenary, in the list.
import QtQuick
import Plenum

Heading {
    id: heading

    signal dropped(int memberIndex)

    leftPadding: Theme.wide
    rightPadding: Theme.wide
    topPadding: Theme.gap
    bottomPadding: Theme.hair
    elide: Text.ElideRight
    DropArea {
        id: place
        anchors.fill: parent
        keys: ["person"]
        onDropped: drop => {
            drop.accept();
            heading.dropped(drop.source.memberIndex);
        }
        Rectangle {
            anchors.fill: parent
            color: Theme.raisedHover
            opacity: 0.5
            visible: place.containsDrag
        }
    }
}
