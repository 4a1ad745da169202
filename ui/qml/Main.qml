// SPDX-License-Identifier: Apache-2.0
// The window: one screen at a time, and the notices over it.
// Qt 6.4's loaders cannot make bound components, so what is outside of one cannot be named for the linter.
// qmllint disable unqualified
import QtQuick
import Plenum

ThemedWindow {
    id: root

    required property Client client
    /// Nothing moves by itself.
    property bool still: false
    readonly property bool mirroredLayout: Application.layoutDirection === Qt.RightToLeft
    /// The cameras are looked at in place of the call or the start.
    readonly property bool workspace: client.capture.shown && (client.session.screen === "call"
        || client.session.screen === "start")
    /// The window was to be closed, and the person is asked about the call first.
    property bool closingWanted: false

    function toggleFullScreen() {
        visibility = visibility === Window.FullScreen ? Window.Windowed : Window.FullScreen;
    }

    width: 1440
    height: 900
    minimumWidth: 860
    minimumHeight: 560
    visible: true
    title: client.session.screen === "call" ? qsTr("%1 – Plenum").arg(client.session.facts.title) : qsTr("Plenum")
    LayoutMirroring.enabled: mirroredLayout
    LayoutMirroring.childrenInherit: true
    onClosing: close => {
        // The call asks whether to leave it.
        if (client.session.screen === "call")
            client.capture.shown = false;
        const callScreen = screen.item as CallScreen;
        if (callScreen !== null && callScreen.leave()) {
            close.accepted = false;
            // Once that is answered by leaving, the window goes too.
            closingWanted = true;
        } else if (callScreen === null) {
            client.session.leave();
        }
    }

    Binding {
        target: Theme
        property: "dark"
        value: root.client.colourScheme.dark
    }
    Binding {
        target: Theme
        property: "textScale"
        value: root.client.settings.textScale
    }

    Binding {
        target: Theme
        property: "still"
        value: root.still
    }

    Loader {
        id: screen
        objectName: "screen"
        anchors.fill: parent
        focus: true
        LayoutMirroring.enabled: root.mirroredLayout
        LayoutMirroring.childrenInherit: true
        sourceComponent: {
            if (root.workspace)
                return capture;
            switch (root.client.session.screen) {
            case "prejoin":
                return preJoin;
            case "connecting":
                return connecting;
            case "waiting":
                return waiting;
            case "call":
                return call;
            case "ended":
                return ended;
            }
            return start;
        }
        onLoaded: appear.restart()
        NumberAnimation {
            id: appear
            target: screen
            property: "opacity"
            from: 0.4
            to: 1
            duration: Theme.calm
        }
    }
    Component {
        id: start
        StartScreen {
            client: root.client
            onSettingsWanted: settings.open()
        }
    }
    Component {
        id: preJoin
        PreJoinScreen {
            client: root.client
            onSettingsWanted: settings.open()
        }
    }
    Component {
        id: connecting
        ConnectingScreen {
            client: root.client
        }
    }
    Component {
        id: waiting
        WaitingScreen {
            client: root.client
        }
    }
    Component {
        id: call
        CallScreen {
            client: root.client
            fullScreen: root.visibility === Window.FullScreen
            onSettingsWanted: settings.open()
            onFullScreenToggled: root.toggleFullScreen()
            onKeysWanted: keyList.open()
            onLeaveDeclined: root.closingWanted = false
        }
    }
    Component {
        id: capture
        CaptureScreen {
            client: root.client
        }
    }
    Component {
        id: ended
        EndedScreen {
            client: root.client
        }
    }
    SheetHost {
        id: settings
        objectName: "settingsSheet"
        SettingsSheet {
            client: root.client
        }
    }
    Shortcut {
        sequence: "Ctrl+,"
        onActivated: settings.open()
    }
    SheetHost {
        id: keyList
        objectName: "keysSheet"
        KeysSheet {
            client: root.client
        }
    }
    Shortcut {
        sequence: "F1"
        onActivated: keyList.open()
    }
    Shortcut {
        sequence: "F11"
        onActivated: root.toggleFullScreen()
    }
    Connections {
        target: root.client.session
        function onScreenChanged() {
            if (root.client.session.screen !== "ended")
                return;
            // From before the call, where they waited while others had their place.
            notices.clear();
            if (root.closingWanted)
                root.close();
        }
    }
    Connections {
        target: root.client
        // In the call they have their place over the stage.
        enabled: root.client.session.screen !== "call" || root.workspace
        function onNotice(text: string, kind: string) {
            notices.show(text, kind);
        }
    }
    Connections {
        target: root.client.people.knocks
        // The taskbar says so too; there is no sound in somebody's sentence.
        function onHeard() {
            root.alert(0);
        }
    }
    Notices {
        id: notices
        objectName: "notices"
        visible: shown && (root.client.session.screen !== "call" || root.workspace)
        y: {
            const captureScreen = screen.item as CaptureScreen;
            return captureScreen !== null ? captureScreen.noticeTop : Theme.gap;
        }
        width: Math.min(parent.width - 2 * Theme.broad, implicitWidth)
        x: (parent.width - width) / 2
        LayoutMirroring.enabled: root.mirroredLayout
        LayoutMirroring.childrenInherit: true
        onLinkWanted: root.client.copy(root.client.session.facts.link)
        onPlayWanted: root.client.people.recording.play_last()
    }
}
