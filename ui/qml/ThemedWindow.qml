// SPDX-License-Identifier: Apache-2.0
// A window of ours: the controls of Qt in it have the theme's colours.
import QtQuick
import QtQuick.Controls.Basic
import Plenum

ApplicationWindow {
    color: Theme.window
    palette {
        window: Theme.surface
        windowText: Theme.ink
        base: Theme.surface
        text: Theme.ink
        button: Theme.raised
        buttonText: Theme.ink
        light: Theme.window
        midlight: Theme.raisedPressed
        mid: Theme.raisedHover
        dark: Theme.outline
        highlight: Theme.accent
        highlightedText: Theme.textOnAccent
        placeholderText: Theme.inkDim
    }
}
