// SPDX-License-Identifier: Apache-2.0
// Above the people: the groups, ours and the others, and what moderators do about them. No layout holds the cards:
// those of Qt 6.4 keep items that went while nobody saw them.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

Column {
    id: section

    required property Client client
    readonly property Groups groups: client.groups
    readonly property bool moderating: client.people.moderation.mayModerate
    readonly property bool grouped: groups.count > 0
    readonly property real inner: width - 2 * Theme.wide
    signal openWanted
    /// 0: all of them.
    signal closeWanted(int groupId)
    signal reached(Item item)

    spacing: Theme.tight
    bottomPadding: grouped || moderating ? Theme.tight : 0

    EntryMenu {
        id: cardMenu
        objectName: "groupMenu"
        property int groupId: 0
        property bool byThemselves: false
        EntryItem {
            text: cardMenu.byThemselves ? qsTr("Nobody may come by themselves") : qsTr("People may come by themselves")
            iconName: cardMenu.byThemselves ? "lock" : "knock"
            onTriggered: section.groups.plan.set_anyone(cardMenu.groupId, !cardMenu.byThemselves)
        }
        EntryItem {
            objectName: "closeGroup"
            text: qsTr("Close this group…")
            iconName: "close"
            inkColor: Theme.badInk
            onTriggered: section.closeWanted(cardMenu.groupId)
        }
    }
    EntryMenu {
        id: allMenu
        objectName: "groupsMenu"
        EntryItem {
            objectName: "spreadEvenly"
            text: qsTr("Put everyone who is in none in evenly")
            iconName: "people"
            onTriggered: section.groups.plan.spread("evenly")
        }
        EntryItem {
            text: qsTr("Put everyone in anew at random")
            iconName: "again"
            onTriggered: section.groups.plan.spread("random")
        }
        EntryItem {
            text: qsTr("More groups…")
            iconName: "plus"
            onTriggered: section.openWanted()
        }
        EntryItem {
            text: qsTr("5 minutes from now")
            iconName: "sending"
            onTriggered: section.groups.time.set_minutes(5)
        }
        EntryItem {
            text: qsTr("10 minutes from now")
            iconName: "sending"
            onTriggered: section.groups.time.set_minutes(10)
        }
        EntryItem {
            text: qsTr("No end")
            iconName: "sending"
            onTriggered: section.groups.time.set_minutes(0)
        }
    }
    ActionButton {
        id: begin
        objectName: "openGroups"
        x: Theme.gap
        width: section.width - 2 * Theme.gap
        visible: section.moderating && !section.grouped
        text: qsTr("Discussion groups…")
        iconName: "rooms"
        onClicked: section.openWanted()
        onActiveFocusChanged: if (activeFocus)
            section.reached(begin)
    }
    RowLayout {
        x: Theme.wide
        width: section.inner
        visible: section.grouped
        Heading {
            text: qsTr("Groups")
            Layout.fillWidth: true
        }
        Label {
            objectName: "groupsTime"
            visible: section.groups.time.left !== ""
            text: qsTr("%1 left").arg(section.groups.time.left)
            color: section.groups.time.calling ? Theme.badInk : Theme.inkDim
            font.pixelSize: Theme.small + 1
        }
        IconButton {
            id: more
            objectName: "groupsMenuButton"
            visible: section.moderating
            text: qsTr("What can be done about the groups")
            iconName: "more"
            Accessible.role: Accessible.ButtonMenu
            onClicked: allMenu.openAt(more)
            onActiveFocusChanged: if (activeFocus)
                section.reached(more)
        }
    }
    Label {
        objectName: "ownGroup"
        x: Theme.wide
        width: section.inner
        visible: section.grouped
        text: section.groups.own === 0 ? section.groups.toAll.plenaryWords
            : qsTr("You are in %1. %2", "a group's name; who else is in it").arg(section.groups.ownLabel)
                .arg(section.groups.ownPeople)
        color: Theme.inkDim
        font.pixelSize: Theme.small + 1
        wrapMode: Text.Wrap
    }
    ActionButton {
        id: back
        objectName: "backToPlenary"
        x: Theme.gap
        width: section.width - 2 * Theme.gap
        visible: section.groups.own !== 0
        text: qsTr("Back to the plenary")
        iconName: "back"
        onClicked: section.groups.enter(0)
        onActiveFocusChanged: if (activeFocus)
            section.reached(back)
    }
    SwitchLine {
        id: toAll
        objectName: "speakToAll"
        x: Theme.wide
        width: section.inner
        visible: section.moderating && section.groups.own !== 0
        text: qsTr("Speak to all groups")
        checked: section.groups.toAll.on
        // Shows what is so: the change comes back.
        onToggled: {
            section.groups.toAll.set(checked);
            checked = Qt.binding(() => section.groups.toAll.on);
        }
        onActiveFocusChanged: if (activeFocus)
            section.reached(toAll)
    }
    GroupCard {
        x: Theme.gap
        width: section.width - 2 * Theme.gap
        visible: section.grouped && section.moderating
        groupId: 0
        label: qsTr("Plenary")
        size: section.client.people.members.count - section.placed
        mine: section.groups.own === 0
        open: false
        mayEnter: false
        onDropped: index => section.groups.place(index, 0)
    }
    readonly property int placed: {
        let count = 0;
        for (let at = 0; at < cards.count; ++at)
            count += (cards.itemAt(at) as GroupCard)?.size ?? 0;
        return count;
    }
    Repeater {
        id: cards
        objectName: "groupCards"
        model: section.groups
        delegate: GroupCard {
            id: card
            x: Theme.gap
            width: section.width - 2 * Theme.gap
            moderating: section.moderating
            onEntered: section.groups.enter(groupId)
            onDropped: index => section.groups.place(index, groupId)
            onMenuWanted: button => {
                cardMenu.groupId = groupId;
                cardMenu.byThemselves = open;
                cardMenu.openAt(button);
            }
            onReached: section.reached(card)
        }
    }
    ActionButton {
        id: call
        objectName: "callBack"
        x: Theme.gap
        width: section.width - 2 * Theme.gap
        visible: section.grouped && section.moderating
        text: section.groups.time.calling ? qsTr("Let them stay") : qsTr("Call everyone back…")
        iconName: section.groups.time.calling ? "close" : "hand"
        kind: section.groups.time.calling ? "primary" : "plain"
        onClicked: section.groups.time.calling ? section.groups.time.stay() : section.closeWanted(0)
        onActiveFocusChanged: if (activeFocus)
            section.reached(call)
    }
}
