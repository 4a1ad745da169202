// SPDX-License-Identifier: Apache-2.0
// Why the call is over, what that means, and where to go from here.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

FocusScope {
    id: screen

    required property Client client
    readonly property Session session: client.session
    readonly property ActionButton next: again.visible ? again : anew.visible ? anew : back
    // With the ring, as in dialogs; a dialog that is still open keeps the keyboard.
    onNextChanged: {
        if (activeFocus)
            next.forceActiveFocus(Qt.TabFocusReason);
        else
            next.focus = true;
    }

    focus: true
    SheetHost {
        id: stopping
        StopRelaySheet {
            session: screen.session
        }
    }
    Keys.onEscapePressed: session.back_to_start()
    ColumnLayout {
        anchors.centerIn: parent
        width: Math.min(parent.width - 2 * Theme.vast, 520 * Theme.textScale)
        spacing: Theme.wide
        Label {
            text: screen.session.end.headline
            font.pixelSize: Theme.display - 4
            font.weight: Font.DemiBold
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.Wrap
            Layout.fillWidth: true
            Accessible.role: Accessible.Heading
        }
        Label {
            text: screen.session.end.sentence
            color: Theme.inkDim
            font.pixelSize: Theme.title
            lineHeight: 1.3
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.Wrap
            Layout.fillWidth: true
            Accessible.role: Accessible.AlertMessage
        }
        Label {
            objectName: "relayRunningNote"
            visible: screen.session.relayRunning
            text: qsTr("The call goes on through this computer until the last person leaves. You can close this " +
                "window; turning off this computer ends the call.")
            font.pixelSize: Theme.body
            lineHeight: 1.3
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.Wrap
            Layout.fillWidth: true
        }
        Label {
            objectName: "newLinkNote"
            visible: again.visible && screen.session.wanted.hosting
            text: qsTr("\"Start again\" makes a new conference with a new link. Send that link to the others.")
            font.pixelSize: Theme.body
            lineHeight: 1.3
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.Wrap
            Layout.fillWidth: true
        }
        Label {
            text: qsTr("Details: %1").arg(screen.session.end.detail)
            visible: screen.session.end.detail !== ""
            color: Theme.inkDim
            font.pixelSize: Theme.small
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.Wrap
            Layout.fillWidth: true
        }
        RowLayout {
            spacing: Theme.gap
            Layout.alignment: Qt.AlignHCenter
            Layout.topMargin: Theme.tight
            ActionButton {
                id: again
                objectName: "joinAgain"
                text: screen.session.wanted.hosting ? qsTr("Start again") : qsTr("Join again")
                kind: "primary"
                visible: screen.session.end.mayJoinAgain
                onClicked: screen.session.join_again()
            }
            ActionButton {
                id: anew
                objectName: "startAnewButton"
                text: qsTr("Start a new call")
                kind: "primary"
                visible: screen.session.end.replaceable
                onClicked: screen.session.start_anew()
            }
            ActionButton {
                objectName: "stopRelayButton"
                text: qsTr("End for everyone…")
                kind: "danger"
                visible: screen.session.relayRunning
                onClicked: stopping.open()
            }
            ActionButton {
                id: back
                objectName: "backToStart"
                text: qsTr("Back to start")
                kind: screen.next === back ? "primary" : "plain"
                onClicked: screen.session.back_to_start()
            }
        }
    }
}
