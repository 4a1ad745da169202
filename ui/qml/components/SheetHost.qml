// SPDX-License-Identifier: Apache-2.0
// Creates its sheet when it opens and destroys it when it has closed. Qt 6.4's layouts drop removed children only when
// they are polished. Closed popups are never polished, so a layout in one would later use the removed children.
import QtQuick
import Plenum

Item {
    id: host

    default required property Component sheet
    /// Null while closed.
    property Sheet current: null

    function made(): Sheet {
        if (current === null) {
            const sheetMade = sheet.createObject(host) as Sheet;
            // The screen is about to go.
            if (sheetMade === null)
                return null;
            sheetMade.closed.connect(() => {
                // With its screen the host goes first, and the sheet with it.
                if (!host)
                    return;
                host.current = null;
                sheetMade.destroy();
            });
            current = sheetMade;
        }
        return current;
    }
    function open() {
        const sheetMade = made();
        if (sheetMade !== null)
            sheetMade.open();
    }
}
