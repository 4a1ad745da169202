// SPDX-License-Identifier: Apache-2.0
// A scene that somebody shares, on the stage. Each looks at it from where they like.
import QtQuick
import QtQuick.Layouts
import Plenum

ColumnLayout {
    id: stage

    required property Client client
    readonly property SharedScenes scenes: client.people.scenes
    readonly property bool narrow: width < 520 * Theme.textScale
    signal keyboardLeft

    function close() {
        scenes.open = false;
        keyboardLeft();
    }

    spacing: Theme.tight
    RowLayout {
        spacing: Theme.tight
        Layout.fillWidth: true
        Icon {
            name: "scene"
            color: Theme.accentInk
        }
        Label {
            objectName: "sceneStageWords"
            text: stage.scenes.words
            font.weight: Font.DemiBold
            elide: Text.ElideRight
            Accessible.role: Accessible.Heading
            Layout.fillWidth: true
        }
        ActionButton {
            objectName: "sceneNext"
            visible: stage.scenes.count > 1
            text: qsTr("Next scene")
            compact: true
            onClicked: stage.scenes.show_next()
        }
        IconButton {
            visible: !stage.narrow
            text: qsTr("Smaller (−)")
            iconName: "zoom-out"
            onClicked: view.approach(1 / 1.2)
        }
        IconButton {
            visible: !stage.narrow
            text: qsTr("Larger (+)")
            iconName: "zoom-in"
            onClicked: view.approach(1.2)
        }
        IconButton {
            objectName: "sceneFront"
            text: qsTr("Look from the front (Home)")
            iconName: "fit"
            onClicked: view.reset()
        }
        ActionButton {
            objectName: "sceneClose"
            text: qsTr("Close")
            compact: true
            onClicked: stage.close()
        }
    }
    Rectangle {
        radius: Theme.radius
        color: Theme.backdrop
        clip: true
        Layout.fillWidth: true
        Layout.fillHeight: true
        SceneItem {
            id: view
            objectName: "sharedScene"
            anchors.fill: parent
            cloud: stage.scenes.cloud
            activeFocusOnTab: true
            Accessible.role: Accessible.Graphic
            Accessible.name: qsTr("%1 Arrow keys turn it, with Shift they move it, plus and minus zoom, Home looks "
                + "from the front.").arg(stage.scenes.words)
            Accessible.focusable: true
            onLeaveWanted: stage.close()
            ScenePinch {
                view: view
            }
            FocusRing {
                shown: view.activeFocus
                around: -3
                border.color: Theme.backdropInk
            }
        }
        Label {
            anchors.centerIn: parent
            width: Math.min(parent.width - 2 * Theme.broad, 360 * Theme.textScale)
            visible: stage.scenes.cloud.empty
            text: qsTr("The scene comes in a moment.")
            color: Theme.backdropInk
            wrapMode: Text.Wrap
            horizontalAlignment: Text.AlignHCenter
        }
        SceneHint {
            visible: !stage.scenes.cloud.empty
        }
    }
}
