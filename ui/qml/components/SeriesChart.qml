// SPDX-License-Identifier: Apache-2.0
// A series over time with its figures in words: whoever does not see the line misses nothing.
import QtQuick
import QtQuick.Layouts
import Plenum

ColumnLayout {
    id: chart

    required property string title
    /// The figures that matter.
    required property string words
    required property var values
    /// Behind them, in grey.
    property var others: []
    required property real maximum
    /// Where the scale ends.
    required property string scaleWords
    property string hint: ""

    spacing: Theme.hair
    Accessible.role: Accessible.Chart
    Accessible.name: qsTr("%1: %2").arg(title).arg(words)
    Accessible.description: hint

    RowLayout {
        spacing: Theme.gap
        Layout.fillWidth: true
        Label {
            text: chart.title
            color: Theme.inkDim
            font.pixelSize: Theme.small + 1
            elide: Text.ElideRight
            horizontalAlignment: Text.AlignLeft
            Layout.fillWidth: true
            Accessible.ignored: true
        }
        Label {
            text: chart.words
            font.pixelSize: Theme.small + 1
            elide: Text.ElideRight
            horizontalAlignment: Text.AlignRight
            // The figures go before the title.
            Layout.maximumWidth: chart.width
            Accessible.ignored: true
        }
    }
    Item {
        Layout.fillWidth: true
        Layout.fillHeight: true
        Layout.minimumHeight: Math.round(40 * Theme.textScale)
        SeriesItem {
            anchors.fill: parent
            values: chart.values
            others: chart.others
            maximum: chart.maximum
            ink: Theme.linkInk
            otherInk: Theme.outline
            gapInk: Theme.badInk
            line: Theme.line
        }
        Rectangle {
            // The line passes behind the words.
            anchors.left: parent.left
            anchors.top: parent.top
            width: scale.width + Theme.hair
            height: scale.height
            color: Theme.surface
            opacity: 0.8
        }
        Label {
            id: scale
            anchors.left: parent.left
            anchors.top: parent.top
            text: chart.scaleWords
            color: Theme.inkDim
            font.pixelSize: Theme.small - 1
            Accessible.ignored: true
        }
        HoverHandler {
            id: over
        }
        Hint {
            text: chart.hint
            visible: chart.hint !== "" && over.hovered
        }
    }
}
