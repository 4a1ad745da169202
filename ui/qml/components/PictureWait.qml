// SPDX-License-Identifier: Apache-2.0
// How long a camera's first picture is waited for, or any sign of its owner. Most come at once, which is worth no word.
import QtQuick

Timer {
    id: wait

    /// A camera is on, and nothing of it was shown, or nothing of its owner comes any more.
    required property bool due
    /// Milliseconds until it is worth a word, and until something must be wrong.
    property int patience: 500
    property int patienceMax: 5000
    property int passed: 0
    readonly property bool awaited: due && passed > 0
    readonly property bool missing: due && passed > 1

    interval: passed === 0 ? patience : patienceMax - patience
    repeat: true
    running: due && passed < 2
    onDueChanged: passed = 0
    onTriggered: ++passed
}
