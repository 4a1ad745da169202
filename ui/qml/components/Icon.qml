// SPDX-License-Identifier: Apache-2.0
// One icon of the set, by name. Silent to screen readers: whoever shows it says what it means.
import QtQuick
import Plenum

Text {
    id: icon

    required property string name
    property real size: Theme.icon
    readonly property var codes: ({
            "microphone": 0xf36c,
            "microphone-off": 0xf36d,
            "camera": 0xf567,
            "camera-off": 0xf568,
            "chat": 0xf36a,
            "people": 0xf00e,
            "person": 0xf004,
            "more": 0xf1d8,
            "settings": 0xf493,
            "lock": 0xf33e,
            "copy": 0xf18f,
            "full-screen": 0xf293,
            "full-screen-leave": 0xf294,
            "grid": 0xf570,
            "speaker-view": 0xf56e,
            "left": 0xf141,
            "right": 0xf142,
            "down": 0xf140,
            "close": 0xf156,
            "send": 0xf48a,
            "check": 0xf12c,
            "sending": 0xf150,
            "alert": 0xf5d6,
            "information": 0xf2fd,
            "link": 0xf339,
            "plus": 0xf415,
            "again": 0xf450,
            "pin": 0xf403,
            "unpin": 0xf404,
            "loudspeaker": 0xf57e,
            "leave": 0xf3f5,
            "lost": 0xf5aa,
            "back": 0xf04d,
            "star": 0xf4ce,
            "shield": 0xf498,
            "knock": 0xf014,
            "remove-person": 0xf015,
            "key": 0xf00b,
            "key-changed": 0xf005,
            "floor": 0xf0e6,
            "hand": 0xf64c,
            "order": 0xf29b,
            "up": 0xf143,
            "rooms": 0xf011,
            "enter": 0xf054,
            "figures": 0xf430,
            "pen": 0xf3eb,
            "screen": 0xf379,
            "running-out": 0xf51f,
            "side-panel": 0xf572,
            "microphone-waiting": 0xf36e,
            "rules": 0xf62e,
            "gamepad": 0xf297,
            "less": 0xf1da,
            "sides": 0xf4e1,
            "own-hidden": 0xf209,
            "own-shown": 0xf208,
            "replay": 0xf2da,
            "play": 0xf40a,
            "pause": 0xf3e4,
            "step-back": 0xf45f,
            "step-on": 0xf211,
            "board": 0xf428,
            "cursor": 0xf1b5,
            "marker": 0xf652,
            "eraser": 0xf1fe,
            "line": 0xf55e,
            "arrow": 0xf05c,
            "rectangle": 0xf131,
            "ellipse": 0xf130,
            "text": 0xf284,
            "note": 0xf39a,
            "laser": 0xf1a3,
            "move": 0xf041,
            "ink": 0xf12f,
            "fill": 0xf266,
            "undo": 0xf54c,
            "redo": 0xf44e,
            "remove": 0xf1c0,
            "sweep": 0xf5e9,
            "save": 0xf193,
            "zoom-in": 0xf34b,
            "zoom-out": 0xf34a,
            "fit": 0xf616
        })

    text: String.fromCharCode(codes[name])
    font.family: Theme.iconFamily
    font.pixelSize: size
    color: Theme.ink
    textFormat: Text.PlainText
    horizontalAlignment: Text.AlignHCenter
    verticalAlignment: Text.AlignVCenter
    Accessible.ignored: true
}
