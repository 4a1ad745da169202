// SPDX-License-Identifier: Apache-2.0
// One sentence in the call's band that stays as long as it is true, with what to do about it.
import QtQuick
import Plenum

BandLine {
    id: banner

    /// Whether there is something to say. It may have to wait for its turn.
    required property bool shown
    property string actionText: ""
    property string actionKind: "plain"
    /// "info", or "alert" where the call suffers.
    property string kind: "info"
    signal acted

    iconColor: kind === "alert" ? Theme.warning : Theme.textOnOverlay
    frameColor: kind === "alert" ? Theme.warning : Theme.noticeLine
    ActionButton {
        visible: banner.actionText !== ""
        text: banner.actionText
        kind: banner.actionKind
        compact: true
        anchors.verticalCenter: parent.verticalCenter
        onClicked: banner.acted()
    }
}
