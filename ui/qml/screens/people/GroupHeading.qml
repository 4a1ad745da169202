// SPDX-License-Identifier: Apache-2.0
// Above the people of one group, or of the plenary, in the list.
import QtQuick
import Plenum

Item {
    id: heading

    required property string text
    signal dropped(int memberIndex)

    implicitHeight: words.implicitHeight + Theme.gap + Theme.hair
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
    Heading {
        id: words
        x: Theme.wide
        y: Theme.gap
        width: heading.width - 2 * Theme.wide
        text: heading.text
        horizontalAlignment: Text.AlignLeft
        elide: Text.ElideRight
    }
}
