// SPDX-License-Identifier: Apache-2.0
// A small window over all others while our screen is shared and the call's own window is out of sight: what is shared,
// and the way to stop it.
import QtQuick
import QtQuick.Layouts
import QtQuick.Window
import Plenum

Window {
    id: notice

    required property Client client
    /// The call's window is what the person works in now.
    required property bool callActive
    readonly property ScreenShare share: client.people.screens.own
    readonly property BoardNews ownNews: client.people.board.screen.ownNews

    flags: Qt.Tool | Qt.FramelessWindowHint | Qt.WindowStaysOnTopHint | Qt.WindowDoesNotAcceptFocus
    visible: share.on && !callActive
    title: share.words
    width: Math.min(line.implicitWidth + 2 * Theme.gap, Screen.width)
    height: line.implicitHeight + 2 * Theme.tight
    x: Screen.virtualX + (Screen.width - width) / 2
    y: Screen.virtualY + Theme.gap
    color: Theme.surface

    Rectangle {
        anchors.fill: parent
        color: Theme.surface
        border.color: Theme.danger
        border.width: 2
    }
    RowLayout {
        id: line
        anchors.centerIn: parent
        spacing: Theme.gap
        Icon {
            name: "screen"
        }
        Label {
            text: notice.ownNews.drawing === "" ? notice.share.words
                : qsTr("%1 %2.").arg(notice.share.words).arg(notice.ownNews.drawing)
            elide: Text.ElideRight
            Layout.maximumWidth: 420 * Theme.textScale
        }
        ActionButton {
            objectName: "noticeStop"
            text: qsTr("Stop")
            kind: "danger"
            compact: true
            onClicked: notice.share.stop()
        }
    }
}
