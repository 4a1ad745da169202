// SPDX-License-Identifier: Apache-2.0
// The call: strip, stage, panel, bar.
import QtQuick
import QtQuick.Layouts
import QtQuick.Window
import Plenum

FocusScope {
    id: screen

    required property Client client
    required property bool fullScreen
    signal settingsWanted
    signal keysWanted
    signal leaveDeclined
    signal fullScreenToggled

    /// The panel that was open last, for when it is shown again.
    property string lastPanel: "chat"
    /// A key led the keyboard into the panel, and where it was before. That item may be gone since: then it is null.
    property bool panelEntered: false
    property Item keyboardBefore: null
    readonly property string shownPanel: client.settings.panel
    onShownPanelChanged: {
        if (shownPanel !== "") {
            lastPanel = shownPanel;
        } else {
            panelEntered = false;
            keyboardBefore = null;
        }
    }

    /// A key leads the keyboard into the open panel, and back once the panel is closed.
    function enterPanel() {
        if (!panel.hasKeyboard)
            keyboardBefore = Window.activeFocusItem;
        panelEntered = true;
        panel.take();
    }
    function closePanel() {
        const back = keyboardBefore !== null && keyboardBefore.visible && keyboardBefore.enabled;
        // An item that is hidden would keep the keyboard.
        if (panel.hasKeyboard)
            (back ? keyboardBefore : rest).forceActiveFocus(Qt.ShortcutFocusReason);
        client.settings.panel = "";
    }
    /// By its key, which leads into the field of an open chat before it closes the chat.
    function choosePanel(name: string) {
        if (shownPanel === name && (name !== "chat" || panel.writing))
            return closePanel();
        client.settings.panel = name;
        enterPanel();
    }
    /// Where something waits, or what was open last.
    function showOrHidePanel(byKey: bool) {
        if (shownPanel !== "")
            return closePanel();
        client.settings.panel = bar.waitingPanel !== "" ? bar.waitingPanel : lastPanel;
        if (byKey || panel.shown === "chat")
            enterPanel();
    }
    function copyLink() {
        client.copy(client.session.facts.link);
        stage.tell(qsTr("The link is on your clipboard. Send it to whoever shall join."), "info");
    }

    /// Asks first where others depend on us. True if it asks.
    function leave(): bool {
        const asked = client.session.facts.hostedHere || client.session.facts.mayEndForAll
            || client.session.connection.movedHere;
        if (asked && client.people.members.count > 1)
            return sheets.askToLeave();
        client.session.leave();
        return false;
    }

    function showWaiting(byKey: bool) {
        client.settings.panel = "people";
        if (byKey)
            enterPanel();
        panel.showWaiting();
    }

    function showPoll(byKeys: bool) {
        client.settings.panel = "polls";
        if (byKeys)
            enterPanel();
    }

    function pressShare() {
        const share = client.people.screens.own;
        if (share.on || share.waiting)
            share.stop();
        else
            sheets.showShare();
    }

    function pressMicrophone() {
        // Else nothing would tell why a press does nothing.
        if (client.devices.microphones.count === 0 && !client.media.microphoneOn)
            stage.tell(qsTr("No microphone found, so nobody can hear you. Plug one in; it is used at once."),
                "problem");
        if (client.floors.barred)
            client.media.toggle_microphone_wanted();
        else
            client.media.toggle_microphone();
    }

    focus: true
    // Push-to-talk, wherever the space bar is not wanted by what has the focus (ui/README.md).
    Keys.onPressed: event => {
        if (event.key === Qt.Key_Escape && client.people.replay.open) {
            event.accepted = true;
            client.people.replay.close();
        } else if (event.key === Qt.Key_Escape && panelEntered && panel.hasKeyboard) {
            event.accepted = true;
            closePanel();
        }
        if (event.key !== Qt.Key_Space)
            return;
        event.accepted = true;
        if (!event.isAutoRepeat)
            spaceBar.press();
    }
    Keys.onReleased: event => {
        if (event.key !== Qt.Key_Space || event.isAutoRepeat)
            return;
        event.accepted = true;
        spaceBar.release();
    }
    onActiveFocusChanged: if (!activeFocus)
        spaceBar.letGo()

    // Has the keyboard when nothing else is to have it: the screen itself would hand it to what had it last.
    Item {
        id: rest
        objectName: "keyboardRest"
    }
    SpaceBar {
        id: spaceBar
        talkKey: screen.client.talkKey
    }
    Connections {
        target: screen.client
        function onNotice(text: string, kind: string) {
            stage.tell(text, kind);
        }
    }
    Announcement {
        objectName: "floorNews"
        text: screen.client.floors.news.text
        Accessible.role: Accessible.AlertMessage
        Accessible.name: text
    }
    Announcement {
        objectName: "screenNews"
        text: screen.client.people.screens.news
        Accessible.role: Accessible.AlertMessage
        Accessible.name: text
    }
    Announcement {
        objectName: "sceneNews"
        text: screen.client.people.scenes.news
        Accessible.role: Accessible.AlertMessage
        Accessible.name: text
    }
    SharingNotice {
        client: screen.client
        callActive: screen.Window.active
    }
    Announcement {
        objectName: "groupNews"
        text: screen.client.groups.news
        Accessible.role: Accessible.AlertMessage
        Accessible.name: text
    }
    Announcement {
        objectName: "chatNews"
        text: screen.client.chat.news
        Accessible.role: Accessible.AlertMessage
        Accessible.name: text
    }
    Announcement {
        objectName: "pollNews"
        text: screen.client.polls.news
        Accessible.role: Accessible.AlertMessage
        Accessible.name: text
    }
    CallKeys {
        client: screen.client
        onPanelToggled: name => screen.choosePanel(name)
        onPanelHidden: screen.showOrHidePanel(true)
        onLinkCopied: screen.copyLink()
        onLeaveWanted: screen.leave()
        onWaitingWanted: screen.showWaiting(true)
        onMicrophonePressed: screen.pressMicrophone()
        onDiagnosticsWanted: sheets.showDiagnostics()
        onShareWanted: screen.pressShare()
    }
    FileDrop {
        client: screen.client
    }
    CallSheets {
        id: sheets
        client: screen.client
        onCopyLinkWanted: screen.copyLink()
        onLeaveDeclined: screen.leaveDeclined()
    }
    ColumnLayout {
        anchors.fill: parent
        spacing: 0
        CallStrip {
            client: screen.client
            onSecurityWanted: sheets.showSecurity()
            onDiagnosticsWanted: sheets.showDiagnostics()
            Layout.fillWidth: true
        }
        RowLayout {
            spacing: 0
            StageArea {
                id: stage
                client: screen.client
                chatShown: panel.chatShown
                Layout.fillWidth: true
                Layout.fillHeight: true
                onIdentityWanted: index => sheets.showPerson(index)
                onVideoWanted: index => sheets.showVideo(index)
                onCopyLinkWanted: screen.copyLink()
                onWaitingWanted: screen.showWaiting(false)
                onPollWanted: byKeys => screen.showPoll(byKeys)
                onKeyboardLeft: rest.forceActiveFocus(Qt.OtherFocusReason)
            }
            SidePanel {
                id: panel
                client: screen.client
                boardTakesFiles: stage.boardTakesFiles
                talker: screen
                visible: screen.client.settings.panel !== ""
                Layout.preferredWidth: Math.min(Math.round(350 * Theme.textScale), screen.width * 0.4)
                Layout.fillHeight: true
                onCopyLinkWanted: screen.copyLink()
                onEntryWanted: sheets.showEntry()
                onIdentityWanted: index => sheets.showPerson(index)
                onVideoWanted: index => sheets.showVideo(index)
                onRemoveWanted: (index, name) => sheets.askToRemove(index, name)
                onMicrophonePressed: screen.pressMicrophone()
                onGroupsWanted: sheets.showGroups()
                onCloseGroupsWanted: group => sheets.askToClose(group)
                onPollWanted: sheets.showPoll()
            }
        }
        CallBar {
            id: bar
            client: screen.client
            fullScreen: screen.fullScreen
            Layout.fillWidth: true
            onPanelPressed: screen.showOrHidePanel(false)
            onCopyLinkWanted: screen.copyLink()
            onLeaveWanted: screen.leave()
            onEntryWanted: sheets.showEntry()
            onSettingsWanted: screen.settingsWanted()
            onKeysWanted: screen.keysWanted()
            onDiagnosticsWanted: sheets.showDiagnostics()
            onActivitiesWanted: sheets.showActivities()
            onFullScreenToggled: screen.fullScreenToggled()
            onMicrophonePressed: screen.pressMicrophone()
            onShareWanted: screen.pressShare()
            onCamerasWanted: sheets.showCameras()
        }
    }
}
