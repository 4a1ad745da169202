// SPDX-License-Identifier: Apache-2.0
// How the cluster goes: two charts and a table.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

Rectangle {
    id: figures

    required property Capture capture
    /// Below each other.
    required property bool stacked
    readonly property CaptureCharts charts: capture.charts

    color: Theme.surface
    Rectangle {
        width: parent.width
        height: 1
        color: Theme.line
    }
    GridLayout {
        anchors.fill: parent
        anchors.margins: Theme.gap
        anchors.leftMargin: Theme.wide
        anchors.rightMargin: Theme.wide
        columns: figures.stacked ? 1 : 3
        columnSpacing: Theme.broad
        rowSpacing: Theme.gap
        SeriesChart {
            objectName: "asynchronyChart"
            // A recording does not hold when frames arrived.
            visible: !figures.capture.replaying
            title: qsTr("Asynchrony")
            words: figures.charts.asynchronyWords
            values: figures.charts.asynchrony
            maximum: figures.charts.asynchronyMax
            scaleWords: qsTr("%1 ms").arg(figures.charts.asynchronyMax)
            hint: qsTr("From the first to the last complete frame of an ensemble. A red line is an ensemble that lacks "
                + "a camera.")
            Layout.fillWidth: true
            Layout.fillHeight: true
            Layout.preferredWidth: 1
        }
        SeriesChart {
            objectName: "pathChart"
            visible: !figures.capture.replaying
            title: qsTr("Path")
            words: figures.charts.pathWords
            values: figures.charts.available
            others: figures.charts.used
            maximum: figures.charts.pathMax
            scaleWords: qsTr("%1 Mbit/s").arg(figures.charts.pathMax)
            hint: qsTr("What the path carries, and below it in grey what the cameras use. A flowshare of 1 is as much "
                + "as other programs get.")
            Layout.fillWidth: true
            Layout.fillHeight: true
            Layout.preferredWidth: 1
        }
        ColumnLayout {
            spacing: Theme.hair
            Layout.fillWidth: true
            Layout.fillHeight: !figures.stacked
            Layout.preferredWidth: 0.62
            Layout.maximumWidth: figures.stacked ? figures.width : Math.round(250 * Theme.textScale)
            Label {
                text: qsTr("Ensembles")
                color: Theme.inkDim
                font.pixelSize: Theme.small + 1
                Accessible.role: Accessible.Heading
            }
            Column {
                id: table
                spacing: Theme.hair
                Layout.fillWidth: true
                Repeater {
                    model: figures.charts.rows
                    delegate: FactLine {
                        required property var modelData
                        width: table.width
                        name: modelData.name
                        value: modelData.value
                    }
                }
            }
            Item {
                visible: !figures.stacked
                Layout.fillHeight: true
            }
        }
    }
}
