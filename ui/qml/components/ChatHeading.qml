// SPDX-License-Identifier: Apache-2.0
// Over messages of one person: who wrote them, who reads them, and when it was.
import QtQuick
import QtQuick.Layouts
import Plenum

RowLayout {
    id: heading

    required property string who
    /// Empty: everyone.
    required property string readers
    required property bool isPrivate
    required property string time
    /// Of the line that it stands in.
    required property real room

    spacing: Theme.tight
    Label {
        id: author
        text: heading.who
        font.pixelSize: Theme.small + 1
        font.weight: Font.DemiBold
        wrapMode: Text.Wrap
        Layout.maximumWidth: heading.room * (heading.readers === "" ? 0.75 : 0.5)
        Accessible.ignored: true
    }
    Icon {
        visible: heading.isPrivate
        name: "lock"
        size: Theme.small + 2
        color: Theme.accentInk
    }
    Label {
        visible: text !== ""
        text: heading.readers
        color: Theme.accentInk
        font.pixelSize: Theme.small
        elide: Text.ElideRight
        // What the others leave.
        Layout.maximumWidth: Math.max(heading.room * 0.3, heading.room - Math.min(author.implicitWidth,
            heading.room * 0.5) - clock.implicitWidth - (heading.isPrivate ? Theme.small + 2 : 0) - 3 * heading.spacing)
        Accessible.ignored: true
    }
    Label {
        id: clock
        text: heading.time
        color: Theme.inkDim
        font.pixelSize: Theme.small
        Accessible.ignored: true
    }
}
