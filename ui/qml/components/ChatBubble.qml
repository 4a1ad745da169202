// SPDX-License-Identifier: Apache-2.0
// One message: who, when, what, to what, what others think of it, and how far it has come.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

Item {
    id: bubble

    required property string sender
    required property int tint
    required property bool isOwn
    required property string markup
    required property list<string> links
    required property string plain
    required property string time
    required property string delivery
    required property bool late
    required property bool firstOfRun
    required property string group
    required property bool isPrivate
    readonly property string readers: !isPrivate ? group === "" ? "" : qsTr("in %1").arg(group) : isOwn
        ? qsTr("to %1 alone").arg(group) : qsTr("to you alone")
    required property bool firstUnread
    /// Names it to the model.
    required property string line
    required property bool edited
    required property bool deleted
    required property var reactions
    required property var quote
    required property bool mayAnswer
    required property bool mayChange
    required property bool restorable
    required property bool changing
    required property bool mayEdit
    /// The file that it offers; empty for none.
    required property var file
    /// What of a shared screen its author looked at; empty for none.
    required property string scene
    /// The keyboard is on it.
    property bool current: false
    /// The search stands at it, or a quote led to it.
    property bool marked: false
    readonly property bool unstored: delivery === "unstored"
    readonly property string who: isOwn ? qsTr("You") : sender
    readonly property string deliveryText: delivery === "sending" ? qsTr("Sending…") : delivery === "failed"
        ? qsTr("Not sent") : unstored ? qsTr("Not stored yet") : changing ? qsTr("Sending the change…")
        : late ? qsTr("Arrived late") : edited ? qsTr("Edited") : ""
    readonly property bool sent: isOwn && delivery === "sent"
    readonly property string deletedText: isOwn ? qsTr("You deleted this message.") : qsTr("This message was deleted.")
    readonly property string shownText: deleted ? deletedText : plain
    readonly property string reactionText: reactions.map(each => ReactionWords.words[each.kind] + ": "
        + ReactionWords.people(each.names, each.own)).join("; ")
    readonly property string selectedText: words.selectedText
    signal sendAgain
    /// Some of its text was marked.
    signal selected
    signal menuWanted
    signal linkWanted(string link)
    signal answerWanted
    signal reactWanted
    signal reacted(string kind)
    signal restoreWanted
    signal quoteFollowed
    signal fetchWanted
    signal cancelWanted
    signal saveWanted
    signal openWanted
    signal enlargeWanted
    signal sceneWanted

    function deselect() {
        words.deselect();
    }

    objectName: unstored ? "unstoredBubble" : ""
    implicitHeight: column.implicitHeight + (firstOfRun ? Theme.gap : Theme.hair)
    Accessible.role: Accessible.ListItem
    Accessible.name: (readers === "" ? qsTr("%1 at %2: %3").arg(who).arg(time).arg(shownText)
        : qsTr("%1 at %2, %3: %4").arg(who).arg(time).arg(readers).arg(shownText))
        + (card.shown ? ". " + card.spoken : "") + (answered.visible ? ". " + answered.spoken : "")
        + (reactionText !== "" ? ". " + reactionText : "")
        + (deliveryText !== "" ? ". " + deliveryText : sent ? ". " + qsTr("Sent") : "")
    Accessible.description: unstored ? unstoredHint.text : ""

    HoverHandler {
        id: hover
    }
    ColumnLayout {
        id: column
        anchors.bottom: parent.bottom
        width: parent.width
        spacing: 3
        UnreadDivider {
            visible: bubble.firstUnread
            Layout.fillWidth: true
            Layout.topMargin: Theme.gap
        }
        ChatHeading {
            visible: bubble.firstOfRun
            who: bubble.who
            readers: bubble.readers
            isPrivate: bubble.isPrivate
            time: bubble.time
            room: bubble.width
            Layout.alignment: bubble.isOwn ? Qt.AlignRight : Qt.AlignLeft
        }
        Rectangle {
            id: ground
            readonly property real mark: bubble.sent ? Theme.small + 6 : 0
            /// Leaves room for the actions beside it: over it, they would cover its words.
            readonly property real widest: Math.min(bubble.width * 0.88, bubble.width - bar.width - Theme.hair)
            Layout.alignment: bubble.isOwn ? Qt.AlignRight : Qt.AlignLeft
            Layout.maximumWidth: widest
            implicitWidth: card.shown ? Math.min(widest, Math.round(300 * Theme.textScale))
                : Math.min(Math.max(Math.ceil(words.implicitWidth) + mark, answered.visible
                ? Math.min(answered.implicitWidth, widest) : 0) + 2 * Theme.gap, widest)
            implicitHeight: (card.shown ? card.y + card.implicitHeight : words.y + words.implicitHeight) + Theme.tight
            radius: Theme.radius
            color: bubble.deleted ? "transparent" : bubble.isOwn ? Theme.own : Theme.raised
            border.width: bubble.current || bubble.marked ? 2 : bubble.deleted ? 1 : 0
            border.color: bubble.current ? Theme.focus : bubble.marked ? Theme.accentInk : Theme.line
            ChatQuote {
                id: answered
                of: bubble.quote
                x: Theme.gap
                y: Theme.tight
                width: parent.width - 2 * Theme.gap
                onClicked: bubble.quoteFollowed()
            }
            FileCard {
                id: card
                file: bubble.file
                known: bubble.delivery !== "failed"
                x: Theme.gap + (bubble.LayoutMirroring.enabled ? ground.mark : 0)
                y: Theme.tight + (answered.visible ? answered.height + Theme.hair : 0)
                width: parent.width - 2 * Theme.gap - ground.mark
                onFetchWanted: bubble.fetchWanted()
                onCancelWanted: bubble.cancelWanted()
                onSaveWanted: bubble.saveWanted()
                onOpenWanted: bubble.openWanted()
                onEnlargeWanted: bubble.enlargeWanted()
            }
            TapHandler {
                acceptedButtons: Qt.RightButton
                onTapped: bubble.menuWanted()
            }
            TextEdit {
                id: words
                visible: !card.shown
                x: Theme.gap + (bubble.LayoutMirroring.enabled ? ground.mark : 0)
                y: Theme.tight + (answered.visible ? answered.height + Theme.hair : 0)
                width: parent.width - 2 * Theme.gap - ground.mark
                text: Theme.linkStyle + (bubble.deleted ? bubble.deletedText : bubble.markup)
                textFormat: TextEdit.RichText
                color: bubble.deleted ? Theme.inkDim : Theme.ink
                selectionColor: Theme.accent
                selectedTextColor: Theme.textOnAccent
                font.pixelSize: Theme.body
                font.italic: bubble.deleted
                wrapMode: TextEdit.Wrap
                readOnly: true
                selectByMouse: true
                persistentSelection: true
                // The space bar stays for talking.
                activeFocusOnPress: false
                onSelectedTextChanged: if (selectedText !== "")
                    bubble.selected()
                onLinkActivated: link => bubble.linkWanted(link)
                Accessible.ignored: true
                HoverHandler {
                    cursorShape: words.hoveredLink !== "" ? Qt.PointingHandCursor : Qt.IBeamCursor
                }
            }
            Icon {
                objectName: "sentMark"
                visible: bubble.sent
                name: "check"
                size: Theme.small + 1
                color: Theme.inkDim
                anchors.right: parent.right
                anchors.bottom: parent.bottom
                anchors.margins: 5
                HoverHandler {
                    id: sentHover
                }
                Hint {
                    visible: sentHover.hovered
                    text: qsTr("Sent. The relay has it.")
                }
            }
            Rectangle {
                id: bar
                objectName: "bubbleActions"
                readonly property bool atLeft: bubble.isOwn !== bubble.LayoutMirroring.enabled
                visible: hover.hovered && bubble.mayAnswer
                // Not from the row, which has no width while it is hidden.
                width: (bubble.scene === "" ? 2 : 3) * Theme.compact + 4
                height: Theme.compact + 4
                x: atLeft ? -width - Theme.hair : parent.width + Theme.hair
                radius: Theme.radius
                color: Theme.surface
                border.color: Theme.line
                Row {
                    anchors.centerIn: parent
                    IconButton {
                        text: qsTr("Answer")
                        iconName: "reply"
                        implicitWidth: Theme.compact
                        implicitHeight: Theme.compact
                        onClicked: bubble.answerWanted()
                    }
                    IconButton {
                        objectName: "showScene"
                        visible: bubble.scene !== ""
                        text: qsTr("The shared screen, as it was")
                        iconName: "screen"
                        implicitWidth: Theme.compact
                        implicitHeight: Theme.compact
                        onClicked: bubble.sceneWanted()
                    }
                    IconButton {
                        text: qsTr("React")
                        iconName: "react"
                        implicitWidth: Theme.compact
                        implicitHeight: Theme.compact
                        onClicked: bubble.reactWanted()
                    }
                }
            }
        }
        ActionButton {
            objectName: "restoreMessage"
            visible: bubble.restorable
            text: qsTr("Undo")
            iconName: "undo"
            compact: true
            Layout.alignment: Qt.AlignRight
            onClicked: bubble.restoreWanted()
        }
        Flow {
            visible: bubble.reactions.length > 0
            spacing: Theme.hair
            layoutDirection: bubble.isOwn ? Qt.RightToLeft : Qt.LeftToRight
            Layout.fillWidth: true
            Repeater {
                model: bubble.reactions
                delegate: ReactionPill {
                    required property var modelData
                    kind: modelData.kind
                    count: modelData.count
                    own: modelData.own
                    names: modelData.names
                    enabled: bubble.mayAnswer
                    onClicked: bubble.reacted(kind)
                }
            }
        }
        RowLayout {
            visible: bubble.deliveryText !== ""
            spacing: 5
            Layout.alignment: bubble.isOwn ? Qt.AlignRight : Qt.AlignLeft
            Icon {
                name: bubble.delivery === "failed" ? "alert" : bubble.unstored ? "information"
                    : bubble.deliveryText === qsTr("Edited") ? "pen" : "sending"
                size: Theme.small + 1
                color: bubble.delivery === "failed" ? Theme.badInk : Theme.inkDim
            }
            Label {
                text: bubble.deliveryText
                color: bubble.delivery === "failed" ? Theme.badInk : Theme.inkDim
                font.pixelSize: Theme.small
                Accessible.ignored: true
            }
            HoverHandler {
                id: stateHover
                enabled: bubble.unstored
            }
            Hint {
                id: unstoredHint
                visible: stateHover.hovered
                text: qsTr("The relay cannot store this now. All who are here have it; who comes later may not.")
            }
            ActionButton {
                visible: bubble.delivery === "failed"
                text: qsTr("Send again")
                iconName: "again"
                onClicked: bubble.sendAgain()
            }
        }
    }
}
