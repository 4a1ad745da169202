// SPDX-License-Identifier: Apache-2.0
// The choice for music, and what it costs.
import QtQuick
import Plenum

SwitchLine {
    id: line

    required property Settings settings

    text: qsTr("Low delay, for music and rehearsal")
    explanation: qsTr("Your sound leaves sooner, without echo removal or noise reduction and with more network use, " +
        "so wear headphones.")
    checked: settings.audio.lowDelay
    onToggled: settings.audio.lowDelay = checked
}
