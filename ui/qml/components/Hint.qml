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
    contentWidth: Math.min(Math.ceil(metrics.advanceWidth), Theme.hintWidth)
    // The width of the text itself depends on that of its place.
    TextMetrics {
        id: metrics
        text: hint.text
        font: (hint.contentItem as Text).font
    }
    contentItem: Text {
        text: hint.text
        wrapMode: Text.Wrap
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
