// SPDX-License-Identifier: Apache-2.0
// For moderators: what people can be made to ask for besides.
pragma ComponentBehavior: Bound
import QtQuick
import Plenum

Column {
    id: creation

    required property Client client
    readonly property var missing: client.floors.missing
    readonly property var captions: ({
            "voice": qsTr("Speak one after another"),
            "pen": qsTr("Draw one after another"),
            "screen": qsTr("Share screens one after another")
        })
    readonly property var icons: ({
            "voice": "floor",
            "pen": "pen",
            "screen": "screen"
        })
    /// Of these the first is what people look for.
    property bool first: false
    /// It goes, and the keyboard must not go with it.
    signal made
    /// The keyboard came there.
    signal reached(Item item)

    spacing: Theme.tight
    Repeater {
        model: creation.missing
        delegate: ActionButton {
            id: button
            required property string modelData
            objectName: modelData === "voice" ? "createFloor" : "createFloor-" + modelData
            text: creation.captions[modelData]
            iconName: creation.icons[modelData]
            kind: creation.first && modelData === "voice" ? "primary" : "plain"
            width: creation.width
            focusPolicy: Qt.TabFocus
            onClicked: {
                const what = modelData;
                const floors = creation.client.floors;
                creation.made();
                floors.create(what);
            }
            onActiveFocusChanged: if (activeFocus)
                creation.reached(button)
        }
    }
}
