// SPDX-License-Identifier: Apache-2.0
// One person in the list, with what can be done about them.
import QtQuick
import QtQuick.Layouts
import Plenum

Item {
    id: line

    required property int memberIndex
    required property string name
    required property string initials
    required property int tint
    required property bool isSelf
    required property bool isModerator
    required property bool isHost
    required property bool absent
    required property bool microphoneOn
    required property bool cameraOn
    required property bool speaking
    required property string familiarity
    required property string identity
    required property string code
    required property bool blocked
    required property bool hasFloor
    required property int group
    required property bool toAll
    /// May be dragged elsewhere.
    property bool movable: false
    /// Speaking needs a floor that they have not: nobody muted them.
    property bool silentByFloor: false
    /// What they say does not reach us.
    property bool elsewhere: false
    /// We may do what moderators do while none is here.
    property bool acting: false
    property bool menuOffered: true
    /// It is no person: it neither speaks nor listens.
    property bool camera: false
    readonly property string role_: isHost ? qsTr("Host") : isModerator ? qsTr("Moderator") : acting
        ? qsTr("Acting moderator") : ""
    readonly property string shownName: (isSelf ? qsTr("%1 (you)").arg(name) : name) + (code === "" ? "" : " · " + code)
    readonly property string state_: absent ? qsTr("Reconnecting…") : camera ? "" : blocked ? qsTr("Blocked by you")
        : toAll ? qsTr("Speaks to all groups") : elsewhere ? qsTr("Not heard here") : hasFloor
        ? qsTr("Has the floor") : speaking ? qsTr("Speaking") : !microphoneOn && !silentByFloor ? qsTr("Muted")
        : qsTr("Listening")
    readonly property string facts: joined(role_, " · ", state_)
    signal menuWanted(Item button)
    signal identityWanted
    /// The keyboard came here.
    signal reached
    signal dragBegan
    /// Where on the scene.
    signal dragMoved(point at)
    signal dragEnded(bool dropped)

    function joined(first: string, between: string, second: string): string {
        return first === "" || second === "" ? first + second : first + between + second;
    }

    objectName: "person-" + memberIndex
    implicitHeight: Math.max(Math.round(56 * Theme.textScale), words.implicitHeight + 2 * Theme.tight)
    Accessible.role: Accessible.ListItem
    Accessible.name: joined(joined(shownName, ", ", facts), ", ", identity)

    MouseArea {
        property point from
        property bool dragging: false

        function end(dropped: bool) {
            if (dragging)
                line.dragEnded(dropped);
            dragging = false;
        }

        anchors.fill: parent
        enabled: line.movable
        preventStealing: true
        cursorShape: !line.movable ? Qt.ArrowCursor : dragging ? Qt.ClosedHandCursor : Qt.OpenHandCursor
        onPressed: mouse => from = Qt.point(mouse.x, mouse.y)
        onPositionChanged: mouse => {
            if (!dragging && Math.abs(mouse.x - from.x) + Math.abs(mouse.y - from.y) < 10)
                return;
            if (!dragging) {
                dragging = true;
                line.dragBegan();
            }
            line.dragMoved(mapToItem(null, mouse.x, mouse.y));
        }
        onReleased: end(true)
        onCanceled: end(false)
    }
    RowLayout {
        anchors.fill: parent
        anchors.leftMargin: Theme.wide
        anchors.rightMargin: Theme.tight
        spacing: Theme.gap
        Avatar {
            initials: line.initials
            tint: line.tint
            opacity: line.absent ? 0.5 : 1
        }
        // No layout: words that wrap anew would have it and the one around it lay out each other.
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
                maximumLineCount: 2
                elide: Text.ElideRight
                width: words.width
                Accessible.ignored: true
            }
            Label {
                text: line.facts
                horizontalAlignment: Text.AlignLeft
                visible: text !== ""
                color: line.speaking && !line.absent ? Theme.goodInk : Theme.inkDim
                font.pixelSize: Theme.small
                wrapMode: Text.Wrap
                width: words.width
                Accessible.ignored: true
            }
            IdentityNote {
                visible: !line.isSelf && !line.camera
                familiarity: line.familiarity
                text: line.identity
                width: words.width
                // By keys, the menu leads there.
                TapHandler {
                    enabled: line.familiarity === "changed"
                    onTapped: line.identityWanted()
                }
                HoverHandler {
                    cursorShape: line.familiarity === "changed" ? Qt.PointingHandCursor : Qt.ArrowCursor
                }
            }
        }
        Icon {
            visible: !line.camera || line.absent
            name: line.absent ? "lost" : line.cameraOn ? "camera" : "camera-off"
            color: line.cameraOn && !line.absent ? Theme.ink : Theme.inkDim
            opacity: line.elsewhere && !line.absent ? 0 : 1
            size: Theme.title + 1
        }
        Icon {
            visible: !line.camera
            name: line.microphoneOn ? "microphone" : line.silentByFloor ? "microphone-waiting" : "microphone-off"
            color: line.speaking ? Theme.goodInk : line.microphoneOn ? Theme.ink : Theme.inkDim
            opacity: line.elsewhere ? 0 : 1
            size: Theme.title + 1
        }
        IconButton {
            id: more
            objectName: "personMenuButton-" + line.memberIndex
            text: qsTr("What can be done about %1").arg(line.shownName)
            iconName: "more"
            opacity: line.menuOffered ? 1 : 0
            enabled: line.menuOffered
            hoverEnabled: line.menuOffered
            Accessible.role: Accessible.ButtonMenu
            onClicked: line.menuWanted(more)
            onActiveFocusChanged: if (activeFocus)
                line.reached()
        }
    }
}
