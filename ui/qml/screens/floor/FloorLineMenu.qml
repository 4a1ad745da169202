// SPDX-License-Identifier: Apache-2.0
// What moderators can do about one who waits for a floor.
import QtQuick
import Plenum

EntryMenu {
    id: menu

    property FloorModel floor: null
    property int memberIndex: 0
    property int place: 0

    function openFor(floor: FloorModel, line: FloorLine, button: Item) {
        menu.floor = floor;
        memberIndex = line.memberIndex;
        place = line.place;
        openAt(button, line);
    }

    EntryItem {
        objectName: "floorAccept"
        visible: menu.place === 0
        text: qsTr("Accept the request")
        iconName: "check"
        onTriggered: menu.floor.act(menu.memberIndex, "accept")
    }
    EntryItem {
        objectName: "floorUp"
        visible: menu.place > 1
        text: qsTr("Move up")
        iconName: "up"
        onTriggered: menu.floor.act(menu.memberIndex, "up")
    }
    EntryItem {
        objectName: "floorDown"
        visible: menu.place > 0 && menu.floor !== null && menu.place < menu.floor.waitingCount
        text: qsTr("Move down")
        iconName: "down"
        onTriggered: menu.floor.act(menu.memberIndex, "down")
    }
    EntryItem {
        objectName: "floorRefuse"
        text: qsTr("Refuse the request")
        iconName: "close"
        inkColor: Theme.badInk
        onTriggered: menu.floor.act(menu.memberIndex, "refuse")
    }
}
