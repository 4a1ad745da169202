// SPDX-License-Identifier: Apache-2.0
// Parts of a chat message.
import QtQuick
import QtTest
import Plenum

Item {
    id: root

    width: 640
    height: 480

    ChatQuote {
        id: known
        width: 300
        of: ({
                "line": "7",
                "known": true,
                "own": false,
                "who": "Ada",
                "text": "Shall we\nbegin?"
            })
    }
    ChatQuote {
        id: unknown
        y: 60
        width: 300
        of: ({
                "line": "8",
                "known": false
            })
    }
    ChatQuote {
        id: none
        of: ({})
    }
    ReactionPill {
        id: pill
        y: 120
        kind: "agree"
        count: 3
        own: true
        names: ["Ada", "Ben"]
    }
    ReactionPicker {
        id: picker
    }
    component Bubble: ChatBubble {
        required property string words
        sender: "Ada"
        tint: 1
        isOwn: false
        markup: words
        links: []
        plain: words
        time: "10:04"
        delivery: "received"
        late: false
        firstOfRun: true
        group: ""
        isPrivate: false
        firstUnread: false
        line: "9"
        edited: false
        deleted: false
        reactions: []
        quote: ({})
        mayAnswer: true
        mayChange: false
        restorable: false
        changing: false
        mayEdit: false
        file: ({})
        scene: ""
        width: 300
        height: implicitHeight
    }
    Bubble {
        id: wide
        y: 330
        words: "A message that is long enough for several lines. ".repeat(3)
    }
    Bubble {
        id: ownWide
        x: 320
        y: 330
        isOwn: true
        scene: "7"
        words: wide.words
    }
    UnreadDivider {
        id: divider
        y: 300
        width: 300
    }
    SignalSpy {
        id: spy
    }

    TestCase {
        name: "Chat"
        when: windowShown

        function watch(target, signalName) {
            spy.target = null;
            spy.signalName = signalName;
            spy.target = target;
            spy.clear();
        }
        function test_quoteIsOneLineAndLeadsThere() {
            compare(known.words, "Shall we begin?");
            compare(known.spoken, "Answer to Ada: Shall we begin?");
            watch(known, "clicked");
            mouseClick(known);
            compare(spy.count, 1);
        }
        function test_quoteOfWhatIsNotHereSaysSo() {
            compare(unknown.words, "To an earlier message");
            verify(!unknown.enabled);
            verify(!none.visible);
        }
        function test_reactionNamesWhoHasIt() {
            compare(pill.Accessible.name, "Agree: You, Ada, Ben");
            watch(pill, "clicked");
            mouseClick(pill);
            compare(spy.count, 1);
        }
        function test_pickerPicksByNumberAndByArrows() {
            watch(picker, "picked");
            picker.open();
            tryVerify(() => picker.opened);
            keyClick(Qt.Key_4);
            compare(spy.signalArguments[0][0], ReactionWords.kinds[3]);
            tryVerify(() => !picker.visible);
            picker.open();
            tryVerify(() => picker.opened);
            keyClick(Qt.Key_Right);
            keyClick(Qt.Key_Return);
            compare(spy.signalArguments[1][0], ReactionWords.kinds[1]);
            tryVerify(() => !picker.visible);
        }
        function test_actionsNeverCoverTheWords_data() {
            return [
                {
                    tag: "of others",
                    bubble: wide
                },
                {
                    tag: "own, with a scene",
                    bubble: ownWide
                }
            ];
        }
        function test_actionsNeverCoverTheWords(row) {
            const actions = findChild(row.bubble, "bubbleActions");
            mouseMove(row.bubble, row.bubble.width / 2, row.bubble.height / 2);
            tryVerify(() => actions.visible);
            verify(actions.x + actions.width <= 0 || actions.x >= actions.parent.width);
            const inBubble = actions.mapToItem(row.bubble, 0, 0);
            verify(inBubble.x >= 0 && inBubble.x + actions.width <= row.bubble.width);
            verify(actions.parent.width > 0.6 * row.bubble.width);
        }
        function test_dividerHasItsWords() {
            verify(divider.implicitHeight > 0);
        }
    }
}
