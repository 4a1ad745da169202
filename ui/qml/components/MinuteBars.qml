// SPDX-License-Identifier: Apache-2.0
// The last minute as bars, and in words: whoever does not see the bars misses nothing.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

ColumnLayout {
    id: chart

    /// Oldest first, 0 … 1; negative where nothing was.
    required property var values
    required property string words

    spacing: Theme.hair
    Row {
        id: bars
        readonly property real slot: width / Math.max(1, chart.values.length)
        Layout.fillWidth: true
        Layout.preferredHeight: Math.round(36 * Theme.textScale)
        Accessible.role: Accessible.Chart
        Accessible.name: chart.words
        Repeater {
            model: chart.values.length
            delegate: Item {
                id: place
                required property int index
                readonly property real value: chart.values[index]
                // Whole pixels, or some would run into each other.
                width: Math.round((index + 1) * bars.slot) - Math.round(index * bars.slot)
                height: bars.height
                Rectangle {
                    anchors.bottom: parent.bottom
                    width: parent.width - 1
                    height: place.value < 0 ? 1 : Math.max(2, Math.round(parent.height * place.value))
                    color: place.value < 0 ? Theme.line : Theme.linkInk
                }
            }
        }
    }
    Label {
        text: chart.words
        color: Theme.inkDim
        font.pixelSize: Theme.small + 1
        wrapMode: Text.Wrap
        Layout.fillWidth: true
        Accessible.ignored: true
    }
}
