// SPDX-License-Identifier: Apache-2.0
// Polls and shows of hands: the open one, and those before it.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import Plenum

Item {
    id: panel

    required property Client client
    readonly property Polls polls: client.polls
    readonly property bool moderating: client.people.moderation.mayModerate
    signal askWanted

    /// The keyboard goes to the open poll; false if there is none.
    function take(): bool {
        const first = cards.itemAt(0) as PollCard;
        if (first === null || !first.open)
            return false;
        first.take();
        return true;
    }
    /// The keyboard came there.
    function show(item: Item) {
        const top = item.mapToItem(column, 0, 0).y;
        const bottom = top + item.height;
        if (top < page.contentY)
            page.contentY = Math.max(0, top - Theme.tight);
        else if (bottom > page.contentY + page.height)
            page.contentY = bottom - page.height + Theme.tight;
    }

    Connections {
        target: panel.polls
        // A new question is at the top.
        function onRowsInserted() {
            page.contentY = 0;
        }
    }
    Flickable {
        id: page
        objectName: "pollsPage"
        anchors.fill: parent
        clip: true
        contentWidth: width
        contentHeight: column.implicitHeight
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {}
        Column {
            id: column
            width: page.width
            Item {
                id: asking
                visible: panel.moderating
                width: column.width
                height: ask.height + Theme.gap
                ActionButton {
                    id: ask
                    objectName: "askPoll"
                    x: Theme.gap
                    y: Theme.gap
                    width: parent.width - 2 * Theme.gap
                    text: qsTr("Ask everyone…")
                    iconName: "poll"
                    kind: panel.polls.openWords === "" ? "primary" : "plain"
                    onClicked: panel.askWanted()
                    onActiveFocusChanged: if (activeFocus)
                        panel.show(ask)
                }
            }
            Item {
                visible: panel.polls.count === 0
                width: column.width
                height: Math.max(none.implicitHeight + 2 * Theme.wide, page.height - (asking.visible
                    ? asking.height : 0))
                EmptyNote {
                    id: none
                    anchors.centerIn: parent
                    width: parent.width - 2 * Theme.vast
                    iconName: "poll"
                    text: panel.moderating
                        ? qsTr("Ask a question with choices, or for a show of hands. Nobody in the call sees who " +
                        "chose what.")
                        : qsTr("Moderators can ask everyone a question here. Nobody in the call sees who chose what.")
                }
            }
            Repeater {
                id: cards
                model: panel.polls
                delegate: PollCard {
                    width: column.width
                    onAnswered: choice => panel.polls.answer(pollId, choice)
                    onTakenBack: panel.polls.take_back(pollId)
                    onEndWanted: panel.polls.end(pollId)
                    onCopyWanted: {
                        panel.client.copy(panel.polls.text(pollId));
                        panel.client.notice(qsTr("Question and result are on your clipboard."), "info");
                    }
                    onReached: item => panel.show(item)
                }
            }
        }
    }
}
