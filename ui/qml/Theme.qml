// SPDX-License-Identifier: Apache-2.0
// The one place for colours, spacing, type and motion.
pragma Singleton
import QtQuick

QtObject {
    id: theme

    /// Set by the window from what the person and the system want.
    property bool dark: true
    property real textScale: 1

    // Colours. Inks are for letters and thin marks on window, surface and raised; fills are for areas and have an ink.
    // One colour has one meaning. Words or a sign always say the same.
    //   gold (accent)       the floor, and what to do next: whoever has the floor wears it, and nothing green
    //   green (speaking)    is heard now; as an ink also: is well
    //   orange (warning)    runs short: speaking time, the network, a device
    //   red fill (danger)   ends something: Leave, End for everyone, Remove
    //   red ink (badInk)    went wrong, beside the word and a sign
    //   blue (focus, link)  the keyboard is here; a link
    // What is off, as a muted microphone, is hollow with a struck sign, in no colour.
    readonly property color window: dark ? "#121318" : "#f3f4f7"
    readonly property color surface: dark ? "#1a1c24" : "#ffffff"
    readonly property color raised: dark ? "#262935" : "#e5e8ee"
    readonly property color raisedHover: dark ? "#313544" : "#d9dde5"
    readonly property color raisedPressed: dark ? "#3a3f50" : "#ccd1dc"
    readonly property color line: dark ? "#2b2e3a" : "#d8dbe3"
    readonly property color outline: dark ? "#777e92" : "#7a8090"
    readonly property color ink: dark ? "#f2f3f6" : "#15171c"
    readonly property color inkDim: dark ? "#a6acba" : "#535966"
    readonly property color accent: "#f5b841"
    readonly property color accentHover: "#ffc858"
    readonly property color textOnAccent: "#1d1604"
    readonly property color accentInk: dark ? "#f5b841" : "#855600"
    readonly property color goodInk: dark ? "#62d993" : "#11683a"
    /// The frame of whoever speaks without the floor, over any picture.
    readonly property color speaking: "#3fd483"
    readonly property color warning: "#ff9d5c"
    readonly property color textOnWarning: "#1f0f02"
    readonly property color fairInk: dark ? "#ff9d5c" : "#964400"
    readonly property color badInk: dark ? "#ff8a80" : "#b3261e"
    readonly property color linkInk: dark ? "#8ab8ff" : "#0b57b0"
    /// For rich text.
    readonly property string linkStyle: "<style>a { color: " + linkInk + " } .found { background-color: " + accent
        + "; color: " + textOnAccent + " }</style>"
    readonly property color danger: dark ? "#cc3a34" : "#c02f2a"
    readonly property color dangerHover: dark ? "#b8332e" : "#a82722"
    readonly property color textOnDanger: "#ffffff"
    readonly property color focus: dark ? "#8ab8ff" : "#0b57b0"
    readonly property color own: dark ? "#31405f" : "#dbe7ff"
    readonly property color overlay: "#b3101116"
    readonly property color textOnOverlay: "#ffffff"
    /// Notices and hints: dark over either theme, with letters in textOnOverlay.
    readonly property color notice: dark ? "#2d3140" : "#23262f"
    readonly property color noticeLine: "#454a5a"
    readonly property color hint: "#22252f"
    /// Where one's own picture will be: dark in either theme, as pictures are.
    readonly property color backdrop: dark ? "#1e2028" : "#2a2d36"
    readonly property color backdropInk: "#e4e6ec"
    readonly property color backdropMark: "#c9cdd8"
    // The whiteboard looks the same to everyone, in either theme.
    readonly property color paper: "#ffffff"
    readonly property color paperInk: "#1f1f1f"
    readonly property color paperNote: "#fffbe6"
    readonly property var boardInks: ["#1f1f1f", "#1565c0", "#c62828", "#2e7d32", "#ef6c00", "#8e24aa"]
    /// To draw with on a shared screen, which may show anything: red, yellow, green, blue.
    readonly property var screenInks: ["#e03131", "#ffd43b", "#2f9e44", "#1c7ed6"]
    readonly property color shade: dark ? "#99000000" : "#66101218"

    /// Of people without a picture: gradient from the first to the second, letters in tintInk.
    readonly property var tints: [["#2f4f6d", "#1e2d45"], ["#5b3f60", "#34233f"], ["#2c5b4d", "#1b342e"],
        ["#694931", "#3d2a1d"], ["#3a4668", "#222b45"], ["#5a3a43", "#34212a"]]
    readonly property color tintInk: "#eef0f4"

    // Type
    readonly property int small: Math.round(12 * textScale)
    readonly property int body: Math.round(14 * textScale)
    readonly property int title: Math.round(16 * textScale)
    readonly property int large: Math.round(22 * textScale)
    readonly property int display: Math.round(32 * textScale)
    readonly property int icon: Math.round(20 * textScale)
    readonly property string iconFamily: iconFont.name

    // Spacing and shape
    readonly property int hair: 4
    readonly property int tight: 8
    readonly property int gap: 12
    readonly property int wide: 16
    readonly property int broad: 24
    readonly property int vast: 40
    readonly property int radiusSmall: 7
    readonly property int radius: 10
    readonly property int radiusLarge: 14
    readonly property int control: Math.round(38 * textScale)
    /// Of a button on a line of words.
    readonly property int compact: Math.round(30 * textScale)
    /// The line over the stage: two lines of words, or a compact button.
    readonly property int bandLine: Math.round(38 * textScale)
    readonly property int hintWidth: Math.round(300 * textScale)

    // Motion, in milliseconds. Still: none at all, for people whom it disturbs and for pictures of the screens.
    property bool still: false
    readonly property int quick: still ? 0 : 110
    readonly property int calm: still ? 0 : 220
    readonly property int peakStay: 1500
    /// A button that became another takes no press for so long.
    readonly property int settleTime: 600

    readonly property FontLoader iconFont: FontLoader {
        source: "qrc:/plenum/fonts/materialdesignicons-webfont.ttf"
    }
}
