// SPDX-License-Identifier: Apache-2.0
#include "ui/models/whiteboard.h"

#include "core/base/enums.h"
#include "ui/board/board_export.h"
#include "ui/board/tool_names.h"

#include <QDir>
#include <QStandardPaths>

#include <utility>

namespace plenum::ui {

Whiteboard::Whiteboard(BoardPort& port, FilePort* files, const MembersModel& members, QObject* parent)
    : QObject{parent},
      port_{port},
      members_{members},
      document_{port},
      tools_{document_},
      images_{document_, files},
      tiles_{document_, images_.cache()},
      pointers_{port},
      ink_{tools_},
      news_{members, BoardNews::Place::board},
      past_{document_},
      pages_{document_, tools_},
      import_{document_, tools_, files},
      screen_{document_, port, members} {
    connect(&document_, &BoardDocument::changed, this, &Whiteboard::changed);
    connect(&document_, &BoardDocument::replaced, this, &Whiteboard::changed);
    connect(&pages_, &BoardPages::changed, this, [this] {
        import_.set_page(pages_.id());
        emit changed();
    });
    connect(&images_, &BoardImages::arrived, &tiles_, &BoardTiles::show_image);
    connect(&import_, &BoardImport::inserted, this, &Whiteboard::changed);
    connect(&import_, &BoardImport::page_made, &pages_, &BoardPages::show);
    connect(&import_, &BoardImport::told, this, &Whiteboard::told);
    connect(&document_, &BoardDocument::drawn, this, [this](base::MemberIndex sender, board::PageId page) {
        if (sender != port_.self().sender && !board::is_screen(page)) news_.note(sender, open_);
    });
    connect(&document_, &BoardDocument::failed, this, &Whiteboard::tell_failure);
    connect(&document_, &BoardDocument::withdrawn, this, [this] {
        emit told(tr("What you drew last was not passed on, and is gone. Draw it again when you may."),
                  QStringLiteral("problem"));
    });
    connect(&past_, &BoardPast::changed, this, &Whiteboard::changed);
    connect(&tools_.selection(), &BoardSelection::changed, this, &Whiteboard::changed);
    connect(&port, &BoardPort::changed, this, &Whiteboard::changed);
    connect(&port, &BoardPort::cleared, this, [this] {
        news_.clear();
        set_open(false);
    });
}

void Whiteboard::set_open(bool open) {
    if (std::exchange(open_, open) == open) return;
    news_.look();
    if (!open) {
        tools_.cancel();
        pointers_.leave();
        if (past_.open()) past_.end();
    }
    emit changed();
}

QString Whiteboard::tool() const { return name_of_tool(tools_.tool()); }

void Whiteboard::set_tool(const QString& tool) {
    const auto found = tool_of_name(tool);
    if (!found) return;
    tools_.set_tool(*found);
    emit changed();
}

QString Whiteboard::authority() const {
    const auto name = base::enumerator_name(port_.authority());
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

void Whiteboard::tell_failure(board::Refusal reason) {
    switch (reason) {
    case board::Refusal::nothing_to_do: return;
    case board::Refusal::not_permitted:
        return emit told(tr("Only the person who drew this, or a moderator, can change it."),
                         QStringLiteral("problem"));
    case board::Refusal::board_full:
    case board::Refusal::sender_spent:
    case board::Refusal::pages_spent:
    case board::Refusal::work_spent:
        return emit told(tr("The whiteboard is full. Save a copy, then start a new conference for more."),
                         QStringLiteral("problem"));
    default: return emit told(tr("The whiteboard could not do this. Try it again."), QStringLiteral("problem"));
    }
}

QString Whiteboard::export_to(const QUrl& file) const {
    return export_board(document_.board(), page_id(), file, images_.cache().get());
}

QUrl Whiteboard::export_place() const {
    const auto pictures = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
    const QDir folder{pictures.isEmpty() ? QDir::homePath() : pictures};
    //: The name of a file.
    return QUrl::fromLocalFile(folder.filePath(tr("Whiteboard") + QStringLiteral(".png")));
}

} // namespace plenum::ui
