// SPDX-License-Identifier: Apache-2.0
// A word about a control, with its shortcut.
import QtQuick
import QtQuick.Controls.Basic
import Plenum

ToolTip {
    id: hint

    delay: 600
    padding: Theme.tight
    margins: Theme.hair
    // One more, since a text may come out wider than it was measured.
    contentWidth: Math.min(Math.ceil(metrics.advanceWidth) + 1, Theme.hintWidth)
    // The width of the text itself depends on that of its place.
    TextMetrics {
        id: metrics
        text: hint.text
        font: (hint.contentItem as Text).font
    }
    contentItem: Text {
        text: hint.text
        // Else what was measured a hair too narrow would break inside a word.
        wrapMode: metrics.advanceWidth < Theme.hintWidth ? Text.NoWrap : Text.Wrap
        color: Theme.textOnOverlay
        font.pixelSize: Theme.small
        textFormat: Text.PlainText
    }
    background: Rectangle {
        color: Theme.hint
        border.color: Theme.noticeLine
        radius: Theme.radiusSmall
    }
}
