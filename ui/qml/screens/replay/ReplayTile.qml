// SPDX-License-Identifier: Apache-2.0
// A person of a recording: their picture, or initials, and their name. The name never lies over the initials.
import QtQuick
import Plenum

Item {
    id: tile

    required property string name
    required property string initials
    required property int tint
    /// Among `pictures`; 0 for none.
    required property int camera
    required property Pictures pictures

    Accessible.role: Accessible.StaticText
    Accessible.name: name
    Rectangle {
        id: frame
        /// Above the name.
        readonly property real free: height - tag.height - Theme.tight - 2 * Theme.hair
        anchors.fill: parent
        anchors.margins: Theme.hair
        radius: Theme.radius
        color: Theme.surface
        Avatar {
            objectName: "replayAvatar"
            visible: !picture.hasPicture && frame.free >= Theme.body
            initials: tile.initials
            tint: tile.tint
            size: Math.max(Theme.body, Math.min(Math.min(frame.width, frame.height) * 0.38, frame.free))
            anchors.horizontalCenter: parent.horizontalCenter
            y: Math.min((frame.height - size) / 2, Theme.hair + frame.free - size)
        }
        VideoItem {
            id: picture
            anchors.fill: parent
            radius: Theme.radius
            pictures: tile.pictures
            memberIndex: tile.camera === 0 ? -1 : tile.camera
        }
        Rectangle {
            id: tag
            objectName: "replayName"
            anchors.left: parent.left
            anchors.bottom: parent.bottom
            anchors.margins: Theme.tight
            width: Math.min(words.implicitWidth + 2 * Theme.tight, parent.width - 2 * Theme.tight)
            height: words.implicitHeight + Theme.hair
            radius: Theme.radiusSmall
            color: Theme.raised
            Label {
                id: words
                anchors.centerIn: parent
                width: Math.min(implicitWidth, parent.width - 2 * Theme.hair)
                text: tile.name
                textFormat: Text.PlainText
                font.pixelSize: Theme.small
                elide: Text.ElideRight
                Accessible.ignored: true
            }
        }
    }
}
