// SPDX-License-Identifier: Apache-2.0
// Which target is shown to the cameras; or a calibration of before.
import QtQuick
import QtQuick.Layouts
import Plenum

ColumnLayout {
    id: form

    required property CaptureCalibration calibration
    property bool charuco: false
    property int columns: 9
    property int rows: 6
    /// What is wrong with the target.
    property string complaint: ""
    signal loadWanted

    function begin() {
        complaint = calibration.complaint(charuco, columns, rows, square.text, marker.text);
        if (complaint === "")
            calibration.start(charuco, columns, rows, square.text, marker.text);
    }

    spacing: Theme.gap
    ColumnLayout {
        spacing: 0
        Layout.fillWidth: true
        RadioLine {
            objectName: "targetChessboard"
            text: qsTr("Chessboard")
            explanation: qsTr("All of it must be in sight.")
            checked: !form.charuco
            Layout.fillWidth: true
            onClicked: form.charuco = false
        }
        RadioLine {
            objectName: "targetCharuco"
            text: qsTr("ChArUco board (DICT_5X5_250)")
            explanation: qsTr("A part in sight is enough: for cameras that look from different sides.")
            checked: form.charuco
            Layout.fillWidth: true
            onClicked: form.charuco = true
        }
    }
    LabelledChoice {
        objectName: "targetColumns"
        label: form.charuco ? qsTr("Squares across") : qsTr("Inner corners across")
        values: Array.from({
            length: 14
        }, (_, at) => at + 3)
        words: values.map(value => String(value))
        value: form.columns
        onChosen: value => form.columns = value
    }
    LabelledChoice {
        objectName: "targetRows"
        label: form.charuco ? qsTr("Squares down") : qsTr("Inner corners down")
        values: Array.from({
            length: 14
        }, (_, at) => at + 3)
        words: values.map(value => String(value))
        value: form.rows
        onChosen: value => form.rows = value
    }
    RowLayout {
        spacing: Theme.gap
        Field {
            id: square
            objectName: "targetSquare"
            label: qsTr("Side of a square, mm")
            text: "25"
            maximumLength: 8
            Layout.fillWidth: true
            Layout.preferredWidth: 1
            Layout.alignment: Qt.AlignBottom
            onTextChanged: form.complaint = ""
        }
        Field {
            id: marker
            objectName: "targetMarker"
            visible: form.charuco
            label: qsTr("Side of a marker, mm")
            text: "18"
            maximumLength: 8
            Layout.fillWidth: true
            Layout.preferredWidth: 1
            Layout.alignment: Qt.AlignBottom
            onTextChanged: form.complaint = ""
        }
    }
    Label {
        objectName: "targetProblem"
        visible: text !== ""
        text: form.complaint
        color: Theme.badInk
        wrapMode: Text.Wrap
        Accessible.role: Accessible.AlertMessage
        Layout.fillWidth: true
    }
    ActionButton {
        objectName: "calibrationStart"
        text: qsTr("Begin")
        kind: "primary"
        Layout.fillWidth: true
        onClicked: form.begin()
    }
    ActionButton {
        objectName: "calibrationLoad"
        text: qsTr("Load a calibration…")
        Layout.fillWidth: true
        onClicked: form.loadWanted()
    }
}
