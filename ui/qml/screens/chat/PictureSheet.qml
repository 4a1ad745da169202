// SPDX-License-Identifier: Apache-2.0
// An image of the chat, as large as the window allows.
import QtQuick
import QtQuick.Layouts
import Plenum

Sheet {
    id: sheet

    required property string line
    required property string hash
    property bool own: false
    signal saveWanted

    objectName: "pictureSheet"
    widthMax: parent ? parent.width : 1200
    Image {
        objectName: "largePicture"
        source: "image://shared/" + sheet.hash
        sourceSize.width: 2560
        sourceSize.height: 2560
        asynchronous: true
        fillMode: Image.PreserveAspectFit
        Layout.fillWidth: true
        Layout.preferredHeight: sheet.parent ? Math.max(Theme.control, sheet.parent.height - 11 * Theme.broad) : 400
        Accessible.role: Accessible.Graphic
        Accessible.name: qsTr("Image %1").arg(sheet.title)
    }
    ActionButton {
        visible: !sheet.own
        text: qsTr("Save as…")
        iconName: "save"
        Layout.alignment: Qt.AlignRight
        onClicked: {
            sheet.close();
            sheet.saveWanted();
        }
    }
}
