// SPDX-License-Identifier: Apache-2.0
// One panel at a time, with its tab.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

Rectangle {
    id: panel

    required property Client client
    readonly property var names: ["floor", "chat", "people", "polls", "mixer"]
    readonly property var titles: [qsTr("Floor"), qsTr("Chat"), qsTr("People"), qsTr("Polls"), qsTr("Mixer")]
    /// Polls have a tab once the conference is joined.
    readonly property string shown: client.settings.panel === "polls" && !client.polls.possible ? "chat"
        : client.settings.panel
    /// Of the tabs, as shares of the whole.
    readonly property var widths: {
        const wanted = titles.map((title, at) => names[at] === "polls" && !client.polls.possible ? 0
            : 2 * Theme.gap + letters.advanceWidth(title));
        const sum = wanted.reduce((before, each) => before + each, 0);
        return wanted.map(each => each / sum);
    }
    /// Of the words of all tabs: as large as the one with the least room allows.
    readonly property int letterSize: {
        const fits = titles.map((title, at) => widths[at] === 0 ? 1 : (width * widths[at] - Theme.hair)
            / letters.advanceWidth(title));
        return Math.max(Theme.body * 0.7, Math.floor(Theme.body * Math.min(1, ...fits)));
    }
    readonly property alias chatShown: chat.visible
    /// Ctrl+O puts files on the whiteboard.
    property bool boardTakesFiles: false
    /// Talks while the space bar is held, which the open tab has no use for.
    required property Item talker
    readonly property int floorWaiting: client.people.moderation.mayModerate ? client.floors.waiting : 0
    readonly property int knocking: client.people.moderation.mayModerate ? client.people.knocks.count : 0
    /// The keyboard is in the field for messages.
    readonly property alias writing: chat.writing
    readonly property bool hasKeyboard: isIn(Window.activeFocusItem, panel)
    signal copyLinkWanted
    signal entryWanted
    signal identityWanted(int memberIndex)
    signal videoWanted(int memberIndex)
    signal removeWanted(int memberIndex, string name)
    signal microphonePressed
    signal groupsWanted
    signal closeGroupsWanted(int groupId)
    signal pollWanted

    function showWaiting() {
        people.showWaiting();
    }
    function showInMixer(memberIndex: int) {
        client.settings.panel = "mixer";
        mixer.showPerson(memberIndex);
    }
    function writePrivately(memberIndex: int) {
        client.settings.panel = "chat";
        client.chat.outbox.addressee.write_to(memberIndex);
        chat.write();
    }
    function isIn(item: Item, whole: Item): bool {
        while (item !== null && item !== whole)
            item = item.parent;
        return item !== null;
    }
    /// The keyboard goes to the field for messages or to an open poll, else to the tab: the space bar must not give the
    /// floor, or let somebody in, for whoever wants to talk.
    function take() {
        if (shown === "chat")
            chat.write();
        else if (shown !== "polls" || !polls.take())
            tabs.currentItem.forceActiveFocus(Qt.TabFocusReason);
    }

    /// What is hidden must not have the keyboard.
    function keepKeyboard() {
        if (hasKeyboard && !Window.activeFocusItem.visible)
            tabs.currentItem.forceActiveFocus(Qt.OtherFocusReason);
    }

    objectName: "sidePanel"
    color: Theme.surface
    FontMetrics {
        id: letters
        font.pixelSize: Theme.body
        font.weight: Font.DemiBold
    }
    Binding {
        target: panel.client.polls
        property: "inSight"
        value: panel.visible && panel.shown === "polls"
    }
    Rectangle {
        x: panel.LayoutMirroring.enabled ? panel.width - 1 : 0
        width: 1
        height: parent.height
        color: Theme.line
        z: 1
    }
    ColumnLayout {
        anchors.fill: parent
        spacing: 0
        TabBar {
            id: tabs
            Layout.fillWidth: true
            spacing: 0
            currentIndex: Math.max(0, panel.names.indexOf(panel.shown))
            background: Rectangle {
                color: "transparent"
                Rectangle {
                    anchors.bottom: parent.bottom
                    width: parent.width
                    height: 1
                    color: Theme.line
                }
            }
            Repeater {
                // Not of words: another language would make other tabs, of which the first is open.
                model: panel.names.length
                delegate: TabButton {
                    id: tab
                    required property int index
                    readonly property int badge: [panel.floorWaiting, panel.client.chat.unread.count, panel.knocking,
                        panel.client.polls.waiting, 0][index]
                    readonly property string badgeWords: [qsTr("%1, %2 waiting for it"), qsTr("%1, %2 new"),
                        qsTr("%1, %2 waiting to be let in"), qsTr("%1, %2 to answer"), "%1"][index]
                    readonly property string hint: [qsTr("Who has the floor and who waits (Ctrl+Shift+F)"),
                        qsTr("Messages (Ctrl+Shift+C)"), badge > 0 ? qsTr("Who is waiting (Ctrl+Shift+W)")
                        : qsTr("Who is here (Ctrl+Shift+P)"), qsTr("Polls and shows of hands (Ctrl+Shift+O)"),
                        qsTr("How loud you hear whom (Ctrl+Shift+M)")][index]
                    objectName: "tab-" + panel.names[index]
                    text: panel.titles[index]
                    visible: panel.widths[index] > 0
                    // A word that is longer than others has more room, and none changes its place with a number.
                    width: Math.floor(panel.width * panel.widths[index])
                    focusPolicy: Qt.TabFocus
                    implicitHeight: Math.round(46 * Theme.textScale)
                    onClicked: {
                        panel.client.settings.panel = panel.names[index];
                        if (panel.names[index] === "chat")
                            chat.write();
                    }
                    Keys.forwardTo: checked ? [panel.talker] : []
                    Accessible.name: badge > 0 ? badgeWords.arg(text).arg(badge) : text
                    Accessible.description: hint
                    contentItem: Item {
                        Text {
                            id: word
                            objectName: "tabWord"
                            anchors.centerIn: parent
                            text: tab.text
                            color: tab.checked ? Theme.ink : Theme.inkDim
                            font.pixelSize: panel.letterSize
                            font.weight: tab.checked ? Font.DemiBold : Font.Medium
                            textFormat: Text.PlainText
                            Accessible.ignored: true
                        }
                    }
                    // Above the end of the word, which it leaves as large as the others.
                    Badge {
                        readonly property real wordEnd: (tab.width + word.implicitWidth) / 2 + 2
                        readonly property real fromStart: Math.min(wordEnd, tab.width - width)
                        count: tab.badge
                        x: tab.mirrored ? tab.width - width - fromStart : fromStart
                        y: 1
                    }
                    background: Rectangle {
                        color: tab.hovered && !tab.checked ? Theme.raised : "transparent"
                        Rectangle {
                            anchors.bottom: parent.bottom
                            width: parent.width
                            height: 2
                            color: Theme.accentInk
                            visible: tab.checked
                        }
                        FocusRing {
                            shown: tab.visualFocus
                            around: -2
                        }
                    }
                    Hint {
                        text: tab.hint
                        visible: tab.hovered || tab.visualFocus
                    }
                }
            }
        }
        StackLayout {
            currentIndex: tabs.currentIndex
            onCurrentIndexChanged: panel.keepKeyboard()
            FloorPanel {
                client: panel.client
            }
            ChatPanel {
                id: chat
                client: panel.client
                filesGoElsewhere: panel.boardTakesFiles
            }
            PeoplePanel {
                id: people
                client: panel.client
                onCopyLinkWanted: panel.copyLinkWanted()
                onEntryWanted: panel.entryWanted()
                onIdentityWanted: index => panel.identityWanted(index)
                onVideoWanted: index => panel.videoWanted(index)
                onMixerWanted: index => panel.showInMixer(index)
                onPrivateChatWanted: index => panel.writePrivately(index)
                onRemoveWanted: (index, name) => panel.removeWanted(index, name)
                onGroupsWanted: panel.groupsWanted()
                onCloseGroupsWanted: group => panel.closeGroupsWanted(group)
            }
            PollsPanel {
                id: polls
                client: panel.client
                onAskWanted: panel.pollWanted()
            }
            MixerPanel {
                id: mixer
                client: panel.client
                onMicrophonePressed: panel.microphonePressed()
            }
        }
    }
}
