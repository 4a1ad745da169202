// SPDX-License-Identifier: Apache-2.0
// The scene that the cameras see, in 3-D; before that, what is missing for it.
import QtQuick
import QtQuick.Layouts
import Plenum

Rectangle {
    id: pane

    required property Capture capture
    required property bool mayShare
    readonly property CaptureScene scene: capture.scene
    readonly property bool calibrated: capture.calibration.name !== ""
    signal calibrateWanted
    signal loadWanted
    signal saveWanted
    signal keyboardLeft

    // Dark in either theme, as pictures are.
    color: Theme.backdrop
    SceneItem {
        id: view
        objectName: "captureScene"
        anchors.fill: parent
        visible: !pane.scene.cloud.empty
        cloud: pane.scene.cloud
        // Old points are not taken for new ones.
        opacity: pane.scene.old ? 0.35 : 1
        activeFocusOnTab: true
        Accessible.role: Accessible.Graphic
        Accessible.name: qsTr("%1. Arrow keys turn it, with Shift they move it, plus and minus zoom, Home looks from "
            + "the front.").arg(pane.scene.words)
        Accessible.focusable: true
        onLeaveWanted: pane.keyboardLeft()
        ScenePinch {
            view: view
        }
        FocusRing {
            shown: view.activeFocus
            around: -3
            border.color: Theme.backdropInk
            radius: 0
        }
    }
    RowLayout {
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: parent.top
        anchors.margins: Theme.gap
        spacing: Theme.hair
        Pill {
            objectName: "sceneWords"
            text: pane.scene.words
            Layout.fillWidth: true
            Layout.minimumWidth: Math.min(Math.ceil(implicitWidth), 80 * Theme.textScale)
            Layout.maximumWidth: Math.ceil(implicitWidth)
        }
        Item {
            Layout.fillWidth: true
            Layout.preferredWidth: 0
        }
        SceneButton {
            objectName: "sceneShare"
            visible: pane.mayShare && view.visible
            text: pane.scene.shared ? qsTr("Stop sharing: everyone in the call can see the scene")
                : qsTr("Share the scene: everyone in the call can look at it from any side")
            iconName: "people"
            on: pane.scene.shared
            Accessible.checkable: true
            Accessible.checked: pane.scene.shared
            onClicked: pane.scene.shared = !pane.scene.shared
        }
        SceneButton {
            objectName: "sceneSave"
            visible: view.visible
            text: qsTr("Save points as PLY…")
            iconName: "save"
            onClicked: pane.saveWanted()
        }
        SceneButton {
            objectName: "sceneReset"
            visible: view.visible
            text: qsTr("Look from the front (Home)")
            iconName: "fit"
            onClicked: view.reset()
        }
    }
    SceneHint {
        visible: view.visible
    }
    ColumnLayout {
        anchors.centerIn: parent
        width: Math.min(parent.width - 2 * Theme.broad, 340 * Theme.textScale)
        visible: !view.visible
        spacing: Theme.gap
        Icon {
            name: "scene"
            size: Theme.display
            color: Theme.backdropMark
            Layout.alignment: Qt.AlignHCenter
        }
        Label {
            objectName: "sceneMissing"
            text: pane.calibrated ? qsTr("The scene comes with the next frames of two calibrated cameras.")
                : qsTr("The scene in 3-D needs to know where the cameras stand. Calibrate them once, or load a "
                + "calibration.")
            color: Theme.backdropInk
            wrapMode: Text.Wrap
            horizontalAlignment: Text.AlignHCenter
            lineHeight: 1.25
            Layout.fillWidth: true
        }
        ActionButton {
            objectName: "sceneCalibrate"
            visible: !pane.calibrated
            text: qsTr("Calibrate")
            kind: "primary"
            Layout.alignment: Qt.AlignHCenter
            onClicked: pane.calibrateWanted()
        }
        ActionButton {
            objectName: "sceneLoad"
            visible: !pane.calibrated
            text: qsTr("Load a calibration…")
            Layout.alignment: Qt.AlignHCenter
            onClicked: pane.loadWanted()
        }
    }
}
