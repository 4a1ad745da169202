// SPDX-License-Identifier: Apache-2.0
// One layout of the stage in a menu; a check says which is chosen.
import QtQuick
import Plenum

EntryItem {
    id: entry

    required property Client client
    required property string layout
    readonly property bool chosen: client.settings.stageLayout === layout

    objectName: "layout-" + layout
    Accessible.role: Accessible.RadioButton
    Accessible.checked: chosen
    shortcutText: chosen ? "✓" : ""
    onTriggered: {
        const pinned = client.people.stage.pinnedIndex;
        if (pinned !== 0)
            client.people.stage.toggle_pin(pinned);
        client.settings.stageLayout = layout;
    }
}
