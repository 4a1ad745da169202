// SPDX-License-Identifier: Apache-2.0
// For moderators: a question with its choices, or for a show of hands. It stays until everyone has it, so that no word
// is lost.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

Sheet {
    id: sheet

    required property Client client
    readonly property Polls polls: client.polls
    readonly property PollComposer composer: polls.composer
    property bool hands: false
    /// As the fields have them.
    property var words: []
    /// Fields in sight: the worded ones, and one more.
    property int count: 0
    property bool choicesWorded: false
    /// Another poll is open, and a press would end it.
    property bool confirming: false
    readonly property bool sound: question.fits && question.text.trim() !== "" && (hands || choicesWorded)
    readonly property bool underWay: composer.asking

    /// What is typed is of no use any more.
    property bool done: false

    /// With what was typed before, and not asked.
    function openFresh() {
        composer.dismiss();
        hands = composer.draftHands;
        words = Array.from({
            length: composer.choicesMax
        }, (_, at) => composer.draftChoices[at] ?? "");
        count = composer.choicesMin;
        for (const [at, choice] of [...words].entries())
            (fields.itemAt(at) as Field).text = choice;
        question.put(composer.draftQuestion);
        open();
        question.take();
    }
    function reword(at: int, text: string) {
        words[at] = text;
        const worded = words.map(choice => choice.trim() !== "");
        count = Math.min(composer.choicesMax, Math.max(count, worded.lastIndexOf(true) + 2));
        choicesWorded = worded.filter(Boolean).length >= composer.choicesMin;
    }
    function ask() {
        if (!sound || underWay)
            return;
        if (!confirming && polls.openWords !== "") {
            confirming = true;
            sure.forceActiveFocus(Qt.TabFocusReason);
            return;
        }
        confirming = false;
        if (hands)
            composer.ask_for_hands(question.text);
        else
            composer.ask(question.text, words);
    }

    title: qsTr("Ask everyone")
    // A press beside it would be by mistake.
    closePolicy: Popup.CloseOnEscape
    // A failure from now on is told as others are.
    onClosed: {
        if (done)
            composer.clear();
        else
            composer.keep(question.text, words, hands);
        composer.dismiss();
    }
    Connections {
        target: sheet.composer
        function onAsked() {
            sheet.done = true;
            sheet.close();
        }
    }
    ColumnLayout {
        spacing: 0
        Layout.fillWidth: true
        RadioLine {
            objectName: "pollOfChoices"
            text: qsTr("Poll")
            explanation: qsTr("Everyone chooses one of 2 to 10 choices.")
            checked: !sheet.hands
            Layout.fillWidth: true
            onClicked: sheet.hands = false
        }
        RadioLine {
            objectName: "showOfHands"
            text: qsTr("Show of hands")
            explanation: qsTr("People raise a hand to agree.")
            checked: sheet.hands
            Layout.fillWidth: true
            onClicked: sheet.hands = true
        }
    }
    PollQuestionField {
        id: question
        most: sheet.composer.questionMax
        Layout.fillWidth: true
        onAccepted: sheet.hands ? sheet.ask() : (fields.itemAt(0) as Field).input.forceActiveFocus(Qt.TabFocusReason)
    }
    Repeater {
        id: fields
        // All of them: another number would make them anew, and take the keyboard from the one that is typed in.
        model: sheet.composer.choicesMax
        delegate: Field {
            id: field
            required property int index
            objectName: "pollChoice-" + index
            visible: !sheet.hands && index < sheet.count
            label: qsTr("Choice %1").arg(index + 1)
            placeholder: index >= sheet.composer.choicesMin ? qsTr("May stay empty") : ""
            maximumLength: sheet.composer.choiceMax
            Layout.fillWidth: true
            Component.onCompleted: input.textChanged.connect(() => sheet.reword(field.index, field.text))
            onAccepted: {
                const next = fields.itemAt(index + 1) as Field;
                if (text.trim() !== "" && next?.visible)
                    next.input.forceActiveFocus(Qt.TabFocusReason);
                else
                    sheet.ask();
            }
        }
    }
    Label {
        objectName: "pollError"
        visible: text !== ""
        text: sheet.composer.error
        color: Theme.badInk
        wrapMode: Text.Wrap
        Layout.fillWidth: true
        Accessible.role: Accessible.AlertMessage
    }
    ColumnLayout {
        visible: sheet.confirming
        spacing: Theme.hair
        Heading {
            text: qsTr("End the open poll?")
        }
        Label {
            text: sheet.polls.openWords
            wrapMode: Text.Wrap
            Layout.fillWidth: true
        }
        Label {
            text: qsTr("It ends for everyone when you ask.")
            color: Theme.inkDim
            wrapMode: Text.Wrap
            Layout.fillWidth: true
        }
    }
    RowLayout {
        id: buttons
        spacing: Theme.gap
        // What went wrong stands above it, and may be out of sight.
        onYChanged: if (sheet.composer.error !== "")
            sheet.show(buttons)
        ActionButton {
            objectName: "cancelPoll"
            text: sheet.confirming ? qsTr("Back") : qsTr("Cancel")
            Layout.fillWidth: true
            Layout.preferredWidth: 1
            onClicked: {
                if (sheet.confirming) {
                    sheet.confirming = false;
                    return;
                }
                sheet.done = true;
                sheet.close();
            }
        }
        ActionButton {
            id: sure
            objectName: "askPollNow"
            text: sheet.underWay ? qsTr("Asking…") : sheet.confirming ? qsTr("End it and ask") : qsTr("Ask")
            kind: sheet.confirming ? "danger" : "primary"
            enabled: sheet.sound && !sheet.underWay
            Layout.fillWidth: true
            Layout.preferredWidth: 1
            onClicked: sheet.ask()
        }
    }
}
