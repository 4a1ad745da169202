// SPDX-License-Identifier: Apache-2.0
// One person who has a floor or waits for it, with what we can do about it.
import QtQuick
import QtQuick.Layouts
import Plenum

Column {
    id: line

    required property int memberIndex
    required property string name
    required property string initials
    required property int tint
    required property bool isSelf
    required property bool holds
    required property int place
    required property string facts
    required property string offer
    required property string offerText
    required property bool mayOrder
    required property bool underWay
    property bool firstWaiting: false
    property int waitingCount: 0
    /// Of the speaking time; negative without a limit.
    property real progress: -1
    /// From there on the end is near, as the button of who speaks says too.
    property real warnedFrom: 1
    readonly property string shownName: isSelf ? qsTr("%1 (you)").arg(name) : name
    /// What a press does is another now, or another line is under the pointer: the second half of a double press is not
    /// meant for that.
    readonly property alias settling: settle.running
    /// What a name has beside the button. A sign that comes with a press changes nothing.
    readonly property real nameRoom: {
        const number = holds ? 0 : Math.round(18 * Theme.textScale);
        const button = offer === "" ? 0 : offerButton.wordsWidth + 2 * Theme.gap;
        return width - 2 * Theme.wide - 4 * Theme.tight - avatar.width - number - button - (mayOrder ? more.width : 0);
    }
    /// The button is below the name, as on the other lines of this floor.
    required property bool offerBelow
    readonly property bool below: offer !== "" && offerBelow
    // A unit stays with its number.
    readonly property string shownFacts: facts.replace(/(\d) s\b/g, "$1\u00a0s")
    signal acted
    signal menuWanted(Item button)
    /// The keyboard came here.
    signal reached

    onOfferChanged: settle.restart()
    onYChanged: settle.restart()

    Timer {
        id: settle
        interval: Theme.settleTime
    }
    RowLayout {
        x: Theme.wide
        width: line.width - 2 * x
        height: implicitHeight + Theme.gap
        visible: line.firstWaiting
        Label {
            text: qsTr("Waiting")
            color: Theme.inkDim
            font.pixelSize: Theme.small + 1
            Layout.fillWidth: true
            Accessible.role: Accessible.Heading
        }
        Label {
            text: line.waitingCount
            color: Theme.inkDim
            font.pixelSize: Theme.small + 1
        }
    }
    RowLayout {
        // The menu's sign has room of its own around it.
        readonly property real behind: line.mayOrder ? Theme.tight : Theme.wide
        x: line.LayoutMirroring.enabled ? behind : Theme.wide
        width: line.width - Theme.wide - behind
        height: implicitHeight + Theme.gap
        spacing: Theme.tight
        Accessible.role: Accessible.ListItem
        Accessible.name: line.place > 0 ? qsTr("%1. %2, %3").arg(line.place).arg(line.shownName).arg(line.facts)
            : line.shownName + ", " + line.facts
        Label {
            visible: !line.holds
            text: line.place > 0 ? line.place : "?"
            color: Theme.inkDim
            font.pixelSize: Theme.small + 1
            horizontalAlignment: Text.AlignHCenter
            Layout.preferredWidth: Math.round(18 * Theme.textScale)
            Accessible.ignored: true
        }
        Avatar {
            id: avatar
            initials: line.initials
            tint: line.tint
        }
        Column {
            id: words
            spacing: 1
            Layout.fillWidth: true
            // Names keep their direction, but all begin at the same edge.
            Label {
                text: line.shownName
                horizontalAlignment: Text.AlignLeft
                font.weight: Font.Medium
                wrapMode: Text.Wrap
                maximumLineCount: 3
                elide: Text.ElideRight
                width: words.width
                Accessible.ignored: true
            }
            Label {
                text: line.shownFacts
                horizontalAlignment: Text.AlignLeft
                color: Theme.inkDim
                font.pixelSize: Theme.small
                wrapMode: Text.Wrap
                width: words.width
                Accessible.ignored: true
            }
            Rectangle {
                visible: line.progress >= 0
                width: words.width
                height: 4
                radius: 2
                color: Theme.raised
                Rectangle {
                    x: LayoutMirroring.enabled ? parent.width - width : 0
                    width: parent.width * Math.max(0, line.progress)
                    height: parent.height
                    radius: 2
                    color: line.progress < line.warnedFrom ? Theme.accentInk : Theme.fairInk
                }
            }
            Item {
                id: under
                visible: line.below
                width: Math.min(offerButton.implicitWidth, words.width)
                height: offerButton.height + Theme.hair
            }
        }
        Item {
            id: beside
            visible: line.offer !== "" && !line.below
            implicitWidth: offerButton.implicitWidth
            implicitHeight: offerButton.implicitHeight
        }
        ActionButton {
            id: offerButton
            objectName: "floorOffer-" + line.memberIndex
            parent: line.below ? under : beside
            y: line.below ? Theme.hair : 0
            width: parent.width
            text: line.offerText
            iconName: line.underWay ? "sending" : ""
            kind: line.offer === "grant" && line.place === 1 ? "primary" : "plain"
            leftPadding: Theme.gap
            rightPadding: Theme.gap
            // The space bar stays for talking.
            focusPolicy: Qt.TabFocus
            Accessible.name: qsTr("%1: %2").arg(line.shownName).arg(text)
            Accessible.description: line.underWay ? qsTr("under way") : ""
            onClicked: if (!line.settling) {
                settle.restart();
                line.acted();
            }
            onActiveFocusChanged: if (activeFocus)
                line.reached()
        }
        IconButton {
            id: more
            objectName: "floorMenu-" + line.memberIndex
            visible: line.mayOrder
            text: qsTr("What can be done about %1").arg(line.shownName)
            iconName: "more"
            focusPolicy: Qt.TabFocus
            Accessible.role: Accessible.ButtonMenu
            onClicked: line.menuWanted(more)
            onActiveFocusChanged: if (activeFocus)
                line.reached()
        }
    }
}
