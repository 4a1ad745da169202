// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/port_types.h"

#include <QtQml/qqmlregistration.h>

/// What Session shows, as values.
namespace plenum::ui {

/// The conference that we are about to enter.
struct Destination {
    Q_GADGET
    QML_VALUE_TYPE(destination)
    /// One of our own, which does not exist yet.
    Q_PROPERTY(bool hosting MEMBER hosting)
    /// As its link has it; empty where that has none.
    Q_PROPERTY(QString title MEMBER title)
    /// The host of the link, or the relay server that shall make the conference; empty: this computer.
    Q_PROPERTY(QString host MEMBER host)

  public:
    bool hosting{false};
    QString title;
    QString host;
    /// Empty where we host.
    QString link;
    /// Of a conference of our own.
    EntryPolicy policy;
    [[nodiscard]] bool is_here() const { return hosting && host.isEmpty(); }
};

struct EncryptionState {
    Q_GADGET
    QML_VALUE_TYPE(encryptionState)
    Q_PROPERTY(bool endToEnd MEMBER end_to_end)
    /// In groups of five digits; empty while not known.
    Q_PROPERTY(QString safetyNumber MEMBER safety_number)
    Q_PROPERTY(QString cipher MEMBER cipher)
    Q_PROPERTY(int epoch MEMBER epoch)

  public:
    bool end_to_end{false};
    QString safety_number;
    QString cipher;
    int epoch{0};
};

/// How the last call ended, in words.
struct CallEnd {
    Q_GADGET
    QML_VALUE_TYPE(callEnd)
    Q_PROPERTY(QString headline MEMBER headline)
    Q_PROPERTY(QString sentence MEMBER sentence)
    Q_PROPERTY(QString detail MEMBER detail)
    Q_PROPERTY(bool mayJoinAgain MEMBER may_join_again)
    /// The call ran in the host's program. A new one can be started in its place.
    Q_PROPERTY(bool replaceable MEMBER replaceable)

  public:
    QString headline;
    QString sentence;
    QString detail;
    bool may_join_again{false};
    bool replaceable{false};
};

} // namespace plenum::ui
