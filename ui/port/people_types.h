// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/membership.h"
#include "core/base/units.h"

#include <QDateTime>
#include <QMetaType>
#include <QString>
#include <QStringList>

#include <cstdint>

/// Who may come in, who knocks, and how well we know somebody: values that cross ConferencePorts.
namespace plenum::ui {

enum class Admission : std::uint8_t {
    open = 1,   ///< whoever has the link
    lobby = 2,  ///< a moderator decides, person by person
    closed = 3, ///< nobody
};

struct EntryPolicy {
    Admission admission{Admission::open};
    bool history_for_newcomers{true};
    /// Nobody acts as a moderator while none is there.
    bool moderators_only{false};
    /// How far those who are no moderators may go on the whiteboard.
    base::Authority board{base::Authority::manage};
    /// Members may record.
    bool recording{true};
    friend bool operator==(const EntryPolicy&, const EntryPolicy&) = default;
};

/// What this device remembers of a person's key.
enum class Familiarity : std::uint8_t {
    newcomer = 1, ///< neither key nor name was met before
    known = 2,    ///< the key was met before
    verified = 3, ///< known, and the person compared the safety number with them
    changed = 4,  ///< the name was met before, with another key
};

struct Acquaintance {
    Familiarity familiarity{Familiarity::newcomer};
    /// When the key was met first; of `changed`: when the name was last met with its other key.
    QDateTime since;
    /// A few characters made from their key, to tell two of one name apart. No proof of anything.
    QString code;
    /// Stands for their key in what this device remembers of them; not to be shown. Empty of those who knock.
    QString key;
    /// 30 digits over our key and theirs; equal on both screens. Empty of those who knock, and of ourselves.
    QString safety_number;
    /// Other names under which the key was met, newest first.
    QStringList other_names;
    /// By us, for this call: their sound, pictures and messages are kept from us.
    bool blocked{false};
    friend bool operator==(const Acquaintance&, const Acquaintance&) = default;
};

/// What is wrong with the list of known people.
enum class PeopleTrouble : std::uint8_t {
    set_aside = 1, ///< it was damaged; a new one is begun beside it
    not_kept = 2,  ///< it cannot be read or written now
};

/// A person's answer to a known name with another key.
enum class KeyOwner : std::uint8_t {
    same_person = 1,    ///< has another device
    another_person = 2, ///< has the same name
};

using KnockId = base::Number<struct KnockIdTag, std::uint64_t>;

/// Somebody who has the link and waits to be let in.
struct Knock {
    KnockId id;
    QString name;
    QDateTime since;
    Acquaintance acquaintance;
};

enum class Departure : std::uint8_t {
    left = 1,    ///< of their own will
    lost = 2,    ///< out of reach for too long
    removed = 3, ///< a moderator took them out
};

} // namespace plenum::ui

Q_DECLARE_METATYPE(plenum::ui::Knock)
