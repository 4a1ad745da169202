// SPDX-License-Identifier: Apache-2.0
// The stage: the band with what must be said, and the tiles below it.
import QtQuick
import Plenum

Item {
    id: area

    required property Client client
    /// We are in an activity. It has the room, and the tiles a strip below it where that is high enough.
    readonly property bool active: client.people.activities.current !== ""
    /// The last minutes are looked at, instead of all else.
    readonly property bool replaying: client.people.replay.open
    /// The whiteboard is looked at; an activity goes before it.
    readonly property bool drawing: client.people.board.open && !boardDetached && !active && !replaying
    /// It is in a window of its own.
    property bool boardDetached: false
    /// The panel beside the stage is the chat.
    property bool chatShown: false
    /// Ctrl+O in this window puts files on the whiteboard.
    readonly property bool boardTakesFiles: board.takesFiles && !boardDetached
    /// A shared scene is looked at, which only the person opens.
    readonly property bool inScene: client.people.scenes.open && !drawing && !active && !replaying
    /// A shared screen is looked at; what the person opened goes before it.
    readonly property bool watching: client.people.screens.open && !drawing && !active && !replaying && !inScene
    readonly property bool strip: (active || replaying || drawing || watching || inScene)
        && height > 560 * Theme.textScale
    signal copyLinkWanted
    signal identityWanted(int memberIndex)
    signal videoWanted(int memberIndex)
    signal waitingWanted
    signal pollWanted(bool byKeys)
    /// What had the keyboard on the stage is gone.
    signal keyboardLeft

    function tell(text: string, kind: string) {
        band.tell(text, kind);
    }

    CallBand {
        id: band
        objectName: "callBand"
        client: area.client
        watching: area.watching
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: parent.top
        anchors.leftMargin: Theme.gap
        anchors.rightMargin: Theme.gap
        onWaitingWanted: area.waitingWanted()
        onCopyLinkWanted: area.copyLinkWanted()
        onPollWanted: byKeys => area.pollWanted(byKeys)
    }
    ActivityStage {
        objectName: "activityStage"
        client: area.client
        visible: area.active && !area.replaying
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: band.bottom
        anchors.bottom: area.strip ? strip.top : parent.bottom
        anchors.margins: Theme.gap
        anchors.topMargin: 0
    }
    ReplayStage {
        objectName: "replayStage"
        client: area.client
        visible: area.replaying
        onKeyboardLeft: area.keyboardLeft()
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: band.bottom
        anchors.bottom: area.strip ? strip.top : parent.bottom
        anchors.margins: Theme.gap
        anchors.topMargin: 0
    }
    Item {
        id: boardPlace
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: band.bottom
        anchors.bottom: area.strip ? strip.top : parent.bottom
        anchors.margins: Theme.gap
        anchors.topMargin: 0
    }
    BoardStage {
        id: board
        objectName: "boardStage"
        parent: area.boardDetached ? boardWindow.place : boardPlace
        anchors.fill: parent
        client: area.client
        detached: area.boardDetached
        chatShown: area.chatShown
        visible: area.boardDetached ? area.client.people.board.open : area.drawing
        onKeyboardLeft: area.keyboardLeft()
        onDetachToggled: area.boardDetached = !area.boardDetached
    }
    BoardWindow {
        id: boardWindow
        client: area.client
        visible: area.boardDetached && area.client.people.board.open
        onReturnWanted: area.boardDetached = false
    }
    Binding {
        target: area.client.people.screens
        property: "onStage"
        value: area.watching
    }
    ScreenStage {
        objectName: "screenStage"
        client: area.client
        visible: area.watching
        onKeyboardLeft: area.keyboardLeft()
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: band.bottom
        anchors.bottom: area.strip ? strip.top : parent.bottom
        anchors.margins: Theme.gap
        anchors.topMargin: 0
    }
    SceneStage {
        objectName: "sceneStage"
        client: area.client
        visible: area.inScene
        onKeyboardLeft: area.keyboardLeft()
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: band.bottom
        anchors.bottom: area.strip ? strip.top : parent.bottom
        anchors.margins: Theme.gap
        anchors.topMargin: 0
    }
    TileStrip {
        id: strip
        client: area.client
        visible: area.strip
        height: Math.round(96 * Theme.textScale)
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.bottom: parent.bottom
        anchors.margins: Theme.gap
        onIdentityWanted: index => area.identityWanted(index)
    }
    StageTiles {
        client: area.client
        visible: !area.active && !area.replaying && !area.drawing && !area.watching && !area.inScene
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: band.bottom
        anchors.bottom: parent.bottom
        anchors.leftMargin: Theme.gap
        anchors.rightMargin: Theme.gap
        anchors.bottomMargin: Theme.gap
        onIdentityWanted: index => area.identityWanted(index)
        onVideoWanted: index => area.videoWanted(index)
    }
    UnansweredCard {
        objectName: "unansweredCard"
        client: area.client
        anchors.centerIn: parent
        width: Math.min(parent.width - 2 * Theme.vast, 440 * Theme.textScale)
    }
}
