// SPDX-License-Identifier: Apache-2.0
// One camera: its picture or depth, how it keeps up, its newest frame, and its share of the rate.
import QtQuick
import QtQuick.Layouts
import Plenum

Rectangle {
    id: tile

    required property CaptureCameras cameras
    required property bool replaying
    required property int number
    required property string name
    required property string step
    required property string grade
    required property string iconName
    required property string advice
    required property string figures
    required property string briefFigures
    required property real level
    required property string shareWords
    signal keyboardCame

    radius: Theme.radius
    color: Theme.surface
    border.color: grade === "bad" ? Theme.badInk : grade === "fair" ? Theme.fairInk : Theme.line
    Accessible.role: Accessible.Grouping
    Accessible.name: qsTr("%1, %2", "a camera and its state").arg(name).arg(step)
    Accessible.description: figures

    Rectangle {
        id: place
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: parent.top
        anchors.bottom: footer.top
        anchors.margins: Theme.hair
        radius: Theme.radiusSmall
        color: Theme.backdrop
        VideoItem {
            id: picture
            anchors.fill: parent
            pictures: tile.cameras.depthShown ? tile.cameras.depths : tile.cameras.pictures
            memberIndex: tile.number
            radius: Theme.radiusSmall
            // An old picture is not taken for a new one.
            opacity: tile.grade === "bad" ? 0.35 : 1
            Accessible.role: Accessible.Graphic
            Accessible.name: tile.cameras.depthShown ? qsTr("Depth of %1").arg(tile.name)
                : qsTr("Picture of %1").arg(tile.name)
        }
        Icon {
            anchors.centerIn: parent
            visible: !picture.hasPicture
            name: tile.cameras.depthShown ? "depth" : "camera-off"
            color: Theme.backdropMark
        }
        Pill {
            objectName: "camera-" + tile.number
            anchors.right: parent.right
            anchors.top: parent.top
            anchors.margins: 6
            width: Math.min(implicitWidth, parent.width - 12)
            iconName: tile.iconName
            text: tile.step
            inkColor: tile.grade === "good" ? Theme.goodInk : tile.grade === "fair" ? Theme.fairInk
                : tile.grade === "bad" ? Theme.badInk : Theme.inkDim
            opens: tile.advice !== ""
            hint: tile.advice
            Accessible.name: qsTr("%1, %2", "a camera and its state").arg(tile.name).arg(tile.step)
            onClicked: tile.cameras.choose(tile.number)
            onActiveFocusChanged: if (activeFocus)
                tile.keyboardCame()
        }
    }
    RowLayout {
        id: footer
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.bottom: parent.bottom
        anchors.leftMargin: Theme.gap
        anchors.rightMargin: Theme.gap
        anchors.bottomMargin: 5
        height: Math.round(40 * Theme.textScale)
        spacing: Theme.tight
        ColumnLayout {
            spacing: 1
            Layout.fillWidth: true
            Label {
                text: tile.name
                font.pixelSize: Theme.small + 1
                font.weight: Font.DemiBold
                elide: Text.ElideRight
                horizontalAlignment: Text.AlignLeft
                Layout.fillWidth: true
            }
            Label {
                text: tile.width < 250 * Theme.textScale ? tile.briefFigures : tile.figures
                visible: text !== ""
                color: Theme.inkDim
                font.pixelSize: Theme.small
                elide: Text.ElideRight
                horizontalAlignment: Text.AlignLeft
                Layout.fillWidth: true
            }
        }
        ColumnLayout {
            spacing: 0
            visible: !tile.replaying
            Layout.preferredWidth: Math.round(Math.max(56 * Theme.textScale, Math.min(96 * Theme.textScale,
                tile.width * 0.3)))
            Label {
                text: tile.shareWords
                color: Theme.inkDim
                font.pixelSize: Theme.small
                horizontalAlignment: Text.AlignRight
                Accessible.ignored: true
                Layout.fillWidth: true
            }
            MixSlider {
                objectName: "share-" + tile.number
                from: -1
                to: 1
                stepSize: 0.1
                value: tile.level
                usual: 0
                label: qsTr("%1, share of the rate").arg(tile.name)
                spoken: tile.shareWords
                Layout.fillWidth: true
                Layout.preferredHeight: Math.round(18 * Theme.textScale)
                onChosen: value => tile.cameras.set_level(tile.number, value)
                onActiveFocusChanged: if (activeFocus)
                    tile.keyboardCame()
            }
        }
    }
}
