// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/people_types.h"

#include <QCoreApplication>

namespace plenum::ui {

/// How well we know somebody, in words.
class IdentityWords {
    Q_DECLARE_TR_FUNCTIONS(IdentityWords)

  public:
    /// "new", "known", "verified" or "changed", for the screens to choose looks by.
    [[nodiscard]] static QString key_of(Familiarity familiarity);
    /// A few words for a list.
    [[nodiscard]] static QString brief(const QString& name, const Acquaintance& acquaintance);
    /// What is known, what it means and what to do.
    [[nodiscard]] static QString sentence(const QString& name, const Acquaintance& acquaintance);
    /// "10293 84756 …"
    [[nodiscard]] static QString grouped(const QString& digits);
};

} // namespace plenum::ui
