// SPDX-License-Identifier: Apache-2.0
// A row of reactions, of which one is picked with the mouse, the arrows, or its number.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import Plenum

Popup {
    id: picker

    signal picked(string kind)

    function choose(kind: string) {
        close();
        picked(kind);
    }

    objectName: "reactionPicker"
    padding: Theme.hair
    margins: Theme.tight
    modal: true
    dim: false
    focus: true
    onOpened: choices.itemAt(0).forceActiveFocus(Qt.TabFocusReason)
    background: Rectangle {
        radius: Theme.radius
        color: Theme.surface
        border.color: Theme.line
    }
    contentItem: Row {
        spacing: 2
        Keys.onPressed: event => {
            const number = event.key - Qt.Key_1;
            event.accepted = number >= 0 && number < ReactionWords.kinds.length;
            if (event.accepted)
                picker.choose(ReactionWords.kinds[number]);
        }
        Repeater {
            id: choices
            model: ReactionWords.kinds
            delegate: IconButton {
                id: choice
                required property string modelData
                required property int index
                objectName: "pick-" + modelData
                text: ReactionWords.words[modelData]
                iconName: "react-" + modelData
                KeyNavigation.right: choices.itemAt((index + 1) % choices.count)
                KeyNavigation.left: choices.itemAt((index + choices.count - 1) % choices.count)
                onClicked: picker.choose(modelData)
            }
        }
    }
}
