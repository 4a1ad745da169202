// SPDX-License-Identifier: Apache-2.0
// A few words in a tile's corner: why its person is not seen as usual.
import QtQuick
import QtQuick.Layouts
import Plenum

Rectangle {
    id: note

    required property string iconName
    required property string text
    required property real maximumWidth

    width: inner.implicitWidth + 2 * Theme.tight + 2
    height: inner.implicitHeight + 2 * 5
    radius: Theme.radiusSmall
    color: Theme.overlay
    RowLayout {
        id: inner
        anchors.centerIn: parent
        spacing: 6
        Icon {
            name: note.iconName
            size: Theme.small + 3
            color: Theme.textOnOverlay
        }
        Label {
            text: note.text
            color: Theme.textOnOverlay
            font.pixelSize: Theme.small
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Math.round(Theme.small * 0.7)
            elide: Text.ElideRight
            Layout.fillWidth: true
            Layout.maximumWidth: Math.min(Math.ceil(implicitWidth), note.maximumWidth - 2 * Theme.tight - 2
                - Theme.small - 3 - inner.spacing)
            Accessible.ignored: true
        }
    }
}
