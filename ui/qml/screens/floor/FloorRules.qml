// SPDX-License-Identifier: Apache-2.0
// For moderators: the style of the meeting, and by which rules the floor goes on.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

Column {
    id: panel

    required property FloorModel floor
    readonly property real inner: width - 2 * Theme.wide
    readonly property var limits: {
        const usual = [0, 60, 120, 180, 300, 600];
        return usual.includes(floor.rules.limit) ? usual : usual.concat(floor.rules.limit);
    }
    /// The keyboard came there.
    signal reached(Item item)

    function words(seconds: int): string {
        return seconds === 0 ? qsTr("No limit")
            : Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0");
    }

    padding: Theme.wide
    spacing: Theme.tight
    Heading {
        text: panel.floor.rules.styleHeading
    }
    Choice {
        id: style
        objectName: "floorStyle"
        model: panel.floor.rules.styles.titles
        chosen: panel.floor.rules.styles.chosen
        explanations: panel.floor.rules.styles.abouts
        displayText: panel.floor.rules.style.title
        width: panel.inner
        label: panel.floor.rules.styleHeading
        onActivated: index => panel.floor.rules.set_style(panel.floor.rules.styles.ids[index])
        onActiveFocusChanged: if (activeFocus)
            panel.reached(style)
    }
    Label {
        objectName: "floorStyleAbout"
        text: panel.floor.rules.style.about
        color: Theme.inkDim
        font.pixelSize: Theme.small + 1
        wrapMode: Text.Wrap
        width: panel.inner
    }
    Field {
        id: parameters
        objectName: "floorParameters"
        visible: panel.floor.rules.style.example !== ""
        label: qsTr("Told to this style")
        placeholder: panel.floor.rules.style.example
        text: panel.floor.rules.parameters
        // Of the log's parameters (core/token/operation.h).
        maximumLength: 256
        width: panel.inner
        onAccepted: panel.floor.rules.set_parameters(text)
        input.onActiveFocusChanged: if (input.activeFocus)
            panel.reached(parameters)
    }
    Repeater {
        // Its length alone, so that a control keeps the keyboard while its value changes.
        model: panel.floor.rules.options.length
        delegate: FloorOption {
            rules: panel.floor.rules
            width: panel.inner
            onReached: item => panel.reached(item)
        }
    }
    // Each shows what is so: the change comes back when everyone knows of it.
    LabelledChoice {
        width: panel.inner
        label: panel.floor.rules.limitTitle
        visible: !panel.floor.everyone
        values: panel.limits
        words: panel.limits.map(seconds => panel.words(seconds))
        value: panel.floor.rules.limit
        onChosen: value => panel.floor.rules.set_limit(value)
    }
    SwitchLine {
        id: locked
        objectName: "floorLocked"
        visible: !panel.floor.everyone
        text: qsTr("Nobody may ask now")
        explanation: qsTr("Only moderators can.")
        checked: panel.floor.rules.locked
        width: panel.inner
        onToggled: {
            panel.floor.rules.set_locked(checked);
            checked = Qt.binding(() => panel.floor.rules.locked);
        }
        onActiveFocusChanged: if (activeFocus)
            panel.reached(locked)
    }
    SwitchLine {
        id: moderated
        objectName: "floorModerated"
        visible: !panel.floor.everyone
        text: qsTr("Accept each request")
        explanation: qsTr("Whoever asks waits until a moderator puts them in the queue.")
        checked: panel.floor.rules.moderated
        width: panel.inner
        onToggled: {
            panel.floor.rules.set_moderated(checked);
            checked = Qt.binding(() => panel.floor.rules.moderated);
        }
        onActiveFocusChanged: if (activeFocus)
            panel.reached(moderated)
    }
    SwitchLine {
        id: passable
        objectName: "floorPassable"
        visible: !panel.floor.everyone
        text: qsTr("Whoever has it may pass it on")
        explanation: qsTr("Moderators may at any time.")
        checked: panel.floor.rules.mayPassOn
        width: panel.inner
        onToggled: {
            panel.floor.rules.set_may_pass_on(checked);
            checked = Qt.binding(() => panel.floor.rules.mayPassOn);
        }
        onActiveFocusChanged: if (activeFocus)
            panel.reached(passable)
    }
    SwitchLine {
        id: shareable
        objectName: "floorShareable"
        visible: !panel.floor.everyone
        text: qsTr("Whoever has it may share it")
        explanation: qsTr("Two may have it at once then, unless the style allows more.")
        checked: panel.floor.rules.mayShareIt
        width: panel.inner
        onToggled: {
            panel.floor.rules.set_may_share_it(checked);
            checked = Qt.binding(() => panel.floor.rules.mayShareIt);
        }
        onActiveFocusChanged: if (activeFocus)
            panel.reached(shareable)
    }
    ActionButton {
        id: remove
        objectName: "removeFloor"
        text: qsTr("Remove this floor")
        iconName: "close"
        width: panel.inner
        focusPolicy: Qt.TabFocus
        onClicked: sure.open()
        onActiveFocusChanged: if (activeFocus)
            panel.reached(remove)
    }
    Sheet {
        id: sure
        objectName: "removeFloorSheet"
        title: qsTr("Remove this floor?")
        widthMax: 460
        Label {
            text: qsTr("Nobody has to ask any more: what needs the floor is free for everyone at once, and open " +
                "microphones are heard. Those who wait do not wait any longer.")
            wrapMode: Text.Wrap
            lineHeight: 1.25
            Layout.fillWidth: true
        }
        RowLayout {
            spacing: Theme.gap
            ActionButton {
                text: qsTr("Cancel")
                Layout.fillWidth: true
                Layout.preferredWidth: 1
                onClicked: sure.close()
            }
            ActionButton {
                objectName: "removeFloorNow"
                text: qsTr("Remove")
                kind: "danger"
                Layout.fillWidth: true
                Layout.preferredWidth: 1
                onClicked: {
                    sure.close();
                    panel.floor.rules.remove();
                }
            }
        }
    }
}
