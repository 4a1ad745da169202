// SPDX-License-Identifier: Apache-2.0
// How well a calibration fits, view by view, and whether it is taken.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

ColumnLayout {
    id: result

    required property CaptureCalibration calibration
    signal saveWanted

    spacing: Theme.gap
    Label {
        objectName: "calibrationError"
        text: result.calibration.errorWords
        font.weight: Font.DemiBold
        wrapMode: Text.Wrap
        Layout.fillWidth: true
    }
    ActionButton {
        objectName: "calibrationSave"
        text: qsTr("Accept and save…")
        kind: "primary"
        Layout.fillWidth: true
        onClicked: result.saveWanted()
    }
    ActionButton {
        objectName: "calibrationAccept"
        text: qsTr("Accept, for now alone")
        Layout.fillWidth: true
        onClicked: result.calibration.accept()
    }
    ActionButton {
        objectName: "calibrationDiscard"
        text: qsTr("Discard it")
        Layout.fillWidth: true
        onClicked: result.calibration.cancel()
    }
    Label {
        text: qsTr("The worst camera of each view")
        color: Theme.inkDim
        font.pixelSize: Theme.small + 1
        wrapMode: Text.Wrap
        Layout.fillWidth: true
        Layout.topMargin: Theme.tight
        Accessible.role: Accessible.Heading
    }
    Column {
        id: lines
        spacing: Theme.tight
        Layout.fillWidth: true
        Repeater {
            model: result.calibration.errors
            delegate: ColumnLayout {
                id: line
                required property var modelData
                width: lines.width
                spacing: 3
                Accessible.role: Accessible.StaticText
                Accessible.name: qsTr("%1: %2").arg(modelData.view).arg(modelData.words)
                RowLayout {
                    spacing: Theme.gap
                    Label {
                        text: line.modelData.view
                        font.pixelSize: Theme.small + 1
                        Accessible.ignored: true
                    }
                    Label {
                        text: line.modelData.words
                        color: line.modelData.rejected ? Theme.fairInk : Theme.inkDim
                        font.pixelSize: Theme.small + 1
                        wrapMode: Text.Wrap
                        horizontalAlignment: Text.AlignRight
                        Accessible.ignored: true
                        Layout.fillWidth: true
                    }
                }
                Rectangle {
                    radius: 2
                    color: Theme.raised
                    Layout.fillWidth: true
                    Layout.preferredHeight: 4
                    Rectangle {
                        width: parent.width * line.modelData.error
                        height: parent.height
                        radius: 2
                        color: line.modelData.rejected ? Theme.fairInk : Theme.linkInk
                        anchors.left: parent.left
                    }
                }
            }
        }
    }
}
