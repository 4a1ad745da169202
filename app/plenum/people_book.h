// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/background.h"
#include "app/plenum/people_file.h"

#include <QObject>
#include <QTimer>

namespace plenum::app {

/// Known people and their file, read once and written in the background a moment after each change.
class PeopleBook : public QObject {
    Q_OBJECT

  public:
    /// `background` must outlive this, and finish before it goes.
    PeopleBook(Background& background, std::filesystem::path file, QObject* parent = nullptr);
    /// Reads the file; `trouble` where that is no use. Before the rest.
    void open();
    /// Writes at once what was not written yet.
    void close();

    [[nodiscard]] const KnownPeople& people() const { return people_; }
    void meet(const base::IdentityKey& key, const QString& name);
    void set_verified(const base::IdentityKey& key, bool verified);

    /// In the person's data folder (XDG Base Directory Specification 0.8).
    [[nodiscard]] static std::filesystem::path default_file();
    static constexpr auto file_name = "known-people.json";

  signals:
    void trouble(plenum::ui::PeopleTrouble trouble);

  private:
    void save();
    void tell(ui::PeopleTrouble what);

    Background& background_;
    std::filesystem::path file_;
    KnownPeople people_;
    std::set<base::IdentityKey> changed_;
    QTimer save_timer_;
    /// Once is enough of what stays so.
    bool told_not_kept_{false};
};

} // namespace plenum::app
