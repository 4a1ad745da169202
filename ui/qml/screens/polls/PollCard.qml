// SPDX-License-Identifier: Apache-2.0
// One poll or show of hands: open, to be answered; or over, with its result. No layout holds the lines: those of Qt 6.4
// keep items that went while nobody saw them.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

Column {
    id: card

    required property int pollId
    required property string heading
    required property string question
    required property bool hands
    required property bool open
    required property bool own
    required property int ownAnswer
    required property var bars
    required property string counts
    required property int raised
    required property string counted
    required property string endWords
    required property string privacy
    readonly property real inner: width - 2 * Theme.wide
    readonly property bool mayTakeBack: open && !hands && ownAnswer >= 0
    readonly property bool mayEnd: open && own
    signal answered(int choice)
    signal takenBack
    signal endWanted
    signal copyWanted
    /// The keyboard came there.
    signal reached(Item item)

    /// The keyboard goes to the first choice.
    function take() {
        if (hands)
            show.take();
        else if (choices.count > 0)
            (choices.itemAt(Math.max(0, ownAnswer)) as Item).forceActiveFocus(Qt.TabFocusReason);
    }

    topPadding: Theme.gap
    spacing: Theme.tight
    RowLayout {
        // The sign has room of its own around it.
        x: LayoutMirroring.enabled ? Theme.tight : Theme.wide
        width: card.inner + Theme.wide - Theme.tight
        spacing: Theme.tight
        Heading {
            text: card.heading
            Layout.topMargin: 0
        }
        IconButton {
            id: copy
            objectName: "copyPoll-" + card.pollId
            text: qsTr("Copy question and result")
            iconName: "copy"
            implicitHeight: Theme.compact
            onClicked: card.copyWanted()
            onActiveFocusChanged: if (activeFocus)
                card.reached(copy)
        }
    }
    Label {
        x: Theme.wide
        width: card.inner
        text: card.question
        font.pixelSize: card.open ? Theme.title : Theme.body
        font.weight: Font.DemiBold
        wrapMode: Text.Wrap
    }
    PollHands {
        id: show
        x: Theme.wide
        width: card.inner
        visible: card.hands
        raised: card.raised
        counted: card.counted
        mine: card.ownAnswer === 0
        open: card.open
        onToggled: mine ? card.takenBack() : card.answered(0)
        onReached: item => card.reached(item)
    }
    Column {
        x: Theme.wide
        width: card.inner
        visible: !card.hands && card.open
        Accessible.role: Accessible.Grouping
        Accessible.name: card.question
        Repeater {
            id: choices
            // Its length alone, so that a choice keeps the keyboard while the counts change.
            model: card.open ? card.bars.length : 0
            delegate: PollChoice {
                id: choice
                required property int index
                objectName: "choice-" + index
                width: card.inner
                bar: card.bars[index] ?? ({
                        "words": "",
                        "figures": "",
                        "spoken": "",
                        "share": 0
                    })
                checked: card.ownAnswer === index
                // Shows what is so: the answer comes back.
                onClicked: {
                    card.answered(index);
                    checked = Qt.binding(() => card.ownAnswer === choice.index);
                }
                onActiveFocusChanged: if (activeFocus)
                    card.reached(choice)
            }
        }
    }
    Column {
        x: Theme.wide
        width: card.inner
        spacing: Theme.gap
        visible: !card.hands && !card.open
        Repeater {
            model: card.open ? 0 : card.bars
            delegate: PollBar {
                required property var modelData
                required property int index
                readonly property string spoken: qsTr("%1: %2", "a choice; its votes").arg(modelData.words).arg(
                    modelData.spoken)
                width: card.inner
                bar: modelData
                chosen: card.ownAnswer === index
                Accessible.role: Accessible.StaticText
                Accessible.name: chosen ? qsTr("%1, your answer").arg(spoken) : spoken
            }
        }
    }
    Label {
        objectName: "pollCounts-" + card.pollId
        x: Theme.wide
        width: card.inner
        visible: !card.hands || !card.open
        text: card.hands ? card.endWords : card.open ? card.counts : qsTr("%1. %2",
            "how many answered; why it is over").arg(card.counts).arg(card.endWords)
        color: Theme.inkDim
        font.pixelSize: Theme.small + 1
        wrapMode: Text.Wrap
    }
    Label {
        objectName: "pollPrivacy"
        x: Theme.wide
        width: card.inner
        visible: card.open
        text: card.privacy
        color: Theme.inkDim
        font.pixelSize: Theme.small + 1
        wrapMode: Text.Wrap
    }
    Flow {
        x: Theme.wide
        width: card.inner
        visible: card.mayTakeBack || card.mayEnd
        spacing: Theme.tight
        // First, so that it stays under the pointer when an answer brings the other.
        ActionButton {
            id: end
            objectName: "endPoll"
            visible: card.mayEnd
            text: card.hands ? qsTr("End the show of hands") : qsTr("End the poll")
            iconName: "stop"
            compact: true
            onClicked: card.endWanted()
            onActiveFocusChanged: if (activeFocus)
                card.reached(end)
        }
        ActionButton {
            id: takeBack
            objectName: "takeBackAnswer"
            visible: card.mayTakeBack
            text: qsTr("Take my answer back")
            compact: true
            onClicked: card.takenBack()
            onActiveFocusChanged: if (activeFocus)
                card.reached(takeBack)
        }
    }
    Item {
        width: card.width
        height: Theme.hair + 1
        Rectangle {
            anchors.bottom: parent.bottom
            width: parent.width
            height: 1
            color: Theme.line
        }
    }
}
