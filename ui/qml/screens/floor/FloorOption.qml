// SPDX-License-Identifier: Apache-2.0
// One parameter of a style: a switch for two values, a choice for more, a field for a number. Each shows what is so:
// the change comes back when everyone knows of it.
import QtQuick
import Plenum

Column {
    id: line

    required property FloorConfiguration rules
    required property int index
    /// A StyleOption; null where the style has fewer.
    readonly property var option: rules.options[index] ?? null
    readonly property var values: option ? option.values : []
    /// The keyboard came there.
    signal reached(Item item)

    SwitchLine {
        id: toggle
        objectName: line.option ? "floorOption-" + line.option.key : ""
        visible: line.values.length === 2
        text: line.option ? line.option.title : ""
        checked: line.option !== null && line.option.value === line.values[1]
        width: line.width
        onToggled: {
            line.rules.set_option(line.option.key, line.values[checked ? 1 : 0]);
            checked = Qt.binding(() => line.option !== null && line.option.value === line.values[1]);
        }
        onActiveFocusChanged: if (activeFocus)
            line.reached(toggle)
    }
    LabelledChoice {
        visible: line.values.length > 2
        width: line.width
        label: line.option ? line.option.title : ""
        values: line.values
        words: line.values
        value: line.option ? line.option.value : ""
        onChosen: value => line.rules.set_option(line.option.key, value)
    }
    Field {
        id: number
        visible: line.values.length === 0
        width: line.width
        label: line.option ? line.option.title : ""
        text: line.option ? line.option.value : ""
        input.validator: IntValidator {
            bottom: line.option ? line.option.least : 0
            top: line.option ? line.option.most : 0
        }
        onAccepted: line.rules.set_option(line.option.key, text)
        input.onActiveFocusChanged: if (input.activeFocus)
            line.reached(number)
    }
}
