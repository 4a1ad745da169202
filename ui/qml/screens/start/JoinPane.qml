// SPDX-License-Identifier: Apache-2.0
// Join by a link that one was sent.
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

Pane {
    id: pane

    required property Client client

    function join() {
        linkField.error = linkField.text.trim() === "" ? qsTr("Paste the link that you were sent, then press Join.")
            : client.session.prepare_join(linkField.text) ? ""
            : linkField.text.toLowerCase().includes("plenum://")
            ? qsTr("A part of this link is missing or changed, most likely its end. Paste all of it.")
            : qsTr("This is not a conference link. A conference link begins with plenum://.");
    }
    function lookAtClipboard() {
        const found = client.link_on_clipboard();
        if (found !== "" && linkField.text === "") {
            linkField.text = found;
            pasted.visible = true;
        }
    }

    Component.onCompleted: lookAtClipboard()
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
            wrapMode: Text.Wrap
            Layout.fillWidth: true
            Accessible.role: Accessible.Heading
        }
        Field {
            id: linkField
            objectName: "linkField"
            label: qsTr("Link")
            placeholder: "plenum://…"
            Layout.fillWidth: true
            onAccepted: pane.join()
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
            wrapMode: Text.Wrap
            Layout.fillWidth: true
        }
        Item {
            Layout.fillHeight: true
        }
        ActionButton {
            objectName: "joinButton"
            text: qsTr("Join")
            kind: "primary"
            Layout.fillWidth: true
            onClicked: pane.join()
        }
    }
}
