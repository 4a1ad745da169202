// SPDX-License-Identifier: Apache-2.0
// Which cluster of cameras shall be received.
import QtQuick
import QtQuick.Layouts
import Plenum

Sheet {
    id: sheet

    required property Client client
    signal replayWanted

    function receive() {
        field.error = client.capture.complaint(field.text);
        if (field.error !== "")
            return;
        const name = field.text;
        close();
        client.capture.open(name);
    }

    title: qsTr("Cameras")
    widthMax: 460
    onOpened: field.input.forceActiveFocus()
    Label {
        text: qsTr("Receive a cluster of cameras that capture together: see whether they are in step, record them, and "
            + "see the scene in 3-D. The call goes on.")
        wrapMode: Text.Wrap
        lineHeight: 1.2
        Layout.fillWidth: true
    }
    Field {
        id: field
        objectName: "clusterField"
        label: qsTr("Name of the cluster")
        text: "cluster"
        maximumLength: 32
        Layout.fillWidth: true
        onTextChanged: error = ""
        onAccepted: sheet.receive()
    }
    ActionButton {
        objectName: "clusterOpen"
        text: qsTr("Receive cameras")
        kind: "primary"
        Layout.fillWidth: true
        onClicked: sheet.receive()
    }
    ActionButton {
        objectName: "clusterReplay"
        text: qsTr("Open a recording…")
        Layout.fillWidth: true
        onClicked: {
            sheet.replayWanted();
            sheet.close();
        }
    }
}
