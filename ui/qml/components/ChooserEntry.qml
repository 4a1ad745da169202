// SPDX-License-Identifier: Apache-2.0
// A file or a folder in a list to choose from.
import QtQuick
import QtQuick.Layouts
import Plenum

Rectangle {
    id: entry

    required property string fileName
    required property url fileUrl
    required property bool fileIsDir
    required property double fileSize
    required property bool chosen
    /// The keyboard is on it.
    property bool current: false
    readonly property string sizeText: fileIsDir ? "" : Qt.locale().formattedDataSize(fileSize, 1,
        Locale.DataSizeSIFormat)
    signal pressed
    signal taken

    height: Theme.compact
    radius: Theme.radiusSmall
    color: chosen ? Theme.own : hover.hovered ? Theme.raisedHover : "transparent"
    border.width: current ? 2 : 0
    border.color: Theme.focus
    Accessible.role: Accessible.ListItem
    Accessible.name: fileIsDir ? qsTr("Folder %1").arg(fileName) : qsTr("File %1, %2").arg(fileName).arg(sizeText)
    Accessible.selected: chosen
    RowLayout {
        anchors.fill: parent
        anchors.leftMargin: Theme.tight
        anchors.rightMargin: Theme.wide
        spacing: Theme.tight
        Icon {
            name: entry.fileIsDir ? "folder" : entry.chosen ? "check" : "file"
            color: entry.fileIsDir ? Theme.accentInk : Theme.inkDim
        }
        Label {
            text: entry.fileName
            textFormat: Text.PlainText
            elide: Text.ElideMiddle
            Layout.fillWidth: true
            Accessible.ignored: true
        }
        Label {
            text: entry.sizeText
            color: Theme.inkDim
            font.pixelSize: Theme.small
            Accessible.ignored: true
        }
    }
    HoverHandler {
        id: hover
    }
    TapHandler {
        onTapped: entry.pressed()
        onDoubleTapped: entry.taken()
    }
}
