// SPDX-License-Identifier: Apache-2.0
// The dialogs that ask for files of the workspace. Each is made when it is wanted.
import QtQuick
import QtCore
import Plenum

Item {
    id: files

    required property Client client
    readonly property Capture capture: client.capture
    readonly property url documents: StandardPaths.writableLocation(StandardPaths.DocumentsLocation)
    readonly property url videos: StandardPaths.writableLocation(StandardPaths.MoviesLocation)

    /// With date and time, so that what was saved before stays.
    function stamped(folder: url, name: string, ending: string): url {
        const now = Qt.formatDateTime(new Date(), " yyyy-MM-dd HH-mm-ss");
        return folder + "/" + encodeURIComponent(name.replace(/[\/\\:]/g, "_") + now) + ending;
    }
    function record() {
        recording.suggested = stamped(videos, capture.name, ".ensembles");
        recording.open();
    }
    function replay() {
        replayed.open();
    }
    function savePoints() {
        points.suggested = stamped(documents, "scene", ".ply");
        points.open();
    }
    function loadCalibration() {
        loaded.open();
    }
    function saveCalibration() {
        saved.open();
    }

    FileChooser {
        id: recording
        objectName: "captureRecordChooser"
        desktopDialog: files.client.desktopDialog
        title: qsTr("Record ensembles")
        saving: true
        filters: [qsTr("Recordings of cameras (%1)").arg("*.ensembles")]
        onChosen: chosen => files.capture.control.record(chosen[0])
    }
    FileChooser {
        id: replayed
        objectName: "captureReplayChooser"
        desktopDialog: files.client.desktopDialog
        title: qsTr("Open a recording of cameras")
        filters: [qsTr("Recordings of cameras (%1)").arg("*.ensembles"), qsTr("All files (%1)").arg("*")]
        onChosen: chosen => files.capture.replay(chosen[0])
    }
    FileChooser {
        id: points
        objectName: "capturePointsChooser"
        desktopDialog: files.client.desktopDialog
        title: qsTr("Save points")
        saving: true
        filters: [qsTr("Points (%1)").arg("*.ply")]
        onChosen: chosen => files.capture.scene.save(chosen[0])
    }
    FileChooser {
        id: loaded
        objectName: "captureCalibrationChooser"
        desktopDialog: files.client.desktopDialog
        title: qsTr("Load a calibration")
        filters: [qsTr("Calibrations (%1)").arg("*.json"), qsTr("All files (%1)").arg("*")]
        onChosen: chosen => files.capture.calibration.load(chosen[0])
    }
    FileChooser {
        id: saved
        objectName: "captureCalibrationSaver"
        desktopDialog: files.client.desktopDialog
        title: qsTr("Save the calibration")
        saving: true
        filters: [qsTr("Calibrations (%1)").arg("*.json")]
        suggested: files.documents + "/calibration.json"
        onChosen: chosen => files.capture.calibration.accept(chosen[0])
    }
}
