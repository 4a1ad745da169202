// SPDX-License-Identifier: Apache-2.0
// How one will be seen and heard, before anybody sees or hears.
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

FocusScope {
    id: screen

    required property Client client
    readonly property bool named: client.settings.displayName.trim() !== ""
    signal settingsWanted

    /// Names are in the link; a link without one tells where the conference is.
    function whereTo(session: Session): string {
        if (session.wanted.hosting)
            return session.wanted.host === "" ? qsTr("You start “%1” on this computer.").arg(session.wanted.title)
                : qsTr("You start “%2” on %1.").arg(session.wanted.host).arg(session.wanted.title);
        return session.wanted.title !== "" ? qsTr("You are invited to “%1”.").arg(session.wanted.title)
            : qsTr("You are invited to a conference on %1.").arg(session.wanted.host);
    }
    function enter() {
        nameField.error = named ? "" : qsTr("Type the name that the others shall see.");
        if (named)
            client.session.enter();
        else
            nameField.input.forceActiveFocus();
    }

    focus: true

    RowLayout {
        id: top
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: parent.top
        anchors.margins: Theme.wide
        IconButton {
            text: qsTr("Back")
            iconName: screen.LayoutMirroring.enabled ? "right" : "back"
            onClicked: screen.client.session.back_to_start()
        }
        Pill {
            visible: screen.client.session.demo
            text: qsTr("Demo")
            hint: qsTr("Simulated people, no network")
        }
        Item {
            Layout.fillWidth: true
        }
        IconButton {
            text: qsTr("Settings (Ctrl+,)")
            iconName: "settings"
            onClicked: screen.settingsWanted()
        }
    }
    Flickable {
        id: scroll
        anchors.top: top.bottom
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.bottom: parent.bottom
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {}
        contentWidth: width
        contentHeight: Math.max(height, content.implicitHeight + 2 * Theme.wide)
        RowLayout {
            id: content
            anchors.centerIn: parent
            width: Math.min(scroll.width - 2 * Theme.vast, 1040 * Theme.textScale)
            spacing: Theme.vast
            OwnPreview {
                client: screen.client
                Layout.fillWidth: true
                Layout.preferredWidth: 3
                Layout.minimumWidth: 320
            }
            ColumnLayout {
                Layout.preferredWidth: 2
                Layout.fillWidth: true
                Layout.minimumWidth: 280
                Layout.maximumWidth: 380 * Theme.textScale
                spacing: Theme.wide
                Label {
                    text: screen.client.session.wanted.hosting ? qsTr("Ready to start?") : qsTr("Ready to join?")
                    font.pixelSize: Theme.large
                    font.weight: Font.DemiBold
                    wrapMode: Text.Wrap
                    Layout.fillWidth: true
                    Accessible.role: Accessible.Heading
                }
                Label {
                    objectName: "whereTo"
                    text: screen.whereTo(screen.client.session)
                    color: Theme.inkDim
                    lineHeight: 1.2
                    wrapMode: Text.Wrap
                    Layout.fillWidth: true
                    Layout.topMargin: -Theme.tight
                }
                Field {
                    id: nameField
                    objectName: "nameField"
                    label: qsTr("Your name")
                    placeholder: qsTr("As the others shall see it")
                    text: screen.client.settings.displayName
                    Layout.fillWidth: true
                    onTextChanged: {
                        const fits = screen.client.settings.fitting_name(text);
                        if (fits !== text) {
                            text = fits;
                            error = qsTr("A name can be no longer than this.");
                            return;
                        }
                        screen.client.settings.displayName = text;
                        error = "";
                    }
                    onAccepted: screen.enter()
                    Component.onCompleted: input.forceActiveFocus()
                }
                DeviceChoice {
                    devices: screen.client.devices.microphones
                    label: qsTr("Microphone")
                    iconName: "microphone"
                    noneText: qsTr("No microphone found.")
                    Layout.fillWidth: true
                }
                DeviceChoice {
                    devices: screen.client.devices.loudspeakers
                    label: qsTr("Loudspeaker")
                    iconName: "loudspeaker"
                    noneText: qsTr("No loudspeaker found, so you would hear nobody. Plug one in; it is used at once.")
                    Layout.fillWidth: true
                }
                SoundTestButton {
                    check: screen.client.devices.soundCheck
                    visible: screen.client.devices.loudspeakers.count > 0
                }
                DeviceChoice {
                    devices: screen.client.devices.cameras
                    label: qsTr("Camera")
                    iconName: "camera"
                    noneText: qsTr("No camera found.")
                    Layout.fillWidth: true
                }
                ActionButton {
                    objectName: "enterButton"
                    text: screen.client.session.wanted.hosting ? qsTr("Start the conference") : qsTr("Join now")
                    kind: "primary"
                    implicitHeight: Theme.control + 8
                    Layout.fillWidth: true
                    Layout.topMargin: Theme.hair
                    onClicked: screen.enter()
                }
            }
        }
    }
}
