// SPDX-License-Identifier: Apache-2.0
// Which device of one kind is in use; says so in words where there is none.
import QtQuick
import QtQuick.Layouts
import Plenum

ColumnLayout {
    id: choice

    required property DeviceList devices
    required property string label
    required property string iconName
    required property string noneText

    spacing: 6
    RowLayout {
        spacing: 6
        Icon {
            name: choice.iconName
            size: Theme.small + 4
            color: Theme.inkDim
        }
        Label {
            text: choice.label
            color: Theme.inkDim
            font.pixelSize: Theme.small + 1
        }
    }
    Choice {
        Layout.fillWidth: true
        visible: choice.devices.count > 0
        model: choice.devices
        textRole: "name"
        chosen: choice.devices.current
        onActivated: index => choice.devices.select(index)
        label: choice.label
    }
    Label {
        Layout.fillWidth: true
        visible: choice.devices.count === 0
        text: choice.noneText
        wrapMode: Text.Wrap
        color: Theme.fairInk
    }
}
