// SPDX-License-Identifier: Apache-2.0
// The way of a camera's pictures from the sender over the relay to us: each part as thick as what goes over it.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

RowLayout {
    id: way

    required property var path
    required property string name
    readonly property int thickest: 12

    spacing: 0
    Accessible.role: Accessible.Chart
    Accessible.name: path.words ?? ""

    component Place: ColumnLayout {
        id: place
        required property string iconName
        required property string words
        spacing: 2
        Icon {
            name: place.iconName
            Layout.alignment: Qt.AlignHCenter
        }
        Label {
            text: place.words
            font.pixelSize: Theme.small
            elide: Text.ElideRight
            horizontalAlignment: Text.AlignHCenter
            Layout.maximumWidth: Math.round(96 * Theme.textScale)
            Layout.alignment: Qt.AlignHCenter
            Accessible.ignored: true
        }
    }
    component Part: ColumnLayout {
        id: part
        required property real share
        required property string rate
        spacing: 2
        Layout.fillWidth: true
        Item {
            Layout.fillWidth: true
            Layout.preferredHeight: Math.max(Theme.icon, way.thickest)
            Rectangle {
                anchors.verticalCenter: parent.verticalCenter
                anchors.left: parent.left
                anchors.right: parent.right
                anchors.margins: Theme.hair
                height: Math.max(part.share > 0 ? 2 : 1, Math.round(part.share * way.thickest))
                radius: Math.min(3, height / 2)
                color: part.share > 0 ? Theme.linkInk : Theme.line
            }
        }
        Label {
            text: part.rate
            color: Theme.inkDim
            font.pixelSize: Theme.small
            horizontalAlignment: Text.AlignHCenter
            Layout.fillWidth: true
            Accessible.ignored: true
        }
    }

    Place {
        iconName: "camera"
        words: way.name
    }
    Part {
        share: 1
        rate: way.path.sent ?? ""
    }
    Place {
        iconName: "less"
        words: qsTr("Relay")
    }
    Part {
        share: way.path.share ?? 0
        rate: way.path.received ?? ""
    }
    Place {
        iconName: "person"
        words: qsTr("You")
    }
}
