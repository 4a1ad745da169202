// SPDX-License-Identifier: Apache-2.0
// Where somebody types a text or a note of the whiteboard.
import QtQuick
import QtQuick.Controls.Basic
import Plenum

TextArea {
    id: typing

    required property Whiteboard whiteboard
    /// The keyboard is nowhere else.
    signal ended

    function begin(area: rect, text: string, fontPixels: real, ink: color, margin: real) {
        // Light ink cannot be read on the light ground.
        color = ink.hslLightness < 0.7 ? ink : Theme.paperInk;
        padding = margin;
        x = area.x;
        width = Math.max(area.width, 120);
        const least = Math.max(area.height, 2 * fontPixels);
        height = Qt.binding(() => Math.max(least, contentHeight + 2 * margin));
        // At the lower edge it grows upwards, so that what is typed stays in sight.
        y = Qt.binding(() => Math.min(area.y, Math.max(0, parent.height - height)));
        font.pixelSize = Math.max(8, Math.round(fontPixels));
        typing.text = text;
        visible = true;
        forceActiveFocus(Qt.OtherFocusReason);
    }
    function end(keeps: bool) {
        if (!visible)
            return;
        // Whoever went to the chat, say, stays there.
        const elsewhere = Window.activeFocusItem !== null && Window.activeFocusItem !== typing;
        visible = false;
        if (keeps)
            whiteboard.write(text);
        else
            whiteboard.discard_writing();
        if (!elsewhere)
            ended();
    }

    objectName: "boardText"
    visible: false
    wrapMode: TextEdit.Wrap
    textFormat: TextEdit.PlainText
    color: Theme.paperInk
    selectByMouse: true
    background: Rectangle {
        color: Theme.paperNote
        border.color: Theme.focus
    }
    Accessible.name: qsTr("Text on the whiteboard. Ctrl+Enter keeps it, Escape does not.")
    Keys.onPressed: event => {
        const enter = event.key === Qt.Key_Return || event.key === Qt.Key_Enter;
        event.accepted = event.key === Qt.Key_Escape || (enter && event.modifiers & Qt.ControlModifier);
        if (event.accepted)
            end(event.key !== Qt.Key_Escape);
    }
    onActiveFocusChanged: if (!activeFocus)
        end(true)
}
