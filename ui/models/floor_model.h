// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/floor_port.h"

#include <QAbstractListModel>
#include <QtQml/qqmlregistration.h>

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace plenum::ui {

class MembersModel;

/// One floor: who has it, who waits for it in which order, what we may do about it. Its rows are the holders, then
/// those who wait; whoever stays keeps the row.
class FloorModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Floors")
    Q_PROPERTY(QString title READ title NOTIFY changed)
    /// What it is for: "voice", "pen", "screen" or "other".
    Q_PROPERTY(QString purpose READ purpose_name NOTIFY changed)
    /// What is said while nobody in particular has it.
    Q_PROPERTY(QString emptyText READ empty_text NOTIFY changed)
    Q_PROPERTY(QString styleHeading READ style_heading NOTIFY changed)
    Q_PROPERTY(QString limitTitle READ limit_title NOTIFY changed)
    /// "none", "closed" (only moderators may ask), "pending" (a moderator has to accept us), "waiting", "holding",
    /// "outOfReach" (held, and nothing is heard of the relay) or "everyone".
    Q_PROPERTY(QString standing READ standing NOTIFY changed)
    /// What stands on the button, and what a press does.
    Q_PROPERTY(QString buttonText READ button_text NOTIFY ticked)
    Q_PROPERTY(QString buttonHint READ button_hint NOTIFY changed)
    Q_PROPERTY(bool mayPress READ may_press NOTIFY changed)
    /// We hold it, and the time that we may is nearly over.
    Q_PROPERTY(bool warned READ warned NOTIFY ticked)
    Q_PROPERTY(bool mayRaise READ may_raise NOTIFY changed)
    /// "Floor returns in 2 s", while nothing is heard of a holder; else empty.
    Q_PROPERTY(QString returning READ returning NOTIFY ticked)
    Q_PROPERTY(int holderCount READ holder_count NOTIFY changed)
    Q_PROPERTY(int waitingCount READ waiting_count NOTIFY changed)
    Q_PROPERTY(QString holderNames READ holder_names NOTIFY changed)
    /// How long the one holder has it; empty unless there is one alone.
    Q_PROPERTY(QString running READ running NOTIFY ticked)
    /// How much of the speaking time that holder has used, 0 … 1; negative without a limit.
    Q_PROPERTY(double progress READ progress NOTIFY ticked)
    Q_PROPERTY(QString styleTitle READ style_title NOTIFY changed)
    Q_PROPERTY(QString styleAbout READ style_about NOTIFY changed)
    /// In the order of `Floors::styleIds`, one line each that says what the style does here.
    Q_PROPERTY(QStringList styleAbouts READ style_abouts NOTIFY changed)
    Q_PROPERTY(QString styleExample READ style_example NOTIFY changed)
    Q_PROPERTY(QString parameters READ parameters NOTIFY changed)
    Q_PROPERTY(QString styleId READ style_id NOTIFY changed)
    Q_PROPERTY(bool everyone READ everyone NOTIFY changed)
    Q_PROPERTY(bool locked READ locked NOTIFY changed)
    Q_PROPERTY(bool moderated READ moderated NOTIFY changed)
    /// Whether holders may hand it on and share it; moderators may at any time.
    Q_PROPERTY(bool mayPassOn READ may_pass_on NOTIFY changed)
    Q_PROPERTY(bool mayShareIt READ may_share_it NOTIFY changed)
    /// Of the speaking time, where the end is near.
    Q_PROPERTY(double warnedFrom READ warned_from NOTIFY changed)
    Q_PROPERTY(bool questions READ questions NOTIFY changed)
    /// Seconds of speaking time; 0 is without end.
    Q_PROPERTY(int limit READ limit NOTIFY changed)

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
    using Clock = std::function<QDateTime()>;
    /// Warned so long before the end of the speaking time.
    static constexpr int warning_seconds = 30;
    /// Two seconds, at four ticks a second (`Floors`): as long as an operation may be under way before it counts as
    /// lost.
    static constexpr int looks_at_give_back = 8;
    /// What was pressed shows that it is under way once nothing came of it for two ticks, and for ten seconds at most.
    static constexpr int looks_unseen = 2;
    static constexpr int looks_under_way = 40;

    FloorModel(FloorPort& port, const MembersModel& members, Clock clock, const Floor& floor,
               QObject* parent = nullptr);

    void set(const Floor& floor);
    void set_person(base::MemberIndex self, bool moderates);
    /// Time goes by.
    void tick();
    /// A name, or the language, is another.
    void rename();

    [[nodiscard]] const Floor& floor() const { return floor_; }
    [[nodiscard]] QString title() const;
    [[nodiscard]] FloorPurpose purpose() const { return floor_.purpose(); }
    [[nodiscard]] QString purpose_name() const;
    [[nodiscard]] QString empty_text() const;
    [[nodiscard]] QString style_heading() const;
    [[nodiscard]] QString limit_title() const;
    [[nodiscard]] QString standing() const;
    [[nodiscard]] QString button_text() const;
    [[nodiscard]] QString button_hint() const;
    [[nodiscard]] bool may_press() const;
    [[nodiscard]] bool warned() const;
    [[nodiscard]] bool may_raise() const;
    [[nodiscard]] int holder_count() const { return static_cast<int>(floor_.holders.size()); }
    [[nodiscard]] int waiting_count() const { return static_cast<int>(floor_.requests.size()); }
    [[nodiscard]] QString returning() const;
    [[nodiscard]] QString holder_names() const;
    [[nodiscard]] QString running() const;
    [[nodiscard]] double progress() const;
    [[nodiscard]] QString style_title() const;
    [[nodiscard]] QStringList style_abouts() const;
    /// That can be chosen.
    [[nodiscard]] static QList<FloorStyle> offered_styles(const FloorPort& port);
    [[nodiscard]] QString style_about() const;
    /// Of what the style can be told; empty where people are not asked for it.
    [[nodiscard]] QString style_example() const;
    [[nodiscard]] QString parameters() const { return floor_.settings.parameters; }
    [[nodiscard]] QString style_id() const { return floor_.settings.style; }
    [[nodiscard]] bool everyone() const { return floor_.everyone; }
    [[nodiscard]] bool locked() const { return floor_.settings.locked; }
    [[nodiscard]] bool moderated() const { return floor_.settings.moderated; }
    [[nodiscard]] bool may_pass_on() const { return floor_.settings.may_pass; }
    [[nodiscard]] bool may_share_it() const { return floor_.settings.may_share; }
    [[nodiscard]] double warned_from() const;
    [[nodiscard]] bool questions() const;
    [[nodiscard]] int limit() const { return static_cast<int>(floor_.settings.revoked_after.count()); }
    [[nodiscard]] bool holds(base::MemberIndex member) const;
    [[nodiscard]] QString name_of(base::MemberIndex member) const;
    /// Our place among those who wait, from 1; 0 for none.
    [[nodiscard]] int own_place() const;

    /// Asks, takes the request back or releases, as the button says.
    Q_INVOKABLE void press();
    Q_INVOKABLE void raise_point_of_order();
    void want(bool wanted, RequestClass priority = RequestClass::normal);
    /// We gave it back, or took our request back, and the log does not show that yet. Where the log has not even shown
    /// what is to be taken back, only for `looks_at_give_back` ticks: it may have been refused.
    [[nodiscard]] bool giving_back() const { return giving_back_looks_ > 0; }
    /// What a line offers: "grant", "pass", "withdraw", "release", "revoke" or "takeBack"; the others are "refuse",
    /// "share", "up", "down" and "accept".
    Q_INVOKABLE void act(int member, const QString& what);
    /// Whether we may give it to somebody, and so make them a holder.
    Q_INVOKABLE bool may_give(int member) const;
    Q_INVOKABLE void give(int member);
    Q_INVOKABLE bool may_share(int member) const;

    /// Of one holder, as `running` and `progress` of the only one.
    Q_INVOKABLE QString time_of(int member) const;
    Q_INVOKABLE double progress_of(int member) const;

    /// Moderators: everyone may speak, draw or show again.
    Q_INVOKABLE void remove();
    Q_INVOKABLE void set_may_pass_on(bool may);
    /// Two may have it then where it was one.
    Q_INVOKABLE void set_may_share_it(bool may);
    Q_INVOKABLE void set_locked(bool locked);
    Q_INVOKABLE void set_moderated(bool moderated);
    Q_INVOKABLE void set_limit(int seconds);
    Q_INVOKABLE void set_questions(bool taken);
    Q_INVOKABLE void set_parameters(const QString& parameters);
    Q_INVOKABLE void set_style(const QString& id);
    /// The rules of a style as it begins.
    [[nodiscard]] static FloorSettings rules_of(const FloorStyle& style, const FloorSettings& before,
                                                const QList<base::MemberIndex>& moderators);

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
    [[nodiscard]] static base::MemberIndex index_of(int value) {
        return base::MemberIndex{static_cast<std::uint32_t>(value)};
    }
    [[nodiscard]] FloorStyle style(const QString& id) const;
    [[nodiscard]] std::vector<Row> rows_of(const Floor& floor) const;
    void move_rows(const std::vector<Row>& rows);
    [[nodiscard]] const FloorRequest* own_request() const;
    [[nodiscard]] bool takes_part() const { return holds(self_) || own_request() != nullptr; }
    [[nodiscard]] QString facts_of(const Row& row) const;
    [[nodiscard]] QString offer_of(const Row& row) const;
    [[nodiscard]] QVariant of_member(base::MemberIndex member, int role) const;
    [[nodiscard]] int seconds_since(const QDateTime& since) const;
    /// Begun seconds count.
    [[nodiscard]] int seconds_until(const QDateTime& end) const;
    void configure(const FloorSettings& settings);
    /// Who gives a copy where we share it; 0 for nobody.
    [[nodiscard]] base::MemberIndex sharer() const;
    [[nodiscard]] const FloorHolder* holder(base::MemberIndex member) const;
    [[nodiscard]] bool under_way(base::MemberIndex member) const;
    void begin(base::MemberIndex member) { under_way_[member] = 0; }

    FloorPort& port_;
    const MembersModel& members_;
    Clock clock_;
    Floor floor_;
    base::MemberIndex self_;
    bool moderates_{false};
    std::vector<Row> rows_;
    int giving_back_looks_{0};
    /// About whom something was pressed, and ticks since.
    std::map<base::MemberIndex, int> under_way_;
};

} // namespace plenum::ui
