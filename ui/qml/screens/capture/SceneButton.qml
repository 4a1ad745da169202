// SPDX-License-Identifier: Apache-2.0
// A button over a scene, which is dark in either theme.
import QtQuick
import Plenum

IconButton {
    property bool on: false

    restColor: on ? Theme.accent : Theme.overlay
    inkColor: hovered || down ? Theme.ink : on ? Theme.textOnAccent : Theme.textOnOverlay
}
