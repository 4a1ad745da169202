// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/picture_pace.h"
#include "ui/port/figures_types.h"

#include <QAbstractListModel>
#include <QStringList>
#include <QtQml/qqmlregistration.h>

#include <deque>
#include <functional>
#include <map>
#include <vector>

namespace plenum::ui {

class MembersModel;

/// Who is heard or seen, and how well their sound and pictures come, in order of their joining.
class ReceptionModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Diagnostics")
    Q_PROPERTY(int count READ rowCount NOTIFY count_changed)

  public:
    enum RoleId {
        name_role = Qt::UserRole + 1,
        /// One line each; empty where there is none.
        sound_role,
        picture_role,
    };
    /// What is missing is counted over so long.
    static constexpr std::chrono::seconds window{10};

    explicit ReceptionModel(const MembersModel& members, QObject* parent = nullptr);

    void set(const QList<PersonFigures>& people, base::LocalTime now);
    void add_picture(base::MemberIndex member, base::LocalTime shown_at) { paces_[member].add(shown_at); }
    void forget(base::MemberIndex member);
    void clear();
    void retranslate();
    /// All of it, as it stands in a report.
    [[nodiscard]] QStringList lines() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

  signals:
    void count_changed();

  private:
    struct Heard {
        base::LocalTime at;
        std::uint64_t played;
        std::uint64_t missing;
    };
    struct Row {
        PersonFigures figures;
        std::optional<PicturePace::Pace> pace;
        /// Of what should have been played lately; negative where nothing should.
        double missing_share{-1};
    };
    [[nodiscard]] double missing_share(const PersonFigures& person, base::LocalTime now);
    [[nodiscard]] QString name_of(const Row& row) const;
    [[nodiscard]] static QString sound_of(const Row& row);
    [[nodiscard]] static QString picture_of(const Row& row);

    const MembersModel& members_;
    std::vector<Row> rows_;
    std::map<base::MemberIndex, PicturePace> paces_;
    std::map<base::MemberIndex, std::deque<Heard>> heard_;
};

} // namespace plenum::ui
