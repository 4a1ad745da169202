// SPDX-License-Identifier: Apache-2.0
// The keys of the call. Each is also named in the hint of the button that does the same.
import QtQuick
import Plenum

Item {
    id: keys

    required property Client client
    signal panelToggled(string name)
    signal panelHidden
    signal linkCopied
    signal leaveWanted
    signal waitingWanted
    signal microphonePressed
    signal diagnosticsWanted
    signal shareWanted

    Shortcut {
        sequence: "Ctrl+D"
        onActivated: keys.microphonePressed()
    }
    Shortcut {
        sequence: "Ctrl+R"
        enabled: keys.client.floors.voice !== null
        onActivated: keys.client.floors.voice.own.press()
    }
    Shortcut {
        sequence: "Ctrl+Shift+F"
        onActivated: keys.panelToggled("floor")
    }
    Shortcut {
        sequence: "Ctrl+E"
        onActivated: keys.client.media.toggle_camera()
    }
    Shortcut {
        sequence: "Ctrl+Shift+C"
        onActivated: keys.panelToggled("chat")
    }
    Shortcut {
        sequence: "Ctrl+Shift+P"
        onActivated: keys.panelToggled("people")
    }
    Shortcut {
        sequence: "Ctrl+Shift+O"
        enabled: keys.client.polls.possible
        onActivated: keys.panelToggled("polls")
    }
    Shortcut {
        sequence: "Ctrl+Shift+M"
        onActivated: keys.panelToggled("mixer")
    }
    Shortcut {
        sequence: "Ctrl+B"
        onActivated: keys.panelHidden()
    }
    Shortcut {
        sequence: "Ctrl+Shift+L"
        onActivated: keys.linkCopied()
    }
    Shortcut {
        sequence: "Ctrl+Shift+Q"
        onActivated: keys.leaveWanted()
    }
    Shortcut {
        sequence: "Ctrl+Shift+W"
        onActivated: keys.waitingWanted()
    }
    Shortcut {
        sequence: "Ctrl+Shift+R"
        onActivated: keys.client.people.replay.toggle()
    }
    Shortcut {
        sequence: "Ctrl+Shift+B"
        onActivated: keys.client.people.board.open = !keys.client.people.board.open
    }
    Shortcut {
        sequence: "Ctrl+Shift+S"
        enabled: keys.client.people.screens.own.possible
        onActivated: keys.shareWanted()
    }
    Shortcut {
        sequence: "Ctrl+Shift+D"
        onActivated: keys.diagnosticsWanted()
    }
}
