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
    /// As wide as its longest words, where there is room.
    property bool fitting: false
    signal chosen(var value)

    spacing: Theme.gap
    Layout.fillWidth: true
    FontMetrics {
        id: letters
        font.pixelSize: Theme.body
        font.weight: Font.DemiBold
    }
    Label {
        id: title
        text: line.label
        wrapMode: Text.Wrap
        Layout.fillWidth: true
    }
    Choice {
        // With their margins in the list.
        readonly property real widest: Math.ceil(Math.max(0, ...line.words.map(each => letters.advanceWidth(each))))
            + 5 * Theme.gap
        readonly property real usual: Math.round(180 * Theme.textScale)
        model: line.words
        chosen: Math.max(0, line.values.indexOf(line.value))
        onActivated: index => line.chosen(line.values[index])
        Layout.preferredWidth: !line.fitting ? usual
            : Math.max(usual, Math.min(widest, line.width - title.implicitWidth - line.spacing))
        label: line.label
    }
}
