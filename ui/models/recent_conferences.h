// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/secret_file.h"
#include "ui/models/session.h"
#include "ui/port/session_port.h"

#include <QAbstractListModel>
#include <QtQml/qqmlregistration.h>

#include <functional>

namespace plenum::ui {

/// The conferences that a person was in, the last one first. Their links are secrets: the file is its owner's alone.
class RecentConferences : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    Q_PROPERTY(int count READ count NOTIFY count_changed)
    Q_PROPERTY(int resumable READ resumable NOTIFY count_changed)

  public:
    enum RoleId {
        title_role = Qt::UserRole + 1,
        /// When we were in it last, in words.
        when_role,
        /// We made it.
        hosted_role,
        /// "open"; "over": it ended for everyone; "running": its relay runs on this computer; "cut": it ran here, its
        /// program was cut off, and it can go on here; "gone": it ran here once.
        standing_role,
    };
    static constexpr qsizetype conferences_max = 20;

    RecentConferences(SessionPort& port, Session& session, std::function<QDateTime()> clock, QObject* parent = nullptr);

    /// From now on they are kept in that file; those in it are shown.
    void open(const QString& path);

    [[nodiscard]] int count() const { return static_cast<int>(rows_.size()); }
    /// The first row that is "running" or "cut"; -1 if there is none.
    [[nodiscard]] int resumable() const;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

    /// How a conference goes on here whose program was cut off. Both take its link, and tell whether it can.
    struct Return {
        std::function<bool(const QString& link)> possible{};
        /// To its pre-join screen.
        std::function<bool(const QString& link)> prepare{};
    };
    void set_return(Return way);
    /// To its pre-join screen; one whose relay is gone for good is made anew under its title.
    Q_INVOKABLE void enter(int row);
    Q_INVOKABLE void remove(int row);
    Q_INVOKABLE void clear();
    void retranslate();

  signals:
    void count_changed();
    /// The file cannot be written.
    void not_kept();

  private:
    struct Row {
        QString title{};
        /// Empty where it would lead nowhere: of a relay that ran on this computer.
        QString link{};
        QDateTime last{};
        bool hosted{false};
        /// Its relay is, or was, on this computer.
        bool here{false};
        bool over{false};
        /// The process that its relay runs in; 0: none on this computer.
        qint64 program{0};
        /// Its relay is over.
        void stop() { link.clear(), program = 0; }
        friend bool operator==(const Row&, const Row&) = default;
        [[nodiscard]] bool same(const Row& other) const {
            const bool same_link = !link.isEmpty() && link == other.link;
            return here == other.here && (same_link || (here && title == other.title));
        }
    };

    void note(const ConferenceFacts& facts);
    void note_end(EndReason reason);
    [[nodiscard]] Row row_of(const ConferenceFacts& facts, const QList<Row>& known) const;
    [[nodiscard]] bool runs_here(const Row& row) const;
    [[nodiscard]] bool is_gone(const Row& row) const { return row.here && !runs_here(row); }
    [[nodiscard]] bool is_cut(const Row& row) const;
    /// Those whose relay was in this program and is over lead nowhere now.
    void note_stopped_relays();
    void show(const QList<Row>& rows);
    [[nodiscard]] QString when(const QDateTime& at) const;
    /// Others of this person's programs use the file too: read, changed and written in one go.
    void change(const std::function<void(QList<Row>&)>& act);
    [[nodiscard]] static QList<Row> parse(const QByteArray& text);
    [[nodiscard]] static QByteArray to_text(const QList<Row>& rows);

    SessionPort& port_;
    Session& session_;
    std::function<QDateTime()> clock_;
    SecretFile file_;
    Return return_;
    QList<Row> rows_;
    /// The call that we are in.
    std::optional<Row> current_;
    /// One that was cut off and that we go back to. A guest's computer may have it now, under another link.
    std::optional<Row> continued_;
};

} // namespace plenum::ui
