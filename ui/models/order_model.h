// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/order_history.h"
#include "ui/port/diagnostics_port.h"

#include <QStringList>
#include <QTimer>
#include <QVariantList>
#include <QtQml/qqmlregistration.h>

#include <functional>

namespace plenum::ui {

/// In which order what is said in one conversation reaches us, how far it leans towards staying live or keeping order,
/// and who may change that.
class OrderModel : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Diagnostics")
    /// "Order in the plenary"
    Q_PROPERTY(QString title READ title NOTIFY changed)
    /// The three steps, in the order in which they stand side by side.
    Q_PROPERTY(QStringList steps READ steps CONSTANT)
    /// Which of them: "live", "balanced" or "order"; what we have just chosen, as long as it is under way.
    Q_PROPERTY(QString step READ step NOTIFY changed)
    Q_PROPERTY(bool underWay READ under_way NOTIFY changed)
    /// Whether we may, and for whom that is or who else may: one sentence.
    Q_PROPERTY(bool mayChange READ may_change NOTIFY changed)
    Q_PROPERTY(QString rights READ rights NOTIFY changed)
    /// What became of our choice, where it came to nothing; else empty.
    Q_PROPERTY(QString refusal READ refusal NOTIFY changed)
    Q_PROPERTY(bool measured READ measured NOTIFY changed)
    /// "Waits for up to 96 ms (Δ)…", between what, and what messages take.
    Q_PROPERTY(QString wait READ wait NOTIFY changed)
    Q_PROPERTY(QString waitRange READ wait_range NOTIFY changed)
    /// What is counted, what each count means, and how many: in the same order. The last, of what had no room, is only
    /// there where that happened.
    Q_PROPERTY(QStringList countNames READ count_names NOTIFY changed)
    Q_PROPERTY(QStringList countMeanings READ count_meanings NOTIFY changed)
    Q_PROPERTY(QStringList counts READ counts NOTIFY changed)
    /// The last minute, oldest first, each 0 … 1 or negative for nothing; and in words.
    Q_PROPERTY(QVariantList waits READ waits NOTIFY changed)
    Q_PROPERTY(QVariantList shares READ shares NOTIFY changed)
    Q_PROPERTY(QString waitsWords READ waits_words NOTIFY changed)
    Q_PROPERTY(QString sharesWords READ shares_words NOTIFY changed)

  public:
    using Clock = std::function<base::LocalTime()>;
    /// Without an answer for so long, the choice is told to have come to nothing.
    static constexpr std::chrono::seconds answer_max{5};

    OrderModel(DiagnosticsPort& port, Clock clock, base::ConversationId id, QObject* parent = nullptr);

    void set(const OrderFigures& figures);
    void set_rights(bool moderates, const QStringList& moderators);
    /// Where a choice of ours is under way, it came to nothing.
    void refuse(ProblemKind why);
    void tick();
    void retranslate() { emit changed(); }

    [[nodiscard]] base::ConversationId id() const { return figures_.id; }
    [[nodiscard]] QString title() const;
    [[nodiscard]] static QStringList steps();
    [[nodiscard]] QString step() const;
    [[nodiscard]] bool under_way() const { return wanted_.has_value(); }
    [[nodiscard]] bool may_change() const { return moderates_; }
    [[nodiscard]] QString rights() const;
    [[nodiscard]] QString refusal() const { return refusal_; }
    [[nodiscard]] bool measured() const { return figures_.measured.has_value(); }
    [[nodiscard]] QString wait() const;
    [[nodiscard]] QString wait_range() const;
    [[nodiscard]] QStringList count_names() const;
    [[nodiscard]] QStringList count_meanings() const;
    [[nodiscard]] QStringList counts() const;
    [[nodiscard]] QVariantList waits() const;
    [[nodiscard]] QVariantList shares() const;
    [[nodiscard]] QString waits_words() const;
    [[nodiscard]] QString shares_words() const;
    /// All of it, as it stands in a report.
    [[nodiscard]] QStringList lines() const;

    Q_INVOKABLE QString step_name(const QString& step) const;
    Q_INVOKABLE QString step_meaning(const QString& step) const;
    Q_INVOKABLE void choose(const QString& step);

  signals:
    void changed();

  private:
    void settle(const QString& refusal);

    DiagnosticsPort& port_;
    Clock clock_;
    OrderFigures figures_;
    OrderHistory history_;
    bool moderates_{false};
    QStringList moderators_;
    std::optional<Lean> wanted_;
    base::LocalTime wanted_at_{};
    QString refusal_;
    QTimer timer_;
};

} // namespace plenum::ui
