// SPDX-License-Identifier: Apache-2.0
// Words in the theme's ink. Wraps or elides, never runs out of its place.
import QtQuick
import Plenum

Text {
    color: Theme.ink
    font.pixelSize: Theme.body
    textFormat: Text.PlainText
    linkColor: Theme.linkInk
    Accessible.role: Accessible.StaticText
    Accessible.name: text
}
