// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/floor_configuration.h"
#include "ui/models/own_floor.h"

#include <QAbstractListModel>

#include <vector>

namespace plenum::ui {

/// One floor: who has it, who waits for it in which order, what we may do about them. Its rows are the holders, then
/// those who wait; whoever stays keeps the row.
class FloorModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Floors")
    Q_PROPERTY(QString title READ title NOTIFY changed)
    /// What it is for: "voice", "pen", "screen" or "other".
    Q_PROPERTY(QString purpose READ purpose_name NOTIFY changed)
    Q_PROPERTY(plenum::ui::OwnFloor* own READ own CONSTANT)
    Q_PROPERTY(plenum::ui::FloorConfiguration* rules READ rules CONSTANT)
    /// What is said while nobody in particular has it.
    Q_PROPERTY(QString emptyText READ empty_text NOTIFY changed)
    Q_PROPERTY(int holderCount READ holder_count NOTIFY changed)
    Q_PROPERTY(int waitingCount READ waiting_count NOTIFY changed)
    Q_PROPERTY(QString holderNames READ holder_names NOTIFY changed)
    /// How long the one holder has it; empty unless there is one alone.
    Q_PROPERTY(QString running READ running NOTIFY ticked)
    Q_PROPERTY(bool everyone READ everyone NOTIFY changed)

  public:
    enum RoleId {
        member_role = Qt::UserRole + 1,
        name_role,
        initials_role,
        tint_role,
        is_self_role,
        holds_role,
        place_role,
        facts_role,
        offer_role,
        offer_text_role,
        may_order_role,
        section_role,
        under_way_role,
    };
    using Clock = FloorState::Clock;

    FloorModel(FloorPort& port, const MembersModel& members, Clock clock, const Floor& floor,
               QObject* parent = nullptr);

    void set(const Floor& floor);
    void set_person(base::MemberIndex self, bool moderates);
    /// Time goes by.
    void tick();
    /// A name, or the language, is another.
    void rename();

    [[nodiscard]] const FloorState& state() const { return state_; }
    [[nodiscard]] const Floor& floor() const { return state_.floor; }
    [[nodiscard]] OwnFloor* own() { return &own_; }
    [[nodiscard]] FloorConfiguration* rules() { return &rules_; }
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString purpose_name() const;
    [[nodiscard]] QString empty_text() const;
    [[nodiscard]] int holder_count() const { return static_cast<int>(state_.floor.holders.size()); }
    [[nodiscard]] int waiting_count() const { return static_cast<int>(state_.floor.requests.size()); }
    [[nodiscard]] QString holder_names() const { return state_.holder_names(); }
    [[nodiscard]] QString running() const;
    [[nodiscard]] bool everyone() const { return state_.floor.everyone; }

    /// What a line offers: "grant", "pass", "withdraw", "release", "revoke" or "takeBack"; the others are "refuse",
    /// "share", "up", "down" and "accept".
    Q_INVOKABLE void act(int member, const QString& what);
    /// Whether we may give it to somebody, and so make them a holder.
    Q_INVOKABLE bool may_give(int member) const;
    /// The style may be in the way still (`FloorConfiguration::sharing_obstacle`).
    Q_INVOKABLE bool may_share(int member) const;
    /// How long somebody may keep it still where there is a limit, and how long they have it elsewhere; empty for who
    /// has it not.
    Q_INVOKABLE QString time_of(int member) const;
    /// How much of the speaking time that is, 0 … 1; negative without a limit.
    Q_INVOKABLE double progress_of(int member) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

  signals:
    void changed();
    /// Comes with each change too.
    void ticked();

  private:
    struct Row {
        base::MemberIndex member;
        bool holds{false};
        /// Among those who wait, from 1; 0 where a moderator has to accept it first.
        int place{0};
        RequestClass priority{RequestClass::normal};
        base::MemberIndex giver;
        QDateTime since;
        QDateTime returns_at;
        bool shared_by_hand{true};
        friend bool operator==(const Row&, const Row&) = default;
    };
    [[nodiscard]] static std::vector<Row> rows_of(const Floor& floor);
    void move_rows(const std::vector<Row>& rows);
    [[nodiscard]] QString facts_of(const Row& row) const;
    [[nodiscard]] QString offer_of(const Row& row) const;

    FloorState state_;
    UnderWay under_way_;
    OwnFloor own_{state_, under_way_, this};
    FloorConfiguration rules_{state_, this};
    std::vector<Row> rows_;
};

} // namespace plenum::ui
