// SPDX-License-Identifier: Apache-2.0
// Begins a part of a sheet.
import QtQuick
import QtQuick.Layouts
import Plenum

Label {
    color: Theme.accentInk
    font.pixelSize: Theme.small + 1
    font.weight: Font.DemiBold
    wrapMode: Text.Wrap
    Layout.fillWidth: true
    Layout.topMargin: Theme.hair
    Accessible.role: Accessible.Heading
}
