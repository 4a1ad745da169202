// SPDX-License-Identifier: Apache-2.0
// Join by a link, or start a conference: two ways, one press each.
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

FocusScope {
    id: screen

    required property Client client
    readonly property bool wide: width >= 900 * Theme.textScale
    signal settingsWanted

    function join() {
        linkField.error = linkField.text.trim() === "" ? qsTr("Paste the link that you were sent, then press Join.")
            : client.session.prepare_join(linkField.text) ? ""
            : qsTr("This is not a conference link. It begins with plenum:// – paste all of it.");
    }
    function lookAtClipboard() {
        const found = client.link_on_clipboard();
        if (found !== "" && linkField.text === "") {
            linkField.text = found;
            pasted.visible = true;
        }
    }

    focus: true
    Component.onCompleted: lookAtClipboard()

    EntryWords {
        id: entryWords
    }
    IconButton {
        id: settingsButton
        anchors.top: parent.top
        anchors.right: parent.right
        anchors.margins: Theme.wide
        text: qsTr("Settings (Ctrl+,)")
        iconName: "settings"
        onClicked: screen.settingsWanted()
    }
    Flickable {
        id: scroll
        anchors.fill: parent
        anchors.topMargin: settingsButton.height + Theme.wide
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {}
        contentWidth: width
        contentHeight: Math.max(height, content.implicitHeight + 2 * Theme.broad)
        ColumnLayout {
            id: content
            anchors.centerIn: parent
            width: Math.min(scroll.width - 2 * Theme.vast, 880 * Theme.textScale)
            spacing: Theme.vast
            ColumnLayout {
                spacing: Theme.tight
                Label {
                    text: qsTr("Plenum")
                    font.pixelSize: Theme.display
                    font.weight: Font.Bold
                    Layout.alignment: Qt.AlignHCenter
                    Accessible.role: Accessible.Heading
                }
                Label {
                    text: qsTr("See, hear and write to each other, encrypted from end to end.")
                    color: Theme.inkDim
                    font.pixelSize: Theme.title
                    horizontalAlignment: Text.AlignHCenter
                    wrapMode: Text.Wrap
                    Layout.fillWidth: true
                }
                Pill {
                    visible: screen.client.session.demo
                    text: qsTr("Demo – simulated people, no network")
                    Layout.alignment: Qt.AlignHCenter
                    Layout.topMargin: Theme.tight
                }
            }
            GridLayout {
                columns: screen.wide ? 2 : 1
                columnSpacing: Theme.broad
                rowSpacing: Theme.broad
                Layout.fillWidth: true
                Pane {
                    Layout.fillWidth: true
                    Layout.fillHeight: true
                    Layout.preferredWidth: 1
                    padding: Theme.broad
                    background: Rectangle {
                        radius: Theme.radiusLarge
                        color: Theme.surface
                        border.color: Theme.line
                    }
                    ColumnLayout {
                        anchors.fill: parent
                        spacing: Theme.wide
                        Label {
                            text: qsTr("Join a conference")
                            font.pixelSize: Theme.title + 2
                            font.weight: Font.DemiBold
                            Accessible.role: Accessible.Heading
                        }
                        Field {
                            id: linkField
                            objectName: "linkField"
                            label: qsTr("Link")
                            placeholder: "plenum://…"
                            Layout.fillWidth: true
                            onAccepted: screen.join()
                            onTextChanged: {
                                error = "";
                                pasted.visible = false;
                            }
                            Component.onCompleted: input.forceActiveFocus()
                        }
                        Label {
                            id: pasted
                            visible: false
                            text: qsTr("Taken from your clipboard.")
                            color: Theme.goodInk
                            font.pixelSize: Theme.small + 1
                        }
                        Item {
                            Layout.fillHeight: true
                        }
                        ActionButton {
                            objectName: "joinButton"
                            text: qsTr("Join")
                            kind: "primary"
                            Layout.fillWidth: true
                            onClicked: screen.join()
                        }
                    }
                }
                Pane {
                    Layout.fillWidth: true
                    Layout.fillHeight: true
                    Layout.preferredWidth: 1
                    padding: Theme.broad
                    background: Rectangle {
                        radius: Theme.radiusLarge
                        color: Theme.surface
                        border.color: Theme.line
                    }
                    ColumnLayout {
                        anchors.fill: parent
                        spacing: Theme.wide
                        Label {
                            text: qsTr("Start a conference")
                            font.pixelSize: Theme.title + 2
                            font.weight: Font.DemiBold
                            Accessible.role: Accessible.Heading
                        }
                        Field {
                            id: titleField
                            label: qsTr("What is it about?")
                            placeholder: qsTr("For example: Weekly meeting")
                            maximumLength: 80
                            Layout.fillWidth: true
                            onAccepted: screen.client.session.prepare_host(text)
                        }
                        ColumnLayout {
                            spacing: 6
                            Layout.fillHeight: false
                            Label {
                                text: qsTr("Who may come in?")
                                color: Theme.inkDim
                                font.pixelSize: Theme.small + 1
                            }
                            Choice {
                                objectName: "hostAdmission"
                                model: entryWords.titles
                                chosen: Math.max(0,
                                    entryWords.values.indexOf(screen.client.session.hostAdmission))
                                Layout.fillWidth: true
                                label: qsTr("Who may come in?")
                                onActivated: index => screen.client.session.hostAdmission = entryWords.values[index]
                            }
                        }
                        Label {
                            text: entryWords.line(screen.client.session.hostAdmission) + " "
                                + qsTr("It runs on this computer. You get a link to send to the others.")
                            color: Theme.inkDim
                            font.pixelSize: Theme.small + 1
                            lineHeight: 1.2
                            wrapMode: Text.Wrap
                            Layout.fillWidth: true
                        }
                        Item {
                            Layout.fillHeight: true
                        }
                        ActionButton {
                            objectName: "hostButton"
                            text: qsTr("Start")
                            kind: "primary"
                            Layout.fillWidth: true
                            onClicked: screen.client.session.prepare_host(titleField.text)
                        }
                    }
                }
            }
        }
    }
}
