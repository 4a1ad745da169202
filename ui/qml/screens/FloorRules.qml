// SPDX-License-Identifier: Apache-2.0
// For moderators: the style of the meeting, and by which rules the floor goes on.
import QtQuick
import Plenum

Column {
    id: rules

    required property FloorModel floor
    required property Client client
    readonly property real inner: width - 2 * Theme.wide
    readonly property var limits: {
        const usual = [0, 60, 120, 180, 300, 600];
        return usual.includes(floor.limit) ? usual : usual.concat(floor.limit);
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
        text: rules.floor.styleHeading
    }
    Choice {
        id: style
        objectName: "floorStyle"
        model: rules.client.floors.styleTitles
        chosen: rules.client.floors.style_place(rules.floor.styleId)
        explanations: rules.floor.styleAbouts
        displayText: rules.floor.styleTitle
        width: rules.inner
        label: rules.floor.styleHeading
        onActivated: index => rules.floor.set_style(rules.client.floors.styleIds[index])
        onActiveFocusChanged: if (activeFocus)
            rules.reached(style)
    }
    Label {
        objectName: "floorStyleAbout"
        text: rules.floor.styleAbout
        color: Theme.inkDim
        font.pixelSize: Theme.small + 1
        wrapMode: Text.Wrap
        width: rules.inner
    }
    Field {
        id: parameters
        objectName: "floorParameters"
        visible: rules.floor.styleExample !== ""
        label: qsTr("Told to this style")
        placeholder: rules.floor.styleExample
        text: rules.floor.parameters
        // Of the log's parameters (core/token/operation.h).
        maximumLength: 256
        width: rules.inner
        onAccepted: rules.floor.set_parameters(text)
        input.onActiveFocusChanged: if (input.activeFocus)
            rules.reached(parameters)
    }
    // Each shows what is so: the change comes back when everyone knows of it.
    SwitchLine {
        id: questions
        objectName: "floorQuestions"
        visible: rules.floor.styleId === "chalkboard"
        text: qsTr("Take questions now")
        checked: rules.floor.questions
        width: rules.inner
        onToggled: {
            rules.floor.set_questions(checked);
            checked = Qt.binding(() => rules.floor.questions);
        }
        onActiveFocusChanged: if (activeFocus)
            rules.reached(questions)
    }
    LabelledChoice {
        width: rules.inner
        label: rules.floor.limitTitle
        visible: !rules.floor.everyone
        values: rules.limits
        words: rules.limits.map(seconds => rules.words(seconds))
        value: rules.floor.limit
        onChosen: value => rules.floor.set_limit(value)
    }
    SwitchLine {
        id: locked
        objectName: "floorLocked"
        visible: !rules.floor.everyone
        text: qsTr("Nobody may ask now")
        explanation: qsTr("Only moderators can.")
        checked: rules.floor.locked
        width: rules.inner
        onToggled: {
            rules.floor.set_locked(checked);
            checked = Qt.binding(() => rules.floor.locked);
        }
        onActiveFocusChanged: if (activeFocus)
            rules.reached(locked)
    }
    SwitchLine {
        id: moderated
        objectName: "floorModerated"
        visible: !rules.floor.everyone
        text: qsTr("Accept each request")
        explanation: qsTr("Whoever asks waits until a moderator puts them in the queue.")
        checked: rules.floor.moderated
        width: rules.inner
        onToggled: {
            rules.floor.set_moderated(checked);
            checked = Qt.binding(() => rules.floor.moderated);
        }
        onActiveFocusChanged: if (activeFocus)
            rules.reached(moderated)
    }
    SwitchLine {
        id: passable
        objectName: "floorPassable"
        visible: !rules.floor.everyone
        text: qsTr("Whoever has it may pass it on")
        explanation: qsTr("Moderators may at any time.")
        checked: rules.floor.mayPassOn
        width: rules.inner
        onToggled: {
            rules.floor.set_may_pass_on(checked);
            checked = Qt.binding(() => rules.floor.mayPassOn);
        }
        onActiveFocusChanged: if (activeFocus)
            rules.reached(passable)
    }
    SwitchLine {
        id: shareable
        objectName: "floorShareable"
        visible: !rules.floor.everyone
        text: qsTr("Whoever has it may share it")
        explanation: qsTr("Two may have it at once then, unless the style allows more.")
        checked: rules.floor.mayShareIt
        width: rules.inner
        onToggled: {
            rules.floor.set_may_share_it(checked);
            checked = Qt.binding(() => rules.floor.mayShareIt);
        }
        onActiveFocusChanged: if (activeFocus)
            rules.reached(shareable)
    }
    ActionButton {
        id: remove
        objectName: "removeFloor"
        text: qsTr("Remove this floor")
        iconName: "close"
        width: rules.inner
        focusPolicy: Qt.TabFocus
        onClicked: rules.floor.remove()
        onActiveFocusChanged: if (activeFocus)
            rules.reached(remove)
    }
}
