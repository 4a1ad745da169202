// SPDX-License-Identifier: Apache-2.0
// A window for the whiteboard alone, which can stand on another screen. Closed, the whiteboard is on the stage again.
import QtQuick
import Plenum

ThemedWindow {
    id: root

    required property Client client
    /// Where the whiteboard stands.
    readonly property alias place: place
    signal returnWanted

    width: 1100
    height: 760
    minimumWidth: 640
    minimumHeight: 480
    title: qsTr("Whiteboard – %1").arg(client.session.facts.title)
    onClosing: close => {
        close.accepted = false;
        returnWanted();
    }
    Shortcut {
        sequence: "F11"
        onActivated: root.visibility = root.visibility === Window.FullScreen ? Window.Windowed : Window.FullScreen
    }
    Item {
        id: place
        anchors.fill: parent
        anchors.margins: Theme.gap
        LayoutMirroring.enabled: Application.layoutDirection === Qt.RightToLeft
        LayoutMirroring.childrenInherit: true
    }
}
