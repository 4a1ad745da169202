// SPDX-License-Identifier: Apache-2.0
// One floor: its holders, who waits, what we can do, the style in force. No layout holds the lines: those of Qt 6.4
// keep items that went while nobody saw them.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

Column {
    id: section

    required property FloorModel floor
    required property Client client
    readonly property bool moderating: client.people.moderation.mayModerate
    readonly property real inner: width - 2 * Theme.wide
    /// Asked for: holder and queue are what one looks for here.
    property bool rulesShown: false
    signal menuWanted(FloorLine line, Item button)
    signal reached(Item item)

    function time(seconds: int): string {
        return Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0");
    }

    topPadding: Theme.wide
    RowLayout {
        x: Theme.wide
        width: section.inner
        Heading {
            text: section.floor.title
            Layout.fillWidth: true
        }
        Label {
            objectName: "floorLimit"
            // It ends nobody's turn while everyone speaks.
            visible: section.floor.rules.limit > 0 && !section.floor.everyone
            text: qsTr("limit %1").arg(section.time(section.floor.rules.limit))
            color: Theme.inkDim
            font.pixelSize: Theme.small
        }
    }
    Label {
        x: Theme.wide
        width: section.inner
        visible: section.floor.holderCount === 0
        text: section.floor.emptyText
        color: Theme.inkDim
        topPadding: Theme.tight
        bottomPadding: Theme.tight
        wrapMode: Text.Wrap
    }
    Repeater {
        id: lines
        /// Beside their buttons, some name would have too little room.
        readonly property bool tight: {
            let room = section.width;
            for (let at = 0; at < count; ++at) {
                const line = itemAt(at) as FloorLine;
                if (line !== null)
                    room = Math.min(room, line.nameRoom);
            }
            return room < 7 * Theme.body;
        }
        model: section.floor
        delegate: FloorLine {
            id: line
            required property int index
            width: section.width
            offerBelow: lines.tight
            firstWaiting: !holds && index === section.floor.holderCount
            waitingCount: section.floor.waitingCount
            warnedFrom: section.floor.rules.warnedFrom
            progress: {
                section.floor.running;
                return holds ? section.floor.progress_of(memberIndex) : -1;
            }
            onActed: section.floor.act(memberIndex, offer)
            onMenuWanted: button => section.menuWanted(line, button)
            onReached: section.reached(line)
        }
    }
    Item {
        // The voice has the button of the bar.
        visible: section.floor.purpose !== "voice"
        width: section.width
        height: own.height + 2 * Theme.tight
        FloorButton {
            id: own
            objectName: "floorButton-" + section.floor.purpose
            floor: section.floor
            x: Theme.wide
            y: Theme.tight
            width: section.inner
            height: Theme.control
            onActiveFocusChanged: if (activeFocus)
                section.reached(own)
        }
    }
    RowLayout {
        visible: section.floor.own.mayRaise && section.floor === section.client.floors.voice
        x: Theme.wide
        width: section.inner
        height: implicitHeight + Theme.tight
        ActionButton {
            id: order
            objectName: "pointOfOrder"
            readonly property string about: qsTr("About how the meeting is held; goes before the others")
            text: qsTr("Point of order")
            iconName: "order"
            focusPolicy: Qt.TabFocus
            Accessible.description: about
            onClicked: section.floor.own.raise_point_of_order()
            onActiveFocusChanged: if (activeFocus)
                section.reached(order)
            Hint {
                text: order.about
                visible: order.hovered || order.visualFocus
            }
        }
        Item {
            Layout.fillWidth: true
        }
    }
    RowLayout {
        x: Theme.wide
        width: section.inner
        height: implicitHeight + 2 * Theme.gap
        spacing: Theme.tight
        Column {
            spacing: 2
            Layout.fillWidth: true
            Heading {
                text: section.floor.rules.style.title
                width: parent.width
                wrapMode: Text.Wrap
            }
            Label {
                text: section.floor.rules.style.about
                color: Theme.inkDim
                font.pixelSize: Theme.small + 1
                width: parent.width
                wrapMode: Text.Wrap
            }
        }
        ActionButton {
            id: rulesButton
            objectName: "floorRules-" + section.floor.purpose
            readonly property string about: section.rulesShown ? qsTr("Hide the style and the rules")
                : qsTr("Show the style, the speaking time and who may ask")
            visible: section.moderating
            text: section.rulesShown ? qsTr("Hide rules") : qsTr("Rules…")
            leftPadding: Theme.gap
            rightPadding: Theme.gap
            Accessible.name: section.floor.title + ": " + about
            onClicked: section.rulesShown = !section.rulesShown
            onActiveFocusChanged: if (activeFocus)
                section.reached(rulesButton)
            Hint {
                text: rulesButton.about
                visible: rulesButton.hovered || rulesButton.visualFocus
            }
        }
    }
    FloorRules {
        visible: section.moderating && section.rulesShown
        floor: section.floor
        width: section.width
        topPadding: 0
        onReached: item => section.reached(item)
    }
    Rectangle {
        width: section.width
        height: 1
        color: Theme.line
    }
}
