// SPDX-License-Identifier: Apache-2.0
// A choice among fixed values, with its name beside it.
import QtQuick
import QtQuick.Layouts
import Plenum

RowLayout {
    id: line

    required property string label
    required property var values
    required property var words
    required property var value
    signal chosen(var value)

    spacing: Theme.gap
    Layout.fillWidth: true
    Label {
        text: line.label
        wrapMode: Text.Wrap
        Layout.fillWidth: true
    }
    Choice {
        model: line.words
        chosen: Math.max(0, line.values.indexOf(line.value))
        onActivated: index => line.chosen(line.values[index])
        Layout.preferredWidth: Math.round(180 * Theme.textScale)
        label: line.label
    }
}
