// SPDX-License-Identifier: Apache-2.0
// How cameras are triggered: the pace, with what each does, and the rate.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

Popup {
    id: menu

    required property CaptureControl control

    width: Math.round(340 * Theme.textScale)
    margins: Theme.tight
    padding: Theme.wide
    focus: true
    background: Rectangle {
        radius: Theme.radius
        color: Theme.surface
        border.color: Theme.line
    }
    contentItem: ColumnLayout {
        spacing: Theme.hair
        Column {
            id: lines
            Layout.fillWidth: true
            Repeater {
                model: menu.control.paces
                delegate: RadioLine {
                    required property var modelData
                    objectName: "pace-" + modelData.pace
                    width: lines.width
                    text: modelData.words
                    explanation: modelData.explanation
                    checked: menu.control.pace === modelData.pace
                    onClicked: menu.control.pace = modelData.pace
                }
            }
        }
        LabelledChoice {
            objectName: "triggerRate"
            label: menu.control.pace === "blocking" ? qsTr("At most") : qsTr("Rate")
            values: menu.control.rates
            words: values.map(value => qsTr("%1 a second").arg(value))
            value: menu.control.rate
            onChosen: value => menu.control.rate = value
        }
    }
}
