// SPDX-License-Identifier: Apache-2.0
// The space bar, held to talk. While a key is held, X11 tells of a release and a press again and again, and Qt knows
// them as repetitions only if both have arrived: so it is let go of once no press follows.
import QtQuick
import Plenum

Timer {
    id: bar

    required property TalkKey talkKey
    property bool held: false

    function press() {
        stop();
        if (held)
            return;
        held = true;
        talkKey.hold(true);
    }
    function release() {
        if (held)
            restart();
    }
    /// At once. The key that works everywhere goes on where this one is let go of.
    function letGo() {
        stop();
        if (!held)
            return;
        held = false;
        talkKey.hold(false);
    }

    // The press comes within a few milliseconds.
    interval: 60
    onTriggered: letGo()
    Component.onDestruction: letGo()
}
