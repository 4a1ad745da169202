// SPDX-License-Identifier: Apache-2.0
// The calibration, step by step, beside the cameras: which target, views of it, and how well they fit.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

Rectangle {
    id: pane

    required property CaptureCalibration calibration
    readonly property string step: calibration.step
    readonly property bool busy: step === "looking" || step === "calculating"
    readonly property bool planning: step === "none"
    /// Where the keyboard is, which stays in sight.
    readonly property Item focused: Window.activeFocusItem
    signal loadWanted
    signal saveWanted

    color: Theme.surface
    // What comes instead begins at its top, and stays under the mouse.
    onPlanningChanged: page.contentY = 0
    onFocusedChanged: {
        for (let item = focused; item; item = item.parent)
            if (item.parent === column) {
                const top = focused.mapToItem(column, 0, 0).y + column.y;
                if (top < page.contentY)
                    page.contentY = Math.max(0, top - Theme.tight);
                else if (top + focused.height > page.contentY + page.height)
                    page.contentY = top + focused.height - page.height + Theme.tight;
                return;
            }
    }
    Flickable {
        id: page
        anchors.fill: parent
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        contentWidth: width
        contentHeight: column.implicitHeight + 2 * Theme.wide
        ScrollBar.vertical: ScrollBar {}
        ColumnLayout {
            id: column
            x: Theme.wide
            y: Theme.wide
            width: page.width - 2 * Theme.wide
            spacing: Theme.gap
            RowLayout {
                spacing: Theme.tight
                Heading {
                    text: qsTr("Calibration")
                    Layout.fillWidth: true
                }
                IconButton {
                    objectName: "calibrationClose"
                    text: qsTr("Back to the scene")
                    iconName: "close"
                    onClicked: {
                        pane.calibration.cancel();
                        pane.calibration.open = false;
                    }
                }
            }
            Label {
                objectName: "calibrationName"
                visible: pane.planning
                text: pane.calibration.name === "" ? qsTr("No calibration is in use.")
                    : qsTr("In use: %1").arg(pane.calibration.name)
                color: Theme.inkDim
                wrapMode: Text.Wrap
                Layout.fillWidth: true
            }
            CalibrationPlanForm {
                visible: pane.planning
                calibration: pane.calibration
                Layout.fillWidth: true
                onLoadWanted: pane.loadWanted()
            }
            ColumnLayout {
                visible: pane.step === "collecting" || pane.busy
                spacing: Theme.gap
                Layout.fillWidth: true
                Label {
                    text: qsTr("Show the target to as many cameras at once as you can and hold it still. Tilt it by "
                        + "20° to 45°, another way for each view, and bring it near the edges of the pictures.")
                    wrapMode: Text.Wrap
                    lineHeight: 1.2
                    Layout.fillWidth: true
                }
                // Above all that comes and goes, so that they stay under the mouse.
                ActionButton {
                    objectName: "calibrationTake"
                    enabled: !pane.busy
                    text: qsTr("Take a view")
                    iconName: "cameras"
                    kind: pane.calibration.progress < 1 ? "primary" : "plain"
                    Layout.fillWidth: true
                    onClicked: pane.calibration.take_view()
                }
                ActionButton {
                    objectName: "calibrationCalculate"
                    enabled: pane.calibration.mayCalculate
                    text: qsTr("Calculate")
                    kind: pane.calibration.progress < 1 ? "plain" : "primary"
                    Layout.fillWidth: true
                    onClicked: pane.calibration.calculate()
                }
                Label {
                    objectName: "calibrationViews"
                    text: pane.step === "looking" ? qsTr("Looking for the target in the next ensemble…")
                        : pane.step === "calculating" ? qsTr("Calculating from %1 views. This takes some seconds…").arg(
                        pane.calibration.views) : pane.calibration.viewsWords
                    font.weight: Font.DemiBold
                    wrapMode: Text.Wrap
                    Layout.fillWidth: true
                }
                ProgressBar {
                    objectName: "calibrationProgress"
                    indeterminate: pane.busy && !Theme.still
                    value: pane.calibration.progress
                    Accessible.name: qsTr("Views")
                    Layout.fillWidth: true
                }
                RowLayout {
                    visible: pane.calibration.unseenWords !== ""
                    spacing: Theme.tight
                    Icon {
                        name: pane.calibration.allSaw ? "check" : "alert"
                        color: pane.calibration.allSaw ? Theme.goodInk : Theme.fairInk
                        Layout.alignment: Qt.AlignTop
                    }
                    Label {
                        objectName: "calibrationUnseen"
                        text: pane.calibration.unseenWords
                        wrapMode: Text.Wrap
                        Layout.fillWidth: true
                    }
                }
            }
            CalibrationResult {
                visible: pane.step === "done"
                calibration: pane.calibration
                Layout.fillWidth: true
                onSaveWanted: pane.saveWanted()
            }
            RowLayout {
                visible: pane.calibration.problem !== ""
                spacing: Theme.tight
                Icon {
                    name: "alert"
                    color: Theme.badInk
                    Layout.alignment: Qt.AlignTop
                }
                Label {
                    objectName: "calibrationProblem"
                    text: pane.calibration.problem
                    color: Theme.badInk
                    wrapMode: Text.Wrap
                    Accessible.role: Accessible.AlertMessage
                    Layout.fillWidth: true
                }
            }
            ActionButton {
                objectName: "calibrationCancel"
                visible: pane.step !== "none" && pane.step !== "done"
                text: qsTr("Cancel")
                Layout.fillWidth: true
                onClicked: pane.calibration.cancel()
            }
        }
    }
}
